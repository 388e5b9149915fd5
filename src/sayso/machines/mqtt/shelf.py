"""The things of the bus, put together to devices: which commands, metrics and states each has, under which names."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from sayso.dataclass import dataclass
from sayso.machines.device import Device, DeviceCommand, Metric
from sayso.machines.mqtt.entity import Deed, Entity, Signal
from sayso.machines.mqtt.naming import identity, mark, slug

MOST_ENTITIES = 50_000
MOST_OF_ONE = 512  # things of one device
_FIRST = (  # what a device may be for, before the switches and settings that it has besides
    ("climate", "cover", "lock", "vacuum", "lawn_mower", "water_heater", "alarm_control_panel", "humidifier", "valve"),
    ("fan",),
    ("siren",),
    ("light",),
)
_KINDS = ("scene", "light", "switch", "number", "button", "binary_sensor", "sensor")


@dataclass(frozen=True, slots=True)
class Shelved:
    """A device, and what stands behind each of its names."""

    device: Device
    entities: tuple[Entity, ...]
    deeds: Mapping[str, tuple[Entity, Deed]]
    names: Mapping[tuple[str, str], str]  # what a signal is called, by its entity's key and its own name


@dataclass(slots=True)
class Shelf:
    """All devices; each is put together anew when something of it changes, and only then."""

    areas: Mapping[str, str] = field(default_factory=dict)  # of devices that tell none, by name or id
    floors: Mapping[str, str] = field(default_factory=dict)  # of areas
    entities: dict[str, Entity] = field(default_factory=dict)
    _told: dict[str, tuple[str, ...]] = field(default_factory=dict)  # keys of entities by the topic of their config
    _groups: dict[str, dict[str, Entity]] = field(default_factory=dict)  # by the id of the device
    _ready: dict[str, Shelved] = field(default_factory=dict)

    def put(self, topic: str, entities: tuple[Entity, ...]) -> int:
        """Have what a topic tells now instead of what it told before; how many there was no room for."""
        self.remove(topic)
        kept: list[str] = []
        for entity in entities:
            device_id = identity(entity.about.key)
            group = self._groups.get(device_id, {})
            is_new = entity.key not in self.entities  # two topics can be made to tell of one and the same
            if is_new and len(self.entities) < MOST_ENTITIES and len(group) < MOST_OF_ONE:
                group[entity.key] = self.entities[entity.key] = entity
                self._groups[device_id] = group
                kept.append(entity.key)
                self._ready.pop(device_id, None)
        if kept:
            self._told[topic] = tuple(kept)
        return len(entities) - len(kept)

    def told(self, topic: str) -> tuple[Entity, ...]:
        """What a topic told."""
        return tuple(self.entities[key] for key in self._told.get(topic, ()))

    def remove(self, topic: str) -> tuple[Entity, ...]:
        """Forget what a topic told, and say what it was."""
        gone = tuple(self.entities.pop(key) for key in self._told.pop(topic, ()))
        for entity in gone:
            device_id = identity(entity.about.key)
            group = self._groups[device_id]
            del group[entity.key]
            self._ready.pop(device_id, None)
            if not group:
                del self._groups[device_id]
        return gone

    def shelved(self, device_id: str) -> Shelved | None:
        """A device by its id."""
        found = self._ready.get(device_id)
        group = self._groups.get(device_id)
        if found is None and group:
            made = together(device_id, tuple(group[key] for key in sorted(group)))
            found = self._ready[device_id] = self._placed(made)
        return found

    def _placed(self, shelved: Shelved) -> Shelved:
        device = shelved.device
        area = device.place or self.areas.get(device.name) or self.areas.get(device.id) or ""
        floor = self.floors.get(area) or self.floors.get(device.name) or self.floors.get(device.id)
        return replace(shelved, device=replace(device, place=", ".join(filter(None, (area, floor)))))

    def all(self) -> Iterator[Shelved]:
        """Every device, by name."""
        found = [s for device_id in self._groups if (s := self.shelved(device_id)) is not None]
        yield from sorted(found, key=lambda s: (s.device.name.casefold(), s.device.id))

    def __len__(self) -> int:
        return len(self._groups)


def together(device_id: str, entities: tuple[Entity, ...]) -> Shelved:
    """One device of its things. Where two would bear one name neither does: an order never changes its meaning."""
    main = _main(entities)
    deeds = [(entity, _as(deed, entity is main)) for entity in entities for deed in entity.deeds]
    signals = [(entity, signal) for entity in entities for signal in entity.signals]
    names_of_deeds = _names([(e, d.name) for e, d in deeds])
    names_of_signals = _names([(e, f"{s.kind} {_short(s.name, e, main)}") for e, s in signals])
    called = [(e, s, name.partition(" ")[2]) for (e, s), name in zip(signals, names_of_signals, strict=True)]
    about = max((e.about for e in entities), key=lambda a: (bool(a.serial), bool(a.place), len(a.description), a.name))
    device = Device(
        id=device_id,
        name=about.name or device_id,
        serial=about.serial,
        place=about.place,
        description=about.description,
        kind=_kind(entities, main),
        firmware=about.firmware,
        commands=tuple(_command(name, deed) for name, (_, deed) in zip(names_of_deeds, deeds, strict=True)),
        metrics=tuple(_metric(name, signal) for _, signal, name in called if signal.kind == "metric"),
        states=tuple(name for _, signal, name in called if signal.kind == "state"),
    )
    names = {(entity.key, signal.name): name for entity, signal, name in called}
    return Shelved(device, entities, dict(zip(names_of_deeds, deeds, strict=True)), names)


def _names(named: list[tuple[Entity, str]]) -> list[str]:
    """A name for each that no other has."""
    often = Counter(name for _, name in named)
    longer = [name if often[name] == 1 else f"{name}_{entity.object_id}" for entity, name in named]
    often = Counter(longer)
    ended = [mark(entity.key).removeprefix("mqtt-")[:8] for entity, _ in named]
    return [name if often[name] == 1 else f"{name}_{end}" for name, end in zip(longer, ended, strict=True)]


def _main(entities: tuple[Entity, ...]) -> Entity | None:
    """The thing that its device is for, where there is no doubt: the only one of the first sort that it has."""
    for sort in _FIRST:
        found = [e for e in entities if e.component in sort and e.deeds and not e.is_setting]
        if found:
            able = [e for e in entities if e.deeds and not e.is_setting]
            is_sure = sort == _FIRST[0] or _bears_its_name(found[0]) or (sort == ("light",) and len(able) == 1)
            return found[0] if len(found) == 1 and is_sure else None
    return None


def _bears_its_name(entity: Entity) -> bool:
    """Whether a thing is called like its device: the fan of a freezer is not what the freezer is for."""
    return set(entity.own.split("_")) - {""} <= set(slug(entity.about.name).split("_"))


def _short(name: str, entity: Entity, main: Entity | None) -> str:
    """What is said by the thing that its device is for needs no name of its own."""
    return name.removeprefix(f"{entity.own}_") if entity is main and entity.own else name


def _as(deed: Deed, is_main: bool) -> Deed:
    return replace(deed, name=deed.plain) if is_main and deed.plain else deed


def _kind(entities: tuple[Entity, ...], main: Entity | None) -> str:
    """What sort of thing it is in the first place; what blows need not be a fan."""
    if main is not None:
        return "" if main.component == "fan" else main.kind
    rank = {component: i for i, component in enumerate(_KINDS)}
    rest = [e for e in entities if not e.is_setting] or entities
    first = min(rest, key=lambda e: rank.get(e.component, len(rank)))
    return first.kind or first.component if first.component in rank else ""


def _command(name: str, deed: Deed) -> DeviceCommand:
    settings = (deed.setting,) if deed.setting else ()
    return DeviceCommand(name, name, deed.description, deed.is_dangerous, settings, deed.is_setting)


def _metric(name: str, signal: Signal) -> Metric:
    return Metric(name, signal.unit, signal.description)
