"""A database that has its tables already: to migrate a new one takes longer than most tests work with it."""

import asyncio
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from sayso.storage.database import Database


def laid(file: Path) -> None:
    """Put one there, with nothing in it, where there is none; at the start it is found to be the newest.

    That a start makes the tables is shown where `children.installed_sayso` is used, and by what README has one type.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copy(Path(_folder().name) / "sayso.db", file)


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Where the one is that the others are copied from; it goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="sayso-tables-")

    async def migrate() -> None:
        async with Database(f"sqlite:///{folder.name}/sayso.db") as database:
            await database.migrate()

    with ThreadPoolExecutor(1) as other:  # a browser or a test may hold this thread's event loop
        other.submit(lambda: asyncio.run(migrate())).result()
    return folder
