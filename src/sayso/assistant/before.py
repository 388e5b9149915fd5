"""What went before in a conversation, as far as it says what a message means."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sayso.assistant.message import Message, Taken
from sayso.dataclass import dataclass
from sayso.reminders.store import Raised
from sayso.tasks.walking import ShownChange

_A_DAY = timedelta(days=1)
_A_WHILE = timedelta(hours=1)  # in which what rang is still before one's eyes
_LOOKED_BACK = 2  # messages whose words may say which task is meant
_LOOKED_AT = 400  # characters of each of them


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What the message before said may be wanted next, as a question, and which of it was taken."""

    decision: Mapping[str, object]
    index: int


def words_about(taken: Taken) -> str:
    """The words of a message and of the last ones before it, by which its records are found."""
    before = [message.content[:_LOOKED_AT] for message in taken.history[-_LOOKED_BACK:]]
    return " ".join([taken.message.content, *before])


def turns(taken: Taken, raised: tuple[Raised, ...] = ()) -> list[dict[str, object]]:
    """What was said before. A question that is no longer open is none any more: a late yes answers nothing. What a
    reminder brought up since was said last; a question that waits is answered all the same."""
    said: list[dict[str, object]] = [{"role": m.role, "content": m.content, **_steps(m)} for m in taken.history]
    return [*(said if taken.question is not None else closed(said)), *_reminded(_spoken_of(taken, raised))]


def _reminded(tasks: list[str]) -> list[dict[str, object]]:
    """The turn in which a reminder brought up a task, for a change that is still to be said; or showed several."""
    if not tasks:
        return []
    given = {"task_identifier": tasks[0]} if len(tasks) == 1 else {}
    about = {"tool_name": "update_task", "parameters": given, "outcome": "waiting"}
    return [{"role": "assistant", "content": "", "steps": [about], "shown": tasks}]


def _spoken_of(taken: Taken, raised: tuple[Raised, ...]) -> list[str]:
    """The tasks that a reminder brought up since the last message. After one of several was seen to, the others are
    spoken of, and it as well where it may be meant once more: "in ten minutes", "no, in twenty"."""
    since = _last_said(taken)
    fresh = [r.task_id for r in raised if r.holds and r.shown_at > since]
    if fresh or taken.question is not None or not taken.history:
        return fresh
    done = [s for s in _decided(taken.history[-1]) if s["status"] == "call"]
    changed = {s["parameters"].get("task_identifier"): s["tool_name"] == "update_task" for s in done}
    if not changed or not changed.keys() <= {r.task_id for r in raised}:
        return []  # something else was spoken of since
    others = [r.task_id for r in raised if r.holds and r.task_id not in changed]
    again = [r.task_id for r in raised if changed.get(r.task_id)]
    return [*again, *others] if others else []


def lately(taken: Taken) -> datetime:
    """Since when a reminder may be what a message is about: since the last one before it, and for a while."""
    return min(_last_said(taken), taken.message.created_at - _A_WHILE)


def _last_said(taken: Taken) -> datetime:
    """When the last message before this one was written; a day ago where it is the first."""
    return taken.history[-1].created_at if taken.history else taken.message.created_at - _A_DAY


def _decided(message: Message) -> list[dict[str, Any]]:
    """The steps that were decided in a turn of the assistant's."""
    decision = message.about.get("decision") if message.role == "assistant" else None
    steps = decision.get("steps") if isinstance(decision, Mapping) else None
    return steps if isinstance(steps, list) else []


def _steps(message: Message) -> dict[str, object]:
    """What the assistant decided in a turn, as a later message may go on from it."""
    steps = _decided(message)
    if not steps:
        return {}
    outcomes = {"call": "done", "failed": "failed"}
    told = [
        {"tool_name": s["tool_name"], "parameters": s["parameters"], "outcome": outcomes.get(s["status"], "waiting")}
        for s in steps
    ]
    return {"steps": told, "shown": _shown(message.about.get("results"))}


def _shown(results: object) -> list[str]:
    """The records that a turn showed, in their order."""
    last = results[-1].get("result") if isinstance(results, list) and results else None
    tasks = last.get("tasks") if isinstance(last, Mapping) else None
    return [str(t["id"]) for t in tasks] if isinstance(tasks, list) else []


def closed(turns: object) -> list[dict[str, object]]:
    """The same turns, in which the assistant asks nothing."""
    assert isinstance(turns, list)
    return [t | {"content": str(t["content"]).replace("?", ".")} if t["role"] == "assistant" else t for t in turns]


def offer(words: str, taken: Taken) -> FollowUp | None:
    """What these words take up of what was offered next for a machine: its label alone does not say for which one."""
    decision = taken.history[-1].about.get("decision") if taken.history and taken.question is None else None
    following = decision.get("next") if isinstance(decision, Mapping) else None
    if not isinstance(decision, Mapping) or not isinstance(following, list):
        return None
    said = words.strip().casefold()
    for index, one in enumerate(following):
        if one["label"].casefold() == said and "device_id" in one["value"]:
            step = {"status": "ask", "intent": "unknown", "tool_name": None, "suggestions": following}
            return FollowUp({"language": decision.get("language"), "steps": [step]}, index)
    return None


def undo_offered(taken: Taken) -> ShownChange | None:
    """The change that these words take back, where they are the undo that the answer before offered with it: another
    change may have come since, elsewhere."""
    about = taken.history[-1].about if taken.history else {}
    decision, results = about.get("decision"), about.get("results")
    following = decision.get("next") if isinstance(decision, Mapping) else None
    said = taken.message.content.strip().casefold()
    is_taken_up = any(one.get("tool_name") == "undo" and one["label"].casefold() == said for one in following or ())
    last = results[-1].get("result") if isinstance(results, list) and results and is_taken_up else None
    if not isinstance(last, Mapping) or not {"task_id", "updated_at"} <= last.keys():
        return None
    return ShownChange(str(last["task_id"]), datetime.fromisoformat(str(last["updated_at"])))
