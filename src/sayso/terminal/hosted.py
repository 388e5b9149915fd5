"""The MCP server beside the assistant: made when somebody first asks for it, since its libraries take long to load."""

from starlette.applications import Starlette

from sayso.accounts.person import Person
from sayso.assemble import Parts
from sayso.terminal.serving import terms, wings
from sayso.terminal.tending import is_well
from sayso.tools.bearers import Bearers, bearer
from sayso.tools.resource import ProtectedResource
from sayso.tools.server import build_server
from sayso.tools.streamable import AllowedHosts, http_app


def hosted(parts: Parts, resource: ProtectedResource, person: Person | None) -> Starlette:
    """The application at /mcp; for one person only where one is given."""
    # at this machine, too, programs bring a token: other users of it can reach the port
    bearers = Bearers(parts.tokens, parts.accounts, resource, person)
    server = build_server(wings(parts), parts.audit, bearer, bearers, terms(parts))
    guests = AllowedHosts(parts.settings.allowed_hosts, parts.settings.allowed_origins)
    return http_app(server, lambda: is_well(parts), guests)
