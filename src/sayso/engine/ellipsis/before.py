"""What went before a message: the last step of a kind, whether it was taken back since, and what was shown."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sayso.engine.nouns import Done, Turn
from sayso.engine.thread import Thread
from sayso.engine.tool import Does, Tool

_LOOK_BACK = 8  # turns
UNDO: Does = "undo"


class Before(NamedTuple):
    """A step of an earlier turn."""

    done: Done
    tool: Tool
    turn: int
    is_last: bool  # nothing was decided since

    @property
    def is_done(self) -> bool:
        """Whether it was carried out."""
        return self.done.outcome == "done"

    @property
    def is_of_a_time(self) -> bool:
        """Whether it set a time, or listed records by theirs: only after it a mere number is one, "make it 4"."""
        roles = [self.tool.key(role) for role in ("when", "new_when")]
        return self.tool.does in ("list", "make") or any(role in self.done.parameters for role in roles if role)

    def text(self, name: str) -> str:
        """A parameter that is text; empty where there is none."""
        value = self.done.parameters.get(name)
        return value if isinstance(value, str) else ""


def steps(thread: Thread) -> Iterator[Before]:
    """The steps that the assistant decided, the latest first."""
    history = thread.scene.history
    is_last = True
    for turn in range(len(history) - 1, max(len(history) - 1 - _LOOK_BACK, -1), -1):
        for done in reversed(history[turn].steps):
            tool = thread.policy.tools.get(done.tool_name)
            if tool is not None:
                yield Before(done, tool, turn, is_last)
                is_last = False


def last(thread: Thread, fits: Callable[[Before], bool]) -> Before | None:
    """The latest step of a kind."""
    return next((b for b in steps(thread) if fits(b)), None)


def last_change(thread: Thread) -> tuple[Before, bool] | None:
    """The latest change of a record that was done or waits, and whether it still stands."""
    taken_back = 0
    for before in steps(thread):
        if thread.policy.has_capabilities(before.tool.intent) or before.tool.is_read_only:
            continue
        if before.tool.does == UNDO:
            taken_back += before.is_done
        elif before.done.outcome in ("done", "waiting"):
            return before, before.is_done and not taken_back
    return None


def is_raised(before: Before | None, thread: Thread) -> bool:
    """Whether the last thing that happened is that a record was brought up, for a change that nobody named yet."""
    if before is None or not before.is_last or before.done.outcome != "waiting":
        return False
    history = thread.scene.history
    key = before.tool.key("record")
    is_named_alone = before.tool.does == "change" and set(before.done.parameters) == {key}
    return is_named_alone and before.turn == len(history) - 1 and history[-1].shown[:1] == (before.text(key),)


def raised_together(history: Sequence[Turn]) -> tuple[str, ...]:
    """The ids of several records that were brought up at once, as the last thing that happened."""
    turn = history[-1] if history else None
    is_open = turn is not None and len(turn.steps) == 1 and turn.steps[0].outcome == "waiting"
    return turn.shown if turn is not None and is_open and not turn.steps[0].parameters and len(turn.shown) > 1 else ()


def shown_last(thread: Thread) -> tuple[str, ...]:
    """The ids of the records in the latest list that showed several."""
    history = thread.scene.history
    for turn in range(len(history) - 1, max(len(history) - 1 - _LOOK_BACK, -1), -1):
        if len(history[turn].shown) > 1:
            return history[turn].shown
    return ()


def is_undoable(history: Sequence[Turn]) -> bool:
    """Whether the last thing that was decided was also done."""
    decided = next((t.steps for t in reversed(history) if t.steps), ())
    return bool(decided) and decided[-1].outcome == "done"
