"""The Things5 fleet, opened by the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sayso.machines.cached import CachedFleet
from sayso.machines.fleet import Fleet
from sayso.machines.keys import FleetKeys
from sayso.machines.opened import FleetContext
from sayso.machines.things5.client import Client
from sayso.machines.things5.fleet import Things5Fleet
from sayso.machines.things5.patience import Patience
from sayso.machines.vault import vault_of


@asynccontextmanager
async def opened(ground: FleetContext) -> AsyncIterator[Fleet]:
    """The machines on the platform of the settings, remembered for a while."""
    platform = ground.settings.things5
    assert platform.url is not None  # the settings say so
    client = Client(platform.url, Patience(answer=platform.answer_seconds))
    keys = FleetKeys(ground.database, ground.clock, "things5", vault_of(ground.settings))
    async with Things5Fleet(client, keys) as remote:
        yield CachedFleet(remote, ground.clock)
