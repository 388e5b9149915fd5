"""How a simulated machine is at one time, as a value that can be kept and read back."""

import json
import math
from dataclasses import fields
from datetime import datetime, timedelta

from sayso.dataclass import dataclass

STEP = timedelta(seconds=30)
_MOMENTS = ("at", "unplugged_until")


@dataclass(frozen=True, slots=True)
class Condition:
    """How a machine is; counts are of steps of half a minute."""

    at: datetime
    temperature: float
    humidity: float
    target: float
    is_on: bool = True
    is_running: bool = False  # the compressor, or the heater
    is_cycling: bool = False
    is_light: bool = False
    is_open: bool = False
    is_locked: bool = False
    open_steps: int = 0  # for how long the door has been open
    staff_steps: int = 0  # after which staff will close it; 0: nobody will
    defrost_steps: int = 0  # that are left
    by_staff: bool = False  # somebody of the kitchen switched it on, and will switch it off
    is_left_open: bool = False
    is_too_warm: bool = False
    is_connected: bool = True
    unplugged_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class ConditionSnapshot:
    """A machine as it is, and as it was when it was last heard of: while it is away, nobody knows better."""

    now: Condition
    heard: Condition

    def to_json(self) -> str:
        """All of it, to be read back by `from_json`."""
        return json.dumps({"now": _plain(self.now), "heard": _plain(self.heard)})

    @classmethod
    def from_json(cls, text: str) -> "ConditionSnapshot | None":
        """A machine from its own JSON; None where that cannot be read, so that a new one is born."""
        try:
            kept = json.loads(text)
            return cls(_condition(kept["now"]), _condition(kept["heard"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


def on_grid(at: datetime) -> datetime:
    """The last step at or before a time."""
    return at - timedelta(seconds=at.second % STEP.seconds, microseconds=at.microsecond)


def _plain(condition: Condition) -> dict[str, object]:
    values = ((f.name, getattr(condition, f.name)) for f in fields(condition))
    return {name: v.isoformat() if isinstance(v, datetime) else v for name, v in values}


def _condition(kept: dict[str, object]) -> Condition:
    known = {f.name for f in fields(Condition)}
    values: dict[str, object] = {name: value for name, value in kept.items() if name in known}
    for name in _MOMENTS:
        moment = values.get(name)
        values[name] = datetime.fromisoformat(moment) if isinstance(moment, str) else None
    condition = Condition(**values)  # type: ignore[arg-type]
    if condition.at is None or not math.isfinite(condition.temperature + condition.humidity + condition.target):
        raise ValueError("no condition that a machine can be in")
    return condition
