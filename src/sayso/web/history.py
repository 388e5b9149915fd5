"""What machines measured, for charts: any range in a bounded number of points with their least, mean and greatest."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request

from sayso.assistant.wings.machines import speech_of
from sayso.dataclass import dataclass
from sayso.machines.asked import MetricsQuery, TimeRange, Which
from sayso.machines.device import Device, DeviceReading
from sayso.machines.outcome import MachineMetrics, Series, Unavailable
from sayso.machines.summary import summary
from sayso.session import Session
from sayso.web.description import answers
from sayso.web.desk import Desk
from sayso.web.history_answers import MetricHistory
from sayso.web.problem import Problem

MOST_POINTS = 200  # that are drawn
MOST_HOURS = 31 * 24
_ROUNDS = 12  # answers of the fleet that are put together


@dataclass(frozen=True, slots=True)
class Interval:
    """What was measured in one part of a range; `at` is its middle."""

    at: datetime
    least: float
    mean: float
    most: float

    def to_dict(self) -> dict[str, object]:
        """A point of a chart."""
        told = {"at": self.at.isoformat(), "value": round(self.mean, 3)}
        return {**told, "least": round(self.least, 3), "most": round(self.most, 3)}


def intervals(points: Sequence[DeviceReading], since: datetime, until: datetime) -> list[Interval]:
    """The numbers that were measured, the oldest first: each of few, of many the parts of the range that have any."""
    known = [
        (p.at, float(p.value)) for p in points if isinstance(p.value, int | float) and not isinstance(p.value, bool)
    ]
    if len(known) <= MOST_POINTS:
        return [Interval(at, value, value, value) for at, value in known]
    part = (until - since) / MOST_POINTS
    found: dict[int, list[float]] = {}
    for at, value in known:
        found.setdefault(min(int((at - since) / part), MOST_POINTS - 1), []).append(value)
    return [
        Interval(since + part * (turn + 0.5), min(values), sum(values) / len(values), max(values))
        for turn, values in sorted(found.items())
    ]


def history_routes(desk: Desk) -> APIRouter:
    """Read what one machine measured over hours or days."""
    routes = APIRouter(prefix="/api", tags=["machines"])
    service = desk.parts.machines

    async def answer(session: Session, which: Which, metric: str, times: TimeRange) -> MachineMetrics:
        """The newest points of a range, as the tool answers; what it cannot answer ends the request."""
        asked = MetricsQuery((metric,), since=times.since.isoformat(), until=times.until.isoformat())
        told = await service.metrics(session, which, asked)
        if isinstance(told, MachineMetrics):
            return told
        wrong = told.to_dict()
        status = 503 if isinstance(told, Unavailable) else 404
        raise Problem(status, str(wrong["error"]), str(wrong["error_message"]), str(wrong["suggestion"]))

    async def read(session: Session, which: Which, metric: str, times: TimeRange) -> tuple[Device, Series, bool]:
        """The points of a range, in several answers where one does not hold them, and whether older ones were left
        out: of very many the newest are read."""
        told = await answer(session, which, metric, times)
        (one,) = told.series
        points = one.points
        for _ in range(_ROUNDS):
            if not told.has_more or not points:
                break
            told = await answer(
                session, which, metric, TimeRange(times.since, points[0].at - timedelta(microseconds=1))
            )
            points = told.series[0].points + points
        return told.device, Series(metric, one.unit, points), told.has_more

    @routes.get("/machines/{machine_id}/history", response_model=None, responses=answers(MetricHistory))
    async def history(
        request: Request,
        machine_id: str,
        metric: Annotated[str, Query(min_length=1, max_length=100)],
        hours: Annotated[int, Query(ge=1, le=MOST_HOURS)] = 24,
        language: Annotated[str, Query(max_length=16)] = "en",
    ) -> dict[str, object]:
        """What a machine measured in the last hours: 200 points at most, and the least, mean, greatest and last."""
        session, until = await desk.session(request), desk.parts.clock()
        since = until - timedelta(hours=hours)
        device, series, is_cut = await read(session, Which(device_id=machine_id), metric, TimeRange(since, until))
        points = series.points
        all_of_it = summary(points, MetricsQuery(), until)
        speech = speech_of(desk.engine, desk.engine.pack(language), UTC)
        begins = points[0].at if is_cut and points else since
        found = intervals(points, begins, until)
        return {
            "device_id": device.id,
            "device_name": device.name,
            "metric": metric,
            "label": speech.metric(metric),
            "unit": series.unit,
            "least": None if all_of_it is None else all_of_it.least.value,
            "mean": None if all_of_it is None else round(all_of_it.average, 3),
            "most": None if all_of_it is None else all_of_it.most.value,
            "last": points[-1].value if points else None,
            "from": begins.isoformat(),
            "is_cut": is_cut,
            "points": [interval.to_dict() for interval in found],
        }

    return routes
