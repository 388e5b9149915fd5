"""What a message asks for: its clauses, read by patterns first and by the tagger where those are not sure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sayso.engine.capabilities.acts import SWITCHING
from sayso.engine.clauses import divide
from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.repeating import Repeated
from sayso.engine.text import Line, Word, line, repaired
from sayso.engine.understand.exact import readings
from sayso.engine.understand.wording import Hearing, heard_in, reading_of
from sayso.engine.values.times import find_times

IsKnown = Callable[[Line, tuple[int, int]], bool]  # do these words name a record?
NamesSubject = Callable[[Line, tuple[int, int]], bool]  # do they name a subject, or speak of one?
_WEIGH_AT_MOST = 8
_READING = frozenset(("list", "measure", "inspect", "survey", "states", "events"))  # changes nothing: a remark may deny
_READ_AT_MOST = 6000  # words, each as often as it is read with others; a long message takes a few hundred


class Heard(NamedTuple):
    """A clause with its readings, the best first; none where it asks for nothing."""

    clause: Clause
    readings: tuple[Reading, ...]
    wording: IntentPrediction | None = None  # what the tagger heard, where it was asked
    beside: tuple[tuple[int, int], ...] = ()  # words that are about something else that was said in one breath


@dataclass(frozen=True, slots=True)
class Understanding:
    """A message as one language hears it."""

    pack: Pack
    said: Line
    heard: tuple[Heard, ...]
    slips: tuple[tuple[str, str], ...] = ()
    is_foreign: bool = False  # not the language that the message seemed to be in
    hearing: Hearing | None = None  # the tagger, for what the patterns made nothing of
    is_cut: bool = False  # there was more to read than anybody means: the rest was left

    @property
    def asks(self) -> bool:
        """Whether anything is asked for."""
        return any(h.readings and h.clause.kind == "request" for h in self.heard)


class Known(NamedTuple):
    """What words may name."""

    entry: IsKnown
    subject: NamesSubject
    are_subjects: bool = False  # whether there is a list of them
    hearing: Hearing | None = None  # the tagger, where there is one
    repeats: tuple[Repeated, ...] = ()  # phrases in whose places a day stands


def _nothing(_said: Line, _words: tuple[int, int]) -> bool:
    return False


NOTHING_KNOWN = Known(_nothing, _nothing)  # for a message about records that nobody has looked up


def detect(words: list[Word], packs: tuple[Pack, ...], lean: float = 0.0) -> Pack:
    """The language of a message, by its small words; the first pack where they do not tell, or tell by no more than
    it is leaned to."""
    texts = {w.text for w in words} | {part for w in words if "'" in w.text for part in _pieces(w.text)}
    return max(packs, key=lambda p: _share(texts, p) + (lean if p is packs[0] else 0.0))


def _share(texts: set[str], pack: Pack) -> float:
    """How much of a message sounds like a language: its small words count most, then what is said of entries."""
    return len(texts & pack.hints) + 0.3 * len(texts & pack.vocabulary) + 0.2 * len(texts & pack.likeness.words)


def _pieces(word: str) -> list[str]:
    head, _, tail = word.partition("'")
    return [head + "'", head, tail]


def understand(raw: str, words: list[Word], packs: tuple[Pack, ...], known: Known = NOTHING_KNOWN) -> Understanding:
    """The message as heard in the first language that finds a request in it; slips are mended where none does."""
    first: Understanding | None = None
    for i, pack in enumerate(packs):
        if i and all(packs[0].knows(w.text) for w in words):
            continue
        said = pack.line(raw, words)
        if i and not pack.patterns.touches(frozenset(t for t in said.texts if not packs[0].knows(t))):
            continue
        heard = _hear(said, pack, known, ())
        if i:
            heard = replace(heard, is_foreign=True)
        if first is None or (heard.asks and (not first.asks or (_is_weak(first) and not _is_weak(heard)))):
            first = heard
        if first.asks and not _is_weak(first):
            return first
    assert first is not None
    is_telling = len(first.said.texts & packs[0].hints) > 1  # small words leave no doubt about the language
    for i, pack in enumerate(packs[:1] if is_telling else packs):
        mended, slips = repaired(words, pack.repair)
        spoken = list(pack.line(raw, mended).words) if slips or pack.is_eliding else mended
        again, more = (
            repaired(spoken, pack.repair) if pack.is_eliding else (spoken, ())
        )  # elided words are apart by now
        if i and any(packs[0].knows(wrong) for wrong, _ in (*slips, *more)):
            continue  # no slip: a word of the language that the message is in
        if slips or more:
            heard = _hear(line(raw, again), pack, known, (*slips, *more))
            if heard.asks and (not first.asks or not _is_weak(heard)):
                return replace(heard, is_foreign=i > 0)
    return first


def _is_weak(heard: Understanding) -> bool:
    """Whether all that is asked for is a mere guess about some subject, or was heard by the wording alone."""
    readings = [r for h in heard.heard if h.clause.kind == "request" for r in h.readings[:1]]
    return all(
        r.grade == "heard" or (r.grade == "plain" and heard.pack.intent(r.intent).has_capabilities) for r in readings
    )


def _hear(said: Line, pack: Pack, known: Known, slips: tuple[tuple[str, str], ...]) -> Understanding:
    said = replace(said, repeats=known.repeats) if known.repeats else said
    seen: dict[tuple[int, int], tuple[Reading, ...]] = {}
    is_loose = known.are_subjects or not said.texts.isdisjoint(pack.subject_words)
    left = _READ_AT_MOST

    def read(start: int, end: int) -> tuple[Reading, ...]:
        nonlocal left
        if (start, end) not in seen:
            left -= end - start
            if left < 0:
                return ()
            seen[start, end] = tuple(_sound(said, Clause(start, end, "request"), pack, is_loose))
        return seen[start, end]

    def asks(words: tuple[int, int]) -> bool:
        return any(
            r.grade == "named"
            and (r.clause.start == words[0] or r.value.startswith("stop"))
            and all(a > words[0] for a, _ in r.slots.values())  # no value: "no need to" of "no need to add that"
            for r in read(*words)
        )

    def stands(before: tuple[int, int], after: tuple[int, int]) -> bool:
        found = read(*after)
        if _begins_with_a_noun(said, after, pack):  # "delete all events and notes": no request of its own
            return False
        if ":" in said.gap(after[0]) and not _is_own(found, read(*before), known.subject(said, before)):
            return False
        if not any(
            (r.grade == "named" and (not pack.intent(r.intent).has_capabilities or _is_subjects(said, r, known)))
            or _is_anchored(said, r, known.entry)
            or (r.grade == "plain" and r.does == "make" and read(*before))
            for r in found
        ):
            return False
        return not any(r.grade == "named" and _bridges(r, before[1]) for r in read(before[0], after[1]))

    heard: list[Heard] = []
    for clause in divide(said, pack, stands, asks):
        found = read(clause.start, clause.end)[:_WEIGH_AT_MOST]
        kind = clause.kind if clause.kind != "other" or not found else "request"
        wording = None
        if clause.kind == "other" and known.hearing is not None and not any(r.grade == "named" for r in found):
            wording = heard_in(said, clause, pack, known.hearing)
            besides = reading_of(wording, clause, known.hearing)
            if besides is not None:
                found, kind = (*found, besides), "request"
        heard.append(Heard(clause._replace(kind=kind) if kind != clause.kind else clause, found, wording))
    return Understanding(pack, said, _settled(heard), slips, hearing=known.hearing, is_cut=left < 0)


def _settled(heard: list[Heard]) -> tuple[Heard, ...]:
    """Beside what was plainly said or taken back, wording alone is no request: it is what the rest speaks about."""
    is_said = any(r.grade != "heard" for h in heard if h.clause.kind == "request" for r in h.readings)
    if not is_said and all(h.clause.kind in ("request", "other") for h in heard):
        return tuple(heard)
    plain = [r for h in heard if h.clause.kind == "request" for r in h.readings if r.grade != "heard"]
    is_change = bool(plain) and all(r.does == "change" for r in plain)  # another field of it may be heard beside
    out: list[Heard] = []
    for part in heard:
        if is_change and part.clause.kind == "request" and part.readings and part.readings[0].grade == "heard":
            is_idle = part.readings[0].does != "change"
            out.append(part._replace(clause=part.clause._replace(kind="other"), readings=()) if is_idle else part)
            continue
        is_asking = not is_said and bool(part.readings) and part.readings[0].does in _READING
        sure = part.readings if is_asking else tuple(r for r in part.readings if r.grade != "heard")
        is_idle = len(sure) < len(part.readings) and not sure
        clause = part.clause._replace(kind="other") if is_idle else part.clause
        out.append(part._replace(clause=clause, readings=sure))
    return tuple(out)


def _is_own(after: Sequence[Reading], before: Sequence[Reading], names_subject: bool) -> bool:
    """Whether what stands after a colon is a request by itself: not what to be reminded of ("remind me: …"), and no
    command to a subject, unless the subject is named before it ("Oven: turn on the light")."""
    if any(r.does == "make" for r in before):
        return False
    return names_subject or not any(r.does == "command" for r in after)


def _begins_with_a_noun(said: Line, after: tuple[int, int], pack: Pack) -> bool:
    left, right = said.flat_at(after[0]), said.flat_at(after[1])
    return any(p.match_start(said.flat, left, right) for words in pack.lists.values() for p in words.own.of(said.texts))


def _bridges(reading: Reading, cut: int) -> bool:
    """Whether a pattern itself accounts for both sides of a cut ("i did X, so cross it off my list")."""
    metrics = reading.slots.get("metrics")
    if metrics is not None and metrics[0] < cut < metrics[1]:
        return True  # "temperature and humidity"
    return (
        bool(reading.slots)
        and reading.does != "list"
        and reading.clause.start < cut
        and all(not a < cut < b for a, b in reading.slots.values())
        and any(b <= cut for _, b in reading.slots.values())
    )


def _is_anchored(said: Line, reading: Reading, is_known: IsKnown) -> bool:
    words = reading.slots.get("entry") or reading.slots.get("it")
    return reading.grade in ("plain", "report", "known") and words is not None and is_known(said, words)


def _is_subjects(said: Line, reading: Reading, known: Known) -> bool:
    """Whether a reading about subjects names one, or points at one."""
    slots = [words for name, words in reading.slots.items() if name in ("what", "subject", "where")]
    return not slots or "it" in reading.slots or any(known.subject(said, words) for words in slots)


def _sound(said: Line, clause: Clause, pack: Pack, is_loose: bool) -> list[Reading]:
    """The readings whose slots hold what they should."""
    return [r for r in readings(said, clause, pack, is_loose) if _holds(said, r, pack) and _repeats(said, r)]


def _repeats(said: Line, reading: Reading) -> bool:
    """Whether what is said to repeat does."""
    start, end = reading.slots.get("again", (0, 0))
    words = said.words[start:end]
    return not words or any((w.start, w.end) == (r.start, r.end) for w in words for r in said.repeats)


def _holds(said: Line, reading: Reading, pack: Pack) -> bool:
    for name, words in reading.slots.items():
        match name:
            case "due" | "when" | "when_rest":
                whole = (max(words[0] - 1, reading.clause.start), words[1])
                times = find_times(said, pack, whole)
                if len(times) != 1 or times[0].start > words[0] or times[0].end < words[1]:
                    return False
            case "noted" | "described":
                if not any(mark in said.gap(words[0]) for mark in ":-–—\"'“"):
                    return False
            case "search":
                if _is_value(said, words, pack):
                    return False
            case "what" | "subject" | "where" if _names_nobody(said, words, pack):
                return False
            case "subject" if any(w.text in pack.commands.not_last for w in said.words[words[0] : words[1]]):
                return False  # "the brightness of my screen is low" asks for nothing
            case "what":
                act = pack.commands.acts.get((said.words[words[0]].text,))
                if act in SWITCHING and act != reading.value:  # "turn [off the light] on the porch"
                    return False
            case "other" | "unknown_priority":
                if words[1] - words[0] > 3:
                    return False
            case _:
                pass
    return True


def _names_nobody(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether a range holds a word that no subject's name does: "you", "turned"; or ends as none does."""
    return said.words[words[1] - 1].text in pack.commands.not_last or any(
        w.text in pack.commands.no_name for w in said.words[words[0] : words[1]]
    )


def _is_value(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    valued = (index for known in pack.lists.values() for index in (known.priorities, known.statuses))
    indexes = (*valued, pack.references.indefinite)
    values = (p for index in indexes for p in index.of(said.texts))
    return any(p.match(said.flat, left, right) for p in values)
