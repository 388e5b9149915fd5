"""What templates know of times: moments from texts and seconds, and back."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sayso.machines.mqtt.bounds import text

_LONGEST_FORMAT = 64


def _moment(value: Any, otherwise: Any = None) -> Any:
    if isinstance(value, datetime):
        return value
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value, UTC)
        found = datetime.fromisoformat(text(value))
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        if otherwise is None:
            raise ValueError from None
        return otherwise


def _seconds(value: Any, otherwise: Any = None) -> Any:
    found = _moment(value, otherwise)
    return found.timestamp() if isinstance(found, datetime) else found


def _custom(value: Any, form: str = "%Y-%m-%d %H:%M:%S", is_local: bool = True, otherwise: Any = None) -> Any:
    found = _moment(float(value), otherwise)
    if len(form) > _LONGEST_FORMAT or not isinstance(found, datetime):
        return found
    return (found.astimezone() if is_local else found).strftime(form)


def _local(value: Any, otherwise: Any = None) -> Any:
    found = _moment(float(value), otherwise)
    return found.astimezone().isoformat() if isinstance(found, datetime) else found


def _utc(value: Any, otherwise: Any = None) -> Any:
    found = _moment(float(value), otherwise)
    return found.isoformat() if isinstance(found, datetime) else found


def _strptime(value: Any, form: str, otherwise: Any = None) -> Any:
    try:
        return datetime.strptime(text(value)[:_LONGEST_FORMAT], form[:_LONGEST_FORMAT]).replace(tzinfo=UTC)
    except (ValueError, re.error):  # the latter where a format names the same twice
        if otherwise is None:
            raise
        return otherwise


FILTERS: Mapping[str, Callable[..., Any]] = {
    "as_datetime": _moment,
    "as_local": lambda value: _moment(value).astimezone(),
    "as_timestamp": _seconds,
    "timestamp_custom": _custom,
    "timestamp_local": _local,
    "timestamp_utc": _utc,
}
GLOBALS: Mapping[str, Callable[..., Any]] = {
    "as_datetime": _moment,
    "as_timestamp": _seconds,
    "now": lambda: datetime.now(UTC).astimezone(),
    "strptime": _strptime,
    "utcnow": lambda: datetime.now(UTC),
}
