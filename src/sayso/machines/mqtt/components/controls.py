"""Plain controls: switches, sirens, buttons, scenes, numbers, choices, texts, updates."""

import json
from dataclasses import replace

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, at, word
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import AnyValue, Measured, Scale, Sending, Switched
from sayso.machines.mqtt.naming import slug
from sayso.machines.mqtt.template import filled

_ON, _OFF = "turn_on", "turn_off"
_RESETS = frozenset(("restart", "reboot", "reset", "factory"))
_STATE_OR_VALUE = "{{ value_json.state if value_json is mapping else value }}"


def switch(config: Config) -> EntityParts:
    """Something that is on or off."""
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    making = Making(config, config.slug)
    words = (config.word("state_on", on), config.word("state_off", off))
    signal = making.state("" if config.slug else "switch", ("state_topic", "value_template"), words)
    sending = config.sending("command_topic", "command_template")
    making.does("", sending, (Act(_ON, on, "on"), Act(_OFF, off, "off")), signal)
    return making.parts()


def siren(config: Config) -> EntityParts:
    """A siren, which wakes the whole street."""
    making = Making(config, config.slug)
    on, off = config.payload("payload_on", "ON"), config.payload("payload_off", "OFF")
    words = (config.word("state_on", on), config.word("state_off", off))
    if "state_value_template" in config.values:
        place = config.place("state_topic", "state_value_template")
    else:
        place = at(config.topic("state_topic"), _STATE_OR_VALUE)
    signal = making.says("siren", place, Switched(*words))
    sending = config.sending("command_topic", "command_template")
    for verb, payload, state, is_dangerous in ((_ON, on, "on", True), (_OFF, off, "off", False)):
        if sending is not None and "command_template" not in config.values:  # what is sent is an object then
            text = json.dumps({"state": payload})
        else:
            text = filled(sending.template, payload, {"state": payload}) or "" if sending else ""
        if sending is not None and text:
            making.does("", Sending(sending.topic), (Act(verb, text, state, is_dangerous),), signal)
    return making.parts()


def button(config: Config) -> EntityParts:
    """A button; one that restarts or resets its device is called so, and waits for a yes."""
    kind = slug(config.text("device_class"))
    name = config.slug or kind or slug(config.object_id) or "button"
    is_restart = kind == "restart" or "restart" in name.split("_")  # nobody who starts a machine means this
    is_reset = is_restart or not _RESETS.isdisjoint(name.split("_"))
    making = Making(config, "" if is_restart else name)
    act = Act("reboot" if is_restart else "press", config.payload("payload_press", "PRESS"), None, is_reset)
    making.does("", config.sending("command_topic", "command_template"), (act,))
    making.deeds = [replace(deed, plain=deed.name) for deed in making.deeds]
    return making.parts()


def scene(config: Config) -> EntityParts:
    """A scene, by its name."""
    making = Making(config, config.slug or slug(config.object_id) or "scene")
    sending = config.sending("command_topic")
    making.does("", sending, (Act("activate", config.payload("payload_on", "ON")),))
    making.deeds = [replace(deed, plain=deed.name) for deed in making.deeds]
    return making.parts()


def number(config: Config) -> EntityParts:
    """A number that can be set within its bounds, and made more or less where it says what it is."""
    kind = slug(config.text("device_class"))
    name = config.slug or kind or slug(config.object_id) or "value"
    unit, step = config.text("unit_of_measurement"), config.amount("step", 1.0) or 1.0
    making = Making(config, name)
    signal = making.says("", config.place("state_topic", "value_template"), Measured(), unit)
    bounds = config.amount("min", 1.0), config.amount("max", 100.0)
    setting = Setting(kind or name.rpartition("_")[2], unit, *bounds)
    scale = Scale(is_whole=step.is_integer())
    deed = making.sets("", config.sending("command_topic", "command_template"), setting, signal, scale)
    if deed is not None and deed.expected is not None:
        close = replace(deed, expected=replace(deed.expected, slack=max(step / 2, 0.001)))
        making.deeds[making.deeds.index(deed)] = close
        making.steps(close, "", step)
    making.deeds = [replace(d, plain=d.name) for d in making.deeds]
    return making.parts()


def select(config: Config) -> EntityParts:
    """One of several words."""
    making = Making(config, config.slug or slug(config.object_id) or "option")
    shown = word(making, "", "state_topic", "value_template")
    making.chooses("", ("command_topic", "command_template"), config.listed("options"), shown)
    making.deeds = [replace(d, plain=d.name) for d in making.deeds]
    return making.parts()


def text(config: Config) -> EntityParts:
    """A text, shown and set as it is."""
    making = Making(config, config.slug or slug(config.object_id) or "text")
    shown = word(making, "", "state_topic", "value_template")
    sending = config.sending("command_topic", "command_template")
    making.sets("", sending, Setting("text"), shown)
    making.deeds = [replace(d, plain=d.name) for d in making.deeds]
    return making.parts()


def update(config: Config) -> EntityParts:
    """Which software it runs; to install another one waits for a yes."""
    making = Making(config, config.slug or "update")
    template = "{{ value_json.installed_version if value_json is mapping else value }}"
    if "value_template" in config.values:
        word(making, "version", "state_topic", "value_template")
    else:
        making.says("version", at(config.topic("state_topic"), template), AnyValue())
    act = Act("install", config.payload("payload_install", "INSTALL"), None, is_dangerous=True)
    if config.values.get("payload_install") is not None:
        making.does("", config.sending("command_topic"), (act,))
    making.deeds = [replace(d, plain=d.name) for d in making.deeds]
    return making.parts()
