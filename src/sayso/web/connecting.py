"""The routes by which whoever sits at this machine connects machines of their own instead of the simulated kitchen.

The server connects to an address that a request names, so not everybody may: only whoever sits at the machine that it
runs on, for whom it may do anyway what they can do themselves, and only in their own browser; no program, and no other
page. Where the environment says where the machines are, nobody.
"""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field, StringConstraints

from sayso.accounts.person import LOCAL_ID
from sayso.audit.audit import AuditedEvent
from sayso.errors import MissingExtraError, SettingsError
from sayso.machines.connections import Connection, Platform
from sayso.machines.probing import Reached, Trouble, Unreached, probe
from sayso.settings import Mqtt, Things5
from sayso.web.answers import ResponseBody
from sayso.web.cookie import secret_of
from sayso.web.description import answers
from sayso.web.desk import DOOR, Desk
from sayso.web.limits import Rate
from sayso.web.problem import Problem
from sayso.web.proof import token_of
from sayso.web.shapes import Strict

_PER_MINUTE = 60
_NAMES = 20  # of devices that are told
_ELSEWHERE = "the form on the page is for whoever sits at the server's machine (sayso serve --local)"
_TROUBLES: dict[Trouble, tuple[str, str]] = {
    "unknown_host": ("Nobody knows this host.", "Check how it is written; an IP address works too."),
    "refused": ("Nobody listens at this address.", "Check host and port, and that it is running."),
    "no_answer": ("No answer came in time.", "Check host, port and TLS, and whether a firewall stands between."),
    "certificate": (
        "Whoever answers cannot prove who they are: the certificate is not one that this machine trusts.",
        "Use the name that the certificate is for; for an authority of your own set SAYSO_MQTT_URL and SAYSO_MQTT_CA.",
    ),
    "not_encrypted": ("TLS is not spoken at this address.", "Switch TLS off, or use the port for TLS (often 8883)."),
    "credentials": ("Name and password, or the token, are not taken.", "Check them at the broker or platform."),
    "elsewhere": ("The platform sends us to another address.", "Enter that address, if you know it to be right."),
    "organisation": ("The token does not say which organisation is meant.", "Name one of them: {}."),
    "odd": ("Something answers there that is neither a broker nor a platform.", "Check host, port and address."),
}
Secret = Annotated[str, StringConstraints(max_length=1000, pattern=r"^[^\x00]*$")]


class BrokerBody(Strict):
    """An MQTT broker."""

    platform: Literal["mqtt"]
    host: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9._-]+|[0-9A-Fa-f:.]+)$", max_length=253)]
    port: int = Field(default=1883, ge=1, le=65_535)
    tls: bool = False
    user: Annotated[str, StringConstraints(max_length=256, pattern=r"^[^\x00]*$")] = ""
    password: Secret = ""
    prefix: Annotated[str, StringConstraints(min_length=1, max_length=200)] = "homeassistant"


class Things5Body(Strict):
    """A Things5 platform."""

    platform: Literal["things5"]
    url: Annotated[str, StringConstraints(max_length=500)]
    token: Annotated[str, StringConstraints(min_length=1, max_length=2500)]
    organisation: Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00]*$")] = ""


Described = Annotated[BrokerBody | Things5Body, Body(discriminator="platform")]


class ConnectionFound(ResponseBody):
    """What is behind a connection: how many devices, and the names of the first ones."""

    count: int
    names: list[str]
    address: str


class ConnectionNow(ResponseBody):
    """What is connected now."""

    platform: Literal["simulated", "mqtt", "things5", "none"]
    address: str = Field(description="Where it is; empty for the simulated kitchen.")


def may_connect(desk: Desk, user_id: str) -> bool:
    """Whether somebody can connect machines here."""
    return desk.mode == "local" and user_id == LOCAL_ID and not desk.parts.settings.is_fleet_set


def connecting(desk: Desk) -> APIRouter:
    """Try, keep and forget a connection."""
    routes = APIRouter(prefix="/api/machines/connection", tags=["machines"])
    rate = Rate(_PER_MINUTE, desk.parts.rate_limit, "connections")
    one_at_a_time = asyncio.Lock()
    parts = desk.parts

    async def allowed(request: Request) -> str:
        """Who asks, where they may."""
        person = await desk.identify(request)
        if token_of(request) is not None or secret_of(request) is None:
            raise Problem(403, "forbidden", "Only you yourself can connect machines, in a browser.", "Use the page.")
        if desk.mode != "local" or person.id != LOCAL_ID:
            next_step = f"Whoever runs the server sets SAYSO_MQTT_URL or SAYSO_THINGS5_URL; {_ELSEWHERE}."
            raise Problem(403, "forbidden", "Where the machines are is said by whoever runs this server.", next_step)
        if parts.settings.is_fleet_set:
            told = "The environment says where the machines are (SAYSO_FLEET, SAYSO_MQTT_URL, SAYSO_THINGS5_URL)."
            raise Problem(409, "set_elsewhere", told, "Take it out there, or change it there.")
        await rate.count(person.id)
        return person.id

    async def found(described: BrokerBody | Things5Body) -> Reached:
        try:
            tried = await probe(_connection(described))
        except MissingExtraError as wrong:
            raise Problem(422, "not_installed", f"This {wrong.what}.", f"{wrong.next_step}, then try again.") from None
        if isinstance(tried, Unreached):
            message, next_step = _TROUBLES[tried.trouble]
            listed = ", ".join(tried.organisations[:_NAMES]) or "none is open to it"
            raise Problem(422, tried.trouble, message, next_step.format(listed))
        return tried

    @routes.get("", response_model=None, responses=answers(ConnectionNow))
    async def now(request: Request) -> dict[str, object]:
        """What is connected now."""
        await desk.identify(request)
        settings = parts.fleet.settings
        broker = settings.mqtt.address if settings.mqtt is not None else ""
        address = {"mqtt": broker, "things5": settings.things5.url or ""}.get(parts.fleet.kind, "")
        return {"platform": parts.fleet.kind, "address": address}

    @routes.post("/try", response_model=None, responses=answers(ConnectionFound))
    async def attempt(request: Request, described: Described) -> dict[str, object]:
        """See what is behind a connection; nothing is kept."""
        await allowed(request)
        return _told(await found(described))

    @routes.put("", response_model=None, responses=answers(ConnectionFound))
    async def connect(request: Request, described: Described) -> dict[str, object]:
        """Try a connection, keep it, and use it from now on instead of what was there before."""
        user_id = await allowed(request)
        async with one_at_a_time:
            reached = await found(described)
            await parts.fleet.change(await parts.connections.keep(reached.connection))
        about: dict[str, object] = {"platform": described.platform, "address": reached.connection.address}
        await parts.audit.record(user_id, DOOR, AuditedEvent("machines_connected", about))
        return _told(reached)

    @routes.delete("", response_model=None, responses=answers(ConnectionNow))
    async def disconnect(request: Request) -> dict[str, object]:
        """Forget the connection: the simulated kitchen is there again."""
        user_id = await allowed(request)
        async with one_at_a_time:
            await parts.fleet.change(await parts.connections.forget())
        await parts.audit.record(user_id, DOOR, AuditedEvent("machines_disconnected"))
        return await now(request)

    return routes


def _connection(described: BrokerBody | Things5Body) -> Connection:
    try:
        match described:
            case BrokerBody():
                checked = {"SAYSO_MQTT_URL": "mqtt://host", "SAYSO_MQTT_PREFIX": described.prefix}
                broker = Mqtt.read(checked)
                prefix = described.prefix if broker is None else broker.prefix
                user, password = described.user or None, described.password or None
                return Mqtt(described.host, described.port, user, password, described.tls, prefix=prefix)
            case Things5Body():
                url = Things5.read({"SAYSO_THINGS5_URL": described.url}).url or ""
                return Platform(url, described.token.strip(), described.organisation.strip())
    except SettingsError as wrong:
        field = "prefix" if isinstance(described, BrokerBody) else "url"
        raise Problem(422, f"bad_{field}", f"The {field} {wrong.what}.", wrong.next_step) from None


def _told(reached: Reached) -> dict[str, object]:
    names, address = list(reached.names[:_NAMES]), reached.connection.address
    return {"count": len(reached.names), "names": names, "address": address}
