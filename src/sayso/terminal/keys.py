"""`sayso machines key`: a user's own key to the Things5 platform, proven there before it is kept."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Callable

from sayso.assemble import Parts, assembled
from sayso.errors import CommandError, SettingsError
from sayso.machines.key import Key, KeyStore
from sayso.machines.keys import FleetKeys
from sayso.machines.things5.client import Client
from sayso.machines.things5.patience import Patience
from sayso.machines.things5.proof import OrganisationChoice, proven
from sayso.machines.vault import vault_of
from sayso.settings import Settings, Things5
from sayso.terminal.people import wanted_person

_EPILOG = """examples:
  sayso machines key --user ann@example.org < token
  sayso machines key --user ann@example.org --organisation "Bakery" < token
  sayso machines key --user ann@example.org --forget
"""


def run_key(arguments: list[str], store_of: Callable[[Parts], KeyStore]) -> int:
    """Keep the token that stands on stdin, or is typed unseen; the store is that of the assembled parts."""
    parser = argparse.ArgumentParser(
        prog="sayso machines key",
        description="Set a user's key to the platform of the machines. The token is read from the first line of stdin.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--user", metavar="EMAIL", help="whose; default: whoever sits here")
    parser.add_argument(
        "--organisation", metavar="ORG", default="", help="by id or name, where the token opens several"
    )
    parser.add_argument("--forget", action="store_true", help="forget the key instead")
    return asyncio.run(_do(parser.parse_args(arguments), store_of))


def run(arguments: list[str]) -> int:
    """Keep a key in the database."""
    return run_key(arguments, lambda parts: FleetKeys(parts.database, parts.clock, "things5", vault_of(parts.settings)))


async def _do(given: argparse.Namespace, store_of: Callable[[Parts], KeyStore]) -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        person = await wanted_person(parts, given.user)
        store, named = store_of(parts), person.email or person.name
        if given.forget:
            is_gone = await store.forget(person.id)
            print(f"the key of {named} is forgotten" if is_gone else f"{named} has no key")
            return 0
        key = await _proven(parts.settings.things5, read_token(), given.organisation.strip())
        await store.keep(person.id, key)
        print(f"the key of {named} is kept, for the organisation {key.organisation}")
    return 0


async def _proven(platform: Things5, token: str, organisation: str) -> Key:
    if platform.url is None:
        raise SettingsError("is not set", "SAYSO_THINGS5_URL", "set it to the address of the platform")
    client = Client(platform.url, Patience(answer=platform.answer_seconds))
    try:
        found = await proven(client, token, organisation)
    finally:
        await client.close()
    if isinstance(found, OrganisationChoice):
        opened = ", ".join(f"{one.name} ({one.id})" for one in found.organisations) or "none"
        raise CommandError(f"the token opens: {opened}", "organisation", "name one of them with --organisation")
    return found


def read_token() -> str:
    """The token, never from the command line, where everybody on the machine could read it."""
    said = getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()
    token = said.strip().removeprefix("Bearer ").strip()
    if not Key(token, "").is_usable:
        raise CommandError("this is no token", "stdin", "pipe the token in, or type it at a terminal")
    return token
