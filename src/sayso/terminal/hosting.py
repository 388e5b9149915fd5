"""`sayso serve`: the assistant in the browser and over HTTP, with the MCP server beside it."""

import argparse
import asyncio
import hmac
import importlib
import logging
import os
import secrets
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from http.client import HTTPConnection, HTTPException
from importlib.metadata import version

from starlette.applications import Starlette
from starlette.types import ASGIApp

from sayso.accounts.tokens import Tokens
from sayso.assemble import Parts, assembled, secret_of
from sayso.errors import CommandError
from sayso.face import Engine, standard
from sayso.languages.shipped import load_replies
from sayso.reminders.delivery import delivering
from sayso.reminders.opened import opened_delivery, sender_of
from sayso.settings import Settings
from sayso.tasks.service import Clock, utc_now
from sayso.terminal.linking import link_to
from sayso.terminal.network import protected_resource
from sayso.terminal.reaching import reaching
from sayso.terminal.tending import kept_tidy
from sayso.terminal.typed.keyboard import typing_of
from sayso.terminal.typed.meant import yeses
from sayso.tools import http
from sayso.tools.resource import ProtectedResource
from sayso.web.app import build_app
from sayso.web.desk import Desk, Mode, signed_in
from sayso.web.instance import INSTANCE, NONCE, instance_proof
from sayso.web.later import LaterApp
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

_MCP = "sayso.terminal.hosted"  # loaded when a client of MCP first asks
_EPILOG = """examples:
  sayso serve --local               for whoever sits at this machine: open the link that it prints
  sayso serve --host 0.0.0.0        for people with accounts (see: sayso user), from other devices, too:
                                    it prints the address, and what to set so that it answers there
"""
_ONCE = "The link signs you in once; `sayso link` prints another."
_STOPS = "Ctrl-C stops it."
_HOW = f"{_ONCE} {_STOPS}"
_PATIENCE = 2.0  # seconds for a server at the same address to say that it is there


def run(arguments: list[str], clock: Clock = utc_now) -> int:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(
        prog="sayso serve",
        description="The assistant: a page at /, its API at /api, the tools for MCP clients at /mcp.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", help="where to listen; default: SAYSO_HOST")
    parser.add_argument("--port", type=int, help="0 takes one that is free; default: SAYSO_PORT")
    parser.add_argument(
        "--local", action="store_true", help="for whoever sits at this machine only: the printed link signs in"
    )
    return asyncio.run(_serve(parser.parse_args(arguments), clock))


async def _serve(given: argparse.Namespace, clock: Clock) -> int:
    settings = Settings.read(os.environ)
    host = settings.host if given.host is None else given.host
    settings = replace(settings, host=host)
    if given.local and not http.is_loopback(host):
        raise CommandError("--local is for this machine only", host, "listen at 127.0.0.1, or leave --local out")
    if not given.local:
        _write_log()
    port = http.checked_port(settings.port if given.port is None else given.port)
    if given.local and await _runs_already(settings, host, port):
        return 0
    port = await _offered(host, port)
    with http.listen(host, port) as listening:
        if given.local:
            print(f"Sayso {version('sayso')} starts, with {_kept_in(settings)} …", file=sys.stderr, flush=True)
        async with assembled(settings, clock) as parts:
            engine = standard()
            app = await _app(parts, engine, protected_resource(settings, listening), given.local)
            remind = opened_delivery(settings.reminding, parts.reminders, sender_of(settings), load_replies)
            async with kept_tidy(parts), remind as delivery, delivering(delivery):
                for line in [] if given.local else await _reaching(parts, listening):
                    print(line, file=sys.stderr, flush=True)
                print(f"open {await _link(parts, listening, given.local)}", flush=True)
                print(_HOW if given.local else _STOPS, file=sys.stderr, flush=True)
                await http.serve(app, listening, settings.trusted_proxies)
    return 0


async def _offered(host: str, port: int) -> int:
    """The port to listen at: a person is offered the next one that is free, where this one is taken."""
    is_typed = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    free = http.free_instead(host, port) if is_typed else None
    if free is None:
        return port
    print(f"Another program listens at {host}:{port} (--port or SAYSO_PORT names another port).", file=sys.stderr)
    replies = load_replies()
    typing = typing_of(prompt=f"Listen at {free} instead? Enter or yes does, exit leaves: ")
    with suppress(EOFError):
        said = (await typing.answer()).strip().casefold()
        if not said or said in {yes for words in replies.values() for yes in yeses(words)}:
            return free
    return port  # and that it is taken is told as ever


def _kept_in(settings: Settings) -> str:
    """Where everything is kept, to be shown: an address may hold a password."""
    scheme, _, path = settings.database_url.partition(":///")
    return f"all that it keeps in {path}" if scheme == "sqlite" else "the database of SAYSO_DATABASE_URL"


async def _runs_already(settings: Settings, host: str, port: int) -> bool:
    """Whether a server of the same installation answers there; then its link is printed instead of starting another."""
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    nonce = secrets.token_hex(32)
    try:
        reached, given = await asyncio.to_thread(_asked, host, port, nonce)
    except (OSError, HTTPException):
        return False
    tokens = Tokens(secret_of(settings), timedelta(hours=settings.token_hours), utc_now)
    if not hmac.compare_digest(given.encode(), instance_proof(tokens, nonce, reached).encode()):
        return False
    async with assembled(settings) as parts:
        link = link_to(address, await parts.signins.invite((await parts.local_person()).id))
    print(f"open {link}", flush=True)
    print(f"Sayso runs already at {address}. {_ONCE}", file=sys.stderr, flush=True)
    return True


def _asked(host: str, port: int, nonce: str) -> tuple[tuple[str, int], str]:
    """Which address answers there, and how it proves what it is; the standard library's client loads at once."""
    client = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        client.request("GET", "/health", headers={NONCE: nonce})
        at, number = client.sock.getpeername()[:2]
        return (at, number), client.getresponse().headers.get(INSTANCE, "")
    finally:
        client.close()


async def _app(parts: Parts, engine: Engine, resource: ProtectedResource, is_local: bool) -> ASGIApp:
    person = await parts.local_person() if is_local else None
    rate = Rate(parts.settings.messages_per_minute, parts.rate_limit)
    mode: Mode = "token" if person is None else "local"
    desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, mode), mode, rate, Metrics())

    def mcp() -> Starlette:
        made: Starlette = importlib.import_module(_MCP).hosted(parts, resource, person)
        return made

    return build_app(desk, LaterApp(mcp, (http.PATH, resource.document)))


async def _reaching(parts: Parts, listening: socket.socket) -> list[str]:
    has_accounts = any(person.email for person in await parts.accounts.all())
    host, port = listening.getsockname()[:2]
    return reaching(host, port, parts.settings.allowed_hosts, has_accounts)


async def _link(parts: Parts, listening: socket.socket, is_local: bool) -> str:
    """Where the page is; for whoever sits here, with a key that signs them in once."""
    address = http.address_of(listening).removesuffix(http.PATH)
    if not is_local:
        return f"{address}/"
    return link_to(address, await parts.signins.invite((await parts.local_person()).id))


def _write_log() -> None:
    """A line of JSON for every request, on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("sayso.web")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
