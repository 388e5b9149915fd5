"""`sayso report`: what the gateway would have done while it only watched, as a page."""

import argparse
import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.errors import CommandError
from sayso.gateway.shadow import ShadowReport, report
from sayso.settings import Settings
from sayso.storage.database import Database


def run(arguments: list[str]) -> int:
    """Tell what shadow mode found."""
    parser = argparse.ArgumentParser(
        prog="sayso report",
        description="Of the calls that passed while `sayso guard --shadow` or `sayso gateway --shadow` watched: "
        "unsupported arguments, unconfirmed destructive calls, missed parameters, repairs, each with examples.",
    )
    parser.add_argument("--days", type=int, default=30, help="how far to look back; default: 30")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write it as a page to this file")
    given = parser.parse_args(arguments)
    if given.days < 1:
        raise CommandError("is no number of days", str(given.days), "use 1 or more")
    found = asyncio.run(_found(Settings.read(os.environ), timedelta(days=given.days)))
    print("\n".join(found.lines()))
    if given.page is not None:
        try:
            given.page.write_text(found.page(), encoding="utf-8")
        except OSError as wrong:
            raise CommandError(f"cannot be written: {wrong.strerror}", str(given.page), "name another file") from None
    return 0


async def _found(settings: Settings, back: timedelta) -> ShadowReport:
    async with Database(settings.database_url) as database:
        await database.migrate()
        now = datetime.now(UTC)
        audit = Audit(database, lambda: now)
        return report([entry async for entry in audit.read(AuditFilter(since=now - back))])
