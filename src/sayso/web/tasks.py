"""The routes of the tasks, for the page beside the conversation: the same verbs as everywhere."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import JSONResponse

from sayso.assistant.wings.task_words import about_removal
from sayso.domains.shipped import shipped_tools
from sayso.session import Session
from sayso.tasks import task as tasks
from sayso.tasks.outcome import (
    ChangedSince,
    Failure,
    InvalidTaskCall,
    NothingToRedo,
    NothingToUndo,
    Outcome,
    Overtaken,
    SeveralMatch,
    TaskKeyReused,
    TaskNeedsConfirmation,
    TaskNotFound,
)
from sayso.tools.told import NoAccount
from sayso.web.answers import Me, RemovalQuestion, TaskChanged, TaskPage
from sayso.web.description import answers, bounds
from sayso.web.desk import Desk
from sayso.web.problem import Problem
from sayso.web.shapes import ChangesBody, ConfirmBody, NewTaskBody, WalkBody

_STATUS: dict[type[Failure], int] = {
    TaskNotFound: 404,
    SeveralMatch: 422,
    InvalidTaskCall: 422,
    TaskKeyReused: 422,
    NothingToUndo: 422,
    NothingToRedo: 422,
    ChangedSince: 422,
    Overtaken: 422,
    NoAccount: 401,
}
Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
Told = dict[str, object]
_ASKED = answers(RemovalQuestion, 202, "Nothing yet: it asks for the person's own yes.")
Walk = Callable[[Session, str], Awaitable[Outcome]]


def task_routes(desk: Desk) -> APIRouter:
    """List, add, change, delete, undo and redo; and who is asking."""
    routes = APIRouter(prefix="/api", tags=["tasks"])
    service = desk.parts.tasks
    takes = {p.name: p for p in shipped_tools()["list_tasks"].parameters}
    usual: dict[str, Any] = {name: p.default for name, p in takes.items()}

    @routes.get("/me", response_model=None, responses=answers(Me))
    async def me(request: Request) -> Told:
        """Who you are."""
        about = desk.about(await desk.identify(request))
        return {name: about[name] for name in Me.model_fields}

    @routes.get("/tasks", response_model=None, responses=answers(TaskPage))
    async def list_tasks(
        request: Request,
        which: Annotated[str, Query(alias="filter", json_schema_extra=bounds(takes["filter"]))] = usual["filter"],
        search: Annotated[str | None, Query(max_length=200)] = None,
        limit: Annotated[int, Query(json_schema_extra=bounds(takes["limit"]))] = usual["limit"],
        offset: Annotated[int, Query(json_schema_extra=bounds(takes["offset"]))] = usual["offset"],
    ) -> Told:
        """Your tasks, in the order of their numbers."""
        query = tasks.Query(which, search=search or None, limit=limit, offset=offset)
        return _told(await service.list(await desk.session(request), query))

    @routes.post("/tasks", status_code=201, response_model=None, responses=answers(TaskChanged, 201))
    async def add(request: Request, body: NewTaskBody, key: Key = None) -> Told:
        """Add a task."""
        return _told(await service.add(await desk.session(request), tasks.NewTask(**body.model_dump()), _own(key)))

    @routes.patch("/tasks/{task_id}", response_model=None, responses=answers(TaskChanged))
    async def change(request: Request, task_id: str, body: ChangesBody, key: Key = None) -> Told:
        """Change something about a task, or mark it as done."""
        changes = tasks.Changes(**body.model_dump())
        return _told(await service.update(await desk.session(request), task_id, changes, _own(key)))

    @routes.delete("/tasks/{task_id}", response_model=None, responses=answers(TaskChanged))
    async def delete(request: Request, task_id: str, body: ConfirmBody, key: Key = None) -> Told:
        """Delete a task; the body is the person's own yes."""
        assert body.confirm
        session, key = await desk.session(request), _own(key)
        outcome = await service.delete(session, task_id, key)
        if isinstance(outcome, TaskNeedsConfirmation):
            if body.updated_at is not None and outcome.task.updated_at.isoformat() != body.updated_at:
                await service.confirmations.refuse(outcome.pending.id, session.user_id)
                raise _changed_since(outcome)
            await service.confirmations.grant(outcome.pending.id, session.user_id)
            outcome = await service.delete(session, task_id, key)
        if isinstance(outcome, TaskNeedsConfirmation):  # it was changed between the two
            raise _changed_since(outcome)
        return _told(outcome)

    @routes.post("/undo", response_model=None, responses=answers(TaskChanged) | _ASKED)
    async def undo(request: Request, body: WalkBody | None = None, key: Key = None) -> Told | JSONResponse:
        """Take your last change back, or the one that is shown where that was the last. Where tasks go away by that, it
        asks for your own yes."""
        body = body or WalkBody()
        return await walked(
            lambda who, key: service.undo(who, key, body.bound), await desk.session(request), body, _own(key)
        )

    @routes.post("/redo", response_model=None, responses=answers(TaskChanged) | _ASKED)
    async def redo(request: Request, body: WalkBody | None = None, key: Key = None) -> Told | JSONResponse:
        """Make again what was taken back last. Where tasks go away by that, it asks for your own yes."""
        body = body or WalkBody()
        return await walked(
            lambda who, key: service.redo(who, key, body.bound), await desk.session(request), body, _own(key)
        )

    async def walked(step: Walk, session: Session, body: WalkBody, key: str) -> Told | JSONResponse:
        outcome = await step(session, key)
        if isinstance(outcome, TaskNeedsConfirmation) and outcome.pending.id == body.confirmation_id:
            await service.confirmations.grant(outcome.pending.id, session.user_id)
            outcome = await step(session, key)
        if isinstance(outcome, TaskNeedsConfirmation):
            question = about_removal(desk.engine.pack(body.language), outcome)
            told = {"status": "needs_confirmation", "confirmation_id": outcome.pending.id, "question": question}
            return JSONResponse(told, 202)
        return _told(outcome)

    return routes


def skip_routes(desk: Desk) -> APIRouter:
    """Pass over a time of what repeats."""
    routes = APIRouter(prefix="/api", tags=["tasks"])

    @routes.post("/tasks/{task_id}/skip", response_model=None, responses=answers(TaskChanged))
    async def skip(request: Request, task_id: str, key: Key = None) -> Told:
        """Pass over the coming time of a task that repeats: it is due the next time."""
        return _told(await desk.parts.tasks.skip(await desk.session(request), task_id, _own(key)))

    return routes


def _changed_since(outcome: TaskNeedsConfirmation) -> Problem:
    """The yes was to what the task was before."""
    told = f"It was changed meanwhile, and is '{outcome.task.title}' now. Nothing was deleted."
    return Problem(409, "changed_since", told, "Look at it, and delete it again if you still want to.")


def _own(key: str | None) -> str:
    """Two clicks are two changes, however soon one follows the other; a retry says so by its key."""
    return key or str(uuid4())


def _told(outcome: Outcome) -> Told:
    told = outcome.to_dict()
    if isinstance(outcome, Failure):
        status = _STATUS[type(outcome)]
        raise Problem(status, str(told["error"]), str(told["error_message"]), str(told["suggestion"]))
    return told
