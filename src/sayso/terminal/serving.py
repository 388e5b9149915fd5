"""`sayso mcp`: tasks and machines as an MCP server, at a client's pipe or on the network."""

import argparse
import asyncio
import os

from sayso.assemble import Parts, assembled
from sayso.decide_tool import decide_wing
from sayso.face import standard
from sayso.machines.server.wing import machine_wing
from sayso.settings import Settings
from sayso.tasks.server.wing import task_wing
from sayso.terminal.network import add_network_options, address_of, check_network_options, protected_resource
from sayso.terminal.tending import is_well, kept_tidy
from sayso.tools import http, stdio
from sayso.tools.bearers import Bearers, bearer
from sayso.tools.door import DoorTerms
from sayso.tools.server import build_server
from sayso.tools.streamable import AllowedHosts, http_app
from sayso.tools.wing import Wing

_EPILOG = """examples:
  sayso mcp                            at a client's pipe, for whoever sits here
  sayso mcp --http                     at http://127.0.0.1:8000/mcp, with an access token (see: sayso token)
  sayso mcp --http --local --port 9000 the same for whoever sits here: the address that it prints is the secret
"""


def run(arguments: list[str]) -> int:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(
        prog="sayso mcp",
        description="Tasks and machines, and Sayso's own decisions, as an MCP server.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_network_options(parser)
    given = parser.parse_args(arguments)
    check_network_options(given, "sayso mcp")
    return asyncio.run(_on_the_network(given) if given.http else _at_a_pipe())


async def _at_a_pipe() -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        person = await parts.local_person()
        server = build_server(wings(parts), parts.audit, lambda: person.id, terms=terms(parts))
        async with kept_tidy(parts):
            is_over = await stdio.serve(server)
    if not is_over:
        os._exit(0)  # all is closed; but a thread waits for stdin, and nothing can wake it
    return 0


async def _on_the_network(given: argparse.Namespace) -> int:
    settings = Settings.read(os.environ)
    host, port = address_of(given, settings)
    with http.listen(host, port) as listening:
        async with assembled(settings) as parts:
            path = http.PATH
            if given.local:  # whoever else uses this machine can reach the port, but not read the key behind the path
                person, path = await parts.local_person(), f"{http.PATH}/{parts.tokens.derive('local mcp')}"
                server = build_server(wings(parts), parts.audit, lambda: person.id, terms=terms(parts))
            else:
                bearers = Bearers(parts.tokens, parts.accounts, protected_resource(settings, listening))
                server = build_server(wings(parts), parts.audit, bearer, bearers, terms(parts))
            guests = AllowedHosts(settings.allowed_hosts, settings.allowed_origins)
            app = http_app(server, lambda: is_well(parts), guests, path)
            async with kept_tidy(parts):
                await http.serve(app, listening, settings.trusted_proxies, path)
    return 0


def wings(parts: Parts) -> list[Wing]:
    """The tools that are served: those of the machines only where there is a fleet, and Sayso itself."""
    machines = [] if parts.settings.fleet == "none" else [machine_wing(parts.machines, parts.planning)]
    deciding = decide_wing(standard, parts.accounts, parts.confirmations, parts.audit)
    return [task_wing(parts.tasks), *machines, deciding]


def terms(parts: Parts) -> DoorTerms:
    """What programs may do here."""
    per_minute = parts.settings.calls_per_minute

    async def admit(user_id: str) -> int:
        return await parts.rate_limit.admit(f"calls {user_id}", per_minute)

    return DoorTerms(parts.settings.clients_confirm, admit if per_minute else None)
