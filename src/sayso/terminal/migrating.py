"""`sayso migrate`: make or renew the tables of the database that is set."""

import argparse
import asyncio
import os

from sayso.settings import Settings
from sayso.storage.database import Database


def run(arguments: list[str]) -> int:
    """Bring the database to the newest revision."""
    about = "Make or renew the tables of the database at SAYSO_DATABASE_URL. Doing it twice does no harm."
    argparse.ArgumentParser(prog="sayso migrate", description=about).parse_args(arguments)
    print(asyncio.run(_migrate(Settings.read(os.environ).database_url)))
    return 0


async def _migrate(url: str) -> str:
    async with Database(url) as database:
        await database.migrate()
        return f"{database.name} is ready"
