"""A message of the discovery becomes the things that it tells of; whatever else it is, becomes a kind of garbage."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from sayso.dataclass import dataclass
from sayso.machines.mqtt.components.making import EntityParts
from sayso.machines.mqtt.components.table import COMPONENTS
from sayso.machines.mqtt.config import Config, Values, spelled_out
from sayso.machines.mqtt.entity import DeviceInfo, Entity
from sayso.machines.mqtt.naming import cleaned, slug, text_at
from sayso.machines.mqtt.tasmota import ROOT as TASMOTA_ROOT
from sayso.machines.mqtt.tasmota import WILDCARDS as TASMOTA
from sayso.machines.mqtt.tasmota import TasmotaBook, config_topic
from sayso.machines.mqtt.template import Absent, Payload

MOST_PARTS = 256  # things of one device that tells of all of them at once
_PRESENCE = ("availability", "availability_mode", "availability_template", "availability_topic")
_INHERITED = (*_PRESENCE, "payload_available", "payload_not_available", "command_topic", "state_topic")
_SPELT_OUT = {"lock": "door lock", "garage": "garage door"}  # as people call what a class says in one word
_SENSED = {  # what people call that which tells whether something is so, by its class
    "moisture": "leak sensor",
    "motion": "motion sensor",
    "occupancy": "motion sensor",
    "presence": "motion sensor",
    "smoke": "smoke detector",
    "window": "window",
}


@dataclass(frozen=True, slots=True)
class DiscoveryResult:
    """Things that were told of, and how much of what was said about them could not be read."""

    entities: tuple[Entity, ...]
    garbage: tuple[str, ...] = ()
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Gone:
    """What was told of here before is no more."""


@dataclass(frozen=True, slots=True)
class Garbage:
    """Nothing that can be used; the kind is for counting."""

    kind: str


def wildcards(prefix: str) -> tuple[str, ...]:
    """What has to be followed to hear all of the discovery."""
    return (f"{prefix}/+/+/config", f"{prefix}/+/+/+/config", *TASMOTA)


def is_discovery(topic: str, prefix: str) -> bool:
    """Whether a topic is one of the discovery."""
    return (topic.startswith(f"{prefix}/") and topic.endswith("/config")) or topic.startswith(f"{TASMOTA_ROOT}/")


def discovered_tasmota(topic: str, data: bytes, prefix: str, book: TasmotaBook) -> DiscoveryResult | Gone | Garbage:
    """What a device of Tasmota told of itself, by this message and the one beside it."""
    parts = book.take(topic, data)
    if parts is None:
        return Garbage("bad_json")
    whole = config_topic(topic)
    if not parts:
        return Gone()
    return _found(((f"{whole} {name}", name, component, config) for name, component, config in parts), prefix)


def discovered(topic: str, data: bytes, prefix: str) -> DiscoveryResult | Gone | Garbage:
    """What a message on a topic of the discovery tells."""
    component, *rest, last = topic.removeprefix(f"{prefix}/").split("/")
    if last != "config" or len(rest) not in (1, 2) or not topic.startswith(f"{prefix}/"):
        return Garbage("unknown_topic")
    if component != "device" and component not in COMPONENTS:
        return Garbage("unknown_component")
    if not data:
        return Gone()
    config = Payload(data).json
    if isinstance(config, Absent):
        return Garbage("bad_json")
    if not isinstance(config, Mapping):
        return Garbage("not_an_object")
    long = spelled_out(config)
    told = _parts(topic, rest[-1], long) if component == "device" else iter([(topic, rest[-1], component, long)])
    return _found(told, prefix)


Told = tuple[str, str, str, Values]  # key, name in its device, component, config


def _parts(topic: str, object_id: str, config: Values) -> Iterator[Told]:
    """The things of a device that tells of all of them at once; what it says for all holds for each."""
    inherited = {key: config[key] for key in _INHERITED if key in config}
    inherited["device"] = config.get("device")
    components = config.get("components")
    for name, part in list(components.items())[:MOST_PARTS] if isinstance(components, Mapping) else ():
        if isinstance(part, Mapping):
            long = spelled_out({"~": config.get("~"), **part})
            component = long.get("platform")
            if set(long) - {"platform", "~"}:  # one that says no more than its kind is no more
                yield f"{topic} {name}", str(name), str(component), {**inherited, **long}
        else:
            yield f"{topic} {name}", f"{object_id}_{name}", "", {}


def _found(told: Iterator[Told], prefix: str) -> DiscoveryResult | Garbage:
    entities: list[Entity] = []
    garbage: list[str] = []
    unreadable = 0
    for key, object_id, component, values in told:
        read = _entity((key, object_id, component), values, prefix)
        if isinstance(read, Garbage):
            garbage.append(read.kind)
            continue
        entity, config = read
        entities.append(entity)
        garbage.extend(config.faults)
        unreadable += config.unreadable
    if not entities and len(garbage) == 1:
        return Garbage(garbage[0])
    return DiscoveryResult(tuple(entities), tuple(garbage), unreadable)


def _entity(named: tuple[str, str, str], values: Values, prefix: str) -> tuple[Entity, Config] | Garbage:
    key, object_id, component = named
    if component not in COMPONENTS:
        return Garbage("unknown_component")
    is_enabled = values.get("enabled_by_default") is not False
    if not is_enabled and not _identifiers_of(values):
        return Garbage("disabled")
    about = _about(values, object_id)
    config = Config(values, prefix, object_id, about.name)
    signals, deeds = COMPONENTS[component](config) if is_enabled else EntityParts()
    presences = tuple(config.presences())
    if not is_enabled:  # its device is there all the same: a repeater has nothing else to tell
        config.faults.append("disabled")
    elif not signals and not deeds:
        return Garbage(config.faults[0] if config.faults else "unreadable")
    mode: Literal["all", "any", "latest"] = "latest"
    if values.get("availability_mode") == "all":
        mode = "all"
    elif values.get("availability_mode") == "any":
        mode = "any"
    made = Entity(key, slug(object_id), component, about, signals, deeds, presences, mode, config.is_setting)
    return replace(made, kind=_kind(component, slug(config.text("device_class"))), own=config.slug), config


def _kind(component: str, kind: str) -> str:
    """What sort of thing it is: a cover is a garage door or a blind by its class."""
    if component == "binary_sensor":
        return _SENSED.get(kind, component)
    told = kind if component in ("cover", "humidifier") and kind else component
    return _SPELT_OUT.get(told, told)


def _about(values: Values, object_id: str) -> DeviceInfo:
    """The device of a thing; a thing that names none is a device by itself."""
    device = values.get("device")
    told = device if isinstance(device, Mapping) else {}
    names = _identifiers_of(values)
    if not names:
        own = text_at(values, "unique_id") or cleaned(object_id)
        return DeviceInfo(own, text_at(told, "name") or text_at(values, "name") or own)
    model = (text_at(told, "manufacturer"), text_at(told, "model"))
    return DeviceInfo(
        key=names[0],
        name=text_at(told, "name") or text_at(values, "name") or cleaned(names[0]),
        serial=text_at(told, "serial_number"),
        place=text_at(told, "suggested_area"),
        description=" ".join(part for part in model if part),
        firmware=text_at(told, "sw_version"),
    )


def _identifiers_of(values: Values) -> list[str]:
    device = values.get("device")
    return sorted(_identifiers(device)) if isinstance(device, Mapping) else []


def _identifiers(device: Values) -> Iterator[str]:
    given = device.get("identifiers")
    for one in given[:16] if isinstance(given, list) else (given,):
        if isinstance(one, str | int) and not isinstance(one, bool) and cleaned(str(one)):
            yield cleaned(str(one))
    pairs = device.get("connections")
    for pair in pairs[:16] if isinstance(pairs, list) else ():
        if isinstance(pair, list) and all(isinstance(p, str) for p in pair) and cleaned(":".join(pair)):
            yield cleaned(":".join(pair))
