"""What the machine tools are given, as it came, and what it comes to once every value is checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from sayso.tools.wrong import Wrong, check_count, check_text, plain

MOST_POINTS = 1000
PAGE, LARGEST_PAGE = 50, 500
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
    """What `list_machines` is given."""

    search: str | None = None
    is_connected: bool | None = None
    limit: int = PAGE


@dataclass(frozen=True, slots=True)
class Wish:
    """What `machine_command_execute` is given about the command."""

    machine_command_id: str | None = None
    command_name: str | None = None
    overrides: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What `metrics_read` is given beside the machine."""

    metric_names: tuple[str, ...] = ()
    last_value: bool | None = None
    since: str | None = None
    until: str | None = None
    limit: int = MOST_POINTS

    @property
    def is_about_now(self) -> bool:
        """Whether no range is asked for."""
        return self.since is None and self.until is None

    def to_dict(self) -> dict[str, object]:
        """What was given, under the tool's own names."""
        names = {"since": "from", "until": "to"}
        return {names.get(name, name): value for name, value in given(self).items()}


@dataclass(frozen=True, slots=True)
class Window:
    """From when to when, both within."""

    since: datetime
    until: datetime


def given(noun: Which | Listing | Wish | Question) -> dict[str, object]:
    """The arguments that were given: what is not at its default."""
    values = ((f.name, getattr(noun, f.name), f.default) for f in fields(noun))
    return {name: value for name, value, default in values if value not in (default, {}, ())}


def check_listing(listing: Listing) -> Wrong | None:
    """What is wrong with a listing."""
    if listing.search is not None:
        text = check_text(listing.search, "search")
        if isinstance(text, Wrong):
            return text
    if listing.is_connected is not None and not isinstance(listing.is_connected, bool):
        return Wrong("is_connected", "is_connected must be true or false.", "Leave it out to list all.")
    count = check_count(listing.limit, "limit", (1, LARGEST_PAGE))
    return count if isinstance(count, Wrong) else None


def check_question(question: Question) -> Wrong | None:
    """What is wrong with a question about metrics, but for its times."""
    names = question.metric_names
    if not isinstance(names, list | tuple) or any(isinstance(check_text(n, "metric_names"), Wrong) for n in names):
        return Wrong("metric_names", "metric_names must be a list of names.", 'For example ["temperature"].')
    if question.last_value is not None and not isinstance(question.last_value, bool):
        return Wrong("last_value", "last_value must be true or false.", "Leave it out unless only that is wanted.")
    count = check_count(question.limit, "limit", (1, MOST_POINTS))
    return count if isinstance(count, Wrong) else None


def check_window(since: object, until: object, now: datetime, zone: tzinfo) -> Window | Wrong:
    """The times of a range; without an end until now, without a beginning the day before its end."""
    ends = now if until is None else _moment(until, "to", zone)
    if isinstance(ends, Wrong):
        return ends
    begins = max(ends, _EARLIEST) - _DAY if since is None else _moment(since, "from", zone)
    if isinstance(begins, Wrong):
        return begins
    if begins > ends:
        return Wrong("from", "The range ends before it begins.", "Give from before to.")
    return Window(begins, ends)


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
