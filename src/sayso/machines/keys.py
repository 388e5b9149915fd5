"""People's own keys to the platform of a fleet: kept encrypted in the database, never shown, exported or logged."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sayso.machines.key import Key
from sayso.machines.store import keys
from sayso.machines.vault import Vault
from sayso.storage.database import Database
from sayso.storage.whole import whole


class FleetKeys:
    """The keys to one fleet."""

    def __init__(self, database: Database, clock: Callable[[], datetime], fleet: str, vault: Vault) -> None:
        self._vault = vault
        self._database = database
        self._clock = clock
        self._fleet = fleet

    @whole
    async def key(self, user_id: str) -> Key | None:
        """The key of a person; None where none was set."""
        async with self._database.reading() as tx:
            kept = await keys.find(tx, user_id, self._fleet)
        if kept is None:
            return None
        if not self._vault.is_sealed(kept.token):  # from before they were: from now on it is
            await self.keep(user_id, kept)
            return kept
        token = self._vault.opened(kept.token)
        return None if token is None else replace(kept, token=token)  # whose key was lost sets it anew

    @whole
    async def keep(self, user_id: str, key: Key) -> None:
        """Keep a key instead of the one before."""
        async with self._database.transaction() as tx:
            sealed = replace(key, token=self._vault.sealed(key.token))
            await keys.put(tx, (user_id, self._fleet), sealed, self._clock())

    @whole
    async def forget(self, user_id: str) -> bool:
        """Forget a key; False where there was none."""
        async with self._database.transaction() as tx:
            return await keys.forget(tx, user_id, self._fleet)
