"""What a message asks for: its clauses, read by patterns first and by the tagger where those are not sure."""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.capabilities.acts import OF_KIND, SWITCHING
from sayso.engine.clauses import divide
from sayso.engine.labels import labels_in
from sayso.engine.nouns import UNABLE, Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.repeating import Repeated
from sayso.engine.text import Line, Word, line, repaired
from sayso.engine.understand.details import details_in
from sayso.engine.understand.exact import readings
from sayso.engine.understand.several import has_own_value
from sayso.engine.understand.slips import repair_of, with_days
from sayso.engine.understand.wording import Hearing, heard_in, reading_of
from sayso.engine.values.times import find_times

IsKnown = Callable[[Line, tuple[int, int]], bool]  # do these words name a record?
NamesSubject = Callable[[Line, tuple[int, int]], bool]  # do they name a subject, or speak of one?
_WEIGH_AT_MOST = 8
_SURELY = 3.0  # log-odds of an order beside plain ones
_SURELY_IDLE = 0.8  # how sure that words ask for nothing, so that none of them is taken for a slip
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
    kinds: Container[str] = ()  # of the subjects that there are


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
    words = with_days(words, raw, packs[0])
    first: Understanding | None = None
    for i, pack in enumerate(packs):
        if i and all(packs[0].knows(w.text) for w in words):
            continue
        said = pack.line(raw, words)
        if i and not pack.patterns.touches(frozenset(t for t in said.texts if not packs[0].knows(t))):
            continue
        heard = _hear(said, pack, known, ())
        if i and _is_weak(heard) and _share(set(said.texts), packs[0]) > _share(set(said.texts), pack):
            continue  # the tagger knows every language: what only it hears does not tell which one it is
        if i:
            heard = replace(heard, is_foreign=True)
        if first is None or (heard.asks and (not first.asks or (_is_weak(first) and not _is_weak(heard)))):
            first = heard
        if (first.asks and not _is_weak(first)) or any(h.clause.kind in UNABLE for h in first.heard):
            return first
    assert first is not None
    is_telling = len(first.said.texts & packs[0].hints) > 1  # small words leave no doubt about the language
    for i, pack in enumerate(packs[:1] if is_telling else packs):
        repair = repair_of(pack, known.hearing)
        mended, slips = repaired(words, repair)
        spoken = list(pack.line(raw, mended).words) if slips or pack.is_eliding else mended
        again, more = repaired(spoken, repair) if pack.is_eliding else (spoken, ())  # elided words are apart by now
        if i and any(packs[0].knows(wrong) for wrong, _ in (*slips, *more)):
            continue  # no slip: a word of the language that the message is in
        if slips or more:
            heard = _hear(line(raw, again), pack, known, (*slips, *more))
            if _is_weak(heard) and _is_surely_idle(first, known):
                continue  # no slip: a word of something else that is spoken of
            if heard.asks and (not first.asks or not _is_weak(heard) or _says_more(heard, first, known)):
                return replace(heard, is_foreign=i > 0)
    return first


def _says_more(mended: Understanding, first: Understanding, known: Known) -> bool:
    """Whether a message names a subject, or says when, only once its slips are mended: "kithcen frigde", "gioevdì"."""
    if not _is_weak(first):
        return False
    lines = [(heard.said, (0, len(heard.said.words)), heard.pack) for heard in (mended, first)]
    times = [sum(t.end - t.start for t in find_times(said, pack, words)) for said, words, pack in lines]
    named = [known.subject(said, words) for said, words, _ in lines]
    return times[0] > times[1] or (named[0] and not named[1])


def _is_surely_idle(heard: Understanding, known: Known) -> bool:
    """Whether the wording, as it is written, surely asks for nothing of ours."""
    meanings = known.hearing.meanings if known.hearing is not None else {}
    wordings = [h.wording for h in heard.heard if h.wording is not None]
    return bool(wordings) and all(w.intent not in meanings and w.probability >= _SURELY_IDLE for w in wordings)


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
            found = _sound(said, Clause(start, end, "request"), pack, is_loose)
            seen[start, end] = tuple(r for r in found if is_somebodys(r, known.kinds))
        return seen[start, end]

    def asks(words: tuple[int, int]) -> bool:
        return any(
            r.grade == "named"
            and (r.clause.start == words[0] or r.value.startswith("stop"))
            and all(a > words[0] for a, _ in r.slots.values())  # no value: "no need to" of "no need to add that"
            for r in read(*words)
        )

    def stands(before: tuple[int, int], after: tuple[int, int]) -> bool:
        untimed = read(*_untimed(said, after, pack)) if ":" not in said.gap(after[0]) else ()
        found = (*read(*after), *(r for r in untimed if r.does == "command" and r.slots))
        if _begins_with_a_noun(said, after, pack):  # "delete all events and notes": no request of its own
            return False
        is_detail = all(r.does == "make" for r in found) and _is_detail(said, before, after, pack)
        if is_detail or _merely_names(said, after, found, pack):
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
        found = _weighed(read(clause.start, clause.end))
        kind = clause.kind if clause.kind != "other" or not found else "request"
        wording = None
        if clause.kind == "other" and known.hearing is not None and not any(r.grade == "named" for r in found):
            wording = heard_in(said, clause, pack, known.hearing)
            besides = reading_of(wording, clause, known.hearing)
            if besides is not None:
                found, kind = (*found, besides), "request"
        heard.append(Heard(clause._replace(kind=kind) if kind != clause.kind else clause, found, wording))
    return Understanding(pack, said, _settled(heard), slips, hearing=known.hearing, is_cut=left < 0)


def _weighed(found: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """The best readings; one pattern that a long clause fits in many ways crowds out no other intent."""
    best, rest = found[:_WEIGH_AT_MOST], found[_WEIGH_AT_MOST:]
    others = {r.intent: r for r in reversed(rest) if all(r.intent != b.intent for b in best)}
    return (*best, *(r for r in rest if others.get(r.intent) is r))


def _settled(heard: list[Heard]) -> tuple[Heard, ...]:
    """Beside what was plainly said or taken back, wording alone is no request: it is what the rest speaks about."""
    is_said = any(r.grade != "heard" for h in heard if h.clause.kind == "request" for r in h.readings)
    if not is_said and all(h.clause.kind in ("request", "other") for h in heard):
        return tuple(heard)
    plain = [r for h in heard if h.clause.kind == "request" for r in h.readings if r.grade != "heard"]
    is_change = bool(plain) and all(r.does == "change" for r in plain)  # another field of it may be heard beside
    is_order = bool(plain)  # "oven to 180 and start the chiller"
    out: list[Heard] = []
    for part in heard:
        if is_change and part.clause.kind == "request" and part.readings and part.readings[0].grade == "heard":
            is_idle = part.readings[0].does != "change"
            out.append(part._replace(clause=part.clause._replace(kind="other"), readings=()) if is_idle else part)
            continue
        if is_order and _is_sure_order(part):
            out.append(part)
            continue
        is_asking = not is_said and bool(part.readings) and part.readings[0].does in _READING
        sure = part.readings if is_asking else tuple(r for r in part.readings if r.grade != "heard")
        is_idle = len(sure) < len(part.readings) and not sure
        clause = part.clause._replace(kind="other") if is_idle else part.clause
        out.append(part._replace(clause=clause, readings=sure))
    return tuple(out)


def _is_sure_order(part: Heard) -> bool:
    """Whether a setting of a subject to a value was surely heard in a clause that no pattern reads."""
    if part.clause.kind != "request" or not part.readings:
        return False
    reading = part.readings[0]
    return (
        reading.grade == "heard"
        and reading.does == "command"
        and (reading.likeness or 0.0) >= _SURELY
        and {"what", "amount"} <= reading.slots.keys()
    )


def _is_own(after: Sequence[Reading], before: Sequence[Reading], names_subject: bool) -> bool:
    """Whether what stands after a colon is a request by itself: not what to be reminded of ("remind me: …"), and no
    command to a subject, unless the subject is named before it ("Oven: turn on the light")."""
    if any(r.does == "make" for r in before):
        return False
    return names_subject or not any(r.does == "command" for r in after)


def _is_detail(said: Line, before: tuple[int, int], after: tuple[int, int], pack: Pack) -> bool:
    """Whether the words after a cut only tell more about what stands before it: "…, note: bring the keys"."""
    for known in pack.lists.values():
        found = details_in(said, (before[0], after[1]), known.details)
        if found is not None and found[0][1] <= before[1] and ":" in said.gap(found[1][0]):
            return True
    return False


def _untimed(said: Line, words: tuple[int, int], pack: Pack) -> tuple[int, int]:
    """A part without the time at its end or its beginning: "turn it off in ten minutes" is an order as "turn it off"
    is one."""
    start, end = words
    times = find_times(said, pack, words)
    if times and times[-1].end == end and times[-1].start > start + 1:
        end = times[-1].start
    if times and times[0].start == start and times[0].end < end - 1:
        start = times[0].end
    return start, end


def _begins_with_a_noun(said: Line, after: tuple[int, int], pack: Pack) -> bool:
    left, right = said.flat_at(after[0]), said.flat_at(after[1])
    return any(p.match_start(said.flat, left, right) for words in pack.lists.values() for p in words.own.of(said.texts))


def _merely_names(said: Line, after: tuple[int, int], found: Sequence[Reading], pack: Pack) -> bool:
    """Whether words that begin with a part only name it: "lock the gate and the door of the shed"."""
    metrics = found[0].slots.get("metrics") if found and found[0].does == "measure" else None
    if metrics is None or metrics[1] - metrics[0] != 1:
        return False
    is_first = all(w.text in pack.references.articles for w in said.words[after[0] : metrics[0]])
    return is_first and (said.words[metrics[0]].text,) in pack.commands.things


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


def is_somebodys(reading: Reading, kinds: Container[str]) -> bool:
    """Whether what a pattern says without naming a subject is the business of any that there is: "mow the lawn"."""
    own = [word.removeprefix(OF_KIND) for word in reading.value.split() if word.startswith(OF_KIND)]
    return all(kind in kinds for kind in own)


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
            case "noted" | "described" | "label" | "search":
                if not _is_such(said, name, words, pack):
                    return False
            case "what" | "subject" | "where" if _names_nobody(said, words, pack) or has_own_value(said, words, pack):
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


def _is_such(said: Line, name: str, words: tuple[int, int], pack: Pack) -> bool:
    """Whether words for a text are one: told after a mark, written as a label, and no value where they are sought."""
    match name:
        case "label":
            return said.span(*words) in labels_in(said.raw)
        case "search":
            return not _is_value(said, words, pack)
        case _:
            return any(mark in said.gap(words[0]) for mark in ":-–—\"'“")


def _names_nobody(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether a range holds a word that no subject's name does ("you", "turned"), ends as none does, or is nothing but
    one that tells subjects apart: "get off my back"."""
    texts = [w.text for w in said.words[words[0] : words[1]]]
    if len(texts) == 1 and texts[0] in pack.shifts.particles:  # "shut up"
        return True
    if texts[-1] in pack.commands.not_last or not pack.commands.no_name.isdisjoint(texts):
        return True
    return pack.commands.telling.issuperset(t for t in texts if t not in pack.references.articles) and len(texts) > 1


def _is_value(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    valued = (index for known in pack.lists.values() for index in (known.priorities, known.statuses))
    indexes = (*valued, pack.references.indefinite)
    values = (p for index in indexes for p in index.of(said.texts))
    return any(p.match(said.flat, left, right) for p in values)
