"""A gateway inside the test, before servers that are processes of their own."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from children import forked
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
    settings = Settings.read({"XDG_DATA_HOME": str(folder / "data"), **(environment or {})})
    async with desk_here(settings, who, clock) as desk:
        behind = servers or (strange(folder),)
        async with gateway_server(behind, desk, options or GatewayOptions()) as server:
            yield Doorway(server, desk, folder / "marks")
