"""Who is signed in: any replica takes a cookie that another gave, and a restart signs nobody out."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import field
from datetime import datetime, timedelta

from sayso.dataclass import dataclass
from sayso.signin import store
from sayso.signin.agent import UserAgent
from sayso.signin.store import WebSession
from sayso.storage.database import Database, Transaction
from sayso.storage.whole import whole

KEY_LIFETIME = timedelta(minutes=10)
_SEEN_EVERY = timedelta(hours=1)  # that somebody is here is written down no more often: reading stays reading
_UNKNOWN = UserAgent()
_BYTES = 32  # of a secret: too many to be guessed, so that a plain hash of it is enough


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session that was opened; only who opened it ever sees the secret."""

    user_id: str
    secret: str = field(repr=False)


class SignIns:
    """Lets people in by a key that works once, and knows them again by the secret of their session.

    Of both only hashes are kept: who reads the database can sign in as nobody.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], lifetime: timedelta) -> None:
        self._database = database
        self._clock = clock
        self.lifetime = lifetime

    @whole
    async def invite(self, user_id: str) -> str:
        """A key that lets this person in once, within ten minutes."""
        key, now = secrets.token_urlsafe(_BYTES), self._clock()
        async with self._database.transaction() as tx:
            await store.forget_expired(tx, now)
            await store.add_key(tx, hashed(key), user_id, store.Span(now, now + KEY_LIFETIME))
        return key

    @whole
    async def accept(self, key: str, address: str | None = None, agent: UserAgent = _UNKNOWN) -> SignedIn | None:
        """Use a key up; None where it is none, was used or is too old."""
        async with self._database.transaction() as tx:
            user_id = await store.spend_key(tx, hashed(key), self._clock())
            return None if user_id is None else await self._open(tx, user_id, address, agent)

    @whole
    async def open(self, user_id: str, address: str | None = None, agent: UserAgent = _UNKNOWN) -> SignedIn:
        """Sign in a person who has proven who they are."""
        async with self._database.transaction() as tx:
            return await self._open(tx, user_id, address, agent)

    async def _open(self, tx: Transaction, user_id: str, address: str | None, agent: UserAgent) -> SignedIn:
        signed, now = SignedIn(user_id, secrets.token_urlsafe(_BYTES)), self._clock()
        await store.forget_expired(tx, now)
        opened = store.Opened(secrets.token_hex(4), (address or "")[:64] or None, agent)
        await store.add_session(tx, (hashed(signed.secret), user_id), store.Span(now, now + self.lifetime), opened)
        return signed

    async def sessions(self, user_id: str, secret: str | None = None) -> tuple[WebSession, ...]:
        """Where a person is signed in, the latest first; the session of the `secret` is told to be the one here."""
        async with self._database.reading() as tx:
            return await store.sessions_of(tx, user_id, self._clock(), None if secret is None else hashed(secret))

    @whole
    async def end_others(self, user_id: str, secret: str | None) -> int:
        """Sign a person out everywhere but here; gives how many sessions they were."""
        async with self._database.transaction() as tx:
            return await store.end_others(tx, user_id, None if secret is None else hashed(secret))

    @whole
    async def end(self, user_id: str, session_id: str | None = None) -> int:
        """Sign a person out of one session, or of all; gives how many they were."""
        async with self._database.transaction() as tx:
            return await store.end_sessions(tx, user_id, session_id)

    @whole
    async def who(self, secret: str) -> str | None:
        """Whose session it is; None where it is nobody's, was ended or is too old."""
        now = self._clock()
        async with self._database.reading() as tx:
            found = await store.find_session(tx, hashed(secret), now)
        if found is None:
            return None
        if now - found.last_seen_at >= _SEEN_EVERY:
            async with self._database.transaction() as tx:
                await store.touch(tx, hashed(secret), now)
        return found.user_id

    @whole
    async def close(self, secret: str) -> None:
        """Sign out: the session is over, wherever its cookie still is."""
        async with self._database.transaction() as tx:
            await store.end_session(tx, hashed(secret))


def hashed(secret: str) -> str:
    """A secret as it is kept."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
