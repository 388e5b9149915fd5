"""What a verb of the machines answers: a closed set of successes and failures, in the shape that the tools promise."""

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, assert_never

from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.machines.asked import TimeRange
from sayso.machines.device import (
    Confirmed,
    Device,
    DeviceReading,
    Offline,
    Rejected,
    Sent,
    Setting,
    TimedOut,
    Unchanged,
)
from sayso.machines.judging import Judged
from sayso.machines.summary import Summary
from sayso.tools.told import NoAccount, error, invalid
from sayso.tools.wrong import Wrong, plain

SHOWN = 5  # candidates and suggestions at most


@dataclass(frozen=True, slots=True)
class About:
    """Which command to which machine, with which values."""

    device_id: str
    device_name: str
    command_id: str
    command_name: str
    values: Mapping[str, object] = field(default_factory=dict)

    def to_dict(self) -> dict[str, object]:
        """As the tools name it."""
        return {
            "device_id": self.device_id,
            "device_name": self.device_name,
            "machine_command_id": self.command_id,
            "command_name": self.command_name,
            "overrides": dict(self.values),
        }


@dataclass(frozen=True, slots=True)
class Executed:
    """The machine has done it and says so, or was so already, or it was handed over to a machine that does not say."""

    about: About
    effect: Confirmed | Unchanged | Sent

    def to_dict(self) -> dict[str, object]:
        """`effect` says whether it was `confirmed`, only `sent`, or `unchanged` because it was so already."""
        match self.effect:
            case Confirmed(states):
                told: dict[str, object] = {"effect": "confirmed", "states": dict(states)}
            case Unchanged(states):
                told = {"effect": "unchanged", "states": dict(states)}
            case Sent():
                told = {"effect": "sent", "states": {}}
            case _:
                assert_never(self.effect)
        return {"status": "success", **told, **self.about.to_dict()}


@dataclass(frozen=True, slots=True)
class Planned:
    """It is kept for another time, or was done and will be taken back then; `number` is its task in the list."""

    about: About
    at: str | None
    until: str | None
    number: int
    done: Executed | None = None

    def to_dict(self) -> dict[str, object]:
        """`effect` is `planned` where nothing was done yet, else what became of what was done now."""
        now = {"effect": "planned", "states": {}} if self.done is None else self.done.to_dict()
        times = {name: at for name, at in (("at", self.at), ("until", self.until)) if at is not None}
        return {"status": "success", **now, **self.about.to_dict(), **times, "task_number": self.number}


@dataclass(frozen=True, slots=True)
class NotExecuted:
    """The machine refused, was away, or gave no word: which of these is never mixed up."""

    about: About
    effect: Rejected | TimedOut | Offline

    @property
    def error(self) -> str:
        """The kind of error."""
        return {Rejected: "rejected", TimedOut: "timed_out", Offline: "offline"}[type(self.effect)]

    def to_dict(self) -> dict[str, object]:
        """The error, with what was to be done."""
        name, command = self.about.device_name, self.about.command_name
        match self.effect:
            case Rejected(reason):
                told = (f"'{name}' refused {command}: {plain(reason)}.", "Change what is asked for, or leave it.")
            case TimedOut():
                said = f"{command} was sent to '{name}', and no word came back: it may or may not have been done."
                told = (said, "Look at the machine before anything is sent again.")
            case Offline():
                told = (f"'{name}' is offline. Nothing was sent.", "Try again when it is back.")
            case _:
                assert_never(self.effect)
        out = {**error(self.error, *told), **self.about.to_dict()}
        return {**out, "reason": plain(self.effect.reason)} if isinstance(self.effect, Rejected) else out


@dataclass(frozen=True, slots=True)
class MachineNeedsConfirmation:
    """Nothing happened yet: the person has to say yes, where no model can. The same call then goes through."""

    about: About
    pending: Pending

    def to_dict(self) -> dict[str, object]:
        """What waits for the person's yes."""
        next_step = f"The person has to allow this: sayso approve {self.pending.id}. Then make the same call again."
        return {
            "status": "needs_confirmation",
            "confirmation_id": self.pending.id,
            "expires_at": self.pending.expires_at.isoformat(),
            "summary": self.pending.summary,
            **self.about.to_dict(),
            "suggestion": next_step,
        }


@dataclass(frozen=True, slots=True)
class Machines:
    """Machines that fit; `total` counts all that do."""

    machines: tuple[Device, ...]
    total: int

    def to_dict(self) -> dict[str, object]:
        """`status`, `count`, `total` and the machines."""
        shown = [_machine(device) for device in self.machines]
        return {"status": "success", "count": len(shown), "total": self.total, "machines": shown}


@dataclass(frozen=True, slots=True)
class Series:
    """What one metric was over time, the oldest first."""

    metric: str
    unit: str
    points: tuple[DeviceReading, ...]

    def to_dict(self) -> dict[str, object]:
        """The metric and its points."""
        points = [{"at": point.at.isoformat(), "value": point.value} for point in self.points]
        return {"metric": self.metric, "unit": self.unit, "points": points}


@dataclass(frozen=True, slots=True)
class MachineMetrics:
    """What a machine measures: now, over time, or both."""

    device: Device
    series: tuple[Series, ...] = ()
    latest: tuple[DeviceReading, ...] = ()
    has_more: bool = False
    summary: tuple[Summary, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """`series` and `latest`; either may be empty. `summary` holds what comes of them, where that is asked."""
        told = {**_named(self.device), "connected": self.device.is_connected}
        told["series"] = [one.to_dict() for one in self.series]
        more: dict[str, object] = {"summary": [one.to_dict() for one in self.summary]} if self.summary else {}
        return {"status": "success", **told, "latest": _latest(self.latest), "has_more": self.has_more, **more}


@dataclass(frozen=True, slots=True)
class Detail:
    """All about one machine."""

    device: Device
    latest: tuple[DeviceReading, ...] = ()
    states: tuple[DeviceReading, ...] = ()
    judged: Judged | None = None

    def to_dict(self) -> dict[str, object]:
        """Connection, firmware, commands with what they take, metrics, and what it was like last."""
        about = _machine(self.device)
        about |= {"device_id": about.pop("id"), "device_name": about.pop("name")}
        commands = [
            {
                "id": command.id,
                "name": command.name,
                "description": command.description,
                "dangerous": command.is_dangerous,
                "settings": [
                    {"name": s.name, "unit": s.unit, "least": s.least, "most": s.most, "needed": s.is_needed}
                    for s in command.settings
                ],
            }
            for command in self.device.commands
        ]
        units = [{"name": m.name, "unit": m.unit} for m in self.device.metrics]
        told = {"commands": commands, "metrics": units, "latest": _latest(self.latest)}
        answer = {} if self.judged is None else {"answer": self.judged.to_dict()}
        return {"status": "success", **about, **told, "states": _happened(self.states), **answer}


@dataclass(frozen=True, slots=True)
class Happenings:
    """What a machine was, or what happened to it, over time, the oldest first."""

    device: Device
    kind: str  # states, events
    window: TimeRange
    readings: tuple[DeviceReading, ...]
    has_more: bool = False

    def to_dict(self) -> dict[str, object]:
        """`states` or `events`, and from when to when they were looked for; where `has_more` is true, older ones were
        left out."""
        window = {"from": self.window.since.isoformat(), "to": self.window.until.isoformat()}
        told = {**window, self.kind: _happened(self.readings), "has_more": self.has_more}
        return {"status": "success", **_named(self.device), **told}


@dataclass(frozen=True, slots=True)
class MachineNotFound:
    """No machine fits; the same for one that is another organisation's."""

    error: ClassVar[str] = "not_found"
    named: str
    nearest: tuple[Device, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The error, with what may have been meant."""
        names = " or ".join(f"'{device.name}'" for device in self.nearest)
        suggestion = f"Did you mean {names}?" if names else "List the machines to see which there are."
        told = error(self.error, f"No machine matches '{plain(self.named)}'.", suggestion)
        return {**told, "suggestions": [_brief(device) for device in self.nearest]} if self.nearest else told


@dataclass(frozen=True, slots=True)
class SeveralMachines:
    """More than one machine fits."""

    error: ClassVar[str] = "several_match"
    named: str
    candidates: tuple[Device, ...]
    are_all: bool = True

    def to_dict(self) -> dict[str, object]:
        """The error, with the candidates."""
        names = ", ".join(f"'{device.name}'" for device in self.candidates)
        more = "" if self.are_all else ", and more"
        told = error(self.error, f"Several machines match '{plain(self.named)}': {names}{more}.", "Say which one.")
        return {**told, "candidates": [_brief(device) for device in self.candidates]}


@dataclass(frozen=True, slots=True)
class NoCapability:
    """The machine is there and cannot do or measure this."""

    error: ClassVar[str] = "no_capability"
    device: Device
    named: str
    known: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """The error, with what the machine has instead."""
        known = ", ".join(self.known) or "nothing"
        message = f"'{self.device.name}' has no '{plain(self.named)}'."
        return {**error(self.error, message, f"It has: {known}."), **_named(self.device)}


@dataclass(frozen=True, slots=True)
class InvalidMachineCall:
    """A value cannot be."""

    error: ClassVar[str] = "invalid"
    wrong: Wrong
    device: Device | None = None  # which takes no such value
    setting: Setting | None = None  # which has bounds

    def to_dict(self) -> dict[str, object]:
        """The error, with the field it is about, and what would be taken."""
        named = {} if self.device is None else _named(self.device)
        takes = {} if self.setting is None else {"takes": _bounds(self.setting)}
        return {**invalid(self.wrong), **named, **takes}


@dataclass(frozen=True, slots=True)
class MachineKeyReused:
    """An idempotency key came a second time, with another call."""

    error: ClassVar[str] = "key_reused"

    def to_dict(self) -> dict[str, object]:
        """The error."""
        message = "This idempotency key was used for another call. Nothing was sent."
        return error(self.error, message, "Use a new key for every command; repeat one only with the same arguments.")


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The fleet itself, a broker or a platform, cannot be reached."""

    error: ClassVar[str] = "unavailable"
    reason: str = ""
    next_step: str = ""

    def to_dict(self) -> dict[str, object]:
        """The error."""
        told = f"The machines cannot be reached now{': ' if self.reason else ''}{plain(self.reason)}. Nothing was sent."
        return error(self.error, told, self.next_step or "Try again in a moment.")


Missing = MachineNotFound | SeveralMachines | NoCapability | InvalidMachineCall
Failure = Missing | NotExecuted | MachineKeyReused | Unavailable | NoAccount
Outcome = Machines | Executed | Planned | MachineMetrics | Detail | Happenings | MachineNeedsConfirmation | Failure


def unavailable() -> dict[str, object]:
    """The shape of an outage of the database, for doors that answer a `StorageUnavailable` instead of raising it."""
    return Unavailable().to_dict()


def _machine(device: Device) -> dict[str, object]:
    return {
        "id": device.id,
        "name": device.name,
        "serial": device.serial,
        "kind": device.kind,
        "place": device.place,
        "description": device.description,
        "connected": device.is_connected,
        "firmware": device.firmware,
        "commands": [{"id": c.id, "name": c.name, "dangerous": c.is_dangerous} for c in device.commands],
        "metrics": [metric.name for metric in device.metrics],
    }


def _brief(device: Device) -> dict[str, object]:
    about = {"place": device.place, "serial": device.serial, "connected": device.is_connected}
    return {**_named(device), **about}


def _named(device: Device) -> dict[str, object]:
    return {"device_id": device.id, "device_name": device.name}


def _bounds(setting: Setting) -> dict[str, object]:
    return {"name": setting.name, "unit": setting.unit, "least": setting.least, "most": setting.most}


def _latest(readings: tuple[DeviceReading, ...]) -> list[dict[str, object]]:
    return [{"metric": r.name, "unit": r.unit, "value": r.value, "at": r.at.isoformat()} for r in readings]


def _happened(readings: tuple[DeviceReading, ...]) -> list[dict[str, object]]:
    return [{"at": r.at.isoformat(), "name": r.name, "value": r.value} for r in readings]
