"""The MCP server as an application: Streamable HTTP at /mcp without sessions, and /health beside it."""

from collections.abc import Awaitable, Callable

from fastmcp import FastMCP
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sayso.dataclass import dataclass
from sayso.tools.http import PATH

HEALTH = "/health"


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """Names and origins, beside the server's own, that requests may speak of."""

    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


def http_app(
    server: FastMCP,
    is_well: Callable[[], Awaitable[bool]],
    guests: AllowedHosts,
    path: str = PATH,
    streams: bool = False,
) -> Starlette:
    """The server as an application. Host and Origin of every request are checked, so that no page that a browser shows
    can reach it by a name of its own. Where tools tell how far they are, answers have to be `streams`."""

    @server.custom_route(HEALTH, methods=["GET"])
    async def health(_: Request) -> Response:
        well = await is_well()
        return JSONResponse({"status": "ok" if well else "unavailable"}, status_code=200 if well else 503)

    return server.http_app(
        path=path,
        stateless_http=True,
        json_response=not streams,
        host_origin_protection=True,
        allowed_hosts=list(guests.hosts),
        allowed_origins=list(guests.origins),
    )
