"""`sayso link`: a link that signs somebody in at a running server, once."""

import argparse
import asyncio
import os
import socket
import sys
from dataclasses import replace
from urllib.parse import urlsplit

from sayso.assemble import assembled
from sayso.audit.audit import AuditedEvent
from sayso.errors import CommandError
from sayso.settings import Settings
from sayso.signin.signins import KEY_LIFETIME
from sayso.terminal.people import wanted_person

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
_PATIENCE = 2.0  # seconds for a server on this machine to be there
_EPILOG = """examples:
  sayso link                                            for whoever sits here
  sayso link --port 9000                                the same, at a server on another port
  sayso link --user ann@example.org --at https://tasks.example.org
"""


def run(arguments: list[str]) -> int:
    """Print a link."""
    minutes = int(KEY_LIFETIME.total_seconds() // 60)
    parser = argparse.ArgumentParser(
        prog="sayso link",
        description=f"Print a link that signs somebody in at a running server: once, within {minutes} minutes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--user", metavar="EMAIL", help="whom; no password is asked for. Default: whoever sits here")
    parser.add_argument("--at", metavar="URL", help="where people find the server; default: SAYSO_HOST and SAYSO_PORT")
    parser.add_argument("--port", type=int, help="the server's port on this machine; default: SAYSO_PORT")
    given = parser.parse_args(arguments)
    settings = Settings.read(os.environ)
    if given.port is not None:
        if given.at is not None:
            raise CommandError("--port is for this machine, --at for any", "link", "leave one of them out")
        if not 0 < given.port < 65_536:
            raise CommandError("is no port", str(given.port), "for example 8000")
        settings = replace(settings, port=given.port)
    address = _here(settings) if given.at is None else _checked(given.at)
    print(asyncio.run(_link(settings, given.user, address)))
    print(f"It works once, within {minutes} minutes.", file=sys.stderr)
    return 0


def link_to(address: str, key: str) -> str:
    """The link of a key."""
    return f"{address}/signin?key={key}"


async def _link(settings: Settings, email: str | None, address: str) -> str:
    async with assembled(settings) as parts:
        person = await wanted_person(parts, email)
        await parts.audit.record(person.id, "terminal", AuditedEvent("link_made"))
        return link_to(address, await parts.signins.invite(person.id))


def _here(settings: Settings) -> str:
    """The address of the settings, if something listens there: a link to nowhere helps nobody."""
    host = _EVERYWHERE.get(settings.host, settings.host)
    address = f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"
    try:
        socket.create_connection((host, settings.port), _PATIENCE).close()
    except OSError:
        raise CommandError(
            "no server answers", address, "start one, or say where it is: --port NUMBER or --at URL"
        ) from None
    return address


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/")
        if is_address and not parts.query and not parts.fragment and "@" not in parts.netloc:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise CommandError("is no address of a server", url, "for example http://127.0.0.1:8000")
