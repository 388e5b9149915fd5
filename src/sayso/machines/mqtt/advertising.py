"""Machines told to a bus by the discovery convention: what is published about each, and what may be published to it."""

import json
from collections.abc import Iterator, Mapping, Sequence

from sayso.dataclass import dataclass
from sayso.machines.device import Device, DeviceCommand, DeviceReading, Value
from sayso.machines.mqtt.naming import slug

ROOT = "sayso"
THERE = f"{ROOT}/there"  # whether whoever publishes all this is there at all
_STARTS = {"turn_on": "turn_off", "start": "stop"}
Config = dict[str, object]


@dataclass(frozen=True, slots=True)
class BusCommand:
    """A command that came by the bus; `setting` names the value that it takes."""

    device_id: str
    command_id: str
    setting: str = ""


@dataclass(frozen=True, slots=True)
class Advertised:
    """All that stands on the bus about a machine, by topic, and what it obeys, by topic and payload."""

    messages: Mapping[str, str]
    commands: Mapping[tuple[str, str], BusCommand]  # any payload, where that is empty


def state_topic(device_id: str) -> str:
    """Where it is said how a machine is."""
    return f"{_base(device_id)}/state"


def advertised(device: Device, status: Sequence[DeviceReading], prefix: str) -> Advertised:
    """A machine as things of the discovery, with its states and whether it is there."""
    base = _base(device.id)
    values = {reading.name: reading.value for reading in status}
    messages = {
        state_topic(device.id): json.dumps(values, ensure_ascii=False),
        f"{base}/there": "offline" if device.is_connected is False else "online",
    }
    commands: dict[tuple[str, str], BusCommand] = {}
    shared = _shared(device, base)
    for component, name, config, told in _things(device, values, base):
        whole = {**config, **shared, "unique_id": f"{slug(device.id)}_{name}"}
        messages[f"{prefix}/{component}/{slug(device.id)}/{name}/config"] = json.dumps(whole, ensure_ascii=False)
        commands.update(told)
    return Advertised(messages, commands)


def _base(device_id: str) -> str:
    return f"{ROOT}/{slug(device_id)}"


Thing = tuple[str, str, Config, Mapping[tuple[str, str], BusCommand]]


def _shared(device: Device, base: str) -> Config:
    about: Config = {
        "identifiers": [device.id],
        "name": device.name,
        "model": device.description,
        "sw_version": device.firmware,
        "suggested_area": device.place,
        "serial_number": device.serial,
    }
    there = [{"topic": THERE}, {"topic": f"{base}/there"}]
    return {
        "device": {key: value for key, value in about.items() if value},
        "availability": there,
        "availability_mode": "all",
    }


def _things(device: Device, values: Mapping[str, Value], base: str) -> Iterator[Thing]:
    for metric in device.metrics:
        unit: Config = {"unit_of_measurement": metric.unit} if metric.unit else {}
        yield "sensor", metric.name, {"name": _title(metric.name), **_said(base, metric.name), **unit}, {}
    known = {command.id: command for command in device.commands}
    covered: set[str] = set()
    done: set[str] = set()
    for command in device.commands:
        act, state = _switched(command, known, values)
        if command.id in done:
            continue
        if state:
            other = known[_other(command.id, act)]
            covered.add(state)
            done.add(other.id)
            yield _switch(device.id, state, (command, other), base)
        elif any(setting.is_needed for setting in command.settings):
            name = command.settings[0].name
            shown = next((state for state in (f"target_{name}", name) if state in values), "")
            covered.add(shown)
            yield _number(device.id, command, shown, base)
        elif not command.settings:  # one that can do without its value does what another does
            yield _button(device.id, command, base)
    for state in device.states:
        if state not in covered and values.get(state) not in ("online", "offline"):
            yield _state(state, values.get(state), base)


def _switched(
    command: DeviceCommand, known: Mapping[str, DeviceCommand], values: Mapping[str, Value]
) -> tuple[str, str]:
    """The act that turns something on, and the state that tells whether it is; nothing where there are no such two."""
    for act in _STARTS:
        if (command.id == act or command.id.startswith(f"{act}_")) and _other(command.id, act) in known:
            state = command.id.removeprefix(act).strip("_") or "switch"
            if values.get(state) in ("on", "off"):
                return act, state
    return "", ""


def _other(command_id: str, act: str) -> str:
    return _STARTS[act] + command_id.removeprefix(act)


def _switch(device_id: str, state: str, pair: tuple[DeviceCommand, DeviceCommand], base: str) -> Thing:
    topic = f"{base}/{state}/set"
    config: Config = {"name": None if state == "switch" else _title(state), "command_topic": topic}
    config |= {"payload_on": "on", "payload_off": "off"}
    place = _said(base, state)
    told = {(topic, word): BusCommand(device_id, command.id) for word, command in zip(("on", "off"), pair, strict=True)}
    if state == "light":
        place = {"state_topic": place["state_topic"], "state_value_template": place["value_template"]}
        return "light", state, {**config, **place}, told
    return "switch", state, {**config, **place}, told


def _number(device_id: str, command: DeviceCommand, shown: str, base: str) -> Thing:
    setting, topic = command.settings[0], f"{base}/{command.id}/set"
    config: Config = {"name": _title(command.id.removeprefix("set_")), "command_topic": topic, "step": 0.5}
    config |= {"min": setting.least, "max": setting.most, "unit_of_measurement": setting.unit}
    place = _said(base, shown) if shown else {}
    whole = {key: value for key, value in {**config, **place}.items() if value not in (None, "")}
    return "number", command.id, whole, {(topic, ""): BusCommand(device_id, command.id, setting.name)}


def _button(device_id: str, command: DeviceCommand, base: str) -> Thing:
    topic = f"{base}/{command.id}/press"
    config: Config = {"name": _title(command.id), "command_topic": topic}
    return "button", command.id, config, {(topic, "PRESS"): BusCommand(device_id, command.id)}


def _state(name: str, value: Value, base: str) -> Thing:
    place = _said(base, name)
    if value in ("open", "closed"):
        door: Config = {"name": _title(name), "device_class": "door", "payload_on": "open", "payload_off": "closed"}
        return "binary_sensor", name, {**door, **place}, {}
    if value in ("on", "off"):
        return "binary_sensor", name, {"name": _title(name), "payload_on": "on", "payload_off": "off", **place}, {}
    return "sensor", name, {"name": _title(name), "device_class": "enum", **place}, {}


def _said(base: str, name: str) -> Config:
    return {"state_topic": f"{base}/state", "value_template": f"{{{{ value_json['{name}'] }}}}"}


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
