"""`sayso gateway mcp.json`: Sayso before several MCP servers, on the network or at a client's pipe."""

import argparse
import asyncio
import os
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

from sayso.accounts.tokens import Tokens
from sayso.assemble import secret_of
from sayso.errors import CommandError
from sayso.gateway.change_streams import NamedSessions
from sayso.gateway.desk import desk_here
from sayso.gateway.door import gateway_server
from sayso.gateway.options import GatewayOptions
from sayso.gateway.policy_file import read_policy
from sayso.gateway.rules import GatewayPolicy
from sayso.gateway.servers import Server, read_servers
from sayso.settings import Settings
from sayso.terminal.network import add_network_options, address_of, check_network_options, protected_resource
from sayso.tools import http, stdio
from sayso.tools.bearers import Bearers, bearer
from sayso.tools.streamable import AllowedHosts, http_app

_EPILOG = """examples:
  sayso gateway mcp.json                 at a client's pipe, for whoever sits here
  sayso gateway mcp.json --http          at http://127.0.0.1:8000/mcp, with an access token (see: sayso token)
  sayso gateway mcp.json --http --local  the same for whoever sits here: the address that it prints is the secret
"""


def run(arguments: list[str]) -> int:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(
        prog="sayso gateway",
        description="Stands before the MCP servers of a client's configuration file.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help='with {"mcpServers": {…}}, as clients have it')
    add_network_options(parser)
    add_options(parser)
    given = parser.parse_args(arguments)
    check_network_options(given, "sayso gateway")
    return asyncio.run(_serve(given, read_servers(given.file)))


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be chosen of every gateway."""
    parser.add_argument("--policy", type=Path, metavar="FILE", help="what is allowed, confirmed and denied")
    parser.add_argument("--page", metavar="URL", help="where `sayso serve` answers: the link to the inbox is told")
    parser.add_argument("--shadow", action="store_true", help="change nothing; write down what would have been done")
    parser.add_argument("--hint", action="store_true", help="give every tool an argument for the person's words")
    parser.add_argument("--only-say", action="store_true", help="list only say and find_tools; the rest stays callable")
    parser.add_argument("--no-say", action="store_true", help="list neither of them: only what the servers have")
    parser.add_argument("--timeout", type=float, default=0.0, metavar="SECONDS", help="how long a call may take")


def options_of(given: argparse.Namespace) -> GatewayOptions:
    """The same, as the gateway takes it."""
    if given.only_say and given.no_say:
        raise CommandError("--only-say and --no-say leave nothing", "sayso", "leave one of them out")
    return GatewayOptions(
        policy=GatewayPolicy() if given.policy is None else read_policy(given.policy),
        page=given.page.rstrip("/") if given.page else None,
        is_shadow=given.shadow,
        adds_hint=given.hint,
        patience=given.timeout,
        adds_say=not given.no_say and not given.shadow,
        hides_tools=given.only_say,
    )


async def _serve(given: argparse.Namespace, servers: tuple[Server, ...]) -> int:
    settings = Settings.read(os.environ)
    if given.http:
        return await _on_the_network(given, settings, servers)
    async with (
        desk_here(settings) as desk,
        gateway_server(servers, desk, options_of(given)) as gateway,
    ):
        is_over = await stdio.serve(gateway)
    if not is_over:
        os._exit(0)  # all is closed; but a thread waits for stdin, and nothing can wake it
    return 0


async def _on_the_network(given: argparse.Namespace, settings: Settings, servers: tuple[Server, ...]) -> int:
    host, port = address_of(given, settings)
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(http.listen(host, port))
        desk = await stack.enter_async_context(desk_here(settings, None if given.local else bearer))
        tokens = Tokens(secret_of(settings), timedelta(hours=settings.token_hours), desk.clock)
        # whoever else uses this machine can reach the port, but not read the key behind the path
        path = f"{http.PATH}/{tokens.derive('local gateway')}" if given.local else http.PATH
        auth = None if given.local else Bearers(tokens, desk.accounts, protected_resource(settings, listening))
        server = await stack.enter_async_context(gateway_server(servers, desk, options_of(given), auth, path))
        guests = AllowedHosts(settings.allowed_hosts, settings.allowed_origins)
        app = NamedSessions(http_app(server, desk.is_well, guests, path, streams=True), path)
        await http.serve(app, listening, settings.trusted_proxies, path)
    return 0
