"""What the people of the kitchen do, and when lines fail: by chance, and the same every time for the same seed."""

from datetime import datetime
from functools import lru_cache
from hashlib import blake2s
from zoneinfo import ZoneInfo

_ZONE = ZoneInfo("Europe/Rome")  # where the kitchen stands
_OPENS, _CLOSES = 8, 22
_BAKING = ((11 * 60 + 30, 13 * 60 + 30), (18 * 60 + 30, 21 * 60))  # minutes of the day
_CHILLING = 14 * 60 + 30
_FORGOTTEN = 0.02  # of the doors that are opened
_BLOCK = 20  # minutes, in each of which a line may fail once
_FAILS = 0.025


def chance(*about: object) -> float:
    """A number from 0 up to 1 that these things always give."""
    text = "\x1f".join(map(str, about))
    return int.from_bytes(blake2s(text.encode(), digest_size=6).digest()) / (1 << 48)


def is_out(seed: str, key: str, at: datetime) -> bool:
    """Whether the line to a machine is down: a few minutes now and then, about one in a hundred."""
    block, minute = divmod(int(at.timestamp() // 60), _BLOCK)
    return minute in _outage(seed, key, block)


@lru_cache(maxsize=64)  # one after the other, each asked for at every step
def _outage(seed: str, key: str, block: int) -> range:
    """The minutes of this block in which the line is down."""
    if chance(seed, key, "out", block) >= _FAILS:
        return range(0)
    begins = int(chance(seed, key, "begins", block) * 10)
    return range(begins, begins + 3 + int(chance(seed, key, "lasts", block) * 7))


def opening(seed: str, key: str, at: datetime, likely: float) -> int:
    """For how many steps somebody opens the door in this minute; 0 where nobody does."""
    minute = int(at.timestamp() // 60)
    if likely == 0.0 or chance(seed, key, "door", minute) >= likely:
        return 0
    if not _OPENS <= at.astimezone(_ZONE).hour < _CLOSES:
        return 0
    lasts = chance(seed, key, "open", minute)
    return 14 if lasts < _FORGOTTEN else 1 + int(lasts * 3)


def bakes(at: datetime) -> bool | None:
    """Whether baking begins (True) or ends (False) at this very minute; None at all others."""
    minute = _minute(at)
    return next((minute == begin for begin, end in _BAKING if minute in (begin, end)), None)


def chills(at: datetime) -> bool:
    """Whether what was cooked for lunch is put into the blast chiller now."""
    return _minute(at) == _CHILLING


def defrosts(seed: str, key: str, at: datetime) -> bool:
    """Whether the machine defrosts by itself now: twice a day, each at its own hour."""
    return int(at.timestamp() // 60) % 720 == _defrost_minute(seed, key)


@lru_cache(maxsize=64)
def _defrost_minute(seed: str, key: str) -> int:
    return int(chance(seed, key, "defrost") * 720)


def _minute(at: datetime) -> int:
    here = at.astimezone(_ZONE)
    return here.hour * 60 + here.minute
