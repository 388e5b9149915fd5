"""Fans and humidifiers."""

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, percent, word
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import Measured, Scale, Signal
from sayso.machines.mqtt.template import worded

_ON, _OFF = "turn_on", "turn_off"
_STEP = 10.0  # percent, where nobody says how much faster


def switched(making: Making, what: str, template: str) -> Signal | None:
    """On and off, with what says so."""
    config = making.config
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    signal = making.state(what, ("state_topic", template), (worded(on), worded(off)))
    sending = config.sending("command_topic", "command_template")
    making.does("", sending, (Act(_ON, on, "on"), Act(_OFF, off, "off")), signal)
    return signal


def fan(config: Config) -> EntityParts:
    """A fan, or what is told like one: speed, presets, direction, oscillation."""
    making = Making(config, config.slug)
    switched(making, "fan", "state_value_template")
    least, most = config.amount("speed_range_min", 1.0) or 1.0, config.amount("speed_range_max", 100.0) or 100.0
    scale = Scale(max(most - least + 1, 1.0) / 100, least - 1, is_whole=True, is_ceiled=True)
    place = config.place("percentage_state_topic", "percentage_value_template")
    signal = percent(making, "speed", place, scale)
    told = config.sending("percentage_command_topic", "percentage_command_template")
    step = max(_STEP, 100 / max(most - least + 1, 1.0))
    making.steps(making.sets("speed", told, Setting("speed", "%", 1.0, 100.0), signal, scale), "speed", step)
    presets = config.listed("preset_modes")
    shown = word(making, "preset", "preset_mode_state_topic", "preset_mode_value_template") if presets else None
    making.chooses("preset", ("preset_mode_command_topic", "preset_mode_command_template"), presets, shown)
    turned = ("direction_command_topic", "direction_command_template")
    if turned[0] in config.values:
        shown = word(making, "direction", "direction_state_topic", "direction_value_template")
        making.chooses("direction", turned, ("forward", "reverse"), shown)
    _oscillating(making)
    return making.parts()


def _oscillating(making: Making) -> None:
    config = making.config
    told = config.sending("oscillation_command_topic", "oscillation_command_template")
    if told is None:
        return
    on = config.payload("payload_oscillation_on", "oscillate_on")
    off = config.payload("payload_oscillation_off", "oscillate_off")
    keys = ("oscillation_state_topic", "oscillation_value_template")
    signal = making.state("oscillation", keys, (worded(on), worded(off)))
    making.does("oscillation", told, (Act(_ON, on, "on"), Act(_OFF, off, "off")), signal)


def humidifier(config: Config) -> EntityParts:
    """What makes the air damper or drier."""
    making = Making(config, config.slug)
    switched(making, "humidifier", "state_value_template")
    now = config.place("current_humidity_topic", "current_humidity_template")
    making.says("humidity", now, Measured(), "%", "metric")
    goal = config.place("target_humidity_state_topic", "target_humidity_state_template")
    signal = making.says("target_humidity", goal, Measured(), "%")
    told = config.sending("target_humidity_command_topic", "target_humidity_command_template")
    bounds = config.amount("min_humidity", 0.0), config.amount("max_humidity", 100.0)
    deed = making.sets("humidity", told, Setting("humidity", "%", *bounds), signal, Scale(is_whole=True))
    making.steps(deed, "humidity", 5.0)
    modes = config.listed("modes")
    shown = word(making, "mode", "mode_state_topic", "mode_state_template") if modes else None
    making.chooses("mode", ("mode_command_topic", "mode_command_template"), modes, shown)
    return making.parts()
