"""Between which bounds a value can be set: as the subject's command says, else as is plausible for its kind."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.capabilities import tell
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Action, Ask, Command, Subject, Takes
from sayso.engine.tell import say


class Beyond(NamedTuple):
    """A value that lies out of its bounds."""

    value: float
    takes: Takes


def questioned(action: Action, subject: Subject, command: Command, room: Room) -> Ask | None:
    """What to ask where a value is beyond its bounds; the value is dropped, so that another one can be said."""
    found = _beyond(action.of("settings"), subject, command, room)
    if found is None:
        return None
    kept = tuple(a for a in action.arguments if a.name != action.key("settings"))
    told = {
        "name": subject.name,
        "metric": tell.metric_label(found.takes.name, room),
        "value": tell.amount(found.value, "", room.pack),
        "least": tell.amount(found.takes.least, "", room.pack),
        "most": tell.amount(found.takes.most, found.takes.unit, room.pack),
    }
    return Ask(replace(action, arguments=kept), say(room.pack, "ask_within", told))


def named_as_taken(action: Action, command: Command, room: Room) -> Action:
    """The action with its value under the name that the command itself has for it."""
    given = action.of("settings")
    if not isinstance(given, Mapping) or not command.takes:
        return action
    value = {}
    for name, inside in given.items():
        taken = _taken(str(name), command, room)
        value[taken.name if taken is not None else name] = inside
    arguments = tuple(a._replace(value=value) if a.name == action.key("settings") else a for a in action.arguments)
    return replace(action, arguments=arguments)


def _beyond(given: object, subject: Subject, command: Command, room: Room) -> Beyond | None:
    for name, value in given.items() if isinstance(given, Mapping) else ():
        takes = _taken(str(name), command, room)
        if takes is None or takes.least is None or takes.most is None:
            takes = _plausible(str(name), takes, subject, room)
        if takes is None or takes.least is None or takes.most is None:
            continue
        by = value.get("by") if isinstance(value, Mapping) else None
        change, number = _number(by), _number(value)
        if change is not None and abs(change) > takes.most - takes.least:  # from wherever it starts, it ends beyond
            return Beyond(change, takes)
        if number is not None and not takes.least <= number <= takes.most:
            return Beyond(number, takes)
    return None


def _taken(name: str, command: Command, room: Room) -> Takes | None:
    """The value that is meant by a name: by its own, by what it measures, or because the command takes no other."""
    own = [t for t in command.takes if t.name.casefold() == name.casefold()]
    alike = [t for t in command.takes if name in room.index.ability(t.name).things]
    found = own or alike or list(command.takes)
    return found[0] if len(found) == 1 else None


def _plausible(name: str, takes: Takes | None, subject: Subject, room: Room) -> Takes | None:
    """What a setting can sensibly be for this kind of subject; of several kinds, for any of them."""
    if takes is not None and takes.unit not in ("", "°C"):
        return None
    by_kind = room.lexicon.plausible.get(name, {})
    at = room.index.by_id[subject.id.casefold()]
    pairs = [by_kind[kind] for kind in room.index.kinds[at] if kind in by_kind]
    if not pairs or len(pairs) < len(room.index.kinds[at] - {room.lexicon.any_kind}):
        return None
    return Takes(name, min(p[0] for p in pairs), max(p[1] for p in pairs), "°C")


def _number(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
