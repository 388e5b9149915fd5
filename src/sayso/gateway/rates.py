"""How often a person called a tool lately, for the policy's limits. In memory: a gateway that starts again has counted
nothing yet."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sayso.gateway.rules import CallLimit


class Rates:
    """Counts calls by person and tool."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._calls: dict[tuple[str, str], deque[datetime]] = {}

    def take(self, key: tuple[str, str], limits: Sequence[CallLimit]) -> CallLimit | None:
        """Count one more call; or the limit that is reached, and then it is not counted."""
        now = self._clock()
        calls = self._calls.setdefault(key, deque())
        longest = max((limit.seconds for limit in limits), default=0)
        while calls and calls[0] <= now - timedelta(seconds=longest):
            calls.popleft()
        for limit in limits:
            if sum(1 for at in calls if at > now - timedelta(seconds=limit.seconds)) >= limit.count:
                return limit
        calls.append(now)
        return None
