"""What the things of the bus said last: their values, whether they are there, and what of it is worth keeping."""

from collections.abc import Iterator
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.machines.device import Value
from sayso.machines.mqtt.entity import Entity, Signal
from sayso.machines.mqtt.template import Absent, Payload

MOST_LISTENERS = 10_000  # things that hear one topic: each message on it is read for all of them


class Said(NamedTuple):
    """A value, when it came, and whether it is worth keeping."""

    entity: Entity
    signal: Signal
    value: Value
    at: datetime
    is_news: bool


class PresenceChange(NamedTuple):
    """A thing that may have come or gone."""

    entity: Entity


@dataclass(frozen=True, slots=True)
class LatestValue:
    """The latest of a signal."""

    value: Value
    at: datetime
    kept_at: datetime | None = None  # when it was last worth keeping
    is_live: bool = False  # said while we listened, and not kept by the broker from before


@dataclass(slots=True)
class Latest:
    """The present of all things, from the messages about them."""

    sampled: timedelta  # of one metric, at most one value in this time is kept
    values: dict[tuple[str, str], LatestValue] = field(default_factory=dict)
    _presence: dict[str, dict[int, bool | None]] = field(default_factory=dict)  # of each entity's places
    _by_topic: dict[str, dict[str, Entity]] = field(default_factory=dict)

    def follow(self, entity: Entity) -> None:
        """Listen for a thing."""
        for topic in entity.topics():
            listeners = self._by_topic.setdefault(topic, {})
            if len(listeners) < MOST_LISTENERS:
                listeners[entity.key] = entity

    def forget(self, entity: Entity) -> list[str]:
        """Listen no more, and name the topics that nobody listens to now."""
        for signal in entity.signals:
            self.values.pop((entity.key, signal.name), None)
        self._presence.pop(entity.key, None)
        silent: list[str] = []
        for topic in entity.topics():
            listeners = self._by_topic.get(topic, {})
            listeners.pop(entity.key, None)
            if not listeners:
                self._by_topic.pop(topic, None)
                silent.append(topic)
        return silent

    def lose_sight(self) -> None:
        """Nobody knows any more who is there, nor whether what was said last still holds."""
        self._presence.clear()
        self.values.update({key: replace(seen, is_live=False) for key, seen in self.values.items() if seen.is_live})

    def is_followed(self, topic: str) -> bool:
        """Whether anything is said on this topic."""
        return topic in self._by_topic

    def hear(
        self, topic: str, payload: Payload, at: datetime, is_retained: bool
    ) -> Iterator[Said | PresenceChange | Absent]:
        """Take a message in, and say what follows from it; Absent for what made no sense."""
        for entity in self._by_topic.get(topic, {}).values():
            before = self.is_there(entity)
            for i, presence in enumerate(entity.presences):
                if presence.place.topic == topic:
                    seen = self._presence.setdefault(entity.key, {})
                    seen.pop(i, None)  # so that the latest stands last
                    seen[i] = presence.read(payload)
            after = self.is_there(entity)
            if after is not None and after != before:
                yield PresenceChange(entity)
            for signal in entity.signals:
                if signal.place.topic == topic:
                    yield from self._hear(entity, signal, payload, (at, is_retained))

    def _hear(
        self, entity: Entity, signal: Signal, payload: Payload, arrived: tuple[datetime, bool]
    ) -> Iterator[Said | Absent]:
        at, is_retained = arrived
        value = signal.read(payload)
        if isinstance(value, Absent):
            if not _is_partial(signal, payload):
                yield value
            return
        if signal.kind == "event":  # what the broker kept happened before
            if not is_retained:
                yield Said(entity, signal, value, at, is_news=True)
            return
        key = (entity.key, signal.name)
        before = self.values.get(key)
        if is_retained and before is not None and before.value == value:
            return  # the broker's copy of what is known: nobody said it again
        is_due = before is None or before.kept_at is None or at - before.kept_at >= self.sampled
        is_changed = before is None or before.value != value
        is_news = is_due and not is_retained if signal.kind == "metric" else is_changed
        kept_at = at if is_news else before.kept_at if before else None
        self.values[key] = LatestValue(value, at, kept_at, is_live=not is_retained)
        yield Said(entity, signal, value, at, is_news)

    def is_there(self, entity: Entity) -> bool | None:
        """Whether a thing is there, as far as it says; None where nobody knows."""
        if not entity.presences:
            return None
        seen = self._presence.get(entity.key, {})
        said = [seen.get(i) for i in range(len(entity.presences))]
        match entity.mode:
            case "all":
                return False if False in said else True if None not in said else None
            case "any":
                return True if True in said else False if None not in said else None
            case "latest":
                return next((there for there in reversed(seen.values()) if there is not None), None)


def _is_partial(signal: Signal, payload: Payload) -> bool:
    """A message that is about other things than this signal is no garbage."""
    if signal.kind == "event":
        return True
    return isinstance(payload.json, dict) and isinstance(signal.place.read(payload), Absent)
