"""A platform at the loopback that behaves as Things5 does, well and badly, and remembers what it was asked."""

import json
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

Json = dict[str, Any]
Answering = Callable[[Request], Awaitable[Response]]

BAKERY, HOTEL = "0a-bakery", "0b-hotel"
ANN, BOB, BOTH = "ann.token-of_her~own", "bob.token", "token.of.two"

VARIABLES = [
    {"id": "v1", "name": "temperature", "label": "Cell probe", "type": "metric", "unit": "°C", "ui_unit": None},
    {"id": "v2", "name": "humidity", "type": "float", "source": "metrics", "unit": "%"},
    {"id": "v3", "name": "door", "type": "state", "values": ["open", "closed"]},
    {"id": "v4", "name": "door_open_alarm", "type": "event"},
    {"id": "v5", "name": "set_point", "type": "parameter", "unit": "°C", "min": -30, "max": 10},
]
COMMANDS = [
    {"id": "c1", "name": "turn_on_light", "parameters": [], "machine_variables": []},
    {
        "id": "c2",
        "name": "set_temperature",
        "parameters": [
            {"machine_variable_id": "v5", "value": "", "allow_override": True},
            {"machine_variable_id": "v2", "value": "50", "allow_override": False},
        ],
    },
]


def device(key: str, name: str, **more: object) -> Json:
    """A device as the list shows it."""
    shown: Json = {"id": key, "name": name, "serial": key.upper(), "active": True, "is_connected": True}
    model = {"id": "m1", "identifier": "AV-45", "name": "Blast chiller"}
    return {**shown, "machine_firmware_id": "fw1", "last_seen": "2026-11-15T08:00:00Z", "machine_model": model, **more}


@dataclass
class Platform:
    """The platform: who may see which organisation, what is in it, and which answers it is made to give instead."""

    tokens: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {ANN: (BAKERY,), BOB: (HOTEL,), BOTH: (BAKERY, HOTEL)}
    )
    devices: dict[str, list[Json]] = field(default_factory=dict)
    firmware: Json = field(
        default_factory=lambda: {"version": "5.1.0", "machine_variables": VARIABLES, "machine_commands": COMMANDS}
    )
    readings: dict[str, list[Json]] = field(default_factory=dict)  # by the last part of the address
    page_size: int = 2
    hides_organisations: bool = False
    instead: deque[Answering | Response] = field(default_factory=deque)  # of what reads would get, one for each
    execute: Answering | Response = field(default_factory=lambda: JSONResponse({"data": {}}))
    asked: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    puts: list[tuple[str, Json]] = field(default_factory=list)
    address: str = ""

    def app(self) -> Starlette:
        """All its addresses."""
        of, one = "/organizations/{org}", "/devices/{device}"
        reads: list[tuple[str, Callable[[Request], Response]]] = [
            ("/organizations", self._organisations),
            (f"{of}/devices", self._devices),
            (f"{of}/machines", lambda _: JSONResponse({"message": "not_found"}, 404)),
            (f"{of}/machines/{{device}}/machine_firmware", self._firmware),
            (one, self._device),
            *((f"{one}/{place}", self._readings) for place in ("metrics", "states", "events", "last_states")),
        ]
        routes = [Route(path, self._read(answer)) for path, answer in reads]
        execute = Route(f"{one}/machine_commands/{{command}}/execute", self._execute, methods=["PUT"])
        return Starlette(routes=[*routes, execute])

    def _read(self, answer: Callable[[Request], Response]) -> Answering:
        async def respond(request: Request) -> Response:
            self.asked.append(request.url.path)
            self.cookies += list(request.cookies)
            if self.instead:
                other = self.instead.popleft()
                return other if isinstance(other, Response) else await other(request)
            return self._refused(request) or answer(request)

        return respond

    def _opened(self, request: Request) -> tuple[str, ...] | None:
        return self.tokens.get(request.headers.get("authorization", "").removeprefix("Bearer "))

    def _refused(self, request: Request) -> Response | None:
        opened, wanted = self._opened(request), request.path_params
        if opened is None:
            return JSONResponse({"message": "unauthorized"}, 401)
        if "org" in wanted and wanted["org"] not in opened:
            return JSONResponse({"message": "forbidden"}, 403)
        organisations = (wanted["org"],) if "org" in wanted else opened
        if "device" in wanted and not self._found(wanted["device"], organisations):
            return JSONResponse({"message": "not_found"}, 404)
        return None

    def _found(self, key: str, organisations: Sequence[str]) -> Json | None:
        return next((d for org in organisations for d in self.devices.get(org, []) if d.get("id") == key), None)

    def _organisations(self, request: Request) -> Response:
        if self.hides_organisations:
            return JSONResponse({"message": "forbidden"}, 403)
        return JSONResponse({"data": [{"id": o, "name": o[3:].title()} for o in self._opened(request) or ()]})

    def _devices(self, request: Request) -> Response:
        response = self._page(request, self.devices.get(request.path_params["org"], []))
        response.set_cookie("whose", "somebody")
        return response

    def _page(self, request: Request, items: Sequence[Json]) -> Response:
        start = int(request.query_params.get("after", "@0")[1:])
        end = start + min(self.page_size, int(request.query_params.get("limit", 100)))
        after = f"@{end}" if end < len(items) else None
        return JSONResponse({"data": items[start:end], "pagination": {"after": after, "total_count": len(items)}})

    def _firmware(self, request: Request) -> Response:
        return JSONResponse({"data": self.firmware})

    def _device(self, request: Request) -> Response:
        return JSONResponse({"data": self._found(request.path_params["device"], self._opened(request) or ())})

    def _readings(self, request: Request) -> Response:
        place, asked = request.url.path.rpartition("/")[2], request.query_params
        items = self.readings.get(place if asked.get("last_value") is None else "last_metrics", [])
        if place == "last_states" or asked.get("last_value"):
            return JSONResponse({"data": items})
        names = [value for key, value in asked.multi_items() if key.endswith("_names[]")]
        items = [i for i in items if asked["from"] <= (i.get("timestamp") or i["start_time"]) <= asked["to"]]
        items = [i for i in items if not names or i["name"] in names]
        return self._page(request, items[::-1] if asked.get("sorting") == "desc" else items)

    async def _execute(self, request: Request) -> Response:
        self.puts.append((request.scope["path"], json.loads(await request.body())))
        refused = self._refused(request)
        if refused is not None:
            return refused
        return self.execute if isinstance(self.execute, Response) else await self.execute(request)


async def never(request: Request) -> Response:
    """Say nothing until the other side has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    return Response()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_ready.set()


class Stage:
    """An address at which platforms play, one after the other."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._app = Starlette()

    def play(self, platform: Platform) -> Platform:
        """From now on, this one answers."""
        self._app, platform.address = platform.app(), self.address
        return platform

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


@contextmanager
def staged() -> Iterator[Stage]:
    """A stage, listening."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        stage = Stage(f"http://127.0.0.1:{listening.getsockname()[1]}")
        server = _Server(uvicorn.Config(stage, log_config=None, access_log=False, lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        assert server.is_ready.wait(20)
        try:
            yield stage
        finally:
            server.should_exit = True
            thread.join(20)
