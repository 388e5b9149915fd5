"""`sayso approve`: a person's own yes or no to what a program wants to do for them."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Sequence
from datetime import timedelta

from sayso.assemble import Parts, assembled
from sayso.audit.audit import AuditedRead
from sayso.confirmations.call_text import question_of
from sayso.confirmations.pending import Pending
from sayso.confirmations.pins import GUARDED
from sayso.errors import CommandError
from sayso.languages.shipped import load_replies
from sayso.session import Session
from sayso.settings import Settings
from sayso.terminal.people import proven_person
from sayso.terminal.presence import ask_yes, through
from sayso.terminal.typed.keyboard import typing_of
from sayso.terminal.typed.meant import alone, typed_words

_HELP = "A number from 1 to {} picks one; you are asked once more before anything is allowed. exit leaves all waiting."


def run(arguments: list[str]) -> int:
    """List what waits, or decide about one."""
    parser = argparse.ArgumentParser(
        prog="sayso approve",
        description="Without an ID: what waits for your yes. With one: what would happen, and whether you allow it. "
        "A yes is good for exactly that, once, until it expires.",
    )
    parser.add_argument("id", nargs="?", metavar="ID")
    parser.add_argument("--hour", action="store_true", help="allow exactly this, as often as it comes within an hour")
    parser.add_argument("--refuse", action="store_true", help="say no")
    parser.add_argument("--user", metavar="EMAIL", help="who you are; the password is asked for")
    parser.add_argument("--password-stdin", action="store_true", help="read the password from the first line of stdin")
    return asyncio.run(_approve(parser.parse_args(arguments)))


async def _approve(given: argparse.Namespace) -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        person = await proven_person(parts, given.user, given.password_stdin)
        waiting = await parts.confirmations.waiting(person.id)
        if given.id is None:
            return await _listed(parts, waiting, given)
        pending = next((p for p in waiting if p.id == given.id), None)
        if pending is None:
            raise CommandError("nothing of this id waits for your yes", given.id, "see: sayso approve")
        await _decide(parts, pending, given)
    return 0


async def _listed(parts: Parts, waiting: Sequence[Pending], given: argparse.Namespace) -> int:
    """Show what waits; a person picks one by its number, a program reads the ids."""
    if not waiting:
        print("nothing waits for your yes")
        return 0
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("\n".join(f"{one.id}  {_shown(one)}" for one in waiting))
        return 0
    for number, one in enumerate(waiting, 1):
        print(f"{number}. {_shown(one)}")
    typed = typed_words(load_replies())
    typing = typing_of(prompt="Which one? ")
    while True:
        try:
            said = (await typing.answer()).strip().casefold()
        except EOFError:
            return 0
        if not said or said in alone(typed["typed_quit"]):
            return 0
        if said.isdecimal() and said.isascii() and 1 <= int(said) <= len(waiting):
            await _decide(parts, waiting[int(said) - 1], given)
            return 0
        print(_HELP.format(len(waiting)))


async def _decide(parts: Parts, pending: Pending, given: argparse.Namespace) -> None:
    if given.refuse:
        is_done = await parts.confirmations.refuse(pending.id, pending.user_id)
    else:
        if given.id is not None:  # who picked it from the list has just read it
            print(_shown(pending))
        if given.user is None:  # a password is proof enough; here the terminal is
            await ask_yes("Allow this?")
        pin = await _pin(parts, pending)
        if given.hour:
            is_done = await parts.confirmations.allow_for(pending.id, pending.user_id, timedelta(hours=1), pin)
        else:
            is_done = await parts.confirmations.grant(pending.id, pending.user_id, pin)
    if not is_done:
        raise CommandError("it is too late: it expired or was decided meanwhile", pending.id, "ask for it again")
    decided = "deny" if given.refuse else "hour" if given.hour else "once"
    line = AuditedRead("approval", {"id": pending.id, "through": through()}, "success", {"decision": decided})
    await parts.audit.note(Session(pending.user_id, "terminal"), line)
    often = "for an hour" if given.hour else "once"
    print("refused" if given.refuse else f"allowed: the same call goes through {often} now")


async def _pin(parts: Parts, pending: Pending) -> str | None:
    """The PIN, where this takes one; it is typed where nobody sees it."""
    if pending.tool not in GUARDED or not await parts.confirmations.pins.has(pending.user_id):
        return None
    pin = await asyncio.to_thread(getpass.getpass, "PIN: ")
    told = await parts.confirmations.pin_check(pending.id, pending.user_id, pin)
    if told != "right":
        raise CommandError(f"the PIN is {told}", pending.id, "try again; after five wrong ones you have to wait")
    return pin


def _shown(pending: Pending) -> str:
    until = pending.expires_at.astimezone().strftime("%H:%M:%S")
    led = pending.decision or {}
    by = f" by {led['agent']}" if led.get("agent") else ""
    whose = ", as the program tells it" if led.get("whose_word") in ("model", "say") else ""
    words = f" after “{led['said']}”{whose}" if led.get("said") else ""
    line = f"{question_of(pending)}  (from {pending.door}{by}{words}, until {until})"
    return "".join(c if c.isprintable() else "?" for c in line)  # a title cannot paint the terminal
