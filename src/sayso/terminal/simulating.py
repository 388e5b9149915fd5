"""`sayso machines simulate --mqtt URL`: the simulated kitchen on a broker, as devices that anybody there can use."""

import argparse
import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace

from sayso.assemble import assembled
from sayso.machines.device import Member
from sayso.machines.fleet import Fleet
from sayso.machines.mqtt.showing import Show
from sayso.settings import Mqtt, Settings

Kitchen = Callable[[], AbstractAsyncContextManager[tuple[Fleet, Member]]]
_EPILOG = """examples:
  sayso machines simulate --mqtt mqtt://localhost:1883
  sayso machines simulate                                the broker of SAYSO_MQTT_URL
"""


def run_simulate(arguments: list[str], kitchen: Kitchen) -> int:
    """Show a kitchen on a broker until interrupted."""
    parser = argparse.ArgumentParser(
        prog="sayso machines simulate",
        description="Publish the simulated kitchen by the discovery convention of Home Assistant, until interrupted.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--mqtt", metavar="URL", help="mqtt:// or mqtts://user:password@host:port")
    parser.add_argument("--prefix", help="the beginning of the discovery's topics; default: homeassistant")
    given = parser.parse_args(arguments)
    broker = broker_of(given.mqtt, given.prefix)
    print(f"showing the kitchen on {broker.address}; end with Ctrl-C", flush=True)
    return asyncio.run(_show(broker, kitchen))


def broker_of(url: str | None, prefix: str | None) -> Mqtt:
    """The broker that is named, with what the environment says about how to reach it."""
    environment = {**os.environ, **({"SAYSO_MQTT_URL": url} if url else {})}
    broker = Mqtt.read(environment) or Mqtt.at("", "--mqtt")
    return replace(broker, prefix=prefix) if prefix else broker


def run(arguments: list[str]) -> int:
    """Show the kitchen of whoever sits here."""
    return run_simulate(arguments, _own_kitchen)


@asynccontextmanager
async def _own_kitchen() -> AsyncIterator[tuple[Fleet, Member]]:
    settings = replace(Settings.read(os.environ), fleet="simulated")
    async with assembled(settings) as parts:
        person = await parts.local_person()
        yield parts.fleet, Member(person.id, person.organisation)


async def _show(broker: Mqtt, kitchen: Kitchen) -> int:
    async with kitchen() as (fleet, member):
        showing = asyncio.create_task(Show(broker, fleet, member).run())
        for told_by in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(told_by, showing.cancel)
        with suppress(asyncio.CancelledError):
            await showing
    return 0
