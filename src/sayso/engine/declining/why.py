"""Why nothing is done about a message: what it is instead of a request."""

from itertools import pairwise
from typing import NamedTuple

from sayso.engine.nouns import Clause, Declining
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.restoring import brings_back
from sayso.engine.understand.exact import readings
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import Hearing, heard_in

_TALK: dict[str, Declining] = {  # what the tagger hears besides requests, what counts first before
    "complain": "nothing_asked",
    "help": "help",
    "bot": "help",
    "not_mine": "not_mine",
    "thanks": "nothing_asked",
    "greet": "nothing_asked",
}
_SURE = 0.9  # of the whole message: it counts before what single clauses seem to be
_LIKELY, _TOGETHER, _SOME, _PERHAPS = 0.7, 0.9, 0.5, 0.25
_COMPLAINT, _GREETING = "complain", "greet"
_IDLE, _IDLE_WORDS = 0.95, 4  # a statement of so many words that surely asks for nothing
_KNOWN = 0.5  # the share of words that must be known where nothing is unclear
_ASKED_HOW = 0.3  # the share of the deed that "how do I …" is about
_AT_MOST = 40  # words of a message that is heard as a whole


class Why(NamedTuple):
    """The contract's reason, and the name of the reply that fits."""

    reason: Declining
    reply: str
    wording: IntentPrediction | None = None  # of the whole message


def why(heard: Understanding) -> Why:
    """Why nothing is done."""
    if brings_back(heard):
        return Why("nothing_asked", "bring_back_nothing")
    wording = _heard(heard, Clause(0, len(heard.said.words)))
    if wording is not None and wording.intent in _TALK and wording.probability >= _SURE:
        return Why(_TALK[wording.intent], wording.intent, wording)
    for part in heard.heard:
        match part.clause.kind:
            case "how_to":
                return Why("how_to", _how_to(part, heard), wording)
            case "negated":
                return Why("negated", "decline_negated", wording)
            case "hypothetical" | "supposed":
                return Why("hypothetical", "decline_hypothetical", wording)
            case "ahead" | "undated":
                return Why("not_mine", f"decline_{part.clause.kind}", wording)
            case _:
                continue
    passing = _in_passing(heard)
    if passing is not None:
        return Why(_TALK[passing], passing, wording)
    word = _answer(heard)
    if word is not None:
        return Why("nothing_asked", word, wording)
    talk = _talk(heard, wording)
    if talk is not None:
        return Why(_TALK[talk], talk, wording)
    return Why("nothing_asked" if _is_idle(heard, wording) else "unclear", "", wording)


def _heard(heard: Understanding, clause: Clause) -> IntentPrediction | None:
    if heard.hearing is None or not 0 < len(heard.said.words) <= _AT_MOST:
        return None
    return heard_in(heard.said, clause, heard.pack, heard.hearing)


def _how_to(part: Heard, heard: Understanding) -> str:
    """The reply that says how: by what the patterns read, else by what was heard."""
    clause, pack = part.clause, heard.pack
    tries = (Clause(at, clause.end, "request") for at in range(clause.start, min(clause.start + 2, clause.end)))
    read = [*part.readings, *(r for one in tries for r in readings(heard.said, one, pack, False))]
    if read:
        return f"how_to_{read[0].intent}"
    wording = _heard(heard, part.clause)
    if wording is None or heard.hearing is None:
        return "help"
    ours = {n: m for n, m in heard.hearing.meanings.items() if not m.follows and wording.shares.get(n, 0) >= _ASKED_HOW}
    best = max(ours, key=wording.shares.__getitem__, default=None)
    return f"how_to_{ours[best].intent}" if best is not None else "help"


def _answer(heard: Understanding) -> str | None:
    """A yes or no where nothing was asked."""
    said = heard.said
    word = next((p.intent for p in heard.pack.answers if p.match(said.flat, 0, len(said.flat)) is not None), None)
    return {"yes": "ack", "no": "declined", "retracted": "declined"}.get(word or "")


def _in_passing(heard: Understanding) -> str | None:
    """Which small talk a message is that holds nothing else, by its first words: "hello, how are you?"."""
    said, starts = heard.said, [0]
    starts.extend(i for i in range(1, len(said.words)) if any(mark in said.gap(i) for mark in ",.;!?"))
    parts = list(pairwise((*starts, len(said.words))))
    known = [p for p in heard.pack.answers if p.intent == "talk"]
    if not all(any(p.match(said.flat, said.flat_at(a), said.flat_at(b)) for p in known) for a, b in parts):
        return None
    first = _heard(heard, Clause(*parts[0]))
    return max(_TALK, key=lambda name: first.shares.get(name, 0.0)) if first is not None else None


def _talk(heard: Understanding, whole: IntentPrediction | None) -> str | None:
    """Small talk, a complaint, a question about us, another app's business: in one of the clauses, or in all."""
    every = [whole, *(part.wording for part in heard.heard if len(heard.heard) > 1)]
    found = {name for w in every if w is not None for name in (_talk_of(w),) if name is not None}
    return next((name for name in _TALK if name in found), None)


def _talk_of(wording: IntentPrediction) -> str | None:
    """Which talk a wording is: one kind surely, or some kind so surely that the likeliest will do."""
    shares = {name: wording.shares.get(name, 0.0) for name in _TALK}
    best = max(shares, key=shares.__getitem__)
    if shares[best] >= _LIKELY or shares[_COMPLAINT] >= _SOME:
        return best
    if sum(shares.values()) < _TOGETHER:
        return None
    return _GREETING if shares[_GREETING] >= _PERHAPS else best


def _idle(wording: IntentPrediction, hearing: Hearing) -> float:
    """How likely a message asks for nothing of ours, whatever else it may be."""
    return sum(share for name, share in wording.shares.items() if name not in hearing.meanings)


def _is_idle(heard: Understanding, wording: IntentPrediction | None) -> bool:
    """Whether a message plainly says something, and asks for nothing."""
    words = heard.said.words
    if any(part.clause.kind == "elsewhere" for part in heard.heard):
        return True
    known = sum(heard.pack.knows(w.text) for w in words)
    is_nothing = wording is not None and wording.intent not in ("none", *_TALK)
    is_sure = wording is not None and heard.hearing is not None and _idle(wording, heard.hearing) >= _IDLE
    return not is_nothing and is_sure and len(words) >= _IDLE_WORDS and known >= _KNOWN * len(words)
