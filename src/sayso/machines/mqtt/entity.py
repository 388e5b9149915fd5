"""What is known of one thing on the bus: what it says and where, what it can be told to do, and whether it is there."""

from collections.abc import Mapping
from typing import Literal

from sayso.dataclass import dataclass
from sayso.machines.device import Kind, Setting, Value
from sayso.machines.mqtt.template import ABSENT, WHOLE, Absent, Payload, Raw, ValueTemplate, number, plain, worded


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is said: a topic, and the place in its messages."""

    topic: str
    template: ValueTemplate = WHOLE
    is_guess: bool = False  # the template could not be read: a plain payload is taken for the value

    def read(self, payload: Payload) -> Raw:
        """What a message says at this place, or ABSENT."""
        raw = self.template.read(payload)
        return ABSENT if self.is_guess and isinstance(payload.json, dict | list) else raw


@dataclass(frozen=True, slots=True)
class Switched:
    """A value that is one of two words of the device's, and what we call them; what else it may be, as it is."""

    on: str
    off: str
    names: tuple[str, str] = ("on", "off")
    has_others: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """A value that is a number, of which so many make one of ours, counted from where theirs begin."""

    scale: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class AnyValue:
    """A value of any kind."""


@dataclass(frozen=True, slots=True)
class Mireds:
    """A colour temperature, which some devices tell in millionths of a reciprocal kelvin."""


@dataclass(frozen=True, slots=True)
class Happened:
    """No value but something that happens: a message that is just this one, or any where none is named."""

    payload: str = ""


Form = Switched | Measured | AnyValue | Mireds | Happened


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
            case Switched(on, off, names, has_others):
                word = worded(raw)
                if word in (on, off):
                    return names[word != on]
                return plain(raw) if has_others else _nothing(raw)
            case Measured(scale, offset):
                value = number(raw)
                return _nothing(raw) if isinstance(value, Absent) else round((value - offset) / scale, 6)
            case Mireds():
                value = number(raw)
                return _nothing(raw) if isinstance(value, Absent) or value <= 0 else float(round(1e6 / value))
            case Happened(told):
                return worded(raw) if not told or worded(raw) == told else ABSENT
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


Encoding = Literal["value", "color", "kelvin", "mireds"]  # what is made of a value before it is sent


@dataclass(frozen=True, slots=True)
class Sending:
    """Where something is published, and the template that makes the message of a value."""

    topic: str
    template: str = "{{ value }}"


@dataclass(frozen=True, slots=True)
class Scale:
    """A value of ours in the steps of a device: so many make one, counted from where theirs begin."""

    factor: float = 1.0
    offset: float = 0.0
    is_whole: bool = False  # sent without decimals
    is_ceiled: bool = False  # to the next step, never to none


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a thing does when a message is published; `payload` is a template where there is a setting."""

    name: str
    topic: str
    payload: str
    expected: Expected | None = None
    setting: Setting | None = None
    scale: Scale = Scale()
    step: float | None = None  # how much is changed where nothing is said; None: something has to be
    is_dangerous: bool = False
    description: str = ""
    plain: str = ""  # its name where the thing is what its device is for
    is_setting: bool = False  # of the device's settings: meant by its own name alone
    encoding: Encoding = "value"
    is_repeatable: bool = False  # done again though it is said to be done: what is open may be opened further


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
    is_setting: bool = False
    kind: str = ""  # what sort of thing it is, where that is more than its component
    own: str = ""  # what it is called within its device

    def topics(self) -> frozenset[str]:
        """All that has to be followed to know how it is."""
        return frozenset((*(s.place.topic for s in self.signals), *(p.place.topic for p in self.presences)))


def named_values(value: object) -> Mapping[str, object]:
    """A value under the names that templates of covers have for it."""
    return {"position": value, "tilt_position": value}


def _nothing(raw: Raw) -> Absent | None:
    """A word for "not known" is an answer; any other that does not fit is not."""
    return None if plain(raw) is None else ABSENT
