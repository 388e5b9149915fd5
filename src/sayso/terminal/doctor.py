"""`sayso doctor`: what is configured, what is reachable, and what to do about the rest."""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable
from importlib.metadata import version
from platform import python_version

from sayso.accounts.person import LOCAL_ID
from sayso.assemble import Parts, assembled
from sayso.dataclass import dataclass
from sayso.errors import CommandError, FleetUnavailable, SaysoError
from sayso.face import standard
from sayso.machines.device import Member
from sayso.settings import Model, Settings
from sayso.terminal.running import is_own_server
from sayso.terminal.screen.clean import clean
from sayso.terminal.screen.screen import screen_of
from sayso.terminal.talk.address import address_of
from sayso.terminal.talk.door import opened
from sayso.terminal.trying import Unwell, try_clock, try_database, try_model, try_push, try_things5, try_webhook
from sayso.tools.http import is_loopback, listen

_FLEETS = {
    "simulated": "a simulated kitchen (SAYSO_FLEET)",
    "mqtt": "behind a broker",
    "things5": "on the platform of SAYSO_THINGS5_URL",
    "none": "none (SAYSO_FLEET)",
}
_GOOD, _BAD = "32", "31"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at; `next_step` is what to do where it is not well."""

    about: str
    told: str
    next_step: str | None = None

    def line(self) -> str:
        """As it is shown."""
        mark = "ok" if self.next_step is None else "!!"
        return f"{mark}  {self.about:10} {self.told}" + (f"\n    → {self.next_step}" if self.next_step else "")


def run(arguments: list[str]) -> int:
    """Look at everything; 1 where something is not well."""
    parser = argparse.ArgumentParser(prog="sayso doctor", description="See whether Sayso can run here.")
    parser.parse_args(arguments)
    return asyncio.run(_look())


async def _look() -> int:
    is_well = True
    screen = screen_of(sys.stdout, os.environ)
    async for finding in _findings():
        line = finding.line()
        print(screen.paint(line[:2], _GOOD if finding.next_step is None else _BAD) + clean(line[2:]))
        is_well = is_well and finding.next_step is None
    return 0 if is_well else 1


async def _findings() -> AsyncIterator[Finding]:
    yield Finding("version", f"Sayso {version('sayso')}, Python {python_version()}")
    try:
        settings = Settings.read(os.environ)
        languages = ", ".join(pack.language for pack in standard().packs)
    except SaysoError as wrong:
        yield Finding("settings", str(wrong), wrong.next_step or "set it right")
        return
    yield Finding("languages", languages)
    async for finding in _elsewhere():
        yield finding
    yield await _model(settings.model)
    yield await _address(settings)
    try:
        async with assembled(settings) as parts:
            async for finding in _stored(parts):
                yield finding
    except SaysoError as wrong:
        yield Finding("database", f"{wrong.where}: {wrong.what}", wrong.next_step or "see that it runs")


async def _elsewhere() -> AsyncIterator[Finding]:
    """The server that the terminal talks to, where one is set."""
    try:
        address = address_of(None, None, os.environ)
        if address is None:
            return
        async with opened(address) as talk:
            yield Finding("server", f"{address.url} answers, as {await talk.person()}")
    except SaysoError as wrong:
        yield Finding("server", f"{wrong.where}: {wrong.what}", wrong.next_step)


async def _stored(parts: Parts) -> AsyncIterator[Finding]:
    settings = parts.settings
    yield await _tried("database", f"{parts.database.name}, reachable, its tables up to date", try_database(parts))
    yield await _tried("clock", "this machine's", try_clock(parts))
    yield await _tried("push", "Web Push", asyncio.to_thread(try_push, settings))
    if settings.reminding.webhook is not None:
        yield await _tried("webhook", settings.reminding.webhook, try_webhook(settings.reminding.webhook))
    own = "made here, beside the database" if settings.secret is None else "SAYSO_SECRET"
    is_shared = settings.secret is None and not parts.database.is_sqlite
    yield Finding(
        "secret",
        own,
        "where several servers share this database, set the same SAYSO_SECRET on all" if is_shared else None,
    )
    people = len(await parts.accounts.all())
    is_lonely = not is_loopback(settings.host) and people == 0
    yield await _machines(parts)
    yield Finding("people", f"{people} known", "sayso user add NAME EMAIL" if is_lonely else None)


async def _model(model: Model | None) -> Finding:
    """The language model, and whether it says anything."""
    if model is None:
        return Finding("model", "none: the engine answers alone")
    return await _tried("model", f"{model.name} at {model.url}, mode {model.mode}", try_model(model))


async def _tried(about: str, told: str, trying: Awaitable[str]) -> Finding:
    """What came of trying something."""
    try:
        return Finding(about, f"{told}: {await trying}")
    except Unwell as wrong:
        return Finding(about, f"{told}: {wrong.told}", wrong.next_step)


async def _machines(parts: Parts) -> Finding:
    """Where the machines are, and whether the broker or platform answers; a platform opens to each person's key."""
    told, broker = _FLEETS[parts.settings.fleet], parts.settings.mqtt
    if parts.settings.fleet == "things5" and parts.settings.things5.url is not None:
        return await _tried("machines", told, try_things5(parts.settings.things5.url))
    if parts.settings.fleet != "mqtt" or broker is None:
        return Finding("machines", told)
    told = f"behind {broker.address} ({'SAYSO_MQTT_URL' if parts.settings.is_fleet_set else 'connected on the page'})"
    try:
        found = await parts.fleet.machines(Member(LOCAL_ID, broker.organisation))
    except FleetUnavailable as wrong:
        return Finding("machines", f"{told}: {wrong.what}", f"{wrong.next_step}: {wrong.where}")
    return Finding("machines", f"{told}, {len(found)} found")


async def _address(settings: Settings) -> Finding:
    at = f"{settings.host}:{settings.port}"
    try:
        listen(settings.host, settings.port).close()
    except CommandError as wrong:
        if await is_own_server(settings, settings.host, settings.port):
            return Finding("address", f"{at}: this installation's server runs there")
        return Finding("address", f"{at}: {wrong.what}", "end what listens there, or use --port 0")
    return Finding("address", f"{at} is free")
