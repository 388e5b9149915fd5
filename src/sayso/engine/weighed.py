"""A weight that is denied, and the one that is said after it: "that isn't so urgent, medium is fine"; one that is said
beside another change of the same record."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Ask, Call, Clause, Confirm, Mention, Source, Step, Turn
from sayso.engine.pack import Pack
from sayso.engine.records.focus import in_focus
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import heard_in

_LONGEST = 48  # words that are heard as one
_NEAR = 4  # words between a no and the weight that it denies
_BREAKS = frozenset(",;:.!?–—")
Words = tuple[int, int]
_Weight = tuple[str, Words]


def weighed_last(steps: Sequence[Step], thread: Thread) -> Sequence[Step]:
    """The steps; a change of one record by a weight that the message denies is one by the weight that it says after."""
    step = steps[0] if len(steps) == 1 else None
    if step is None or step.action.does != "change" or not isinstance(step, Call | Confirm | Ask):
        return steps
    key, action = step.action.key("new_rank"), step.action
    given = next((a for a in action.arguments if a.name == key), None)
    is_open = isinstance(step, Ask) and not action.changes and action.record is not None
    if key and given is None and not isinstance(step, Ask) and action.changes:
        return _with_weight(step, key, thread)
    meant = _meant(thread) if key and (given is not None or is_open) else None
    if meant is None or (given is not None and (given.source.span is None or given.value == meant[0])):
        return steps
    value = Argument(key, meant[0], Source("message", thread.heard.said.span(*meant[1])))
    kept = tuple(a for a in action.arguments if a.name != key)
    return [never_called(Call(replace(action, arguments=(*kept, value))), thread.room)]


def _with_weight(step: Call | Confirm, key: str, thread: Thread) -> list[Step]:
    """A change with the one weight that was said and heard besides, in no other value: "friday, and make them high"."""
    said, pack, action = thread.heard.said, thread.heard.pack, step.action
    spans = [a.source.span for a in action.arguments if a.source.kind == "message" and a.source.span is not None]
    weights = [w for w in undenied_weights(said, pack) if not _is_inside(said.span(*w[1]), spans)]
    if len({value for value, _ in weights}) != 1 or not _is_heard(weights[0][1], thread):
        return [step]
    return [_weighed(step, key, weights[0], said, thread.room)]


def undenied_weights(said: Line, pack: Pack) -> list[_Weight]:
    """The weights that a message says and does not deny."""
    return [w for w in _weights(said, pack) if not _is_denied(w, said, pack)]


def with_weight_of(steps: tuple[Step, ...], words: Words, said: Line, room: Room) -> tuple[Step, ...]:
    """The one change that a message comes to without some of its words, with the weight that those say."""
    step = steps[0] if len(steps) == 1 else None
    key = step.action.key("new_rank") if step is not None else ""
    if not isinstance(step, Call | Confirm) or not key or step.action.value(key) is not None:
        return steps
    weights = [w for w in undenied_weights(said, room.pack) if words[0] <= w[1][0] and w[1][1] <= words[1]]
    one = len({value for value, _ in weights}) == 1
    return (_weighed(step, key, weights[0], said, room),) if one else steps


def _weighed(step: Call | Confirm, key: str, weight: _Weight, said: Line, room: Room) -> Step:
    value = Argument(key, weight[0], Source("message", said.span(*weight[1])))
    return never_called(Call(replace(step.action, arguments=(*step.action.arguments, value))), room)


def _is_inside(span: Words, spans: Sequence[Words]) -> bool:
    return any(a <= span[0] and span[1] <= b for a, b in spans)


def _is_heard(words: Words, thread: Thread) -> bool:
    """Whether a weight was heard there in the message as one."""
    said, hearing = thread.heard.said, thread.heard.hearing
    if hearing is None or len(said.words) > _LONGEST:
        return False
    whole = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    names = {slot for m in hearing.meanings.values() for slot, name in m.slots.items() if name == "priority"}
    return any(t.slot in names and t.start < words[1] and words[0] < t.end for t in whole.spans)


def _meant(thread: Thread) -> _Weight | None:
    """The one weight that is said after those that are denied, where nothing else is named with it."""
    said = thread.heard.said
    weights = _weights(said, thread.heard.pack)
    denied = [w for w in weights if _is_denied(w, said, thread.heard.pack)]
    after = [w for w in weights if denied and w not in denied and w[1][0] >= denied[-1][1][1]]
    if not denied or len({value for value, _ in after}) != 1 or len(after) + len(denied) != len(weights):
        return None
    rest = (Turn("user", said.said(denied[-1][1][1], len(said.words))),)
    is_named = any(
        in_focus(rest, Mention("", None, "focus"), records).candidates for records in thread.around.all_records()
    )
    return None if is_named else after[0]


def _weights(said: Line, pack: Pack) -> list[_Weight]:
    """The weights that a message says, the longest wording of each, in order."""
    found = [
        (p.intent, (said.index(m.start()), said.index(m.end() - 1) + 1))
        for known in pack.lists.values()
        for p in known.priorities.of(said.texts)
        for m in p.search_all(said.flat, 0, len(said.flat))
    ]
    found.sort(key=lambda w: w[1][0] - w[1][1])
    kept: list[_Weight] = []
    for weight in found:
        if not any(weight[1][0] < other[1][1] and other[1][0] < weight[1][1] for other in kept):
            kept.append(weight)
    return sorted(kept, key=lambda w: w[1])


def _is_denied(weight: _Weight, said: Line, pack: Pack) -> bool:
    """Whether a no is part of a weight, or stands shortly before it in the same part."""
    start, end = weight[1]
    for at in range(end - 1, max(start - _NEAR, 0) - 1, -1):
        if said.words[at].text in pack.negations:
            return True
        if at <= start and not _BREAKS.isdisjoint(said.gap(at)):
            return False
    return False
