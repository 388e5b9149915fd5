"""Which assistant is talked to: the options that all commands share, and the room that each needs."""

import argparse
import importlib
import os
import sys
from contextlib import AbstractAsyncContextManager

from sayso.errors import CommandError
from sayso.terminal.talk.address import SERVER, TOKEN, Address, address_of
from sayso.terminal.talk.talk import Talk

# as in the table of commands: to talk to a server needs no database, and the other way round
ROOMS = {False: "sayso.terminal.talk.here", True: "sayso.terminal.talk.there"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says where the assistant is."""
    parser.add_argument("--server", metavar="URL", help=f"talk to this `sayso serve`; default: {SERVER}, or here")
    parser.add_argument("--token", help=f"an access token for it; default: {TOKEN}, which no process list shows")
    parser.add_argument("--insecure", action="store_true", help="send the token unencrypted to another machine")


def chosen(given: argparse.Namespace) -> Address | None:
    """The server that is meant; None where the assistant is here."""
    address = address_of(given.server, given.token, os.environ)
    if address is None or not address.is_plain or address.token is None:
        return address
    if not given.insecure:
        next_step = "use https://, or --insecure in a network that you trust"
        raise CommandError("would send the token so that others on the way can read it", address.url, next_step)
    print(f"the token goes unencrypted to {address.url}", file=sys.stderr)
    return address


def opened(address: Address | None) -> AbstractAsyncContextManager[Talk]:
    """The assistant at an address, or here."""
    room = importlib.import_module(ROOMS[address is not None])
    found: AbstractAsyncContextManager[Talk] = room.opened(address)
    return found
