"""Access tokens: signed statements that a session belongs to a person, good for some hours."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

import jwt

ISSUER = "sayso"
AUDIENCE = "sayso"
ALGORITHM = "HS256"
_CLAIMS = ["iss", "aud", "sub", "iat", "exp"]


class Tokens:
    """Issues and verifies the tokens of one key."""

    def __init__(self, secret: str, lifetime: timedelta, clock: Callable[[], datetime]) -> None:
        self._secret = secret
        self._lifetime = lifetime
        self._clock = clock

    def issue(self, user_id: str) -> str:
        """A token for a person."""
        now = self._clock()
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": user_id, "iat": now, "exp": now + self._lifetime}
        return jwt.encode(claims, self._secret, ALGORITHM)

    def verify(self, token: str) -> str | None:
        """Whose token it is; None where it is not ours, not for us, altered or out of date."""
        now = self._clock().timestamp()
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
            is_good = float(claims["iat"]) - 60 <= now < float(claims["exp"])
            return str(UUID(claims["sub"])) if is_good else None
        except (jwt.InvalidTokenError, ValueError, TypeError, AttributeError):
            return None
