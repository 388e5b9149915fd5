"""Thermostats, air conditioners and water heaters: what they are to reach, and how."""

from dataclasses import replace

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, word
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import Measured, Signal

_DEGREES = {"c": "°C", "f": "°F"}
_ALWAYS_ON = ("auto", "heat_cool")  # modes that stand for "on" where there are several
_USUAL = ("auto", "off", "cool", "heat", "dry", "fan_only")
_OF_WATER = ("off", "eco", "electric", "gas", "heat_pump", "high_demand", "performance")
_CHOICES = (
    ("preset", "preset_mode", "preset_modes"),
    ("fan_mode", "fan_mode", "fan_modes"),
    ("swing_mode", "swing_mode", "swing_modes"),
)
_SWINGS = {"fan_modes": ("auto", "low", "medium", "high"), "swing_modes": ("on", "off")}


def climate(config: Config) -> EntityParts:
    """What heats and cools: one target or two, modes, presets, how its fan blows."""
    making = Making(config, config.slug)
    _warming(making, (7.0, 35.0))
    for what in ("low", "high"):
        keys = (f"temperature_{what}_state_topic", f"temperature_{what}_state_template")
        _target(making, (f"{what}_temperature", f"temperature_{what}"), keys, (7.0, 35.0))
    modes = config.listed("modes") or _USUAL
    doing = word(making, "mode", "mode_state_topic", "mode_state_template")
    _running(making, modes, doing)
    making.chooses("mode", ("mode_command_topic", "mode_command_template"), modes, doing)
    for what, key, listed in _CHOICES:
        topic = f"{key}_command_topic"
        options = config.listed(listed) or _SWINGS.get(listed, ())
        if topic in config.values and options:
            template = f"{key}_value_template" if what == "preset" else f"{key}_state_template"
            making.chooses(what, (topic, f"{key}_command_template"), options, _shown(making, what, key, template))
    goal = config.place("target_humidity_state_topic", "target_humidity_state_template")
    damp = making.says("target_humidity", goal, Measured(), "%")
    told = config.sending("target_humidity_command_topic", "target_humidity_command_template")
    bounds = config.amount("min_humidity", 30.0), config.amount("max_humidity", 99.0)
    making.sets("humidity", told, Setting("humidity", "%", *bounds), damp)
    return making.parts()


def water_heater(config: Config) -> EntityParts:
    """What heats water."""
    making = Making(config, config.slug)
    _warming(making, (43.3, 60.0))
    modes = config.listed("modes") or _OF_WATER
    doing = word(making, "mode", "mode_state_topic", "mode_state_template")
    _running(making, modes, doing)
    making.chooses("mode", ("mode_command_topic", "mode_command_template"), modes, doing)
    return making.parts()


def _shown(making: Making, what: str, key: str, template: str) -> Signal | None:
    return word(making, what, f"{key}_state_topic", template)


def _warming(making: Making, usual: tuple[float, float]) -> None:
    config = making.config
    now = config.place("current_temperature_topic", "current_temperature_template")
    making.says("temperature", now, Measured(), _unit(config), "metric")
    keys = ("temperature_state_topic", "temperature_state_template")
    _target(making, ("temperature", "temperature"), keys, usual)


def _target(making: Making, named: tuple[str, str], keys: tuple[str, str], usual: tuple[float, float]) -> None:
    """A temperature to reach, as it is told and as it can be set."""
    config, (what, key) = making.config, named
    wanted = making.says(f"target_{what}", config.place(*keys), Measured(), _unit(config))
    told = config.sending(f"{key}_command_topic", f"{key}_command_template")
    bounds = config.amount("min_temp", usual[0]), config.amount("max_temp", usual[1])
    step = config.amount("temp_step", 1.0) or 1.0
    deed = making.sets(what, told, Setting("temperature", _unit(config), *bounds), wanted)
    if deed is not None and deed.expected is not None:
        close = replace(deed, expected=replace(deed.expected, slack=step / 2))
        making.deeds[making.deeds.index(deed)] = close
        making.steps(close, what, step)


def _unit(config: Config) -> str:
    return _DEGREES.get(config.text("temperature_unit").casefold(), "°C")


def _running(making: Making, modes: tuple[str, ...], doing: Signal | None) -> None:
    """On and off by a switch of its own, else by its modes where they leave no doubt what is meant."""
    config = making.config
    power = config.sending("power_command_topic", "power_command_template")
    if power is not None:
        on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
        making.does("", power, (Act("turn_on", on), Act("turn_off", off)))
        return
    running = [m for m in modes if m != "off"]
    usual = running[0] if len(running) == 1 else next((m for m in _ALWAYS_ON if m in running), None)
    told = config.sending("mode_command_topic", "mode_command_template")
    acts = [Act("turn_on", usual, usual)] if usual else []
    acts += [Act("turn_off", "off", "off")] if "off" in modes else []
    making.does("", told, tuple(acts), doing)
