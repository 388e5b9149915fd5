"""What the tagger hears becomes readings: which intent of ours, and which of its words fill which slot."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Hear, IntentPrediction, Tagged
from sayso.engine.read.marks import marks
from sayso.engine.text import Line
from sayso.engine.understand.spans import Drawn, redrawn

HEARD: Literal["heard"] = "heard"  # the grade, and the pattern, of what no pattern foresaw
NOTHING = "none"  # the tagger's intent of what asks for nothing
FOLLOWS = "follows"  # the value of a reading that takes up what was last done
_LEAST = 0.6  # below which nothing was heard
_ACT = 0.6
_SURE_OF_ONE, _SURE_OF_NEW = 0.85, 0.8  # that a record is meant though none is named so; that it is something new
_LISTED = "r"  # the mark of a word that a listed record bears
RECORD = "entry"  # the slot of the record that is meant
_BROKEN = frozenset(("when", "new_when", "title"))  # slots that are often heard in pieces
_VALUES = frozenset(("status", "priority", "when", "count"))  # by which something is listed


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an intent of the tagger stands for: an intent of ours, its slots, and which of them it cannot do without."""

    intent: str
    slots: Mapping[str, str]
    needs: frozenset[str]
    has_act: bool = False
    follows: bool = False  # says only what is new: the rest is what was last done or shown
    does: str = ""  # what the tool does that our intent leads to
    others: Mapping[str, str] = field(default_factory=dict)  # slots that stand in where those are not heard
    family: str = ""  # intents of one family do much the same: together they are as likely as their sum
    alone: str = ""  # what it is where there is nothing before it


@dataclass(frozen=True, slots=True)
class Hearing:
    """What hearing needs at hand."""

    hear: Hear
    meanings: Mapping[str, Meaning]
    lexicon: Lexicon
    listed: Callable[[str], str]  # how a listed record bears a word without its inflection: a letter, or nothing
    impossible: frozenset[str] = frozenset()  # intents that cannot be here: answers where nothing was asked
    has_entries: bool = False  # whether any are listed
    seen: dict[object, list[list[str]]] = field(default_factory=dict)  # lines of this message that were marked
    predicted: dict[object, IntentPrediction] = field(default_factory=dict)  # clauses of it that were heard

    def marks_of(self, said: Line, pack: Pack) -> list[list[str]]:
        """The marks of every word of a line; found once, however many of its clauses are listened to."""
        line = (pack.language, said.raw, said.words)
        if line not in self.seen:
            self.seen[line] = marks(said, pack, self.lexicon, lambda _i, bare: self.listed(bare))
        return self.seen[line]

    def predict(self, words: list[str], known: list[list[str]], without: tuple[str, ...] = ()) -> IntentPrediction:
        """What the tagger says of these words; a message of one clause is listened to as a clause and as a whole."""
        clause = (tuple(words), tuple(map(tuple, known)), without)
        if clause not in self.predicted:
            self.predicted[clause] = self.hear(words, known, without)
        return self.predicted[clause]


def heard_in(said: Line, clause: Clause, pack: Pack, hearing: Hearing) -> IntentPrediction:
    """What the tagger says of a clause."""
    known = hearing.marks_of(said, pack)
    words = [w.text for w in said.words[clause.start : clause.end]]
    heard = _of_what_there_is(words, known[clause.start : clause.end], hearing)
    if not _VALUES.isdisjoint(t.slot for t in heard.spans):
        heard = heard.instead({n: m.alone for n, m in hearing.meanings.items() if m.alone and n in hearing.impossible})
    heard = heard.without(hearing.impossible)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or not heard.spans:
        return heard
    return heard._replace(
        spans=redrawn(
            heard.spans,
            {**meaning.others, **meaning.slots},
            Drawn(said, clause, pack, known, hearing.lexicon, heard.act),
        )
    )


def _of_what_there_is(words: list[str], known: list[list[str]], hearing: Hearing) -> IntentPrediction:
    """What the tagger says; where it is not sure, and names a record that nobody listed, of what needs no record."""
    heard = hearing.predict(words, known)
    if not hearing.has_entries or heard.probability > _SURE_OF_ONE or not _is_of_one(heard.intent, hearing):
        return heard
    named = [t for t in heard.spans if hearing.meanings[heard.intent].slots.get(t.slot) == RECORD]
    if not named or any(_LISTED in known[i] for t in named for i in range(t.start, t.end)):
        return heard
    besides = hearing.predict(words, known, tuple(name for name in hearing.meanings if _is_of_one(name, hearing)))
    return besides if together(besides, hearing) >= _SURE_OF_NEW and besides.intent in hearing.meanings else heard


def _is_of_one(intent: str, hearing: Hearing) -> bool:
    """Whether an intent is about one record of a list."""
    meaning = hearing.meanings.get(intent)
    return meaning is not None and any(meaning.slots[slot] == RECORD for slot in meaning.needs)


def together(heard: IntentPrediction, hearing: Hearing) -> float:
    """How likely what was heard is, with what does much the same."""
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or not meaning.family:
        return heard.probability
    kin = (s for name, s in heard.shares.items() if (m := hearing.meanings.get(name)) and m.family == meaning.family)
    return min(max(sum(kin), heard.probability), 1.0)


def _merged(spans: Iterable[Tagged]) -> list[Tagged]:
    """The spans, those of one slot that stand side by side as one: "at" and "5pm"."""
    out: list[Tagged] = []
    for span in sorted(spans, key=lambda t: t.start):
        if out and out[-1].slot == span.slot and out[-1].end == span.start and span.slot in _BROKEN:
            out[-1] = out[-1]._replace(end=span.end)
        else:
            out.append(span)
    return out


def _all_of(titles: list[Tagged], spans: list[Tagged], start: int) -> tuple[int, int]:
    """From the first title to the end of the last, with the time that is said after it."""
    first, last = min(t.start for t in titles), max(t.end for t in titles)
    after = (t.end for t in spans if t.slot == "when" and last <= t.start <= last + 1)
    return start + first, start + max((last, *after))


def reading_of(heard: IntentPrediction, clause: Clause, hearing: Hearing, is_following: bool = False) -> Reading | None:
    """The reading that was heard; None where it asks for nothing of ours, or lacks what it needs. Where it follows
    something, the record that it lacks is the one that was spoken of."""
    meaning = hearing.meanings.get(heard.intent)
    likely = together(heard, hearing)
    if meaning is None or likely < _LEAST:
        return None
    spans = sorted(_merged(heard.spans), key=lambda t: t.start - t.end)  # the longest of each
    found: dict[str, tuple[int, int]] = {}
    for names in (meaning.slots, meaning.others):
        for slot, start, end in spans:
            name = names.get(slot)
            if name is not None and name not in found:
                found[name] = (clause.start + start, clause.start + end)
    titles = [t for t in spans if meaning.slots.get(t.slot) == "title"]
    if len(titles) > 1:  # several things in one breath: they are parted where they are put together
        found["title"] = _all_of(titles, spans, clause.start)
        found.pop("when", None)
    lacking = {meaning.slots[slot] for slot in meaning.needs} - found.keys()
    is_following = is_following and lacking == {RECORD}
    if lacking and not is_following:
        return None
    act = heard.act if meaning.has_act and heard.act_probability >= _ACT else ""
    if meaning.has_act and not act:
        return None
    if act in RELATIVE and "amount" in found:
        found["by_amount"] = found.pop("amount")
    if meaning.follows or is_following:
        act = FOLLOWS
    odds = math.log(likely / max(1.0 - likely, 1e-4))
    whole = clause._replace(kind="request")
    return Reading(meaning.intent, HEARD, whole, found, HEARD, 0, odds, act, meaning.does)
