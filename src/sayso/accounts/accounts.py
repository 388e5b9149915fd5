"""Accounts: making people known, and letting them prove who they are."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from uuid import uuid4

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from sayso.accounts import store
from sayso.accounts.person import HOME, LOCAL_ID, Person, fold_email, zone
from sayso.accounts.tokens import TokenClaims
from sayso.dataclass import dataclass
from sayso.regex import regex
from sayso.storage.database import Database
from sayso.storage.whole import whole

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1000
LONGEST_EMAIL = 320
LONGEST_ORGANISATION = 64
_LATELY = 2.0  # seconds for which a person is known without asking the database
_MOST = 1000  # people who are known so
_EMAIL = regex(r"[^@\s]+@[^@\s]+")


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Who is to have an account."""

    name: str
    email: str
    password: str
    timezone: str = "UTC"
    organisation: str = HOME


@dataclass(frozen=True, slots=True)
class AccountRejected:
    """Why there is no such account."""

    field: str
    message: str
    next_step: str


_REJECTED_PASSWORD = AccountRejected(
    "password", f"has fewer than {SHORTEST_PASSWORD} characters, or too many", "choose a longer one"
)


class Accounts:
    """The people of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime], hasher: PasswordHasher | None = None) -> None:
        self._database = database
        self._clock = clock
        self._hasher = hasher or PasswordHasher()
        self._lately: dict[str, tuple[float, Person]] = {}

    @whole
    async def local(self, name: str, timezone: str) -> Person:
        """Whoever sits at this machine: made on first use, and from then on the same."""
        async with self._database.reading() as tx:
            known = await store.find(tx, LOCAL_ID)
        if known is not None:
            return known
        async with self._database.transaction() as tx:
            person = Person(LOCAL_ID, name, None, timezone, self._clock())
            return person if await store.add(tx, person, None) else await store.find(tx, LOCAL_ID) or person

    @whole
    async def add(self, new: NewPerson) -> Person | AccountRejected:
        """Make an account."""
        refused = _checked(new)
        if refused is not None:
            return refused
        about = (new.name.strip(), new.email.strip(), new.timezone, self._clock(), new.organisation.strip())
        person = Person(str(uuid4()), *about)
        hashed = await asyncio.to_thread(self._hasher.hash, new.password)
        async with self._database.transaction() as tx:
            if await store.add(tx, person, hashed):
                return person
        return AccountRejected("email", "there is an account of this address", "use another address, or that account")

    @whole
    async def change_password(self, user_id: str, password: str) -> AccountRejected | None:
        """Keep another password; what the person was let in by before is good no longer."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            return _REJECTED_PASSWORD
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        async with self._database.transaction() as tx:
            await store.set_password(tx, user_id, hashed)
            await store.revoke_tokens(tx, user_id, self._clock())
        self._lately.pop(user_id, None)
        return None

    @whole
    async def move(self, user_id: str, timezone: str) -> bool:
        """Keep another time zone; False where there is none of that name."""
        if zone(timezone) is None:
            return False
        async with self._database.transaction() as tx:
            await store.move(tx, user_id, timezone)
        self._lately.pop(user_id, None)
        return True

    @whole
    async def speak(self, user_id: str, language: str | None) -> None:
        """Keep the language that the person reads; None: whatever their browser has."""
        async with self._database.transaction() as tx:
            await store.speak(tx, user_id, language)
        self._lately.pop(user_id, None)

    @whole
    async def revoke_tokens(self, user_id: str) -> None:
        """Let no access token that was issued until now be good any longer, nor the calendar's address."""
        async with self._database.transaction() as tx:
            await store.revoke_tokens(tx, user_id, self._clock())
        self._lately.pop(user_id, None)

    async def holder(self, claims: TokenClaims, is_lately: bool = False) -> Person | None:
        """Whose token it is, while it is not revoked."""
        person = await (self.lately(claims.user_id) if is_lately else self.find(claims.user_id))
        return None if person is None or claims.is_revoked(person.tokens_since) else person

    @whole
    async def verify(self, email: str, password: str) -> Person | None:
        """The person of an address, if the password is theirs; takes as long where there is none."""
        async with self._database.reading() as tx:
            found = await store.by_email(tx, fold_email(email))
        hashed = found[1] if found else None
        is_right = await asyncio.to_thread(self._is_right, hashed, password[: LONGEST_PASSWORD + 1])
        if found is None or hashed is None or not is_right:
            return None
        if self._hasher.check_needs_rehash(hashed):
            renewed = await asyncio.to_thread(self._hasher.hash, password)
            async with self._database.transaction() as tx:
                await store.set_password(tx, found[0].id, renewed)
        return found[0]

    def _is_right(self, hashed: str | None, password: str) -> bool:
        if hashed is None:
            self._hasher.hash(password)
            return False
        try:
            return self._hasher.verify(hashed, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return False

    async def find(self, user_id: str) -> Person | None:
        """The person of an id."""
        async with self._database.reading() as tx:
            return await store.find(tx, user_id)

    async def lately(self, user_id: str) -> Person | None:
        """The same, as it was two seconds ago at the most: for whoever says one thing after the other."""
        known = self._lately.get(user_id)
        if known is not None and monotonic() - known[0] < _LATELY:
            return known[1]
        person = await self.find(user_id)
        self._lately.pop(user_id, None)
        if person is not None:
            self._lately[user_id] = (monotonic(), person)
        if len(self._lately) > _MOST:
            self._lately.pop(next(iter(self._lately)))
        return person

    async def by_email(self, email: str) -> Person | None:
        """The person of an address."""
        async with self._database.reading() as tx:
            found = await store.by_email(tx, fold_email(email))
        return found[0] if found else None

    async def all(self) -> tuple[Person, ...]:
        """Everybody, the oldest account first."""
        async with self._database.reading() as tx:
            return await store.everybody(tx)


def _checked(new: NewPerson) -> AccountRejected | None:
    if not 0 < len(new.name.strip()) <= 200 or not new.name.isprintable():
        return AccountRejected("name", "is empty or too long", "use 1 to 200 characters")
    if (
        not _EMAIL.fullmatch(new.email.strip())
        or len(fold_email(new.email)) > LONGEST_EMAIL
        or not new.email.strip().isprintable()
    ):
        return AccountRejected("email", "is no address", "for example ann@example.org")
    if not SHORTEST_PASSWORD <= len(new.password) <= LONGEST_PASSWORD:
        return _REJECTED_PASSWORD
    if zone(new.timezone) is None:
        return AccountRejected("timezone", "is not known", "for example Europe/Rome")
    if not 0 < len(new.organisation.strip()) <= LONGEST_ORGANISATION or not new.organisation.isprintable():
        return AccountRejected("organisation", "is empty or too long", f"use 1 to {LONGEST_ORGANISATION} characters")
    return None
