"""The config of a thing as it was published: short names made long, topics made whole, values asked for by kind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sayso.machines.mqtt.abbreviations import long_key, long_key_of_device
from sayso.machines.mqtt.entity import Place, Presence, Sending
from sayso.machines.mqtt.naming import LONGEST_TOPIC, cleaned, is_topic, slug, text_at
from sayso.machines.mqtt.template import Absent, number, parsed, worded

LONGEST_PAYLOAD = 4096
_MOST_PRESENCES = 8  # places at which a thing says that it is there
Values = Mapping[str, object]


def spelled_out(config: Values) -> dict[str, object]:
    """The config with the long names of all keys, and whole topics."""
    long = _whole({long_key(key): value for key, value in config.items()}, config.get("~"))
    device = long.get("device")
    if isinstance(device, Mapping):
        long["device"] = {long_key_of_device(str(key)): value for key, value in device.items()}
    listed = long.get("availability")
    if isinstance(listed, Mapping):
        listed = [listed]
    if isinstance(listed, list):
        spelled = ({long_key(str(k)): v for k, v in a.items()} for a in listed if isinstance(a, Mapping))
        long["availability"] = [_whole(a, config.get("~")) for a in spelled]
    return long


def _whole(values: dict[str, object], start: object) -> dict[str, object]:
    """`~` at either end of a topic stands for the beginning that all share."""
    if not isinstance(start, str) or len(start) > LONGEST_TOPIC:
        return values
    for key, value in values.items():
        if key.endswith("topic") and isinstance(value, str):
            if value.startswith("~"):
                values[key] = start + value[1:]
            elif value.endswith("~"):
                values[key] = value[:-1] + start
    return values


@dataclass(slots=True)
class Config:
    """A spelled-out config; what was wrong in it is noted while it is read."""

    values: Values
    prefix: str
    object_id: str
    device_name: str = ""
    faults: list[str] = field(default_factory=list)
    unreadable: int = 0

    @property
    def own_name(self) -> str:
        """What the thing is called within its device; nothing where it is the device's main thing."""
        name = text_at(self.values, "name")
        is_alike = name.casefold().startswith(self.device_name.casefold()) and bool(self.device_name)
        return name[len(self.device_name) :].strip(" -_:") if is_alike else name

    @property
    def slug(self) -> str:
        """The technical form of its name; a setting always has one."""
        found = slug(self.own_name) or (slug(self.object_id) if self.own_name else "")
        if found or not self.is_setting:
            return found
        return slug(self.text("device_class")) or slug(self.object_id) or "setting"

    def text(self, key: str, otherwise: str = "") -> str:
        """What is to be shown of a key."""
        return text_at(self.values, key) or otherwise

    def payload(self, key: str, otherwise: str) -> str:
        """What is to be published or compared, as it is written."""
        value = self.values.get(key)
        match value:
            case None:
                return otherwise
            case bool() | int() | float() | str():
                said = str(value)
                if len(said) <= LONGEST_PAYLOAD and not any("\ud800" <= c <= "\udfff" for c in said):
                    return said
        self.faults.append("bad_payload")
        return otherwise

    def word(self, key: str, otherwise: str) -> str:
        """A payload as it is compared."""
        return worded(self.payload(key, otherwise))

    def amount(self, key: str, otherwise: float | None) -> float | None:
        """A number."""
        value = number(self.values.get(key))
        return otherwise if isinstance(value, Absent) else value

    def topic(self, key: str) -> str | None:
        """A topic; none where it is not given, and noted where it cannot be one."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, str) and is_topic(value, self.prefix):
            return value
        self.faults.append("bad_topic")
        return None

    def place(self, topic: str, template: str) -> Place | None:
        """Where a value is said."""
        at, how = self.topic(topic), self.values.get(template)
        if at is None:
            return None
        if not isinstance(how, str) or not how.strip():
            return Place(at)
        found = parsed(how) if len(how) <= LONGEST_PAYLOAD else None
        self.unreadable += found is None
        return Place(at, is_guess=True) if found is None else Place(at, found)

    def sending(self, topic: str, template: str = "") -> Sending | None:
        """Where something is published, and by which template; None where there is no such place, or none we know."""
        at, how = self.topic(topic), self.values.get(template)
        if at is None:
            return None
        if how is None or how == "":
            return Sending(at)
        if isinstance(how, str) and parsed(how) is not None:
            return Sending(at, how)
        self.unreadable += 1
        return None

    @property
    def is_optimistic(self) -> bool:
        """Whether it says itself that its state is only assumed."""
        return self.values.get("optimistic") is True

    @property
    def is_setting(self) -> bool:
        """Whether it is a setting or a diagnosis of its device, and never what the device is for."""
        return self.values.get("entity_category") in ("config", "diagnostic")

    def presences(self) -> Iterator[Presence]:
        """Where it is said whether the thing is there."""
        listed = self.values.get("availability")
        if isinstance(listed, list):
            for one in listed[:_MOST_PRESENCES]:
                inside = Config(one, self.prefix, self.object_id, faults=self.faults)
                yield from inside._presence("topic", "value_template")
                self.unreadable += inside.unreadable
        yield from self._presence("availability_topic", "availability_template")

    def _presence(self, topic: str, template: str) -> Iterator[Presence]:
        place = self.place(topic, template)
        if place is not None:
            there, away = self.word("payload_available", "online"), self.word("payload_not_available", "offline")
            yield Presence(place, there, away)

    def listed(self, key: str) -> tuple[str, ...]:
        """The texts of a list."""
        value = self.values.get(key)
        return tuple(cleaned(v) for v in value[:64] if isinstance(v, str)) if isinstance(value, list) else ()
