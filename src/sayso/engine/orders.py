"""Several commands in one message, where fewer came of it as one: "turn off the oven and the lights of both fridges",
"close and then lock the cold room", "oven off, chiller stopped, cold room locked"; always asked about."""

from collections.abc import Sequence

from sayso.engine.by_ear import Decide
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.several import named_between
from sayso.engine.clauses import boundaries
from sayso.engine.nouns import Step
from sayso.engine.outcome import are_complete, unless_reading
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import HEARD

_ORDERS = 8  # in one message


def several_orders(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """All commands that are given; none where the steps are no fewer."""
    if not steps or not all(s.action.does == "command" for s in steps):
        return ()
    return (
        _with_shared_act(steps, heard, room, decide)
        or _with_first_act(steps, heard, room, decide)
        or _to_each_named(steps, heard, room, decide)
    )


def _with_shared_act(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """Commands of one act to several, where the second half names something and has no act of its own: "turn off the
    oven and the lights of the two fridges"; always asked about."""
    said, hearing = heard.said, heard.hearing
    cuts = [c for c in boundaries(said, 0, len(said.words), heard.pack) if c[1] > c[0]]
    if hearing is None or len(cuts) != 1 or not room.is_known or not all(s.action.does == "command" for s in steps):
        return ()
    (left, right), lexicon = cuts[0], hearing.lexicon
    act = next((i for i in range(left) if lexicon.is_act(said.words[i].text)), None)
    rest = [w.text for w in said.words[right:]]
    if act is None or act + 1 >= left or len(steps) != 1 or any(lexicon.is_act(t) for t in rest):
        return ()
    if not lexicon.kinds(lexicon.stems(rest)) or not lexicon.spots("thing", lexicon.stems(rest)):
        return ()
    second = decide(blanked(said.raw, said.words[act].end, said.words[right].start))
    is_told = bool(second) and are_complete(second) and all(s.action.does == "command" for s in second)
    new = [s for s in second if _done([s]).isdisjoint(_done(steps))]
    return unless_reading((*steps, *new), room.policy.tools, room) if is_told and new else ()


def _with_first_act(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """Two commands to one subject, where an act alone stands before the one that names it: "close and then lock the
    cold room"; always asked about."""
    said, hearing = heard.said, heard.hearing
    cut = next(iter(boundaries(said, 0, len(said.words), heard.pack)), None)
    if hearing is None or cut is None or len(steps) != 1 or steps[0].action.does != "command":
        return ()
    (left, right), is_act = cut, hearing.lexicon.is_act
    light = heard.pack.references.light | hearing.lexicon.light
    if right == left or not all(is_act(w.text) or w.text in light for w in said.words[:left]):
        return ()
    after = next((i for i in range(right, len(said.words)) if not is_act(said.words[i].text)), len(said.words))
    if not right < after < len(said.words) or not is_act(said.words[left - 1].text):
        return ()
    first = decide(blanked(said.raw, said.words[left - 1].end, said.words[after].start))
    is_same = all(s.action.does == "command" and s.action.record == steps[0].action.record for s in first)
    if not first or not are_complete(first) or not is_same or not _done(first).isdisjoint(_done(steps)):
        return ()
    return unless_reading((*first, *steps), room.policy.tools, room)


def _to_each_named(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The commands of a list of orders, each to the subject that it names, where fewer came of the whole: "oven off,
    chiller stopped, cold room locked"; always asked about."""
    said = heard.said
    if not room.is_known or not all(s.action.does == "command" for s in steps):
        return ()
    cuts = list(boundaries(said, 0, len(said.words), heard.pack))
    starts, ends = (0, *(after for _, after in cuts)), (*(before for before, _ in cuts), len(said.words))
    parts = [p for p in zip(starts, ends, strict=True) if p[0] < p[1]]
    named = [p for p in parts if named_between(said, p, room)]
    if not len(steps) < len(named) <= _ORDERS:
        return ()
    found: list[Step] = []
    for start, end in named:
        alone = blanked(blanked(said.raw, said.words[end - 1].end, len(said.raw)), 0, said.words[start].start)
        some = decide(alone)
        if not some or not are_complete(some) or not all(is_told(s, (start, end), heard) for s in some):
            return ()
        found.extend(some)
    is_more = len(_done(found)) == len(found) > len(steps)
    acts = {_act(s) for s in steps}
    is_other = any(
        s.action.reading is not None and s.action.reading.grade == HEARD and _act(s) not in acts for s in found
    )
    if is_other and len({s.action.record for s in found}) < len(found):
        return ()  # "cool the office down, AC on cool" is one and the same
    return unless_reading(tuple(found), room.policy.tools, room) if is_more else ()


def is_told(step: Step, words: tuple[int, int], heard: Understanding) -> bool:
    """Whether a step is a command that some words say: a subject that is merely named is told nothing."""
    reading, hearing = step.action.reading, heard.hearing
    if step.action.does != "command" or (reading is not None and reading.pattern != "") or hearing is None:
        return step.action.does == "command"
    texts = [w.text for w in heard.said.words[words[0] : words[1]]]
    return bool(hearing.lexicon.spots("act", hearing.lexicon.stems(texts)))


def _act(step: Step) -> str:
    return step.action.reading.value.partition(" ")[0] if step.action.reading is not None else ""


def _done(steps: Sequence[Step]) -> set[tuple[object, str]]:
    """What is done to which subject."""
    return {(s.action.record, str(s.action.of("capability_id"))) for s in steps}
