"""Which kinds of things are understood, by the name of their component."""

from collections.abc import Callable, Mapping

from sayso.machines.mqtt.components import air, climate, controls, doors, lights, robots, sensors
from sayso.machines.mqtt.components.making import EntityParts
from sayso.machines.mqtt.config import Config

COMPONENTS: Mapping[str, Callable[[Config], EntityParts]] = {
    "alarm_control_panel": robots.alarm_control_panel,
    "binary_sensor": sensors.binary_sensor,
    "button": controls.button,
    "climate": climate.climate,
    "cover": doors.cover,
    "device_automation": sensors.trigger,
    "device_tracker": sensors.device_tracker,
    "event": sensors.event,
    "fan": air.fan,
    "humidifier": air.humidifier,
    "lawn_mower": robots.lawn_mower,
    "light": lights.light,
    "lock": doors.lock,
    "number": controls.number,
    "scene": controls.scene,
    "select": controls.select,
    "sensor": sensors.sensor,
    "siren": controls.siren,
    "switch": controls.switch,
    "text": controls.text,
    "update": controls.update,
    "vacuum": robots.vacuum,
    "valve": doors.valve,
    "water_heater": climate.water_heater,
}
