"""What each kind of thing says and can be told: switches, lights, sensors, buttons, numbers, thermostats."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from sayso.machines.device import Kind, Setting
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import AnyValue, Deed, Expected, Form, Measured, Place, Signal, Switched
from sayso.machines.mqtt.naming import slug
from sayso.machines.mqtt.template import filled, parsed, worded

_DEGREES = {"c": "°C", "f": "°F"}
_DOORS = ("door", "garage_door", "opening", "window")
_WORDS = {"open": ("open", "closed"), "lock": ("unlocked", "locked")}
_ALWAYS_ON = ("auto", "heat_cool")  # modes that stand for "on" where there are several


class EntityParts(NamedTuple):
    """What a thing says, and what it can be told."""

    signals: tuple[Signal, ...] = ()
    deeds: tuple[Deed, ...] = ()


def _switch(config: Config) -> EntityParts:
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    form = Switched(config.word("state_on", on), config.word("state_off", off))
    place = config.place("state_topic", "value_template")
    signal = _state(config, config.slug or "switch", place, form)
    return EntityParts(_present(signal), _switching(config, config.slug, (on, off), signal))


def _light(config: Config) -> EntityParts:
    name = config.slug if "light" in config.slug.split("_") else f"{config.slug}_light".strip("_")
    match config.text("schema", "default"):
        case "json":
            return _json_light(config, name)
        case "default" | "basic":
            return _plain_light(config, name)
        case _:
            config.faults.append("unsupported")
            return EntityParts()


def _plain_light(config: Config, name: str) -> EntityParts:
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    template = "state_value_template" if "state_value_template" in config.values else "value_template"
    signal = _state(config, name, config.place("state_topic", template), Switched(worded(on), worded(off)))
    deeds = _switching(config, name, (on, off), signal)
    topic, sending = config.topic("brightness_command_topic"), config.sending("brightness_command_template")
    if topic is None:
        return EntityParts(_present(signal), deeds)
    scale = _scale(config)
    place = config.place("brightness_state_topic", "brightness_value_template")
    bright = _brightness(config, name, place, scale)
    return EntityParts(_present(signal, bright), (*deeds, *_dimming(config, (name, topic, sending), bright, scale)))


def _json_light(config: Config, name: str) -> EntityParts:
    topic = config.topic("command_topic")
    said = config.topic("state_topic")
    signal = _state(config, name, _at(said, "state"), Switched("on", "off"))
    on, off = json.dumps({"state": "ON"}), json.dumps({"state": "OFF"})
    deeds = _switching(config, name, (on, off), signal)
    if topic is None or config.values.get("brightness") is not True:
        return EntityParts(_present(signal), deeds)
    scale = _scale(config)
    bright = _brightness(config, name, _at(said, "brightness"), scale)
    sending = '{"state": "ON", "brightness": {{ value }}}'
    return EntityParts(_present(signal, bright), (*deeds, *_dimming(config, (name, topic, sending), bright, scale)))


def _sensor(config: Config) -> EntityParts:
    place = config.place("state_topic", "value_template")
    unit, kind = config.text("unit_of_measurement"), slug(config.text("device_class"))
    is_number = bool(unit) or bool(config.text("state_class"))
    name = config.slug or kind or slug(config.object_id) or "value"
    is_said = not kind or kind == "enum" or kind in name
    name = name if is_said else f"{name}_{kind}"  # "Probe 2" measures a temperature
    if place is None:
        config.faults.append("no_topic")
        return EntityParts()
    form: Form = Measured() if is_number else AnyValue()
    sort: Kind = "state" if kind == "enum" or config.listed("options") else "metric"
    return EntityParts((Signal(name, sort, place, form, unit, config.own_name),))


def _binary_sensor(config: Config) -> EntityParts:
    kind = slug(config.text("device_class"))
    words = _WORDS.get("open" if kind in _DOORS else kind, ("on", "off"))
    form = Switched(config.word("payload_on", "ON"), config.word("payload_off", "OFF"), words)
    place = config.place("state_topic", "value_template")
    name = config.slug or kind or slug(config.object_id) or "state"
    if place is None:
        config.faults.append("no_topic")
    return EntityParts(_present(_state(config, name, place, form)))


def _button(config: Config) -> EntityParts:
    topic, sending = config.topic("command_topic"), config.sending("command_template")
    payload = filled(sending, config.payload("payload_press", "PRESS")) if sending else None
    if topic is None or payload is None:
        _lacking(config, topic)
        return EntityParts()
    kind = slug(config.text("device_class"))
    name = config.slug or kind or slug(config.object_id) or "button"
    is_restart = kind == "restart" or "restart" in name.split("_")  # nobody who starts a machine means this
    name = "reboot" if is_restart else f"press_{name}"
    return EntityParts(deeds=(Deed(name, topic, payload, is_dangerous=is_restart, description=config.own_name),))


def _number(config: Config) -> EntityParts:
    topic, sending = config.topic("command_topic"), config.sending("command_template")
    name = config.slug or slug(config.text("device_class")) or slug(config.object_id) or "value"
    unit = config.text("unit_of_measurement")
    step = config.amount("step", 1.0)
    place = config.place("state_topic", "value_template")
    signal = None if place is None else Signal(name, "state", place, Measured(), unit, config.own_name)
    called = slug(config.text("device_class")) or name.rpartition("_")[2]
    bounds = config.amount("min", 1.0), config.amount("max", 100.0)
    setting = Setting(called, unit, *bounds, is_needed=True)
    expected = Expected(name, slack=max((step or 0.0) / 2, 0.001)) if signal else None
    if topic is None or sending is None or filled(sending, "0") is None:
        _lacking(config, topic)
        return EntityParts(_present(signal))
    is_whole = step is not None and step.is_integer()
    deed = Deed(f"set_{name}", topic, sending, expected, setting, is_whole=is_whole, description=config.own_name)
    return EntityParts(_present(signal), tuple(_with_steps(deed, name, step or 1.0)))


def _climate(config: Config) -> EntityParts:
    def called(name: str) -> str:
        return f"{config.slug}_{name}".strip("_")

    unit = _DEGREES.get(config.text("temperature_unit").casefold(), "°C")
    now = config.place("current_temperature_topic", "current_temperature_template")
    goal = config.place("temperature_state_topic", "temperature_state_template")
    mode = config.place("mode_state_topic", "mode_state_template")
    measured = Signal(called("temperature"), "metric", now, Measured(), unit, config.own_name) if now else None
    wanted = Signal(called("target_temperature"), "state", goal, Measured(), unit, config.own_name) if goal else None
    doing = Signal(called("mode"), "state", mode, AnyValue(), "", config.own_name) if mode else None
    deeds = [*_warming(config, called("temperature"), unit, wanted), *_running(config, doing)]
    if not deeds and measured is None:
        config.faults.append("no_topic")
    return EntityParts(_present(measured, wanted, doing), tuple(deeds))


def _warming(config: Config, name: str, unit: str, wanted: Signal | None) -> list[Deed]:
    topic, sending = config.topic("temperature_command_topic"), config.sending("temperature_command_template")
    if topic is None:
        return []
    if sending is None or filled(sending, "0") is None:
        config.unreadable += 1
        return []
    setting = Setting("temperature", unit, config.amount("min_temp", 7.0), config.amount("max_temp", 35.0), True)
    expected = Expected(wanted.name, slack=(config.amount("temp_step", 1.0) or 1.0) / 2) if wanted else None
    deed = Deed(f"set_{name}", topic, sending, expected, setting, description=config.own_name)
    return list(_with_steps(deed, name, config.amount("temp_step", 1.0) or 1.0))


def _with_steps(deed: Deed, name: str, step: float) -> Iterator[Deed]:
    """Setting a value; and where it is known which it has, making it more or less."""
    yield deed
    if deed.expected is not None and deed.setting is not None:
        taken = replace(deed, setting=replace(deed.setting, is_needed=False))
        yield replace(taken, name=f"raise_{name}", step=abs(step))
        yield replace(taken, name=f"lower_{name}", step=-abs(step))


def _running(config: Config, doing: Signal | None) -> list[Deed]:
    """On and off by a switch of its own, else by its modes where they leave no doubt what is meant."""
    topic = config.topic("power_command_topic")
    modes = config.listed("modes") or ("auto", "off", "cool", "heat", "dry", "fan_only")
    running = [m for m in modes if m != "off"]
    usual = running[0] if len(running) == 1 else next((m for m in _ALWAYS_ON if m in running), None)
    on, off = ("turn_on", usual), ("turn_off", "off" if "off" in modes else None)
    if topic is not None:
        return [
            Deed(_verb("turn_on", config.slug), topic, config.payload("payload_on", "ON")),
            Deed(_verb("turn_off", config.slug), topic, config.payload("payload_off", "OFF")),
        ]
    topic, sending = config.topic("mode_command_topic"), config.sending("mode_command_template")
    if topic is None or sending is None:
        return []
    deeds: list[Deed] = []
    for verb, mode in (on, off):
        payload = filled(sending, mode) if mode else None
        if payload is not None:
            expected = Expected(doing.name, mode) if doing else None
            deeds.append(Deed(_verb(verb, config.slug), topic, payload, expected, description=config.own_name))
    return deeds


def _switching(config: Config, name: str, payloads: tuple[str, str], signal: Signal | None) -> tuple[Deed, ...]:
    topic = config.topic("command_topic")
    if topic is None:
        _lacking(config, topic)
        return ()
    sending = config.sending("command_template")
    deeds: list[Deed] = []
    for verb, payload, value in zip(("turn_on", "turn_off"), payloads, ("on", "off"), strict=True):
        sent = filled(sending, payload) if sending else None
        if sent is None:
            config.unreadable += 1
            return ()
        expected = Expected(signal.name, value) if signal else None
        deeds.append(Deed(_verb(verb, name), topic, sent, expected, description=config.own_name))
    return tuple(deeds)


def _dimming(
    config: Config, sent: tuple[str, str, str | None], bright: Signal | None, scale: float
) -> tuple[Deed, ...]:
    name, topic, sending = sent
    if sending is None or filled(sending, "0") is None:
        config.unreadable += 1
        return ()
    expected = Expected(bright.name, slack=1.0) if bright else None
    setting = Setting("brightness", "%", 1.0, 100.0, is_needed=True)
    deed = Deed(f"set_{name}_brightness", topic, sending, expected, setting, scale, is_whole=True)
    return (replace(deed, description=config.own_name),)


def _scale(config: Config) -> float:
    """How many of the device's steps are one percent."""
    return max(config.amount("brightness_scale", 255.0) or 255.0, 1.0) / 100


def _brightness(config: Config, name: str, place: Place | None, scale: float) -> Signal | None:
    if place is None:
        return None
    return Signal(f"{name}_brightness", "state", place, Measured(scale), "%", config.own_name)


def _state(config: Config, name: str, place: Place | None, form: Switched) -> Signal | None:
    return None if place is None else Signal(name, "state", place, form, "", config.own_name)


def _at(topic: str | None, key: str) -> Place | None:
    template = parsed(f"{{{{ value_json.{key} }}}}")
    return None if topic is None or template is None else Place(topic, template)


def _lacking(config: Config, topic: str | None) -> None:
    """Note why a thing cannot be told anything."""
    if topic is None:
        config.faults.append("no_topic")
    else:
        config.unreadable += 1


def _verb(verb: str, name: str) -> str:
    return f"{verb}_{name}".strip("_")


def _present(*signals: Signal | None) -> tuple[Signal, ...]:
    return tuple(signal for signal in signals if signal is not None)


COMPONENTS: Mapping[str, Callable[[Config], EntityParts]] = {
    "binary_sensor": _binary_sensor,
    "button": _button,
    "climate": _climate,
    "light": _light,
    "number": _number,
    "sensor": _sensor,
    "switch": _switch,
}
