"""What the machine tools are given, as it came, and what it comes to once every value is checked."""

from collections.abc import Mapping
from dataclasses import field, fields
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import ClassVar

from sayso.dataclass import dataclass
from sayso.domains.shipped import shipped_tools
from sayso.tools.wrong import Wrong, plain, wrong_in

_DAY = timedelta(days=1)
_EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
_WHEN = "Use a time with its offset, such as 2026-11-17T17:00:00+01:00, or a date such as 2026-11-17."


@dataclass(frozen=True, slots=True)
class Which:
    """A machine by one of its names."""

    device_id: str | None = None
    device_name: str | None = None
    serial: str | None = None

    def to_dict(self) -> dict[str, object]:
        """What was given."""
        return given(self)


@dataclass(frozen=True, slots=True)
class Listing:
    """What `list_machines` is given; None is as if left out."""

    tool: ClassVar[str] = "list_machines"

    search: str | None = None
    is_connected: bool | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """What `machine_command_execute` is given about the command."""

    machine_command_id: str | None = None
    command_name: str | None = None
    overrides: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MetricsQuery:
    """What `metrics_read` is given beside the machine; None is as if left out."""

    tool: ClassVar[str] = "metrics_read"

    metric_names: tuple[str, ...] = ()
    last_value: bool | None = None
    since: str | None = None
    until: str | None = None
    limit: int | None = None
    aggregate: str | None = None
    above: float | None = None
    below: float | None = None

    @property
    def is_about_now(self) -> bool:
        """Whether no range is asked for."""
        return self.since is None and self.until is None and self.aggregate is None

    @property
    def is_of_values(self) -> bool:
        """Whether something is asked of the values."""
        return any(value is not None for value in (self.aggregate, self.above, self.below))

    def to_dict(self) -> dict[str, object]:
        """What was given, under the tool's own names."""
        names = {"since": "from", "until": "to"}
        return {names.get(name, name): value for name, value in given(self).items()}


@dataclass(frozen=True, slots=True)
class StateQuery:
    """What `device_firmware_detail` is given beside the machine: which state is asked about, and of which part."""

    tool: ClassVar[str] = "device_firmware_detail"

    state: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class TimeRange:
    """From when to when, both within."""

    since: datetime
    until: datetime


def given(noun: Which | Listing | CommandRequest | MetricsQuery | StateQuery) -> dict[str, object]:
    """The arguments that were given: what is not at its default."""
    values = ((f.name, getattr(noun, f.name), f.default) for f in fields(noun))
    return {name: value for name, value, default in values if value not in (default, {}, ())}


def limit_of(asked: Listing | MetricsQuery) -> int:
    """How many at most: as many as were asked for, else as many as the tool's definition says."""
    usual = shipped_tools()[asked.tool].parameter("limit").default
    return int(str(usual if asked.limit is None else asked.limit))


def check_condition(condition: StateQuery) -> Wrong | None:
    """What is wrong with a question about a state."""
    return wrong_in(condition.tool, given(condition))


def check_listing(listing: Listing) -> Wrong | None:
    """What is wrong with a listing."""
    return wrong_in(listing.tool, given(listing))


def check_question(question: MetricsQuery) -> Wrong | None:
    """What is wrong with a question about metrics; whether its times make a range is seen later."""
    asked = {name: value for name, value in question.to_dict().items() if name not in ("from", "to")}
    return wrong_in(question.tool, asked)


def check_window(since: object, until: object, now: datetime, zone: tzinfo) -> TimeRange | Wrong:
    """The times of a range; without an end until now, without a beginning the day before its end."""
    ends = now if until is None else _moment(until, "to", zone)
    if isinstance(ends, Wrong):
        return ends
    begins = max(ends, _EARLIEST) - _DAY if since is None else _moment(since, "from", zone)
    if isinstance(begins, Wrong):
        return begins
    if begins > ends:
        return Wrong("from", "The range ends before it begins.", "Give from before to.")
    return TimeRange(begins, ends)


def _moment(value: object, name: str, zone: tzinfo) -> datetime | Wrong:
    """A point in time; a bare date is the person's own day, to its very end where it ends a range."""
    wrong = Wrong(name, f"{name} {plain(str(value))!r} is no point in time.", _WHEN)
    if not isinstance(value, str):
        return wrong
    try:
        if len(value) <= 10:
            day = date.fromisoformat(value)
            start = datetime.combine(day, time.min, zone)
            return (start + _DAY - timedelta(microseconds=1) if name == "to" else start).astimezone(UTC)
        at = datetime.fromisoformat(value)
        return at.astimezone(UTC) if at.utcoffset() is not None else wrong
    except (ValueError, OverflowError):
        return wrong
