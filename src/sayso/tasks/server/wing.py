"""The task tools as a wing of the server: from a call to a verb of the service, and back."""

from collections.abc import Awaitable
from typing import Any

from sayso.tasks.outcome import Outcome, TaskNeedsConfirmation, unavailable
from sayso.tasks.server.catalogue import catalogue
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask, Query
from sayso.tools.call import ToolInvocation
from sayso.tools.wing import ToolAnswer, Wing

INSTRUCTIONS = (
    "The user's own tasks. Tasks are named by number, title or a part of it. Where an answer has `candidates` or "
    "`suggestions`, ask the user which one is meant instead of guessing. Deleting needs the user's own yes, and "
    "so does an `undo` or `redo` that makes a task go away."
)


def task_wing(service: TaskService) -> Wing:
    """The tools of the tasks."""

    async def verb(call: ToolInvocation) -> ToolAnswer:
        outcome = await _verb(service, call)
        return ToolAnswer(outcome.to_dict(), outcome.pending if isinstance(outcome, TaskNeedsConfirmation) else None)

    return Wing(catalogue(), verb, service.confirmations, INSTRUCTIONS, unavailable())


def _verb(service: TaskService, call: ToolInvocation) -> Awaitable[Outcome]:
    """The verb of a tool; the service checks every value itself, so that they are handed on as they came."""
    session, key = call.session, call.key
    # null is as if left out
    given: dict[str, Any] = {name: value for name, value in call.arguments.items() if value is not None}
    match call.tool:
        case "add_task":
            return service.add(session, NewTask(**{"title": "", **given}), key)
        case "list_tasks":
            return service.list(session, Query(**given))
        case "get_user_info":
            return service.get_user_info(session)
        case "undo":
            return service.undo(session, key)
        case "redo":
            return service.redo(session, key)
    task = given.pop("task_identifier", "")
    if isinstance(task, int) and not isinstance(task, bool):
        task = str(task)  # a number is a number, with or without quotes
    match call.tool:
        case "complete_task":
            return service.complete(session, task, key)
        case "delete_task":
            return service.delete(session, task, key)
        case _:
            return service.update(session, task, Changes(**given), key)
