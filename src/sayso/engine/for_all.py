"""A time that is said of several new records after the last of them: "add ice and add call Nora, both for friday"."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.compose.parts import said_of_all
from sayso.engine.decide import settled
from sayso.engine.nouns import Action, Argument, Call, Confirm, Source, Step
from sayso.engine.thread import Thread


def timed_for_all(steps: Sequence[Step], thread: Thread) -> Sequence[Step]:
    """The steps; what the last one took for its own of such words is no part of its name, and all have the time."""
    makes = [s for s in steps if isinstance(s, Call | Confirm) and s.action.does == "make"]
    said, pack = thread.heard.said, thread.heard.pack
    if len(makes) < 2 or len(makes) < len(steps):
        return steps
    found = said_of_all(said, pack, (0, len(said.words)))
    name, when = makes[-1].action.of("name"), makes[-1].action.of("when")
    if found is None or not isinstance(name, str) or when is None:
        return steps
    tail = said.said(found[0], found[1].start).split()  # "both of them for"
    ends = (" ".join(tail[:count]) for count in range(len(tail), 0, -1))
    last = next((name.removesuffix(end).rstrip(" ,") for end in ends if name.endswith(end)), name)
    span = said.span(found[1].start, found[1].end)
    out: list[Step] = []
    for step in makes:
        action = step.action
        if step is makes[-1]:
            action = _with(
                action, "name", last, next(a.source for a in action.arguments if a.name == action.key("name"))
            )
        if action.of("when") is None:
            action = _with(action, "when", when, Source("message", span))
        out.append(settled(action, str(action.of("name")), pack, thread.policy))
    return out


def _with(action: Action, role: str, value: object, source: Source) -> Action:
    key = action.key(role)
    kept = tuple(a for a in action.arguments if a.name != key)
    return replace(action, arguments=(*kept, Argument(key, value, source)))
