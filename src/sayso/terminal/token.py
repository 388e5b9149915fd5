"""`sayso token`: an access token for the doors of the network."""

import argparse
import asyncio
import os

from sayso.accounts.tokens import resource_of
from sayso.assemble import assembled
from sayso.audit.audit import AuditedEvent
from sayso.errors import CommandError
from sayso.settings import Settings
from sayso.terminal.people import proven_person
from sayso.terminal.screen.clean import visible


def run(arguments: list[str]) -> int:
    """Print a token."""
    parser = argparse.ArgumentParser(
        prog="sayso token",
        description="Print an access token: send it as `Authorization: Bearer TOKEN`, for SAYSO_TOKEN_HOURS.",
    )
    parser.add_argument("--user", metavar="EMAIL", help="whose; the password is asked for. Default: whoever sits here")
    parser.add_argument(
        "--for",
        dest="resource",
        metavar="URL",
        help="good at this address alone, such as http://127.0.0.1:8000/mcp; default: wherever this key is known",
    )
    parser.add_argument("--password-stdin", action="store_true", help="read the password from the first line of stdin")
    print(asyncio.run(_token(parser.parse_args(arguments))))
    return 0


async def _token(given: argparse.Namespace) -> str:
    resource = None if given.resource is None else resource_of(given.resource)
    if given.resource is not None and resource is None:
        step = "write it as clients do, for example http://127.0.0.1:8000/mcp"
        raise CommandError("is no address that a token can be made for", visible(given.resource), step)
    async with assembled(Settings.read(os.environ)) as parts:
        person = await proven_person(parts, given.user, given.password_stdin)
        await parts.audit.record(person.id, "terminal", AuditedEvent("token_issued"))
        return parts.tokens.issue(person.id, resource)
