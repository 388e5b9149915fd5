"""What OpenTelemetry's SDK is told of a message, scene by scene, as JSON: `python tests/traced.py FOLDER`.

A process of its own: a provider is given once, and everything in the process is traced from then on.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from fastmcp import FastMCP
from model_server import Call, Says, model_server
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from sayso.assemble import assembled
from sayso.face import standard
from sayso.gateway.desk import desk_here
from sayso.gateway.door import gateway_server
from sayso.gateway.options import GatewayOptions
from sayso.gateway.servers import LocalServer
from sayso.settings import Settings
from sayso.terminal.serving import wings
from sayso.tools.server import build_server
from sayso.tools.streamable import AllowedHosts, http_app
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01", "tracestate": "a=1"}
HERE = "http://127.0.0.1"
STRANGE = Path(__file__).parent / "gateway/strange.py"


@asynccontextmanager
async def at_the_web(folder: Path, more: Mapping[str, str]) -> AsyncIterator[httpx2.AsyncClient]:
    """Somebody at the web's door, whose requests belong to a trace."""
    async with assembled(Settings.read({"XDG_DATA_HOME": str(folder), **more})) as parts:
        engine, person = standard(), await parts.local_person()
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "token"), "token", Rate(0), Metrics())
        headers = {"Authorization": f"Bearer {parts.tokens.issue(person.id)}", **PARENT}
        transport = httpx2.ASGITransport(build_app(desk))
        async with httpx2.AsyncClient(transport=transport, base_url=HERE, headers=headers) as client:
            yield client


async def said(client: httpx2.AsyncClient, words: str, **headers: str) -> str:
    """What is answered to a message of a new conversation."""
    begun = (await client.post("/api/conversations")).json()["id"]
    path = f"/api/conversations/{begun}/messages"
    return (await client.post(path, json={"content": words}, headers=headers)).raise_for_status().text


async def web(folder: Path) -> object:
    """A message, and a search by the same words."""
    async with at_the_web(folder, {"SAYSO_FLEET": "none"}) as client:
        await said(client, "add a surprise for Bob")
        return (await client.get("/api/tasks", params={"search": "surprise"})).status_code


async def stream(folder: Path) -> object:
    """The same, answered as it comes about."""
    async with at_the_web(folder, {"SAYSO_FLEET": "none"}) as client:
        return (await said(client, "add a surprise for Bob", Accept="text/event-stream")).count("event: ")


async def model(folder: Path) -> object:
    """A message that a model makes calls of: one that was asked for, one of a tool that it made up."""
    calls = (Call("add_task", {"title": "a surprise for Bob"}), Call("surprise_bob"))
    with model_server() as scripted:
        scripted.plays(Says("", calls), Says("Done."))
        async with at_the_web(folder, {"SAYSO_FLEET": "none", **scripted.environment()}) as client:
            return (await said(client, "please add a surprise for Bob")) != ""


@asynccontextmanager
async def over_http(server: FastMCP) -> AsyncIterator[httpx2.AsyncClient]:
    """Somebody at an MCP server on the network, whose requests belong to a trace."""
    app = http_app(server, is_well, AllowedHosts(("127.0.0.1",)))
    headers = {"Accept": "application/json, text/event-stream", **PARENT}
    transport = httpx2.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url=HERE, headers=headers) as client,
    ):
        yield client


async def is_well() -> bool:
    return True


async def called(client: httpx2.AsyncClient, tool: str, arguments: Mapping[str, object]) -> Any:
    """What a tool answers."""
    params = {"name": tool, "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return (await client.post("/mcp", json=body)).json()["result"]["structuredContent"]


async def mcp(folder: Path) -> object:
    """Sayso's own tools: one that decides, a call that is wrong, and a tool that there is not."""
    async with assembled(Settings.read({"XDG_DATA_HOME": str(folder), "SAYSO_FLEET": "none"})) as parts:
        person = await parts.local_person()
        async with over_http(build_server(wings(parts), parts.audit, lambda: person.id)) as client:
            given = {"message": "add a surprise for Bob", "now": "2026-11-18T12:00:00+01:00"}
            calls: Sequence[tuple[str, Mapping[str, object]]] = (
                ("decide", given),
                ("add_task", {"surprise": "Bob"}),
                ("surprise_bob", {}),
            )
            return [(await called(client, *call))["status"] for call in calls]


async def gateway(folder: Path) -> object:
    """A call that the server behind carries out, which is told the trace; then plain words."""
    async with desk_here(Settings.read({"XDG_DATA_HOME": str(folder)})) as desk:
        strange = LocalServer("strange", sys.executable, (str(STRANGE), str(folder / "marks")))
        async with (
            gateway_server([strange], desk, GatewayOptions(adds_say=True)) as server,
            over_http(server) as client,
        ):
            told = (await called(client, "read_trace", {}))["result"]
            done = await called(client, "say", {"request": "read which trace the call belongs to"})
            return [told, done["status"]]


def plain(one: ReadableSpan) -> dict[str, object]:
    """A span, as a test reads it."""
    context = one.get_span_context()
    assert context is not None
    return {
        "name": one.name,
        "kind": one.kind.name,
        "id": f"{context.span_id:016x}",
        "trace": f"{context.trace_id:032x}",
        "parent": f"{one.parent.span_id:016x}" if one.parent is not None else None,
        "by": one.instrumentation_scope.name if one.instrumentation_scope is not None else "",
        "attributes": dict(one.attributes or {}),
        "status": [one.status.status_code.name, one.status.description],
        "events": [[event.name, dict(event.attributes or {})] for event in one.events],
    }


EXPORTER = InMemorySpanExporter()
SCENES = (web, stream, model, mcp, gateway)


async def played(folder: Path) -> dict[str, object]:
    """Every scene: what came of it, and its spans in the order in which they ended."""
    told: dict[str, object] = {}
    for scene in SCENES:
        EXPORTER.clear()
        came = await scene(folder / scene.__name__)
        told[scene.__name__] = {"came": came, "spans": [plain(one) for one in EXPORTER.get_finished_spans()]}
    return told


if __name__ == "__main__":
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
    trace.set_tracer_provider(provider)
    print(json.dumps(asyncio.run(played(Path(sys.argv[1])))))
