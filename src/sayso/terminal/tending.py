"""What a server does beside answering: it says whether it is well, and forgets what is long past."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sayso.assemble import Parts
from sayso.errors import StorageUnavailable

_HOUR = 3600


async def is_well(parts: Parts) -> bool:
    """Whether the database can be reached."""
    try:
        async with parts.database.reading():
            return True
    except StorageUnavailable:
        return False


@asynccontextmanager
async def kept_tidy(parts: Parts) -> AsyncIterator[None]:
    """Forget what is long past, now and every hour."""

    async def tidy() -> None:
        while True:
            await asyncio.sleep(_HOUR)
            try:
                await parts.tidy()
            except StorageUnavailable as wrong:
                print(f"sayso: {wrong}", file=sys.stderr)

    await parts.tidy()
    tidying = asyncio.create_task(tidy())
    try:
        yield
    finally:
        tidying.cancel()
