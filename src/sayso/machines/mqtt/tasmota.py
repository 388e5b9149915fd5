"""Tasmota's own discovery: a device's config, and what it measures, become things like those of anybody else."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice

from sayso.dataclass import dataclass
from sayso.machines.mqtt.config import Values
from sayso.machines.mqtt.template import Payload

ROOT = "tasmota/discovery"
WILDCARDS = (f"{ROOT}/+/config", f"{ROOT}/+/sensors")
_MOST = 2000  # devices
_MOST_SENSORS = 16  # of one
_LONGEST = 200  # letters of whatever it tells
_TEXTS = ("t", "mac", "ft", "dn", "md", "sw", "onln", "ofln")
_LISTS = ("tp", "state", "fn")
_NUMBERS = ("so26", "lt_st")
_RELAY, _LIGHT, _SHUTTER = 1, 2, 3
_DIMMER, _WARMTH, _COLOUR, _BOTH = 1, 2, 3, 5  # what kinds of light there are: from single ones to five channels
_MEASURED = {  # what it measures by the names it has for it: our name, the unit
    "Temperature": ("temperature", "°C"),
    "Humidity": ("humidity", "%"),
    "Pressure": ("pressure", "hPa"),
    "Illuminance": ("illuminance", "lx"),
    "CarbonDioxide": ("carbon_dioxide", "ppm"),
    "Power": ("power", "W"),
    "Voltage": ("voltage", "V"),
    "Current": ("current", "A"),
    "Total": ("energy", "kWh"),
}

Part = tuple[str, str, Values]  # a name in its device, the component, the config


@dataclass(slots=True)
class TasmotaBook:
    """What each device told, in two messages that come in any order."""

    _told: dict[str, dict[str, Mapping[str, object]]] = field(default_factory=dict)

    def take(self, topic: str, data: bytes) -> tuple[Part, ...] | None:
        """The things of a device, by all that it told so far; None where nothing can be read."""
        mac, _, which = topic.removeprefix(f"{ROOT}/").partition("/")
        if not data:
            self._forget(mac, which)
        else:
            found = Payload(data).json
            if not isinstance(found, Mapping) or (mac not in self._told and len(self._told) >= _MOST):
                return None
            self._told.setdefault(mac, {})[which] = _needed(found)
        known = self._told.get(mac, {})
        return tuple(_parts(known.get("config", {}), known.get("sensors", {})))

    def _forget(self, mac: str, which: str) -> None:
        """One of its messages is gone; who told nothing else takes no room any more."""
        told = self._told.get(mac, {})
        told.pop(which, None)
        if not told:
            self._told.pop(mac, None)


def config_topic(topic: str) -> str:
    """The topic that stands for all that a device told."""
    return f"{topic.rpartition('/')[0]}/config"


def _parts(config: Mapping[str, object], sensors: Mapping[str, object]) -> Iterator[Part]:
    own = _Own.of(config)
    if own is None:
        return
    relays = [(i, kind) for i, kind in enumerate(_whole(config.get("rl"))) if kind]
    shutters = [i for i, kind in relays if kind == _SHUTTER]
    lights = [i for i, kind in relays if kind == _LIGHT]
    for i, kind in relays:
        name = own.names[i] if i < len(own.names) and len(relays) > 1 else ""
        power = f"POWER{i + 1}" if len(relays) > 1 or config.get("so26") == 1 else "POWER"
        shown = {"name": name or None, **own.state(power), "command_topic": f"{own.command}/{power}"}
        shown |= {"payload_on": own.words[1], "payload_off": own.words[0]}
        if kind == _LIGHT:
            yield f"light_{i}", "light", {**own.shared, **shown, **(own.light(config) if i == lights[0] else {})}
        elif kind != _SHUTTER:
            yield f"relay_{i}", "switch", {**own.shared, **shown}
    for number in range(1, len(shutters) // 2 + 1):
        yield f"shutter_{number}", "cover", {**own.shared, **own.shutter(number, len(shutters) > 2)}
    yield from own.sensors(sensors.get("sn"))


@dataclass(frozen=True, slots=True)
class _Own:
    """What all things of a device share."""

    shared: Values
    command: str
    stat: str
    tele: str
    words: tuple[str, str]
    names: tuple[str, ...]

    @classmethod
    def of(cls, config: Mapping[str, object]) -> "_Own | None":
        topic, mac, form = (_text(config.get(key)) for key in ("t", "mac", "ft"))
        prefixes, words = _texts(config.get("tp")), _texts(config.get("state"))
        if not topic or not mac or len(prefixes) < 3 or len(words) < 2:
            return None
        form = form or "%prefix%/%topic%/"
        full = [form.replace("%prefix%", p).replace("%topic%", topic).rstrip("/") for p in prefixes]
        about = {
            "identifiers": [mac],
            "name": _text(config.get("dn")) or topic,
            "model": _text(config.get("md")),
            "manufacturer": "Tasmota",
            "sw_version": _text(config.get("sw")),
        }
        shared = {
            "device": about,
            "availability_topic": f"{full[2]}/LWT",
            "payload_available": _text(config.get("onln")) or "Online",
            "payload_not_available": _text(config.get("ofln")) or "Offline",
        }
        return cls(shared, full[0], full[1], full[2], (words[0], words[1]), _texts(config.get("fn")))

    def state(self, key: str) -> Values:
        """Where it says at once what it did."""
        return {"state_topic": f"{self.stat}/RESULT", "value_template": f"{{{{ value_json.{key} }}}}"}

    def light(self, config: Mapping[str, object]) -> Values:
        """What a light does besides being on and off, by its kind."""
        kind = config.get("lt_st")
        kind = kind if isinstance(kind, int) else 0
        said: dict[str, object] = {}
        if kind >= _DIMMER:
            said |= {"brightness_command_topic": f"{self.command}/Dimmer", "brightness_scale": 100}
            said |= {"brightness_state_topic": f"{self.stat}/RESULT"}
            said |= {"brightness_value_template": "{{ value_json.Dimmer }}"}
        if kind in (_WARMTH, _BOTH):
            said |= {"color_temp_command_topic": f"{self.command}/CT", "color_temp_state_topic": f"{self.stat}/RESULT"}
            said |= {"color_temp_value_template": "{{ value_json.CT }}"}
        if kind >= _COLOUR:
            said |= {"rgb_command_topic": f"{self.command}/Color2"}
        return said

    def shutter(self, number: int, are_many: bool) -> Values:
        """A shutter that moves by two relays."""
        name = self.names[number - 1] if are_many and number <= len(self.names) else None
        return {
            "name": name,
            "command_topic": f"{self.command}/Backlog",
            "payload_open": f"ShutterOpen{number}",
            "payload_close": f"ShutterClose{number}",
            "payload_stop": f"ShutterStop{number}",
            "position_topic": f"{self.stat}/RESULT",
            "position_template": f"{{{{ value_json.Shutter{number}.Position }}}}",
            "set_position_topic": f"{self.command}/ShutterPosition{number}",
        }

    def sensors(self, told: object) -> Iterator[Part]:
        """What it measures, each under the name of its sensor where there are several."""
        for group, values in told.items() if isinstance(told, Mapping) else ():
            for key, (name, unit) in _MEASURED.items():
                if key in values:
                    shown = {
                        "name": name.replace("_", " "),
                        "state_topic": f"{self.tele}/SENSOR",
                        "value_template": f"{{{{ value_json['{group}'].{key} }}}}",
                        "unit_of_measurement": unit,
                        "device_class": name,
                    }
                    yield f"{group}_{name}", "sensor", {**self.shared, **shown}


def _needed(found: Mapping[str, object]) -> Mapping[str, object]:
    """What is looked at of a message, and nothing else of it is kept: thousands of devices may tell much."""
    kept: dict[str, object] = {key: _text(found[key]) for key in _TEXTS if key in found}
    kept |= {key: _texts(found[key]) for key in _LISTS if key in found}
    kept |= {key: found[key] for key in _NUMBERS if isinstance(found.get(key), int)}
    return {**kept, "rl": _whole(found.get("rl")), "sn": dict(_measured(found.get("sn")))}


def _measured(told: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The sensors, each with the values that we have a name for."""
    inside = told if isinstance(told, Mapping) else {}
    groups = ((str(name), values) for name, values in inside.items() if isinstance(values, Mapping))
    for name, values in islice(groups, _MOST_SENSORS):
        if len(name) <= _LONGEST and name.replace("-", "").replace("_", "").isalnum():
            yield name, {key: values[key] for key in _MEASURED if isinstance(values.get(key), int | float)}


def _text(value: object) -> str:
    return value[:_LONGEST] if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(v) for v in value[:32]) if isinstance(value, list | tuple) else ()


def _whole(value: object) -> list[int]:
    return [v if isinstance(v, int) else 0 for v in value[:32]] if isinstance(value, list) else []
