"""Access tokens of an authorization server of others: signed with its keys, made for this address, good now."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from time import monotonic
from urllib.parse import urlsplit, urlunsplit

import httpx2
import jwt

from sayso.authorization_settings import EMAIL, AuthorizationServer, protected_address
from sayso.dataclass import dataclass
from sayso.errors import SettingsError

# signed with a key that only the server has: what is public about it opens nothing
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_METADATA = ("oauth-authorization-server", "openid-configuration")  # RFC 8414, and OpenID Connect Discovery
_KEPT_SECONDS = 3600.0  # for which keys are believed without asking again
_PAUSE_SECONDS = 30.0  # between two askings, whatever tokens come
_CLOCKS_SECONDS = 60  # by which two clocks may differ
_ANSWER_SECONDS = 10.0
_LARGEST = 1_000_000  # bytes of a document
_LONGEST_TOKEN = 16_384
_CLAIMS = ["iss", "aud", "sub", "iat", "exp"]
_VERIFIED = "email_verified"
Fetch = Callable[[str], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class OutsideClaims:
    """Whose token it is, as the server names them, since when and until when it is good."""

    person: str
    issued_at: float
    expires_at: float


class OutsideTokens:
    """Verifies the tokens of one server that were made for one audience; asks for its keys when they are needed."""

    def __init__(self, server: AuthorizationServer, audience: str, fetch: Fetch | None = None) -> None:
        self.issuer = server.issuer
        self._server = server
        self._audience = audience
        self._fetch = fetch or _fetched
        self._keys: dict[str, jwt.PyJWK] = {}
        self._until = 0.0  # when the keys are asked for anew
        self._again = 0.0  # before which nobody asks
        self._asking = asyncio.Lock()

    async def claims(self, token: str) -> OutsideClaims | None:
        """What a token says; None where it is not the server's, not for us, altered, out of date, or nobody's."""
        try:
            if len(token) > _LONGEST_TOKEN:
                return None
            head = jwt.get_unverified_header(token)
            algorithm = str(head.get("alg"))
            key = await self._key(head.get("kid")) if algorithm in ALGORITHMS and "crit" not in head else None
            if key is None:
                return None
            said = jwt.decode(
                token,
                key,
                algorithms=[algorithm],
                issuer=self.issuer,
                audience=self._audience,
                leeway=_CLOCKS_SECONDS,
                options={"require": _CLAIMS},
            )
            person = said.get(self._server.claim)
            if not isinstance(person, str) or not person:
                return None
            if self._server.claim == EMAIL and said.get(_VERIFIED) is not True:
                return None  # people write into their profiles what they like
            return OutsideClaims(person, float(said["iat"]), float(said["exp"]))
        except (jwt.PyJWTError, ValueError, TypeError):
            return None

    async def _key(self, kid: object) -> jwt.PyJWK | None:
        """The key of a name, or the only one; where it is not known, the server is asked, at most twice a minute."""
        if monotonic() >= self._until or self._named(kid) is None:
            async with self._asking:
                if monotonic() >= self._again and (monotonic() >= self._until or self._named(kid) is None):
                    self._again = monotonic() + _PAUSE_SECONDS
                    await self._ask()
        return self._named(kid) if monotonic() < self._until else None

    def _named(self, kid: object) -> jwt.PyJWK | None:
        if kid is None:
            return next(iter(self._keys.values())) if len(self._keys) == 1 else None
        return self._keys.get(kid) if isinstance(kid, str) else None

    async def _ask(self) -> None:
        """Get the keys; where that fails, those that are known are good for as long as they were."""
        try:
            where = self._server.keys or await self._keys_address()
            if where is None:
                return
            inside = json.loads(await self._fetch(where))
            found = dict(_usable(inside["keys"]))
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, ValueError, TypeError, KeyError):
            return
        self._keys, self._until = found, monotonic() + _KEPT_SECONDS

    async def _keys_address(self) -> str | None:
        """Where the server's metadata says that its keys are; metadata of another server says nothing."""
        for address in _addresses(self.issuer):
            try:
                told = json.loads(await self._fetch(address))
            except (httpx2.HTTPError, TimeoutError, ValueError):
                continue
            if isinstance(told, dict) and told.get("issuer") == self.issuer and isinstance(told.get("jwks_uri"), str):
                try:
                    return protected_address(told["jwks_uri"], "jwks_uri")
                except SettingsError:
                    return None
        return None


def _addresses(issuer: str) -> Iterator[str]:
    """Where a server's metadata may be: its path after the well-known one (RFC 8414), or before it (OpenID)."""
    parts = urlsplit(issuer)
    path = parts.path.rstrip("/")
    for name in _METADATA:
        yield urlunsplit((parts.scheme, parts.netloc, f"/.well-known/{name}{path}", "", ""))
    if path:
        yield urlunsplit((parts.scheme, parts.netloc, f"{path}/.well-known/{_METADATA[-1]}", "", ""))


def _usable(keys: object) -> Iterator[tuple[str, jwt.PyJWK]]:
    """The keys that sign, by name; one that we do not understand is none (RFC 7517)."""
    for number, one in enumerate(keys if isinstance(keys, list) else ()):
        if not isinstance(one, dict) or one.get("kty") == "oct" or one.get("use", "sig") != "sig":
            continue
        try:
            yield str(one.get("kid", number)), jwt.PyJWK(one)
        except (jwt.PyJWTError, ValueError, TypeError, KeyError):
            continue


async def _fetched(url: str) -> bytes:
    async with (
        asyncio.timeout(_ANSWER_SECONDS),  # of all of it: a byte now and then is no answer
        httpx2.AsyncClient(timeout=_ANSWER_SECONDS) as client,
        client.stream("GET", url) as answer,
    ):
        answer.raise_for_status()
        got = b""
        async for piece in answer.aiter_bytes():
            got += piece
            if len(got) > _LARGEST:
                raise ValueError("too large")
        return got
