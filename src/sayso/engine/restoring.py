"""Bringing back never removes: an undo in such words is meant for a deletion, and for nothing else."""

from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Call, Confirm, Done, Step
from sayso.engine.sparing import without_spared
from sayso.engine.tell import confirm
from sayso.engine.thread import Around
from sayso.engine.tool import Does, Tool
from sayso.engine.understand.read import Understanding

_UNDO: Does = "undo"
_ADDING, _DELETION = "make", "remove"
_REDO: Does = "redo"
_NOT_ASKED = ("negated", "how_to", "hypothetical", "supposed")


def brings_back(heard: Understanding) -> bool:
    """Whether a message wants something back that is gone."""
    said = heard.said
    if any(part.clause.kind in _NOT_ASKED for part in heard.heard):
        return False
    patterns = (p for words in heard.pack.lists.values() for p in words.brings_back.of(said.texts))
    found = (p.search_all(said.flat, 0, len(said.flat)) for p in patterns)
    return any(True for each in found for _ in each)


def only_back(steps: tuple[Step, ...], heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps, without an undo that was to bring something back where it would take something away: after one was
    added, after an undo, or after a deletion that was never done. Where nobody knows, it is asked about."""
    steps = tuple(s for s in without_spared(steps, heard) if not _is_of_nothing(s, around))
    steps = tuple(_taken_back(s, heard, around) for s in steps)
    if not any(s.action.does == _UNDO for s in steps):
        return steps
    if _points_at_one(heard) and _did_several(around):  # an undo takes them all back: "put that one back"
        return _asked(steps, heard, around)
    if not brings_back(heard):
        return steps
    done = _last_change(around)
    if done is None:
        return _asked(steps, heard, around)
    did = _does(done, around)
    is_gone = did == _DELETION and done.outcome == "done"
    if is_gone or did not in (_DELETION, _ADDING, _UNDO):
        return steps
    undo = around.policy.tools.get(done.tool_name)
    is_new = did == _UNDO and _undid(around) == _ADDING
    again = around.policy.tools.doing(_REDO, undo.domain) if undo is not None and is_new else None
    if again is not None:
        return tuple(_again(s, again, heard) for s in steps)
    return tuple(s for s in steps if s.action.does != _UNDO or not isinstance(s, Call | Confirm))


def _taken_back(step: Step, heard: Understanding, around: Around) -> Step:
    """A step; an undo for what would be done once more though nothing was undone, where something was just removed:
    "no, they asked for it, restore it"."""
    done = _last_change(around) if step.action.does == _REDO and not was_undone(around) else None
    is_gone = done is not None and _does(done, around) == _DELETION and done.outcome == "done" and brings_back(heard)
    undo = around.policy.tools.doing(_UNDO, step.action.tool.domain) if is_gone and step.action.tool else None
    if undo is None or not isinstance(step, Call | Confirm):
        return step
    return replace(step, action=replace(step.action, intent=undo.intent, tool_name=undo.name, tool=undo))


def _asked(steps: tuple[Step, ...], heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps, an undo only after a yes."""
    room = around.room(heard.pack)
    return tuple(never_called(s, room) if s.action.does == _UNDO and isinstance(s, Call) else s for s in steps)


def _points_at_one(heard: Understanding) -> bool:
    return not heard.pack.shifts.one.isdisjoint(heard.said.texts)


def _did_several(around: Around) -> bool:
    """Whether the last turn that changed anything changed several."""
    turns = ([s for s in t.steps if _is_change(s, around) and s.outcome == "done"] for t in around.scene.history)
    changes = [steps for steps in turns if steps]
    return bool(changes) and len(changes[-1]) > 1


def _is_of_nothing(step: Step, around: Around) -> bool:
    """Whether "do it again" is said where nothing was undone: then it may be about anything."""
    reading = step.action.reading
    if step.action.does != _REDO or reading is None or reading.grade != "plain":
        return False
    return not was_undone(around)


def was_undone(around: Around) -> bool:
    """Whether anything was taken back in the conversation."""
    return any(_does(s, around) == _UNDO and s.outcome == "done" for t in around.scene.history for s in t.steps)


def _again(step: Step, tool: Tool, heard: Understanding) -> Step:
    """What was taken back, done once more: it is asked about, as only the words "bring it back" tell it."""
    if step.action.does != _UNDO or not isinstance(step, Call | Confirm):
        return step
    action = replace(step.action, intent=tool.intent, tool_name=tool.name, arguments=(), tool=tool)
    return Confirm(action, confirm(heard.pack, action, ""))


def _undid(around: Around) -> str:
    """What kind of change the last undo took back; nothing where that is not plain."""
    steps = [s for t in around.scene.history for s in t.steps if _is_change(s, around) and s.outcome == "done"]
    return _does(steps[-2], around) if len(steps) > 1 and _does(steps[-1], around) == _UNDO else ""


def _does(step: Done, around: Around) -> str:
    tool = around.policy.tools.get(step.tool_name)
    return tool.does if tool is not None else ""


def _last_change(around: Around) -> Done | None:
    """The last step that changed a record of ours, or was to delete one, as far as the conversation tells."""
    for turn in reversed(around.scene.history):
        for step in reversed(turn.steps):
            if _is_change(step, around) and (step.outcome == "done" or _does(step, around) == _DELETION):
                return step
    return None


def _is_change(step: Done, around: Around) -> bool:
    tool = around.policy.tools.get(step.tool_name)
    return tool is not None and not tool.is_read_only and not around.policy.has_capabilities(tool.intent)
