"""One question to the platform and what came of it, as values; and the errors that every question may end with."""

from dataclasses import field

from sayso.dataclass import dataclass
from sayso.errors import FleetUnavailable
from sayso.machines.things5.wire import PLATFORM

_HOW = "set one with: sayso machines key --user EMAIL"


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What is asked: an address on the platform, and what narrows it down."""

    path: str
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The platform answered; the body is None where it was too long to be read."""

    status: int
    body: bytes | None
    retry_after: str = ""


@dataclass(frozen=True, slots=True)
class NotSent:
    """The platform cannot be reached: nothing was sent."""


@dataclass(frozen=True, slots=True)
class NoWord:
    """It was sent, in part or whole, and no answer came: whether it arrived is not known."""


Exchange = HttpResponse | NotSent | NoWord


@dataclass(frozen=True, slots=True)
class ResourceFound:
    """What was asked for."""

    body: object = field(repr=False)


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such thing, or none that this key may see, which is the same."""

    is_denied: bool = field(default=False, compare=False)  # the platform says that it is there


def no_key() -> FleetUnavailable:
    """The user never set a key."""
    return FleetUnavailable("no key is set for this user", PLATFORM, _HOW)


def refused_key() -> FleetUnavailable:
    """The platform does not take the key."""
    return FleetUnavailable("the platform refuses the key, which may have run out", PLATFORM, _HOW)


def closed_organisation() -> FleetUnavailable:
    """The key opens another organisation than the one it is kept with."""
    return FleetUnavailable("the key does not open the organisation it is kept with", PLATFORM, _HOW)


def sent_elsewhere() -> FleetUnavailable:
    """A redirect, which is never followed: the key would go where it does not belong."""
    return FleetUnavailable("the platform sends us elsewhere", PLATFORM, "set SAYSO_THINGS5_URL to where it really is")


def away(last: Exchange) -> FleetUnavailable:
    """No answer that could be used, after all tries."""
    match last:
        case NotSent():
            what = "the platform cannot be reached"
        case NoWord():
            what = "the platform does not answer in time"
        case HttpResponse(status=429):
            what = "the platform is asked too much just now"
        case HttpResponse(status=status):
            what = f"the platform has an error of its own ({status})"
    return FleetUnavailable(what, PLATFORM, "try again later; nothing has to be restarted")
