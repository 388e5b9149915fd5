"""What is known of one thing on the bus: what it says and where, what it can be told to do, and whether it is there."""

from dataclasses import dataclass
from typing import Literal

from sayso.machines.device import Kind, Setting, Value
from sayso.machines.mqtt.template import ABSENT, WHOLE, Absent, Payload, Raw, Template, number, plain, worded


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is said: a topic, and the place in its messages."""

    topic: str
    template: Template = WHOLE
    is_guess: bool = False  # the template could not be read: a plain payload is taken for the value

    def read(self, payload: Payload) -> Raw:
        """What a message says at this place, or ABSENT."""
        raw = self.template.read(payload)
        return ABSENT if self.is_guess and isinstance(payload.json, dict | list) else raw


@dataclass(frozen=True, slots=True)
class Switched:
    """A value that is one of two words of the device's, and what we call them."""

    on: str
    off: str
    names: tuple[str, str] = ("on", "off")


@dataclass(frozen=True, slots=True)
class Measured:
    """A value that is a number, of which so many make one of ours."""

    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class AnyValue:
    """A value of any kind."""


Form = Switched | Measured | AnyValue


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that a thing says about itself."""

    name: str
    kind: Kind
    place: Place
    form: Form
    unit: str = ""
    description: str = ""

    def read(self, payload: Payload) -> Value | Absent:
        """The value that a message says; ABSENT where it says none that makes sense here."""
        raw = self.place.read(payload)
        if isinstance(raw, Absent):
            return ABSENT
        match self.form:
            case Switched(on, off, names):
                word = worded(raw)
                return names[word != on] if word in (on, off) else _nothing(raw)
            case Measured(scale):
                value = number(raw)
                return _nothing(raw) if isinstance(value, Absent) else round(value / scale, 6)
            case AnyValue():
                value = number(raw)
                return plain(raw) if isinstance(value, Absent) else value


@dataclass(frozen=True, slots=True)
class Expected:
    """What a signal says once a command has been carried out; without a value: the one that was set."""

    signal: str
    value: Value = None
    slack: float = 0.001

    def is_met(self, said: Value, asked: Value) -> bool:
        """Whether what a device says is what was wanted of it."""
        wanted = asked if self.value is None else self.value
        if isinstance(wanted, float) and isinstance(said, float):
            return abs(wanted - said) <= self.slack
        return said is not None and worded(said) == worded(wanted)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a thing does when a message is published; `payload` is a template where there is a setting."""

    name: str
    topic: str
    payload: str
    expected: Expected | None = None
    setting: Setting | None = None
    scale: float = 1.0
    is_whole: bool = False  # the value is sent without decimals
    step: float | None = None  # how much is changed where nothing is said; None: something has to be
    is_dangerous: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """Where it is said whether a thing is there."""

    place: Place
    present: str
    away: str

    def read(self, payload: Payload) -> bool | None:
        """Whether it is there, by this message."""
        raw = self.place.read(payload)
        word = "" if isinstance(raw, Absent) else worded(raw)
        return True if word == self.present else False if word == self.away else None


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """The device that a thing is part of, as the thing tells it."""

    key: str
    name: str = ""
    serial: str = ""
    place: str = ""
    description: str = ""
    firmware: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing of the discovery."""

    key: str  # the topic of its config, and its name in there
    object_id: str
    component: str
    about: DeviceInfo
    signals: tuple[Signal, ...] = ()
    deeds: tuple[Deed, ...] = ()
    presences: tuple[Presence, ...] = ()
    mode: Literal["all", "any", "latest"] = "latest"

    def topics(self) -> frozenset[str]:
        """All that has to be followed to know how it is."""
        return frozenset((*(s.place.topic for s in self.signals), *(p.place.topic for p in self.presences)))


def _nothing(raw: Raw) -> Absent | None:
    """A word for "not known" is an answer; any other that does not fit is not."""
    return None if plain(raw) is None else ABSENT
