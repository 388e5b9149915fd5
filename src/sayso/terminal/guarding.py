"""`sayso guard -- COMMAND…`: Sayso before one MCP server, at a client's pipe."""

import argparse
import asyncio
import os
from pathlib import Path

from sayso.errors import CommandError
from sayso.gateway.desk import desk_here
from sayso.gateway.door import gateway_server
from sayso.gateway.servers import command_server
from sayso.settings import Settings
from sayso.terminal.gateway import add_options, options_of
from sayso.tools import stdio

_EPILOG = """example, in a client's configuration:
  {"mcpServers": {"files": {"command": "sayso", "args": ["guard", "--", "npx", "-y",
    "@modelcontextprotocol/server-filesystem", "/home/me/notes"]}}}
"""


def run(arguments: list[str]) -> int:
    """Serve until the client is gone."""
    parser = argparse.ArgumentParser(
        prog="sayso guard",
        description="Starts an MCP server and stands before it: calls are completed, checked against what the person "
        "said, and confirmed by the person where they destroy.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(parser)
    parser.add_argument("--name", metavar="NAME", help="what the server is called, in the policy and to people")
    parser.add_argument("server", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="how the server is started")
    given = parser.parse_args(arguments)
    words = given.server[1:] if given.server[:1] == ["--"] else given.server
    if not words:
        raise CommandError("no server is named", "sayso guard", "write: sayso guard -- COMMAND …")
    return asyncio.run(_serve(given, words))


async def _serve(given: argparse.Namespace, words: list[str]) -> int:
    settings = Settings.read(os.environ)
    server = command_server(words, os.environ, given.name, str(Path.cwd()))
    async with (
        desk_here(settings) as desk,
        gateway_server([server], desk, options_of(given)) as gateway,
    ):
        is_over = await stdio.serve(gateway)
    if not is_over:
        os._exit(0)  # all is closed; but a thread waits for stdin, and nothing can wake it
    return 0
