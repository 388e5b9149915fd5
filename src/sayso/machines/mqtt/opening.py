"""The MQTT fleet, opened by the settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sayso.machines.fleet import Fleet
from sayso.machines.mqtt.fleet import MqttFleet
from sayso.machines.opened import FleetContext


@asynccontextmanager
async def opened(ground: FleetContext) -> AsyncIterator[Fleet]:
    """The machines behind the broker of the settings."""
    assert ground.settings.mqtt is not None  # the settings say so
    async with MqttFleet(ground.settings.mqtt, ground.records, ground.clock) as fleet:
        yield fleet
