"""The platform's records as our nouns. Pure; what is unknown is passed over, what has no id or time left out."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime

from sayso.dataclass import dataclass
from sayso.machines.device import Device, DeviceCommand, DeviceReading, Kind, Metric, Setting
from sayso.machines.things5.wire import Record, identifier, moment, name, number, records, scalar, text

_KINDS: Mapping[str, Kind] = {
    "metric": "metric",
    "metrics": "metric",
    "state": "state",
    "states": "state",
    "event": "event",
    "events": "event",
}
_DESCRIPTION = 400  # letters: what it is, and what its model is called


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """A device as the list shows it, the firmware that says what it can do, and when it was last heard of."""

    device: Device
    firmware_id: str
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Firmware:
    """What devices of one firmware can do and measure, and in which units."""

    version: str = ""
    commands: tuple[DeviceCommand, ...] = ()
    metrics: tuple[Metric, ...] = ()
    states: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)

    def command(self, command_id: str) -> DeviceCommand | None:
        """The command of an id."""
        return next((command for command in self.commands if command.id == command_id), None)

    def equip(self, device: Device) -> Device:
        """The device with what it can do."""
        can = replace(device, commands=self.commands, metrics=self.metrics, states=self.states)
        return replace(can, firmware=self.version)

    def measure(self, found: Iterable[DeviceReading]) -> tuple[DeviceReading, ...]:
        """The readings with their units."""
        return tuple(replace(reading, unit=self.units.get(reading.name, "")) for reading in found)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where readings come from; `at` is the time of those that bring none, None where such are left out."""

    device_id: str
    kind: Kind
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Organisation:
    """An organisation that a token opens."""

    id: str
    name: str


def joined(devices: Iterable[object], machines: Iterable[object]) -> tuple[ListedDevice, ...]:
    """All that stands in either list, once; what a device does not say, its machine may."""
    known: dict[str, Record] = {}
    for entry in records([*machines, *devices]):
        key = identifier(entry.get("id"))
        if key:
            said = {field: value for field, value in entry.items() if value is not None}
            known[key] = {**known.get(key, {}), **said}
    return tuple(listed(entry) for entry in known.values())


def listed(entry: Record) -> ListedDevice:
    """One device of a list, or by itself; it is called by its serial or its id where it has no name."""
    device_id, serial = identifier(entry.get("id")), text(entry.get("serial"))
    model = _inner(entry, "machine_model")
    group = _inner(entry, "machines_group") or _inner(entry, "machines_groups")
    kind = text(model.get("name")) or text(model.get("identifier"))
    about = (text(entry.get("description")), kind)
    connected = entry.get("is_connected")
    device = Device(
        id=device_id,
        name=text(entry.get("name")) or serial or text(device_id),
        serial=serial,
        place=text(entry.get("place")) or text(group.get("name")),
        description=", ".join(part for part in about if part)[:_DESCRIPTION],
        kind=kind,
        is_connected=connected if isinstance(connected, bool) else None,
    )
    return ListedDevice(device, identifier(entry.get("machine_firmware_id")), moment(entry.get("last_seen")))


def firmware(entry: Record) -> Firmware:
    """What a firmware offers: its commands, and its variables by what they are."""
    variables = [v for v in records(entry.get("machine_variables")) if name(v.get("name"))]
    by_id = {identifier(v.get("id")): v for v in variables}
    kinds = [(_kind(v), v) for v in variables]
    return Firmware(
        version=text(entry.get("version")),
        commands=_once(_command(c, by_id) for c in records(entry.get("machine_commands")) if identifier(c.get("id"))),
        metrics=tuple({m.name: m for m in (_metric(v) for kind, v in kinds if kind == "metric")}.values()),
        states=tuple(dict.fromkeys(name(v["name"]) for kind, v in kinds if kind == "state")),
        units={name(v["name"]): _unit(v) for v in variables},
    )


def organisations(items: Iterable[object]) -> tuple[Organisation, ...]:
    """The organisations of a list."""
    found = ((identifier(entry.get("id")), text(entry.get("name"))) for entry in records(list(items)))
    return tuple(Organisation(key, called or key) for key, called in found if key)


def readings(items: Iterable[object], origin: Origin) -> tuple[DeviceReading, ...]:
    """Readings in the order they come, without units, which the firmware knows.

    Of the figures that the platform keeps of a metric's minute, the last one stands: it was measured.
    """
    found: list[DeviceReading] = []
    for entry in records(list(items)):
        called = name(entry.get("name"))
        at = moment(entry.get("timestamp")) or moment(entry.get("start_time")) or origin.at
        value = None if origin.kind == "event" else scalar(_first(entry, "last", "value", "avg"))
        if called and at is not None and (value is not None or origin.kind == "event"):
            found.append(DeviceReading(origin.device_id, origin.kind, called, value, at))
    return tuple(found)


def _inner(entry: Record, key: str) -> Record:
    inner = entry.get(key)
    if isinstance(inner, list):
        inner = next(iter(records(inner)), None)
    return inner if isinstance(inner, Mapping) else {}


def _first(entry: Record, *keys: str) -> object:
    return next((entry[key] for key in keys if entry.get(key) is not None), None)


def _kind(variable: Record) -> Kind | None:
    said = (text(variable.get(key)).casefold() for key in ("type", "source"))
    return next((_KINDS[word] for word in said if word in _KINDS), None)


def _unit(variable: Record) -> str:
    """The unit of the values as they come; the one for eyes may belong to values that were converted."""
    return text(variable.get("unit")) or text(variable.get("ui_unit"))


def _metric(variable: Record) -> Metric:
    called = name(variable["name"])
    about = dict.fromkeys(text(variable.get(key)) for key in ("label", "description"))
    return Metric(called, _unit(variable), ", ".join(part for part in about if part and part != called))


def _command(entry: Record, variables: Mapping[str, Record]) -> DeviceCommand:
    command_id = identifier(entry.get("id"))
    own = {identifier(v.get("id")): v for v in records(entry.get("machine_variables")) if name(v.get("name"))}
    settings = (_setting(p, {**variables, **own}) for p in records(entry.get("parameters")))
    return DeviceCommand(
        id=command_id,
        name=text(entry.get("name")) or text(command_id),
        description=text(entry.get("description")) or text(entry.get("label")),
        is_dangerous=entry.get("dangerous") is True,
        settings=tuple(setting for setting in settings if setting is not None),
    )


def _setting(parameter: Record, variables: Mapping[str, Record]) -> Setting | None:
    """Only what may be overridden can be set; a parameter without a value of its own has to be."""
    if parameter.get("allow_override") is not True:
        return None
    variable_id = identifier(parameter.get("machine_variable_id"))
    variable = variables.get(variable_id, {})
    called = name(variable.get("name")) or variable_id
    if not called:
        return None
    bounds = number(_first(variable, "min", "minimum")), number(_first(variable, "max", "maximum"))
    return Setting(called, _unit(variable), *bounds, is_needed=parameter.get("value") in (None, ""))


def _once(commands: Iterable[DeviceCommand]) -> tuple[DeviceCommand, ...]:
    return tuple({command.id: command for command in commands}.values())
