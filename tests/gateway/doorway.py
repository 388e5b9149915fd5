"""A gateway inside the test, before servers that are processes of their own."""

import json
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import children
import tables
from children import forked
from doors import SECRET
from fastmcp import FastMCP
from fastmcp.client.client import CallToolResult

from sayso.gateway.desk import GatewayDesk, desk_here
from sayso.gateway.door import gateway_server
from sayso.gateway.options import GatewayOptions
from sayso.gateway.servers import LocalServer, Server
from sayso.gateway.upstream import Who
from sayso.settings import Settings

ANSWER = "sayso/answer"
STRANGE = Path(__file__).with_name("strange.py")
ERAS = ("legacy", "auto")


@dataclass(frozen=True, slots=True)
class Doorway:
    """The gateway, its desk, and the file in which the strange server marks what it did."""

    server: FastMCP
    desk: GatewayDesk
    mark: Path

    def marks(self) -> list[str]:
        return self.mark.read_text().split("\n")[:-1] if self.mark.exists() else []

    async def say_yes(self, person: str | None = None) -> None:
        """The person's own yes to all that waits."""
        who = person or self.desk.who()
        for pending in await self.desk.confirmations.waiting(who):
            assert await self.desk.confirmations.grant(pending.id, who)


def answer(result: CallToolResult) -> dict[str, Any]:
    """What was answered: by the tool, or in its place; there only where no output schema is broken by it."""
    in_place = (result.meta or {}).get(ANSWER)
    if in_place is None:
        return result.structured_content or {}
    assert result.is_error
    assert result.structured_content in (None, in_place)
    return dict(in_place)


def strange(folder: Path, name: str = "strange") -> LocalServer:
    program, *arguments = forked(str(STRANGE), str(folder / "marks"))
    return LocalServer(name, program, tuple(arguments))


@asynccontextmanager
async def doorway(
    folder: Path,
    *servers: Server,
    options: GatewayOptions | None = None,
    who: Who | None = None,
    clock: Callable[[], datetime] | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Doorway]:
    tables.laid(folder / "data/sayso/sayso.db")
    settings = Settings.read({"XDG_DATA_HOME": str(folder / "data"), **(environment or {})})
    async with desk_here(settings, who, clock) as desk:
        behind = servers or (strange(folder),)
        async with gateway_server(behind, desk, options or GatewayOptions()) as server:
            yield Doorway(server, desk, folder / "marks")


@contextmanager
def opened(
    door: str, folder: Path, settings: Mapping[str, str] | None = None, program: Path = STRANGE
) -> Iterator[str]:
    """The origin of `sayso gateway`, `mcp` or `serve` with the tests' key; the gateway stands before a program."""
    file, behind = folder / "mcp.json", forked(str(program), str(folder / "marks"))
    file.write_text(json.dumps({"mcpServers": {"a": {"command": behind[0], "args": behind[1:]}}}))
    tables.laid(folder / "data/sayso/sayso.db")
    own = {"XDG_DATA_HOME": str(folder / "data"), "SAYSO_SECRET": SECRET, "SAYSO_SIMULATED_OUTAGES": "false"}
    command = {"gateway": ["gateway", str(file), "--http"], "mcp": ["mcp", "--http"], "serve": ["serve"]}[door]
    running = subprocess.Popen(
        children.sayso(*command, "--port", "0"),
        env={**os.environ, **own, **(settings or {})},
        stdout=subprocess.PIPE if door == "serve" else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if door == "serve" else subprocess.PIPE,
        text=True,
    )
    with children.watched(running):
        said = children.next_line(running, running.stdout if door == "serve" else running.stderr)
        assert said.startswith(("open http://", "listening at http://")), said
        yield said.split()[-1].removesuffix("/mcp").rstrip("/")
        assert children.end(running) == 0
