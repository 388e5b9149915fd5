"""Records: what messages speak of. Entries are kept in a list; subjects can do and measure something."""

from sayso.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A record of a list that people keep, as they last saw it: a thing to do, an appointment."""

    id: str
    name: str
    number: int | None = None
    description: str = ""
    is_done: bool = False
    rank: str | None = None  # how much it matters, by the words of its domain
    when: str | None = None
    repeat: str | None = None  # an RFC 5545 rule


@dataclass(frozen=True, slots=True)
class Takes:
    """A value that a command takes: between which bounds (None where nobody said), or one of which words."""

    name: str
    least: float | None = None
    most: float | None = None
    unit: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a subject can do, and the values it takes as far as anybody said."""

    id: str
    name: str
    description: str = ""
    is_dangerous: bool = False
    takes: tuple[Takes, ...] = ()
    is_setting: bool = False  # how it is set up, and not what it is for: meant by its own name alone


@dataclass(frozen=True, slots=True)
class Subject:
    """A record that can do and measure something; `is_connected` is None where nobody knows."""

    id: str
    name: str
    serial: str = ""
    is_connected: bool | None = None
    place: str = ""
    description: str = ""
    commands: tuple[Command, ...] = ()
    metrics: tuple[str, ...] = ()
    kind: str = ""  # as whoever runs it calls it; its name may say so, too
