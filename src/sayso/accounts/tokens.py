"""Access tokens: signed statements that a session belongs to a person, good for some hours."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import jwt

ISSUER = "sayso"
AUDIENCE = "sayso"
ALGORITHM = "HS256"
_KNOWN = 1000  # tokens whose signature is not looked at again
_CLAIMS = ["iss", "aud", "sub", "iat", "exp"]


@dataclass(frozen=True, slots=True)
class TokenClaims:
    """Whose token it is, and when it was issued."""

    user_id: str
    issued_at: float

    def is_revoked(self, since: datetime | None) -> bool:
        """Whether all tokens of its time were taken back."""
        return since is not None and self.issued_at < since.timestamp()


class Tokens:
    """Issues and verifies the tokens of one key."""

    def __init__(self, secret: str, lifetime: timedelta, clock: Callable[[], datetime]) -> None:
        self._secret = secret
        self._lifetime = lifetime
        self._clock = clock
        self._known: dict[str, tuple[str, float, float]] = {}

    def derive(self, purpose: str) -> str:
        """A secret for another purpose, always the same for this key; nobody finds the key by it."""
        return hmac.new(self._secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:32]

    def issue(self, user_id: str) -> str:
        """A token for a person."""
        now = self._clock()
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": user_id, "iat": now.timestamp()}
        return jwt.encode({**claims, "exp": now + self._lifetime}, self._secret, ALGORITHM)

    def verify(self, token: str) -> str | None:
        """Whose token it is; None where it is not ours, not for us, altered or out of date."""
        claims = self.claims(token)
        return None if claims is None else claims.user_id

    def claims(self, token: str) -> TokenClaims | None:
        """What a token says, where it is good; whether it was revoked since is for the accounts to say."""
        now = self._clock().timestamp()
        known = self._known.get(token)
        if known is not None:  # only the time can have changed
            user_id, since, until = known
            return TokenClaims(user_id, since) if since - 60 <= now < until else None
        try:
            claims = jwt.decode(
                token,
                self._secret,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=ISSUER,
                # the times are compared below, with the clock that was handed in
                options={"require": _CLAIMS, "verify_exp": False, "verify_iat": False, "verify_nbf": False},
            )
            user_id, since, until = str(UUID(claims["sub"])), float(claims["iat"]), float(claims["exp"])
        except (jwt.InvalidTokenError, ValueError, TypeError, AttributeError):
            return None
        if not since - 60 <= now < until:
            return None
        self._known[token] = (user_id, since, until)
        if len(self._known) > _KNOWN:
            self._known.pop(next(iter(self._known)))
        return TokenClaims(user_id, since)
