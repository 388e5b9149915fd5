"""The routes by which tasks leave the house and come in: export, import, and the calendar of what is due."""

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from sayso.audit.audit import AuditedEvent
from sayso.tasks.carrying import Carrying, ThereAlready
from sayso.web.day_hearing import day_hearing
from sayso.web.description import Responses, answers
from sayso.web.desk import DOOR, Desk
from sayso.web.limits import Rate
from sayso.web.problem import Problem
from sayso.web.shapes import ImportBody
from sayso.web.task_answers import CalendarAnswer, ImportAnswer, ImportQuestion

_IMPORTS, _EXPORTS, _READS = 5, 10, 30  # a minute
_ASKED = answers(ImportQuestion, 202, "Nothing yet: some of them are there already.")
_TEXT = {"schema": {"type": "string"}}
_FORMS: Responses = {
    200: {"description": "A file.", "content": {"application/json": {}, "text/csv": _TEXT, "text/calendar": _TEXT}}
}
Told = dict[str, object]


def carrying_routes(desk: Desk) -> APIRouter:
    """Export, import, and a calendar."""
    routes = APIRouter(tags=["tasks"])
    carrying, audit = Carrying(desk.parts.database, desk.parts.tasks), desk.parts.audit
    imports = Rate(_IMPORTS, desk.parts.rate_limit, "imports")
    exports = Rate(_EXPORTS, desk.parts.rate_limit, "exports")
    reads = Rate(_READS, desk.parts.rate_limit, "readings of a calendar")

    @routes.get("/api/export", response_class=Response, responses=_FORMS)
    async def export(
        request: Request, form: Annotated[Literal["json", "csv", "ics"], Query(alias="format")] = "json"
    ) -> Response:
        """All your tasks as JSON, as CSV, or as iCalendar to-dos."""
        person = await desk.identify(request)
        await exports.count(person.id)
        text, kind = await carrying.export(person.id, form)
        await audit.record(person.id, DOOR, AuditedEvent("tasks_exported", {"format": form}))
        named = {"Content-Disposition": f'attachment; filename="tasks.{form}"'}
        return Response(text, media_type=f"{kind}; charset=utf-8", headers=named)

    @routes.post("/api/import", response_model=None, responses=answers(ImportAnswer) | _ASKED)
    async def bring_in(request: Request, body: ImportBody) -> Told | JSONResponse:
        """Add the tasks of a file (JSON, CSV, Todoist's CSV, iCalendar), as one step of undo. Where some are there
        already by their names, nothing is added until `twice` says what to do with those."""
        person, session = await desk.identify(request), await desk.session(request)
        await imports.count(person.id)
        entries = await carrying.read(body.text, person.zone, day_hearing(desk, person))
        done = await carrying.bring_in(session, entries, body.twice)
        if isinstance(done, ThereAlready):
            return JSONResponse({"status": "needs_confirmation", "there": done.there, "new": done.new}, 202)
        last = None if done.last is None else done.last.to_dict()
        passed, otherwise = ([asdict(one) for one in some] for some in (done.passed_over, done.otherwise))
        return {"added": done.added, "last": last, "passed_over": passed, "kept_otherwise": otherwise}

    @routes.get("/api/calendar", response_model=None, responses=answers(CalendarAnswer))
    async def has_calendar(request: Request) -> Told:
        """Whether a calendar may read what is due; its address is shown once, when it is made."""
        return {"is_open": await carrying.has_feed((await desk.identify(request)).id), "path": None}

    @routes.post("/api/calendar", response_model=None, responses=answers(CalendarAnswer))
    async def open_calendar(request: Request) -> Told:
        """A new secret address for your calendar; an earlier one is good no longer."""
        person = await desk.identify(request)
        secret = await carrying.open_feed(person.id)
        await audit.record(person.id, DOOR, AuditedEvent("calendar_opened"))
        return {"is_open": True, "path": f"/calendar/{secret}.ics"}

    @routes.delete("/api/calendar", status_code=204, response_model=None)
    async def close_calendar(request: Request) -> Response:
        """Let no calendar read it any longer."""
        person = await desk.identify(request)
        await carrying.close_feed(person.id)
        await audit.record(person.id, DOOR, AuditedEvent("calendar_closed"))
        return Response(status_code=204)

    @routes.get("/calendar/{secret}.ics", include_in_schema=False)
    async def calendar(secret: str) -> Response:
        """What is due, for whoever knows the address."""
        owner = await carrying.feed_owner(secret[:100])
        if owner is None:
            raise Problem(404, "not_found", "There is no such calendar.", "Make a new address in the settings.")
        await reads.count(owner)  # a person has one secret at a time
        text = await carrying.feed(owner)
        return Response(text, media_type="text/calendar; charset=utf-8", headers={"Cache-Control": "private, no-store"})

    return routes
