"""What the tagger hears becomes readings: which intent of ours, and which of its words fill which slot."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Literal

from sayso.dataclass import dataclass
from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Hear, IntentPrediction, Tagged
from sayso.engine.read.marks import marks
from sayso.engine.text import Line
from sayso.engine.understand.exact import starts
from sayso.engine.understand.grouped import as_groups
from sayso.engine.understand.one_time import as_one_time
from sayso.engine.understand.remarks import without_remarks
from sayso.engine.understand.spans import Drawn, before_the_talk, redrawn

TITLE_HEARD = "title heard "  # the slots of several titles that were heard in one breath, and which of them
HEARD: Literal["heard"] = "heard"  # the grade, and the pattern, of what no pattern foresaw
NOTHING = "none"  # the tagger's intent of what asks for nothing
_ANSWERED, _ANSWERED_SHORTLY = 0.85, 0.6  # so surely an answer that nothing else is heard in it; of a few words
_FEW = 2
TALK = frozenset(("thanks", "greet", "no", "yes", "complain", "help", "bot"))  # its intents of mere talk
FOLLOWS = "follows"  # the value of a reading that takes up what was last done
_PICKED, _CHOICE, _TITLE = "pick", "choice", "title"  # its intent of an answer that picks one, and what it calls words
_OTHERS = "not_mine"  # its intent of what other apps do
_DEED = 0.9999  # how likely a thing to do is that is merely said
_LEAST = 0.6  # below which nothing was heard
_ACT = 0.6
_SURE_OF_ONE, _SURE_OF_NEW = 0.85, 0.8  # that a record is meant though none is named so; that it is something new
_LISTED = "r"  # the mark of a word that a listed record bears
RECORD = "entry"  # the slot of the record that is meant
_BROKEN = frozenset(("when", "new_when", "title"))  # slots that are often heard in pieces
_ONE_VALUE = frozenset(("due", "priority", "shift", "amount"))  # of which a thing has one
_DENIED = 2  # words before a value, one of which denies it
_INSTEAD = 4  # words before a value, one of which says that it is not to be any more
_OF_SEVERAL = frozenset(("change", "finish", "remove"))
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
    drawn: dict[object, IntentPrediction] = field(default_factory=dict)  # the same with their spans as words have them

    def marks_of(self, said: Line, pack: Pack) -> list[list[str]]:
        """The marks of every word of a line; found once, however many of its clauses are listened to."""
        line = (pack.language, said.raw, said.words)
        known = self.seen.get(line)
        if known is None:
            known = self.seen[line] = marks(said, pack, self.lexicon, lambda _i, bare: self.listed(bare))
        return known

    def predict(self, words: list[str], known: list[list[str]], without: tuple[str, ...] = ()) -> IntentPrediction:
        """What the tagger says of these words; a message of one clause is listened to as a clause and as a whole."""
        clause = (tuple(words), tuple(map(tuple, known)), without)
        heard = self.predicted.get(clause)
        if heard is None:
            heard = self.predicted[clause] = self.hear(words, known, without)
        return heard


def heard_in(said: Line, clause: Clause, pack: Pack, hearing: Hearing) -> IntentPrediction:
    """What the tagger says of a clause; worked out once, however often it is asked for."""
    key = (pack.language, said.raw, said.words, clause.start, clause.end)
    heard = hearing.drawn.get(key)
    if heard is None:
        heard = hearing.drawn[key] = _heard_in(said, clause, pack, hearing)
    return heard


def _heard_in(said: Line, clause: Clause, pack: Pack, hearing: Hearing) -> IntentPrediction:
    known = hearing.marks_of(said, pack)
    words = [w.text for w in said.words[clause.start : clause.end]]
    heard = _of_what_there_is(words, known[clause.start : clause.end], hearing)
    if not _VALUES.isdisjoint(t.slot for t in heard.spans):
        heard = heard.instead({n: m.alone for n, m in hearing.meanings.items() if m.alone and n in hearing.impossible})
    heard = _as_a_deed(heard, (said, clause, pack), hearing) or heard
    if _answers(heard, hearing) > (_ANSWERED if len(words) > _FEW else _ANSWERED_SHORTLY):
        return _nothing(heard)
    heard = heard.without(hearing.impossible | _lacking(heard, hearing))
    meaning = hearing.meanings.get(heard.intent)
    if meaning is not None and meaning.does == "remove" and _begins_a_change(said, clause, pack, meaning):
        return _nothing(heard)
    if meaning is None or not heard.spans:
        return heard

    def hears(start: int, end: int) -> IntentPrediction:
        return hearing.predict(words[start:end], known[clause.start + start : clause.start + end])

    valued = {n: to in _ONE_VALUE for n, to in meaning.slots.items() if to in _ONE_VALUE or to == RECORD}
    names = {**meaning.others, **meaning.slots}
    drawn = Drawn(said, clause, pack, known, hearing.lexicon, heard.act)
    spans = before_the_talk(heard.spans, names, drawn)
    if meaning.does == "make":
        opened = starts(said, clause.start, clause.end, pack)  # "haha just kidding" is no name
        spans = tuple(t for t in spans if t.start or clause.start + t.end not in opened)
        spans = _after_the_order(spans, (said, clause), meaning, pack)
    spans = _of_groups(spans, (said, clause.start, clause.end), pack, meaning)
    spans = _without_replaced(spans, (said, clause), meaning, pack)
    spans = without_remarks(spans, (said, clause, pack), valued, hears)
    for slot in (n for n, to in meaning.slots.items() if to == "due" and meaning.follows):
        spans = tuple(as_one_time(spans, slot, (said, clause), pack))
    return heard._replace(spans=redrawn(spans, names, drawn))


def _of_groups(
    spans: tuple[Tagged, ...], words: tuple[Line, int, int], pack: Pack, meaning: Meaning
) -> tuple[Tagged, ...]:
    """The spans, those of several records as long as they say what these are."""
    record = next((n for n, to in meaning.slots.items() if to == RECORD), None)
    if record is None or meaning.does not in _OF_SEVERAL:
        return spans
    values = {n for n, to in meaning.slots.items() if to != RECORD} if meaning.does == "change" else set()
    return tuple(as_groups(list(spans), words, pack, (record, values)))


def _after_the_order(
    spans: tuple[Tagged, ...], part: tuple[Line, Clause], meaning: Meaning, pack: Pack
) -> tuple[Tagged, ...]:
    """The spans without what was taken for something new before the order to note it: "he wants an appointment, add
    …"."""
    said, clause = part
    titles = [t for t in spans if meaning.slots.get(t.slot) == "title"]
    if len(titles) < 2 or _is_order(said, clause.start, clause.end, meaning, pack):
        return spans
    begins = range(clause.start + 1, clause.end)
    at = next((i for i in begins if "," in said.gap(i) and _is_order(said, i, clause.end, meaning, pack)), None)
    if at is None or all(clause.start + t.end <= at for t in titles):
        return spans
    return tuple(t for t in spans if t not in titles or clause.start + t.start >= at)


def _is_order(said: Line, start: int, end: int, meaning: Meaning, pack: Pack) -> bool:
    """Whether words begin with an order of that sort, and go on as it does."""
    left, right = said.flat_at(start), said.flat_at(end)
    patterns = pack.patterns.at(said.words[start].text, said.texts)
    return any(p.intent == meaning.intent and p.match(said.flat, left, right) for p in patterns)


def _lacking(heard: IntentPrediction, hearing: Hearing) -> frozenset[str]:
    """The intents of something new where no words name it, and the likeliest is another one."""
    slots = {t.slot for t in heard.spans}
    known = hearing.meanings
    if heard.intent not in known or known[heard.intent].does == "make" or not slots:
        return frozenset()
    return frozenset(n for n, m in known.items() if m.does == "make" and slots.isdisjoint({*m.needs, *m.others}))


def _nothing(heard: IntentPrediction) -> IntentPrediction:
    """Nothing that speaks for a request, nor against one."""
    return heard._replace(intent="none", probability=0.0, shares={}, spans=())


def _as_a_deed(heard: IntentPrediction, part: tuple[Line, Clause, Pack], hearing: Hearing) -> IntentPrediction | None:
    """A thing to do that is merely said, and was taken for an answer where nothing was asked, or for what a phone does:
    "buy milk", "call mom"; but "call my mum now" is an order to a phone."""
    said, clause, pack = part
    words = [w.text for w in said.words[clause.start : clause.end]]
    if heard.intent in hearing.meanings or len(words) < 2 or "?" in said.raw:
        return None
    new = {name for name, meaning in hearing.meanings.items() if meaning.does == "make"}
    if not new:
        return None
    known = pack.words(hearing.meanings[min(new)].intent)
    is_picked = _PICKED in hearing.impossible and (_CHOICE, 0, len(words)) in heard.spans
    is_of_people = known.people >= set(words[1:])
    if not known.is_verb(words[0]) or not (is_picked or is_of_people):
        return None
    others = dict.fromkeys((*hearing.impossible, *hearing.meanings, *TALK, NOTHING, _OTHERS))
    marked = hearing.marks_of(said, pack)[clause.start : clause.end]
    told = hearing.predict(words, marked, tuple(name for name in others if name not in new))
    spans = told.spans or (Tagged(_TITLE, 0, len(words)),)
    if told.intent not in new or all(t.slot != _TITLE for t in spans):
        return None
    return told._replace(probability=_DEED, shares={told.intent: _DEED}, spans=spans)


def _answers(heard: IntentPrediction, hearing: Hearing) -> float:
    """How surely words only answer a question, where nothing was asked: "fine, leave it like that" asks for nothing."""
    return sum(share for n, share in heard.shares.items() if n in hearing.impossible and n not in hearing.meanings)


def _begins_a_change(said: Line, clause: Clause, pack: Pack, meaning: Meaning) -> bool:
    """Whether the verb says by itself what an entry is to be: nothing is removed by "skip …"."""
    start, end = said.flat_at(clause.start), said.flat_at(clause.end)
    verbs = (p for p in pack.words(meaning.intent).implied if p.intent[-1:] != " " and "..." not in p.text)
    return any(p.match_start(said.flat, start, end) for p in verbs)


def _without_replaced(
    spans: tuple[Tagged, ...], part: tuple[Line, Clause], meaning: Meaning, pack: Pack
) -> tuple[Tagged, ...]:
    """The spans without a value that another one is to take the place of: "low instead of a medium one", "not high, but
    low"."""
    said, clause = part
    words = [w.text for w in said.words[clause.start : clause.end]]
    counts = Counter(t.slot for t in spans)
    instead = pack.ellipsis.marks["instead"]

    def is_instead(start: int, end: int) -> bool:
        return any(tuple(words[i : i + len(p)]) == p for p in instead for i in range(start, end - len(p) + 1))

    def is_denied(start: int) -> bool:
        before = range(max(start - _DENIED, 0), start)
        first = next((i for i in reversed(before) if words[i] in pack.negations), start)
        return first < start and not any("," in said.gap(clause.start + i) for i in range(first + 1, start + 1))

    if not is_instead(0, len(words)) and pack.negations.isdisjoint(words):
        return spans
    replaced = {
        t
        for t in spans
        if counts[t.slot] > 1
        and meaning.slots.get(t.slot) not in (RECORD, "title")
        and (is_instead(max(t.start - _INSTEAD, 0), t.start) or is_denied(t.start))
    }
    kept = tuple(t for t in spans if t not in replaced)
    return kept if {t.slot for t in kept} == set(counts) else spans


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
    if meaning.follows and spans and not found and not hearing.has_entries:
        return None  # it goes on about something else than a record of a list, of which there is none
    titles = [t for t in spans if meaning.slots.get(t.slot) == "title"]
    if len(titles) > 1:  # several things in one breath: they are parted where they are put together
        found["title"] = _all_of(titles, spans, clause.start)
        found.pop("when", None)
    each = [t for t in heard.spans if meaning.slots.get(t.slot) == "title"]
    if len(each) > 1:
        found |= {f"{TITLE_HEARD}{i}": (clause.start + t.start, clause.start + t.end) for i, t in enumerate(each)}
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
