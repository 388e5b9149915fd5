"""Proving who one is by a password, and how often one may try."""

from fastapi import Request

from sayso.accounts import person as people
from sayso.accounts.person import fold_email
from sayso.assemble import Parts
from sayso.audit.audit import AuditedEvent
from sayso.web.desk import DOOR
from sayso.web.limits import Rate
from sayso.web.problem import Problem
from sayso.web.shapes import Credentials

_TRIES = 5  # a minute, for one account from one address
_TRIES_OF_ACCOUNT = 20  # a minute, for one account from wherever: what a proxy says about that can be forged
_TRIES_AT_ALL = 30  # a minute, from one address


class PasswordTries:
    """Lets people prove who they are by a password, not too often, and writes down who could not."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._here, self._account, self._address = (
            Rate(per_minute, parts.rate_limit, "tries") for per_minute in (_TRIES, _TRIES_OF_ACCOUNT, _TRIES_AT_ALL)
        )

    async def proven(self, given: Credentials, address: str) -> people.Person:
        """The person whose password it is; else the request ends."""
        person = await self._tried(given, address, "sign_in")
        if person is not None:
            return person
        next_step = "Try again, or ask whoever runs this server."
        raise Problem(401, "wrong_password", "Address and password do not fit.", next_step)

    async def proven_again(self, person: people.Person, password: str, address: str) -> None:
        """Whoever is signed in gives the password once more; else the request ends."""
        if await self._tried(Credentials(email=person.email or "", password=password), address, "password") is None:
            next_step = "Type the one that you sign in with, or ask whoever runs this server for another."
            raise Problem(403, "wrong_password", "That is not your password.", next_step)

    async def _tried(self, given: Credentials, address: str, what_for: str) -> people.Person | None:
        whose = fold_email(given.email)
        await self._address.count(f"from {address}")
        await self._account.count(f"of {whose}")
        await self._here.count(f"{address} {whose}")
        person = await self._parts.accounts.verify(given.email, given.password)
        if person is not None:
            await self._here.forget(f"{address} {whose}")
            return person
        known = await self._parts.accounts.by_email(given.email)
        about = {"by": "password", "from": address}
        await self._parts.audit.record(
            None if known is None else known.id, DOOR, AuditedEvent(what_for, about, "refused")
        )
        return None


def address_of(request: Request) -> str:
    """The address that a request comes from."""
    return request.client.host if request.client is not None else ""
