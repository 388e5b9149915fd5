"""Access tokens: signed statements that a session belongs to a person, good for some hours."""

import hashlib
import hmac
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

from sayso.dataclass import dataclass
from sayso.late import late

jwt = late("jwt")  # it brings all of cryptography, which a start need not wait for
ISSUER = "sayso"
AUDIENCE = "sayso"  # of a token that is good at every door of whoever has the key
ALGORITHM = "HS256"
_KNOWN = 1000  # tokens whose signature is not looked at again
_CLAIMS = ["iss", "aud", "sub", "iat", "exp"]
_USUAL_PORTS = {"http": 80, "https": 443}


def resource_of(url: str) -> str | None:
    """An address as tokens name it (RFC 8707), however it is spelt; None where it is none that a token can be made for.

    >>> resource_of("HTTPS://Tasks.Example.org:443/mcp/")
    'https://tasks.example.org/mcp'
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    host, scheme = parts.hostname, parts.scheme
    if scheme not in _USUAL_PORTS or not host or "@" in parts.netloc or parts.query or parts.fragment:
        return None
    if not url.isprintable() or " " in url:
        return None
    name = f"[{host}]" if ":" in host else host
    place = name if port in (None, _USUAL_PORTS[scheme]) else f"{name}:{port}"
    return f"{scheme}://{place}{parts.path.rstrip('/')}"


@dataclass(frozen=True, slots=True)
class TokenClaims:
    """Whose token it is, what it was made for, from when and until when it is good."""

    user_id: str
    issued_at: float
    expires_at: float
    audiences: tuple[str, ...] = (AUDIENCE,)

    def is_revoked(self, since: datetime | None) -> bool:
        """Whether all tokens of its time were taken back."""
        return since is not None and self.issued_at < since.timestamp()

    def is_good(self, now: float, audiences: Collection[str]) -> bool:
        """Whether it is good at this time, at a door with these names."""
        is_for_us = any(one in audiences for one in self.audiences)
        return is_for_us and self.issued_at - 60 <= now < self.expires_at


class Tokens:
    """Issues and verifies the tokens of one key."""

    def __init__(self, secret: str, lifetime: timedelta, clock: Callable[[], datetime]) -> None:
        self._secret = secret
        self._lifetime = lifetime
        self._clock = clock
        self._known: dict[str, TokenClaims] = {}

    def derive(self, purpose: str) -> str:
        """A secret for another purpose, always the same for this key; nobody finds the key by it."""
        return hmac.new(self._secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:32]

    def issue(self, user_id: str, resource: str | None = None) -> str:
        """A token for a person; with a resource it is good at that address alone."""
        now = self._clock()
        claims = {"iss": ISSUER, "aud": resource or AUDIENCE, "sub": user_id, "iat": now.timestamp()}
        token: str = jwt.encode({**claims, "exp": now + self._lifetime}, self._secret, ALGORITHM)
        return token

    def verify(self, token: str) -> str | None:
        """Whose token it is; None where it is not ours, not for us, altered or out of date."""
        claims = self.claims(token)
        return None if claims is None else claims.user_id

    def claims(self, token: str, audiences: Collection[str] = (AUDIENCE,)) -> TokenClaims | None:
        """What a token says, where it is good and made for one of these; whether it was revoked since is for the
        accounts to say."""
        known = self._known.get(token) or self._read(token)
        if known is None or not known.is_good(self._clock().timestamp(), audiences):
            return None
        self._known[token] = known
        if len(self._known) > _KNOWN:
            self._known.pop(next(iter(self._known)))
        return known

    def _read(self, token: str) -> TokenClaims | None:
        """What a token of ours says; times and audience are compared with what was handed in, by `is_good`."""
        try:
            claims = jwt.decode(
                token,
                self._secret,
                algorithms=[ALGORITHM],
                issuer=ISSUER,
                options={
                    "require": _CLAIMS,
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                    "verify_aud": False,
                },
            )
            made_for = claims["aud"]
            audiences = tuple(made_for) if isinstance(made_for, list) else (made_for,)
            user_id, since, until = str(UUID(claims["sub"])), float(claims["iat"]), float(claims["exp"])
        except (jwt.InvalidTokenError, ValueError, TypeError, AttributeError):
            return None
        return TokenClaims(user_id, since, until, audiences)
