"""`sayso user` and `sayso token`: accounts, all that is kept about a person, and access tokens."""

import argparse
import asyncio
import getpass
import json
import os
import sys

from sayso.accounts.accounts import AccountRejected, NewPerson
from sayso.accounts.here import timezone_here
from sayso.accounts.person import HOME, Person
from sayso.assemble import Parts, assembled
from sayso.audit.audit import AuditedEvent
from sayso.errors import CommandError
from sayso.settings import Settings
from sayso.terminal.presence import ask_yes
from sayso.terminal.screen.clean import visible

_EPILOG = """examples:
  sayso user add Ann ann@example.org --timezone Europe/Rome
  sayso user export ann@example.org > ann.json
  sayso user password ann@example.org
  sayso user sessions ann@example.org --end 1f3a9c07
  sayso user delete ann@example.org
"""


def run(arguments: list[str]) -> int:
    """Do what is asked about accounts."""
    parser = argparse.ArgumentParser(
        prog="sayso user",
        description="Accounts. Without an address, export and delete mean whoever sits at this machine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(
        dest="verb", required=True, metavar="add|list|export|password|pin|sessions|revoke|delete"
    )
    add = verbs.add_parser("add", help="make an account; the password is asked for")
    add.add_argument("name")
    add.add_argument("email")
    add.add_argument("--timezone", help="IANA name, such as Europe/Rome; default: the machine's")
    add.add_argument("--organisation", default=HOME, help="whose machines the person sees; default: %(default)s")
    add.add_argument("--password-stdin", action="store_true", help="read the password from the first line of stdin")
    verbs.add_parser("list", help="everybody who has an account")
    export = verbs.add_parser("export", help="all that is kept about a person, as JSON")
    export.add_argument("email", nargs="?")
    password = verbs.add_parser("password", help="change a password; all sessions and tokens from before end")
    password.add_argument("email")
    password.add_argument("--password-stdin", action="store_true", help="read it from the first line of stdin")
    pin = verbs.add_parser("pin", help="have a PIN for what is dangerous at machines, or another one; it is asked for")
    pin.add_argument("email", nargs="?")
    pin.add_argument("--remove", action="store_true", help="have none any more")
    pin.add_argument("--password-stdin", action="store_true", help="read it from the first line of stdin")
    sessions = verbs.add_parser("sessions", help="where a person is signed in")
    sessions.add_argument("email", nargs="?")
    sessions.add_argument("--end", metavar="ID", help="sign out of this one first")
    revoke = verbs.add_parser(
        "revoke", help="end all sessions of a person, take back the access tokens, close the calendar"
    )
    revoke.add_argument("email", nargs="?")
    delete = verbs.add_parser("delete", help="remove a person and all that is kept about them")
    delete.add_argument("email", nargs="?")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    return asyncio.run(_do(parser.parse_args(arguments)))


async def _do(given: argparse.Namespace) -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        match given.verb:
            case "add":
                await _add(parts, given)
            case "list":
                for person in await parts.accounts.all():
                    who = f"{person.email or '(this machine)'}  {person.name}"
                    print(f"{_for_programs(person)}{who}  {person.timezone}  {person.organisation}")
            case "export":
                person = await wanted_person(parts, given.email)
                await parts.audit.record(person.id, "terminal", AuditedEvent("exported"))
                kept = await parts.belongings.export(person.id)
                print(json.dumps(kept, ensure_ascii=False, indent=2))
            case "password":
                await _change_password(parts, given)
            case "pin":
                await _keep_pin(parts, given)
            case "sessions":
                await _show_sessions(parts, given)
            case "revoke":
                await _revoke(parts, await wanted_person(parts, given.email))
            case _:
                await _delete(parts, given)
    return 0


async def _keep_pin(parts: Parts, given: argparse.Namespace) -> None:
    person = await wanted_person(parts, given.email)
    pin = None if given.remove else read_password(given.password_stdin, is_new=True, asked="PIN: ")
    if not await parts.confirmations.pins.keep(person.id, pin):
        raise CommandError("a PIN has 4 to 12 digits", "pin", "try another one")
    print("removed" if pin is None else "kept: what is dangerous at a machine takes it from now on")


async def _add(parts: Parts, given: argparse.Namespace) -> None:
    password = read_password(given.password_stdin, is_new=True)
    zone = given.timezone or timezone_here(os.environ)
    done = await parts.accounts.add(NewPerson(given.name, given.email, password, zone, given.organisation))
    if isinstance(done, AccountRejected):
        raise CommandError(done.message, done.field, done.next_step)
    print(f"{_for_programs(done)}{done.email}")


def _for_programs(person: Person) -> str:
    """An id, where no person reads it."""
    return "" if sys.stdout.isatty() else f"{person.id}  "


async def _change_password(parts: Parts, given: argparse.Namespace) -> None:
    person = await wanted_person(parts, given.email)
    refused = await parts.accounts.change_password(person.id, read_password(given.password_stdin, is_new=True))
    if refused is not None:
        raise CommandError(refused.message, refused.field, refused.next_step)
    await parts.audit.record(person.id, "terminal", AuditedEvent("password_changed"))
    await _revoke(parts, person)


async def _revoke(parts: Parts, person: Person) -> None:
    """Sign a person out everywhere, take back their access tokens, and close their calendar."""
    await parts.accounts.revoke_tokens(person.id)
    count = await parts.signins.end(person.id)
    await parts.audit.record(person.id, "terminal", AuditedEvent("revoked", {"sessions": count}))
    print(f"signed out of {count} sessions; access tokens and the calendar's address from before are good no longer")


async def _show_sessions(parts: Parts, given: argparse.Namespace) -> None:
    person = await wanted_person(parts, given.email)
    if given.end is not None:
        if not await parts.signins.end(person.id, given.end):
            raise CommandError("there is no such session", given.end, "see: sayso user sessions")
        await parts.audit.record(person.id, "terminal", AuditedEvent("session_ended", {"session": given.end[:16]}))
    for one in await parts.signins.sessions(person.id):
        since, seen = (at.astimezone().strftime("%Y-%m-%d %H:%M") for at in (one.created_at, one.last_seen_at))
        by = " on ".join(filter(None, (one.agent.browser, one.agent.system))) or "-"
        print(f"{one.id}  {by}, since {since}, last seen {seen}, from {visible(one.address or '-')}")


async def _delete(parts: Parts, given: argparse.Namespace) -> None:
    person = await wanted_person(parts, given.email)
    named = person.email or person.name
    if not given.yes:
        await ask_yes(f"Remove {named} and all that is kept about them? This cannot be undone.")
    await parts.belongings.remove(person.id)
    print(f"{named} and all that was kept about them is removed")


async def wanted_person(parts: Parts, email: str | None) -> Person:
    """The person of an address; without one, whoever sits here."""
    if email is None:
        return await parts.local_person()
    person = await parts.accounts.by_email(email)
    if person is None:
        raise CommandError("there is no account of this address", email, "see: sayso user list")
    return person


async def proven_person(parts: Parts, email: str | None, from_stdin: bool) -> Person:
    """The person of an address, who gives the password; without an address, whoever sits here."""
    if email is None:
        return await parts.local_person()
    person = await parts.accounts.verify(email, read_password(from_stdin, is_new=False))
    if person is None:
        raise CommandError("address and password do not fit", email, "try again, or see: sayso user list")
    return person


def read_password(from_stdin: bool, is_new: bool, asked: str = "Password: ") -> str:
    """A password that is typed unseen, a new one twice; or the first line of stdin."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CommandError("no terminal to type a password at", "password", "use --password-stdin")
    password = getpass.getpass(asked)
    if is_new and getpass.getpass("Once more: ") != password:
        raise CommandError("the two are not the same", "password", "try again")
    return password
