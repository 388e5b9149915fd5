"""Carries the steps of a decision out through the tools, one by one, up to the first that is open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sayso.assistant.deed import TOOLS, Acted, Away, Deed, Done, Elsewhere, NotDone
from sayso.engine import tell
from sayso.engine.nouns import Action, Ask, Call, Confirm, Decision, Failed, Step, Task
from sayso.engine.pack import Pack
from sayso.errors import StorageUnavailable
from sayso.session import Session
from sayso.tasks.outcome import NeedsConfirmation, NotFound, Outcome, SeveralMatch
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask, Query, StoredTask

Watch = Callable[[str, Mapping[str, object]], None]  # told the name of what happens, and about it


@dataclass(frozen=True, slots=True)
class Stage:
    """What acting needs at hand: for whom, in which language, who watches, and which yes the person has just given."""

    session: Session
    pack: Pack
    key: str  # of the message: each of its calls is carried out once, however often the message comes
    watch: Watch
    granted: str | None = None  # the id of the confirmation that the person said yes to


class Acting:
    """Carries decisions out."""

    def __init__(self, tasks: TaskService) -> None:
        self._tasks = tasks

    async def act(self, decision: Decision, stage: Stage) -> Acted:
        """Carry out what can be; stop at the first step that is open. A step that failed holds up no other."""
        deeds: list[Deed] = []
        offering: Failed | None = None
        for number, step in enumerate(decision.steps):
            rest = decision.steps[number + 1 :]
            if isinstance(step, Ask):
                return Acted(tuple(deeds), step, rest)
            if isinstance(step, Failed):
                deeds.append(NotDone(step))
                offering = step if step.suggestions else offering
                continue
            done = await self._done(number, step, stage)
            if isinstance(done, Acted):
                return replace(done, deeds=tuple(deeds), rest=rest)
            deeds.append(done)
            offering = _offering(step, done, stage.pack) or offering
        return Acted(tuple(deeds), offering)

    async def _done(self, number: int, step: Call | Confirm, stage: Stage) -> Deed | Acted:
        """A step that was carried out, or what it leaves open."""
        action = step.action
        is_deleting = action.tool_name == "delete_task"
        if isinstance(step, Confirm) and not is_deleting:
            return Acted((), step)
        if isinstance(step, Call):
            stage.watch("call", {"step": number, "tool_name": action.tool_name, "parameters": _given(action)})
        outcome = await self._call(number, action, stage)
        if isinstance(outcome, NeedsConfirmation):
            waiting = outcome.pending
            if isinstance(step, Call) and waiting.id == stage.granted:
                await self._tasks.confirmations.grant(waiting.id, stage.session.user_id)
                outcome = await self._call(number, action, stage)
        if isinstance(outcome, NeedsConfirmation):  # also where the task is no longer what the person said yes to
            question = tell.confirm(stage.pack, action, outcome.task.title)
            asked = step if isinstance(step, Confirm) else Confirm(action, question)
            return Acted((), asked, confirmation=outcome.pending.id)
        if isinstance(outcome, SeveralMatch):
            tasks = [_as_seen(task) for task in outcome.candidates]
            return Acted((), Ask(action, tell.ask_which(stage.pack, tasks), tell.suggest(tasks, action.confidence)))
        done = Done(number, step, outcome)
        stage.watch("result", {"step": number, "result": outcome.to_dict()})
        return done

    async def _call(self, number: int, action: Action, stage: Stage) -> Outcome | Away | Elsewhere:
        if action.tool_name not in TOOLS:
            return Elsewhere(action.tool_name or "")
        try:
            return await self._verb(action.tool_name, _given(action), stage.session, f"{stage.key}:{number}")
        except StorageUnavailable:
            return Away()

    async def _verb(self, tool: str, given: dict[str, Any], session: Session, key: str) -> Outcome:
        service = self._tasks
        task = str(given.pop("task_identifier", ""))
        match tool:
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
                return await service.undo(session, key)
            case _:
                return await service.get_user_info(session)


def _given(action: Action) -> dict[str, Any]:
    return {a.name: a.value for a in action.arguments}


def _offering(step: Step, done: Deed, pack: Pack) -> Failed | None:
    """What can be offered where a tool found nothing: the nearest tasks."""
    if not isinstance(done, Done) or not isinstance(done.outcome, NotFound) or not done.outcome.nearest:
        return None
    tasks = [_as_seen(task) for task in done.outcome.nearest]
    names = {"name": done.outcome.identifier, "names": tell.either(pack, [task.title for task in tasks])}
    question = tell.say(pack, "told_not_found_near", names)
    return Failed(step.action, "not_found", question, tell.suggest(tasks, step.action.confidence))


def _as_seen(task: StoredTask) -> Task:
    due = task.due.isoformat() if task.due else None
    return Task(task.id, task.title, task.number, task.description, task.is_completed, task.priority, due)
