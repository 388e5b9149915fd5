"""Whether a machine is as somebody asks: by the states that it tells, whatever their names and values are."""

from collections.abc import Sequence
from datetime import datetime

from sayso.dataclass import dataclass
from sayso.machines.asked import StateQuery
from sayso.machines.device import Device, DeviceReading, Value

_IS = {"on": True, "open": True, "locked": True, "running": True, "online": True}
_IS |= {"off": False, "closed": False, "unlocked": False, "idle": False, "offline": False}
_TOLD_BY = {  # which states tell it of the machine itself, the first that there is
    "on": ("switch", "power", "cycle"),
    "off": ("switch", "power", "cycle"),
    "open": ("door",),
    "closed": ("door",),
    "locked": ("lock",),
    "unlocked": ("lock",),
    "running": ("cycle", "defrost", "switch", "power"),
    "idle": ("cycle", "defrost", "switch", "power"),
}
_YES = frozenset(("on", "open", "opened", "true", "yes", "1", "running", "active", "locked", "online", "connected"))
_NO = frozenset(("off", "closed", "false", "no", "0", "stopped", "idle", "inactive", "unlocked", "offline"))


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether it is so (None where the machine does not say), which state says so, and since when it is as it is."""

    asked: StateQuery
    is_so: bool | None
    name: str = ""
    value: Value = None
    since: datetime | None = None

    def to_dict(self) -> dict[str, object]:
        """As the tools tell it."""
        since = None if self.since is None else self.since.isoformat()
        told = {"state": self.asked.state, "part": self.asked.part, "is_so": self.is_so}
        return {**told, "name": self.name, "value": self.value, "since": since}


def judged(asked: StateQuery, device: Device, states: Sequence[DeviceReading]) -> Judged:
    """What the latest states say to a question about one."""
    wanted = _IS[str(asked.state)]
    if asked.state in ("online", "offline"):
        is_linked = device.is_connected
        return Judged(asked, None if is_linked is None else is_linked is wanted, "connection", is_linked)
    for name in _names(asked):
        for state in states:
            truth = truth_of(state.value)
            if name in state.name.casefold().split("_") and truth is not None:
                return Judged(asked, truth is wanted, state.name, state.value)
    return Judged(asked, None)


def is_of(reading: DeviceReading, asked: StateQuery) -> bool:
    """Whether a state that was told is of the part that is asked about, and became what is asked."""
    names = _names(asked) if asked.state else (str(asked.part),)
    if set(names).isdisjoint(reading.name.casefold().split("_")):
        return False
    return asked.state is None or truth_of(reading.value) is _IS[asked.state]


def _names(asked: StateQuery) -> tuple[str, ...]:
    if asked.state in ("locked", "unlocked", "online", "offline"):
        return ("lock",) if asked.state in ("locked", "unlocked") else ("connection",)
    return (asked.part,) if asked.part else _TOLD_BY[str(asked.state)]


def truth_of(value: Value) -> bool | None:
    """A state's value as a yes or a no; None where it is neither."""
    if isinstance(value, bool | int | float):
        return bool(value)
    said = str(value).casefold()
    return True if said in _YES else False if said in _NO else None


def since_when(value: Value, past: Sequence[DeviceReading]) -> datetime | None:
    """Since when a state is as it is, by what it was before, the oldest first; None where no change is known."""
    now = truth_of(value)
    since = None
    for reading in reversed(past):
        if truth_of(reading.value) is not now:
            return since
        since = reading.at
    return None
