"""The wing of the tasks."""

from datetime import date

from sayso.assistant.wings.task_words import about_failure, about_removal, about_success
from sayso.assistant.wings.wing import Came, Carried, Errand, Unclear, Waits
from sayso.engine import tell
from sayso.engine.nouns import Action, Ask, Failed
from sayso.engine.pack import Pack
from sayso.errors import StorageUnavailable
from sayso.tasks.outcome import Outcome, SeveralMatch, Success, TaskNeedsConfirmation, TaskNotFound, unavailable
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask, Query

TOOLS = frozenset(
    ("add_task", "list_tasks", "complete_task", "delete_task", "update_task", "undo", "redo", "get_user_info")
)

_WALKING = ("undo", "redo")


class TaskWing:
    """Carries out what is asked about tasks."""

    tools = TOOLS
    is_at_home = True

    def __init__(self, service: TaskService) -> None:
        self._service = service

    def asks_first(self, action: Action) -> bool:
        """A deletion is bound to the task as the person saw it when asked."""
        return action.tool_name == "delete_task"

    async def carry_out(self, errand: Errand) -> Came:
        """Make a call; an outage is an answer, too."""
        try:
            outcome = await self._verb(errand)
        except StorageUnavailable:
            return Carried(unavailable(), errand.pack.replies["told_unavailable"])
        return came(errand.pack, errand.action, outcome, errand.now.date())

    async def _verb(self, errand: Errand) -> Outcome:
        service, session, key, given = self._service, errand.session, errand.key, errand.given
        task = str(given.pop("task_identifier", ""))
        match errand.action.tool_name:
            case "add_task":
                return await service.add(session, NewTask(**{"title": "", **given}), key)
            case "list_tasks":
                return await service.list(session, Query(**given))
            case "complete_task":
                return await service.complete(session, task, key)
            case "delete_task":
                return await service.delete(session, task, key)
            case "update_task":
                return await service.update(session, task, Changes(**given), key)
            case "undo":
                return await service.undo(session, key, errand.bound)
            case "redo":
                return await service.redo(session, key, errand.bound)
            case _:
                return await service.get_user_info(session)


def came(pack: Pack, action: Action, outcome: Outcome, today: date | None = None) -> Came:
    """What an outcome of the tasks means for the conversation."""
    if isinstance(outcome, TaskNeedsConfirmation):
        return Waits(outcome.pending.id, _question(pack, action, outcome, today), is_bound=True)
    if isinstance(outcome, SeveralMatch):
        tasks = [task.as_seen() for task in outcome.candidates]
        return Unclear(Ask(action, tell.ask_which(pack, tasks), tell.suggest(tasks, action, pack, today)))
    if isinstance(outcome, Success):
        return Carried(outcome.to_dict(), about_success(pack, action, outcome, today))
    return Carried(outcome.to_dict(), about_failure(pack, outcome), _offering(pack, action, outcome, today))


def _question(pack: Pack, action: Action, waits: TaskNeedsConfirmation, today: date | None) -> str:
    """What the person is asked for: a step back or forth says which tasks go away by it."""
    if action.tool_name not in _WALKING:
        return tell.confirm(pack, action, waits.task.title, today)
    return about_removal(pack, waits)


def _offering(pack: Pack, action: Action, outcome: Outcome, today: date | None) -> Failed | None:
    """What can be offered where a tool found nothing: the nearest tasks."""
    if not isinstance(outcome, TaskNotFound) or not outcome.nearest:
        return None
    suggestions = tell.suggest([task.as_seen() for task in outcome.nearest], action, pack, today)
    return Failed(action, "not_found", about_failure(pack, outcome), suggestions)
