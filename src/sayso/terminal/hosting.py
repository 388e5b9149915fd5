"""`sayso serve`: the assistant in the browser and over HTTP, with the MCP server beside it."""

import argparse
import asyncio
import importlib
import logging
import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version

from starlette.applications import Starlette
from starlette.types import ASGIApp

from sayso.assemble import Parts, assembled
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
from sayso.terminal.running import is_own_server
from sayso.terminal.tending import kept_tidy
from sayso.terminal.typed.keyboard import typing_of
from sayso.terminal.typed.meant import alone, typed_words, yeses
from sayso.tools import http
from sayso.tools.resource import ProtectedResource
from sayso.web.app import build_app
from sayso.web.desk import Desk, Mode, signed_in
from sayso.web.later import LaterApp
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

_MCP = "sayso.terminal.hosted"  # loaded when a client of MCP first asks
_EPILOG = """examples:
  sayso serve --local               for whoever sits at this machine: open the link that it prints
  sayso serve --host 0.0.0.0        for people with accounts (see: sayso user), from other devices, too:
                                    it prints the address, and what to set so that it answers there
"""
_STOPS = "Ctrl-C stops it."
_HELP = "Port {port} is another program's. Enter or yes: Sayso starts at {free}. exit: it does not start."


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
    chosen = await _offered(settings, port, given.local)
    if chosen is None:
        return 0
    port = chosen
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
                how = f"{_once(settings, listening.getsockname()[1])} {_STOPS}" if given.local else _STOPS
                print(how, file=sys.stderr, flush=True)
                await http.serve(app, listening, settings.trusted_proxies)
    return 0


async def _offered(settings: Settings, port: int, is_local: bool) -> int | None:
    """The port to listen at: a person is offered the next one that is free, where this one is taken. None where there
    is nothing to start: the same installation runs at one of those between, or the person leaves."""
    host = settings.host
    is_typed = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    free = http.free_instead(host, port)
    if free is None:
        return port
    for other in range(port + 1, free) if is_local else ():
        if await _runs_already(settings, host, other):
            return None
    if not is_typed:
        return port
    print(f"Another program listens at {host}:{port} (--port or SAYSO_PORT names another port).", file=sys.stderr)
    replies = load_replies()
    typed, agreeing = typed_words(replies), {yes for words in replies.values() for yes in yeses(words)}
    typing = typing_of(prompt=f"Listen at {free} instead? Enter or yes does, exit leaves: ")
    with suppress(EOFError):
        while (said := (await typing.answer()).strip().casefold()) in alone(typed["typed_help"]):
            print(_HELP.format(port=port, free=free), file=sys.stderr)
        if not said or said in agreeing:
            return free
        if said in alone(typed["typed_quit"]):
            return None
    return port  # and that it is taken is told as ever


def _once(settings: Settings, port: int) -> str:
    """How one gets another link: the port is named where it is not the one that is set."""
    return (
        f"The link signs you in once; `sayso link{'' if port == settings.port else f' --port {port}'}` prints another."
    )


def _kept_in(settings: Settings) -> str:
    """Where everything is kept, to be shown: an address may hold a password."""
    scheme, _, path = settings.database_url.partition(":///")
    return f"all that it keeps in {path}" if scheme == "sqlite" else "the database of SAYSO_DATABASE_URL"


async def _runs_already(settings: Settings, host: str, port: int) -> bool:
    """Whether a server of the same installation answers there; then its link is printed instead of starting another."""
    if not await is_own_server(settings, host, port):
        return False
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    async with assembled(settings) as parts:
        link = link_to(address, await parts.signins.invite((await parts.local_person()).id))
    print(f"open {link}", flush=True)
    print(f"Sayso runs already at {address}. {_once(settings, port)}", file=sys.stderr, flush=True)
    return True


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
