"""`sayso audit`: what was called, by whom, and what came of it."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Mapping
from datetime import date, datetime, time

from sayso.assemble import assembled
from sayso.audit.entry import AuditEntry
from sayso.audit.store import AuditFilter
from sayso.errors import CommandError
from sayso.settings import Settings
from sayso.terminal.people import wanted_person
from sayso.terminal.screen.clean import visible

_EPILOG = """examples:
  sayso audit --since 2026-11-01 --tool delete_task
  sayso audit --user ann@example.org --json > ann.jsonl
  sayso audit --verify
"""


def run(arguments: list[str]) -> int:
    """Show or export the audit."""
    parser = argparse.ArgumentParser(
        prog="sayso audit",
        description="Show the audit, oldest first; as JSON, one object a line, where the output is no terminal.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--user", metavar="EMAIL", help="only this person's lines; `local`: whoever sits here")
    parser.add_argument("--since", metavar="TIME", help="only lines from this ISO date or time on")
    parser.add_argument("--tool", help="only calls of this tool")
    parser.add_argument("--json", action="store_true", help="JSON even at a terminal")
    parser.add_argument("--verify", action="store_true", help="say whether any line was changed or left out")
    given = parser.parse_args(arguments)
    if given.verify:
        return asyncio.run(_verify())
    since = None if given.since is None else _moment(given.since)
    asyncio.run(_print(given, since, given.json or not sys.stdout.isatty()))
    return 0


async def _print(given: argparse.Namespace, since: datetime | None, is_json: bool) -> None:
    async with assembled(Settings.read(os.environ)) as parts:
        user_id = None
        if given.user is not None:
            user_id = (await wanted_person(parts, None if given.user == "local" else given.user)).id
        names = {} if is_json else {one.id: one.email or one.name for one in await parts.accounts.all()}
        async for entry in parts.audit.read(AuditFilter(user_id, since, given.tool)):
            print(visible(json.dumps(entry.to_dict(), ensure_ascii=False) if is_json else _shown(entry, names)))


async def _verify() -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        found = await parts.audit.verify()
    if found.broken is not None:
        where = f"line {found.broken}"
        raise CommandError("the audit was changed outside Sayso", where, "compare it with a copy from before")
    print(f"{found.lines} lines, each as it was written, {found.unchained} of them from before there were digests")
    print(f"head {found.head}")
    return 0


def _shown(entry: AuditEntry, names: Mapping[str, str]) -> str:
    at = entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    who = names.get(entry.user_id or "", entry.user_id or "-")
    arguments = json.dumps(entry.arguments, ensure_ascii=False)
    return f"{at}  {who}  {entry.door:6} {entry.status:18} {entry.tool} {arguments}  {entry.seconds * 1000:.1f} ms"


def _moment(text: str) -> datetime:
    try:
        if len(text) <= 10:
            return datetime.combine(date.fromisoformat(text), time()).astimezone()
        at = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is no time", "--since", "for example 2026-11-01") from None
    return at if at.tzinfo else at.astimezone()
