"""What flows between people and machines: devices, orders to them, what became of an order, and what was measured."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal

from sayso.dataclass import dataclass
from sayso.engine.nouns import Command, Subject, Takes

Value = float | str | bool | None
Kind = Literal["metric", "state", "event"]


@dataclass(frozen=True, slots=True)
class Member:
    """Who asks: what belongs to another organisation does not exist for them."""

    user_id: str
    organisation: str
    language: str = ""  # that they read, where it is known: for a fleet whose machines have names in several


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that a command takes: between which bounds (None where nobody said), or one of which words."""

    name: str
    unit: str = ""
    least: float | None = None
    most: float | None = None
    is_needed: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceCommand:
    """Something that a device does when it is told to."""

    id: str
    name: str
    description: str = ""
    is_dangerous: bool = False
    settings: tuple[Setting, ...] = ()
    is_setting: bool = False  # it changes how the device is set up, and is meant by its own name alone

    def as_known(self) -> Command:
        """The command as the decision contract lists it."""
        takes = tuple(Takes(s.name, s.least, s.most, s.unit, s.options) for s in self.settings)
        return Command(self.id, self.name, self.description, self.is_dangerous, takes, self.is_setting)


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that a device measures."""

    name: str
    unit: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """A machine as its fleet knows it; `is_connected` is None where nobody knows."""

    id: str
    name: str
    serial: str = ""
    place: str = ""
    description: str = ""
    kind: str = ""
    firmware: str = ""
    is_connected: bool | None = None
    commands: tuple[DeviceCommand, ...] = ()
    metrics: tuple[Metric, ...] = ()
    states: tuple[str, ...] = ()  # what it is, rather than what it measures: light, door, defrost

    def as_machine(self) -> Subject:
        """The device as the decision contract lists it."""
        commands = tuple(c.as_known() for c in self.commands)
        metrics = tuple(metric.name for metric in self.metrics)
        about = (self.serial, self.is_connected, self.place, self.description)
        return Subject(self.id, self.name, *about, commands, metrics, self.kind)


@dataclass(frozen=True, slots=True)
class Order:
    """A command that is to be carried out once; its id is the same however often the order is handed on."""

    id: str
    device_id: str
    command_id: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The device has done it, and says so itself."""

    states: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The device was so already, as it says itself: nothing was sent."""

    states: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sent:
    """It was handed to the device, which does not say whether it did it."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The device, or its platform, refuses; nothing was done."""

    reason: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """It was handed over, and no word came back in time: it may or may not have been done."""


@dataclass(frozen=True, slots=True)
class Offline:
    """The device, or the way to it, is away: nothing was sent."""


Effect = Confirmed | Unchanged | Sent | Rejected | TimedOut | Offline


@dataclass(frozen=True, slots=True)
class DeviceReading:
    """One value of a device at one time. An event is one, too: its name is what happened."""

    device_id: str
    kind: Kind
    name: str
    value: Value
    at: datetime
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Range:
    """Which readings of a device are wanted: from the oldest on within the times, the newest `limit` of them."""

    device_id: str
    kind: Kind
    names: tuple[str, ...]  # none: all of the kind
    since: datetime
    until: datetime
    limit: int
