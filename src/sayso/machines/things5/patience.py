"""When a read is tried again, and after how long: pure, chance and clock are handed in."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sayso.dataclass import dataclass

AGAIN = frozenset({429, 500, 502, 503, 504})  # answers that may be different the next time
_FIRST = 0.25  # seconds after the first failure


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one answer is waited for, how often a read is tried, and how long to wait in between, in seconds."""

    answer: float = 10.0
    tries: int = 4
    pause: float = 8.0  # at the most; a platform that asks for more is left alone
    whole: float = 30.0  # after which no further try begins


def asked_pause(header: str, now: datetime) -> float | None:
    """The seconds that a `Retry-After` asks for, given as seconds or as a date; None where it says neither.

    >>> asked_pause("3", datetime.now(UTC))
    3.0
    """
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        then = parsedate_to_datetime(text)
        seconds = (then if then.tzinfo else then.replace(tzinfo=UTC)) - now
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return max(0.0, seconds.total_seconds())


def next_pause(failures: int, asked: float | None, chance: float, patience: Patience) -> float | None:
    """How long to wait after so many failures: twice as long each time, half of it by chance, never less than asked.

    None: no further try.
    """
    if failures >= patience.tries or (asked is not None and asked > patience.pause):
        return None
    most = min(_FIRST * (1 << (failures - 1)), patience.pause)
    return max(most / 2 + most / 2 * chance, asked or 0.0)
