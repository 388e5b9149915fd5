"""Several short orders, each to a record that it names itself, where the message as one gave all of them one of the
deeds, or left one out: "swimming done, wall colour high"; always asked about."""

from sayso.engine.by_ear import Decide
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import boundaries
from sayso.engine.nouns import Call, Confirm, Failed, Step
from sayso.engine.outcome import is_named_now, unless_reading, what_it_does
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import HEARD

_ORDERS = 6  # in one message
_LONGEST = 30  # words
_OF_RECORDS = frozenset(("change", "finish", "remove"))
_SURE_ODDS, _LIKELY_ODDS = 2.7, 2.0  # how sure what only the tagger heard must be; where it takes its record up
_PAUSES = frozenset(",;.!–—")
_TEXTS = ("new_name", "new_details")


def of_each_part(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps of the parts between pauses and joiners; none where one of them is not complete by itself, or they come
    to what the whole came to."""
    said = heard.said
    is_plain = all(h.clause.kind in ("request", "other") for h in heard.heard)
    is_plain = is_plain and heard.pack.negations.isdisjoint(said.texts)
    if not is_plain or len(said.words) > _LONGEST or not all(_may_be_several(s) for s in steps):
        return ()
    joints = list(boundaries(said, 0, len(said.words), heard.pack))
    pauses = [j for j in joints if not _PAUSES.isdisjoint(said.gap(j[1]))]  # "the present, though, push it to sunday"
    found = _found(joints, heard, decide) or (_found(pauses, heard, decide) if pauses != joints else [])
    if not found or set(map(what_it_does, found)) == set(map(what_it_does, steps)):
        return ()
    return unless_reading(tuple(found), room.policy.tools, room)


def _found(joints: list[tuple[int, int]], heard: Understanding, decide: Decide) -> list[Step]:
    """The steps of the parts between some joints; none where one of them is not complete, or two are of one record."""
    said = heard.said
    starts, ends = (0, *(after for _, after in joints)), (*(before for before, _ in joints), len(said.words))
    parts = [p for p in zip(starts, ends, strict=True) if p[0] < p[1]]
    found: list[Step] = []
    for start, end in parts if 1 < len(parts) <= _ORDERS else ():
        alone = decide(blanked(blanked(said.raw, said.words[end - 1].end, len(said.raw)), 0, said.words[start].start))
        if (
            len(alone) != 1
            or not _is_of_its_own(alone[0], (start, end), heard)
            or not _is_plain(alone[0], (start, end), heard)
        ):
            return []
        found.extend(alone)
    return found if len({s.action.record for s in found}) == len(found) else []


def _may_be_several(step: Step) -> bool:
    """Whether a step is of a record, and no text of it could hold the others."""
    is_lost = isinstance(step, Failed) and step.reason == "not_found"
    is_whole = isinstance(step, Call | Confirm) and all(step.action.of(role) is None for role in _TEXTS)
    return step.action.does in _OF_RECORDS and (is_lost or is_whole)


def _is_of_its_own(step: Step, part: tuple[int, int], heard: Understanding) -> bool:
    reading = step.action.reading
    enough = _LIKELY_ODDS if _is_taken_up(step, part, heard) else _SURE_ODDS
    is_sure = reading is not None and (reading.grade != HEARD or (reading.likeness or 0.0) >= enough)
    is_whole = isinstance(step, Call | Confirm) and step.action.does in _OF_RECORDS
    return is_whole and is_sure and is_named_now(step.action)


def _is_plain(step: Step, part: tuple[int, int], heard: Understanding) -> bool:
    """Whether a pattern reads a part, or it says a record, its new value and nothing else ("wall colour to high"): what
    is to be done with "push the van" stands in another one."""
    reading = step.action.reading
    if reading is None or reading.grade != HEARD:
        return reading is not None and reading.pattern != ""  # and does not merely go on from before
    said = {part[0] + i for start, end in reading.slots.values() for i in range(start, end)}
    light = heard.pack.references.light
    is_bare = all(i in said or heard.said.words[i].text in light for i in range(*part))
    return (is_bare and step.action.does == "change") or _is_taken_up(step, part, heard)


def _is_taken_up(step: Step, part: tuple[int, int], heard: Understanding) -> bool:
    """Whether a part names its record first and takes it up with a small word: "la recinzione passala a urgente"."""
    reading, articles = step.action.reading, heard.pack.references.articles
    entry = reading.slots.get("entry") if reading is not None else None
    if entry is None or any(w.text not in articles for w in heard.said.words[part[0] : part[0] + entry[0]]):
        return False
    words, having = heard.said.words, heard.pack.shifts.helping | heard.pack.commands.told
    rest = range(part[0] + entry[1], part[1])
    joined = any(words[i].text in articles and words[i].start == words[i - 1].start for i in rest)
    return joined or any(words[i].text in articles and words[i + 1].text in having for i in rest[:-1])
