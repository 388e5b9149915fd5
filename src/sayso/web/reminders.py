"""The routes of reminders: what is due, and done or later from the notice."""

from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Request, Response

from sayso.tasks.outcome import Failure
from sayso.web.answers import TaskChanged
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.problem import Problem
from sayso.web.reminder_answers import ReminderPage
from sayso.web.shapes import SnoozeBody

_NONE = Problem(404, "not_found", "There is no such reminder.", "List yours.")
Told = dict[str, object]


def reminder_routes(desk: Desk) -> APIRouter:
    """See what is due, and see to it."""
    routes = APIRouter(prefix="/api", tags=["reminders"])
    reminders = desk.parts.reminders

    @routes.get("/reminders", response_model=None, responses=answers(ReminderPage))
    async def due(request: Request) -> Told:
        """What you were reminded of and have not seen to yet, and when the next one comes."""
        return await reminders.shown((await desk.identify(request)).id)

    @routes.delete("/reminders/{reminder_id}", status_code=204, response_model=None)
    async def see(request: Request, reminder_id: str) -> Response:
        """Let a notice go away; the task stays as it is."""
        if not await reminders.see((await desk.identify(request)).id, _id(reminder_id)):
            raise _NONE
        return Response(status_code=204)

    @routes.post("/reminders/{reminder_id}/done", response_model=None, responses=answers(TaskChanged))
    async def done(request: Request, reminder_id: str) -> Told:
        """Mark the task as done."""
        session, reminder_id = await desk.session(request), _id(reminder_id)
        outcome = await desk.parts.finish_reminder(session, reminder_id)
        if outcome is None:
            raise _NONE
        told = outcome.to_dict()
        if isinstance(outcome, Failure):
            raise Problem(422, str(told["error"]), str(told["error_message"]), str(told["suggestion"]))
        return told

    @routes.post("/reminders/{reminder_id}/snooze", status_code=204, response_model=None)
    async def snooze(request: Request, reminder_id: str, body: SnoozeBody) -> Response:
        """Be reminded again later."""
        person = await desk.identify(request)
        if await reminders.snooze(person.id, _id(reminder_id), timedelta(minutes=body.minutes)) is None:
            raise _NONE
        return Response(status_code=204)

    return routes


def _id(given: str) -> str:
    """An id of a reminder; what is none names nothing."""
    try:
        return str(UUID(given))
    except ValueError:
        raise _NONE from None
