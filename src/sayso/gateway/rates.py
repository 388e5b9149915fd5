"""How often a person called a tool lately, for the policy's limits. In memory: a gateway that starts again has counted
nothing yet."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from sayso.gateway.rules import CallLimit


class Rates:
    """Counts calls by person and tool."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._calls: dict[tuple[str, str], deque[datetime]] = {}

    def take(self, key: tuple[str, str], limit: CallLimit) -> bool:
        """Count one more call; False where the limit is reached, and then it is not counted."""
        now = self._clock()
        calls = self._calls.setdefault(key, deque())
        while calls and calls[0] <= now - timedelta(seconds=limit.seconds):
            calls.popleft()
        if len(calls) >= limit.count:
            return False
        calls.append(now)
        return True
