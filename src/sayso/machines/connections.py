"""Machines that somebody connected themselves, instead of the simulated kitchen: kept encrypted, as keys are."""

import json
from collections.abc import Callable
from dataclasses import field, replace
from datetime import datetime
from typing import Any

from sayso.accounts.person import HOME, LOCAL_ID
from sayso.dataclass import dataclass
from sayso.machines.key import Key
from sayso.machines.keys import FleetKeys
from sayso.machines.store import keys
from sayso.machines.vault import vault_of
from sayso.settings import Mqtt, Settings, Things5
from sayso.storage.database import Database

_CONNECTION, _THINGS5 = "connection", "things5"  # what is kept beside people's keys, and the keys to a platform
_BROKER = ("host", "port", "user", "password", "is_encrypted", "prefix")


@dataclass(frozen=True, slots=True)
class Platform:
    """A Things5 platform, and the token that opens it; without an organisation, the only one that it opens."""

    url: str
    token: str = field(repr=False)
    organisation: str = ""

    @property
    def address(self) -> str:
        """Where it is, to be shown."""
        return self.url


Connection = Mqtt | Platform


class Connections:
    """The connection that whoever sits at this machine made; whatever the environment says goes before it."""

    def __init__(self, database: Database, clock: Callable[[], datetime], settings: Settings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings

    async def applied(self) -> Settings:
        """The settings, with the machines that were connected where the environment names none."""
        if self._settings.is_fleet_set:
            return self._settings
        async with self._database.reading() as tx:
            if await keys.find(tx, LOCAL_ID, _CONNECTION) is None:
                return self._settings
        kept = await self._store(_CONNECTION).key(LOCAL_ID)
        return self._settings if kept is None else _read(kept.token, self._settings)

    async def keep(self, connection: Connection) -> Settings:
        """Keep a connection instead of the one before; the settings with it."""
        match connection:
            case Mqtt():
                told: dict[str, Any] = {"mqtt": {name: getattr(connection, name) for name in _BROKER}}
            case Platform(url, token, organisation):
                told = {_THINGS5: url}
                await self._store(_THINGS5).keep(LOCAL_ID, Key(token, organisation))
        text = json.dumps(told)
        await self._store(_CONNECTION).keep(LOCAL_ID, Key(text, HOME))
        return _read(text, self._settings)

    async def forget(self) -> Settings:
        """Forget it, and the key to its platform; the settings as they were before."""
        for fleet in (_CONNECTION, _THINGS5):
            await self._store(fleet).forget(LOCAL_ID)
        return self._settings

    def _store(self, fleet: str) -> FleetKeys:
        return FleetKeys(self._database, self._clock, fleet, vault_of(self._settings))


def _read(text: str, settings: Settings) -> Settings:
    match json.loads(text):
        case {"mqtt": dict(broker)}:
            return replace(settings, fleet="mqtt", mqtt=Mqtt(**broker))
        case {"things5": str(url)}:
            return replace(settings, fleet=_THINGS5, things5=Things5(url, settings.things5.answer_seconds))
    return settings
