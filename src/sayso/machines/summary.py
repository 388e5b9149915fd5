"""What comes of values that were measured: the least, the most, the mean, and whether they were beyond a bound."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sayso.dataclass import dataclass
from sayso.machines.asked import MetricsQuery
from sayso.machines.device import DeviceReading

_HOLDS = timedelta(hours=1)  # for how long a value counts where none follows


@dataclass(frozen=True, slots=True)
class BoundCheck:
    """Whether values are above, or below, a bound: at all, or all the time where that is asked; for how long in all,
    and since when where they still are."""

    side: str  # above, below
    bound: float
    is_so: bool
    seconds: int
    since: datetime | None

    def to_dict(self) -> dict[str, object]:
        """As the tools tell it."""
        since = None if self.since is None else self.since.isoformat()
        return {self.side: self.bound, "is_so": self.is_so, "seconds": self.seconds, "since": since}


@dataclass(frozen=True, slots=True)
class Summary:
    """What comes of the values of one metric."""

    metric: str
    unit: str
    least: DeviceReading
    most: DeviceReading
    average: float
    beyond: tuple[BoundCheck, ...]

    def to_dict(self) -> dict[str, object]:
        """The least, the most, the mean, and the bounds that were asked about."""
        told = {"metric": self.metric, "unit": self.unit, "min": _point(self.least), "max": _point(self.most)}
        return {**told, "average": round(self.average, 2), "beyond": [one.to_dict() for one in self.beyond]}


def summary(points: Sequence[DeviceReading], question: MetricsQuery, until: datetime) -> Summary | None:
    """What comes of the values of one metric, the oldest first; None where none of them is a number."""
    counted = [(_number(p), p) for p in points if _is_number(p.value)]
    if not counted:
        return None
    times = [p.at for _, p in counted]
    ends = [min(after, at + _HOLDS) for at, after in pairwise((*times, max(until, times[-1])))]
    lasts = [max((end - at).total_seconds(), 0.0) for at, end in zip(times, ends, strict=True)]
    values = [value for value, _ in counted]
    whole = sum(lasts)
    mean = sum(v * s for v, s in zip(values, lasts, strict=True)) / whole if whole else sum(values) / len(values)
    least, most = min(counted, key=lambda c: c[0]), max(counted, key=lambda c: c[0])
    bounds = (("above", question.above), ("below", question.below))
    runs = _Run(values, lasts, times, question.aggregate)
    beyond = tuple(runs.beyond(side, bound) for side, bound in bounds if bound is not None)
    return Summary(points[0].name, points[0].unit, least[1], most[1], mean, beyond)


@dataclass(frozen=True, slots=True)
class _Run:
    """Values, how long each of them lasted, and since when."""

    values: Sequence[float]
    lasts: Sequence[float]
    times: Sequence[datetime]
    aggregate: str | None

    def beyond(self, side: str, bound: float) -> BoundCheck:
        are = [value > bound if side == "above" else value < bound for value in self.values]
        is_throughout = (side, self.aggregate) in (("above", "min"), ("below", "max"))  # the furthest one the other way
        seconds = sum(lasts for lasts, is_it in zip(self.lasts, are, strict=True) if is_it)
        first = next((i + 1 for i in range(len(are) - 1, -1, -1) if not are[i]), 0)
        since = self.times[first] if first < len(are) else None
        return BoundCheck(side, bound, all(are) if is_throughout else any(are), round(seconds), since)


def _point(reading: DeviceReading) -> dict[str, object]:
    return {"at": reading.at.isoformat(), "value": reading.value}


def _number(reading: DeviceReading) -> float:
    assert isinstance(reading.value, int | float)
    return float(reading.value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
