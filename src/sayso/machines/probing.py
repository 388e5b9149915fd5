"""Trying a connection before it is kept: what is found behind it, or what is wrong, in words that a page can tell."""

import importlib
from collections.abc import Awaitable, Callable
from typing import Literal

from sayso.dataclass import dataclass
from sayso.extras import missing_as_extra
from sayso.machines.connections import Connection
from sayso.settings import Mqtt

Trouble = Literal[
    "unknown_host",  # nobody knows the name
    "refused",  # nobody listens there
    "no_answer",  # nothing came in time
    "certificate",  # whoever answers cannot prove who they are
    "not_encrypted",  # TLS was wanted, and is not spoken there
    "credentials",  # name and password, or the token, are not taken
    "elsewhere",  # another address is named, which is not followed
    "organisation",  # which one is meant is not clear
    "odd",  # something answers that is no broker or platform
]
_ROOMS = {True: "sayso.machines.mqtt.probing", False: "sayso.machines.things5.probing"}


@dataclass(frozen=True, slots=True)
class Reached:
    """The connection holds; `connection` is what is to be kept of it."""

    connection: Connection
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unreached:
    """It does not; with the organisations to choose from, where that is what is missing."""

    trouble: Trouble
    organisations: tuple[str, ...] = ()


async def probe(connection: Connection) -> Reached | Unreached:
    """Connect, look which devices are there, and let go again; nothing is kept or changed."""
    with missing_as_extra():
        room = importlib.import_module(_ROOMS[isinstance(connection, Mqtt)])
    looking: Callable[[Connection], Awaitable[Reached | Unreached]] = room.probe
    return await looking(connection)
