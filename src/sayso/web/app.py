"""The web application: the API, the page, the MCP server beside them, and what stands before all of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.telemetry import TelemetryConfig
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from sayso.late import absent
from sayso.machines.fleet import Counted
from sayso.reminders.opened import sender_of
from sayso.web.answers import Health
from sayso.web.approvals import approvals, pin_routes
from sayso.web.carrying import carrying_routes
from sayso.web.connecting import connecting
from sayso.web.conversations import conversations
from sayso.web.deciding import deciding
from sayso.web.description import answers, describe
from sayso.web.desk import Desk
from sayso.web.drafts import draft_routes
from sayso.web.elsewhere import Elsewhere
from sayso.web.guests import Guests
from sayso.web.history import history_routes
from sayso.web.instance import proven
from sayso.web.later import LaterApp
from sayso.web.limits import SmallBodies
from sayso.web.machines import machine_routes
from sayso.web.me import me_routes
from sayso.web.modes import modes
from sayso.web.notifications import notification_routes
from sayso.web.problem import answer_problems
from sayso.web.proof import Proof
from sayso.web.readiness import Readiness
from sayso.web.reminders import reminder_routes
from sayso.web.sessions import session_routes
from sayso.web.signing import signing
from sayso.web.tasks import skip_routes, task_routes
from sayso.web.watching import Watching

PAGE = Path(__file__).parent / "page"
_READY = answers(Health) | answers(
    Health, 503, "The database cannot be reached, or takes no changes: its disk may be full."
)
# people search by the address, and errors repeat what was sent: its spans and logs would hold that. Ours do not
_TELEMETRY: TelemetryConfig = {"tracing": False, "logs": False, "operation_spans": False}


def build_app(desk: Desk, mcp: LaterApp | None = None) -> ASGIApp:
    """The application; `mcp` is answered at its paths."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if mcp is None:
            yield
            return
        async with mcp.running():
            yield

    app = FastAPI(
        title="Sayso",
        version=version("sayso"),
        lifespan=lifespan,
        docs_url=None,  # that page loads its parts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry=_TELEMETRY,
    )
    with absent("pydantic.v1"):  # FastAPI asks of every model whether it is such a one, and does without
        _add_routes(app, desk)
    if mcp is not None:
        app.router.routes.extend(Route(path, endpoint=mcp) for path in mcp.paths)
    page = StaticFiles(directory=PAGE, html=True) if PAGE.is_dir() else None
    app.mount("/", Elsewhere(app.router.routes, page), name="page")
    settings = desk.parts.settings
    guarded = Guests(Proof(SmallBodies(app)), (settings.host, *settings.allowed_hosts), settings.allowed_origins)
    return Watching(guarded, desk.metrics)


def _add_routes(app: FastAPI, desk: Desk) -> None:
    answer_problems(app)
    remind = (reminder_routes(desk), notification_routes(desk, sender_of(desk.parts.settings)))
    talk = (
        conversations(desk),
        modes(desk),
        approvals(desk),
        pin_routes(desk),
        draft_routes(desk),
        carrying_routes(desk),
        *remind,
    )
    tasks = (task_routes(desk), skip_routes(desk))
    machines = (connecting(desk), machine_routes(desk), history_routes(desk))
    for routes in (signing(desk), session_routes(desk), me_routes(desk), *talk, *tasks, *machines, deciding(desk)):
        app.router.routes.extend(routes.routes)  # including it would work out everything twice: nothing is added to it
    _add_health(app, desk)
    describe(app)


def _add_health(app: FastAPI, desk: Desk) -> None:
    readiness, tokens = Readiness(desk.parts.database, desk.parts.rate_limit), desk.parts.tokens

    @app.get("/health", tags=["operations"], response_model=None, responses=answers(Health))
    async def health(request: Request) -> JSONResponse:
        """Whether the process answers; at one's own machine it proves to who has the same key that it is theirs."""
        return JSONResponse({"status": "ok"}, headers=proven(tokens, request) if desk.mode == "local" else None)

    @app.get("/ready", tags=["operations"], response_model=None, responses=_READY)
    async def ready() -> JSONResponse:
        """Whether the database can be reached, and takes changes."""
        if await readiness.is_ready():
            return JSONResponse({"status": "ready"})
        return JSONResponse({"status": "unavailable"}, 503, {"Retry-After": "5"})

    @app.get("/metrics", tags=["operations"], response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """What is counted, for Prometheus."""
        fleet = desk.parts.fleet
        counted = fleet.counted() if isinstance(fleet, Counted) else {}
        return PlainTextResponse(desk.metrics.text(counted), media_type="text/plain; version=0.0.4")
