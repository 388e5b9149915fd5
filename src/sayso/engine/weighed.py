"""A weight that is denied, and the one that is said after it: "that isn't so urgent, medium is fine"."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Argument, Ask, Call, Confirm, Mention, Source, Step, Turn
from sayso.engine.records.focus import in_focus
from sayso.engine.thread import Thread

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
    meant = _meant(thread) if key and (given is not None or is_open) else None
    if meant is None or (given is not None and (given.source.span is None or given.value == meant[0])):
        return steps
    value = Argument(key, meant[0], Source("message", thread.heard.said.span(*meant[1])))
    kept = tuple(a for a in action.arguments if a.name != key)
    return [never_called(Call(replace(action, arguments=(*kept, value))), thread.room)]


def _meant(thread: Thread) -> _Weight | None:
    """The one weight that is said after those that are denied, where nothing else is named with it."""
    said = thread.heard.said
    weights = _weights(thread)
    denied = [w for w in weights if _is_denied(w, thread)]
    after = [w for w in weights if denied and w not in denied and w[1][0] >= denied[-1][1][1]]
    if not denied or len({value for value, _ in after}) != 1 or len(after) + len(denied) != len(weights):
        return None
    rest = (Turn("user", said.said(denied[-1][1][1], len(said.words))),)
    is_named = any(
        in_focus(rest, Mention("", None, "focus"), records).candidates for records in thread.around.all_records()
    )
    return None if is_named else after[0]


def _weights(thread: Thread) -> list[_Weight]:
    """The weights that a message says, the longest wording of each, in order."""
    said, pack = thread.heard.said, thread.heard.pack
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


def _is_denied(weight: _Weight, thread: Thread) -> bool:
    """Whether a no is part of a weight, or stands shortly before it in the same part."""
    said, (start, end) = thread.heard.said, weight[1]
    for at in range(end - 1, max(start - _NEAR, 0) - 1, -1):
        if said.words[at].text in thread.heard.pack.negations:
            return True
        if at <= start and not _BREAKS.isdisjoint(said.gap(at)):
            return False
    return False
