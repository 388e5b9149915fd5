"""What opens and closes: covers, valves, locks. What lets people or water in waits for the person's yes."""

from dataclasses import replace

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, percent
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import Deed, Expected, Scale, Signal, Switched
from sayso.machines.mqtt.naming import slug

GUARDED = frozenset(("door", "garage", "gate"))  # covers through which somebody may come, or be caught
_FULL = 100.0
_WORDS = ("open", "closed")
_MOVED = ("set_position_topic", "set_position_template")


def cover(config: Config) -> EntityParts:
    """Shutters, blinds, awnings, garage doors."""
    kind = slug(config.text("device_class"))
    making = Making(config, config.slug)
    is_guarded = kind in GUARDED
    _opened(making, "cover", is_guarded)
    lowest, highest = config.amount("tilt_closed_value", 0.0) or 0.0, config.amount("tilt_opened_value", _FULL)
    scale = Scale(((highest or _FULL) - lowest) / _FULL or 1.0, lowest, is_whole=True)
    tilted = percent(making, "tilt", config.place("tilt_status_topic", "tilt_status_template"), scale)
    told = config.sending("tilt_command_topic", "tilt_command_template")
    making.sets("tilt", told, Setting("tilt", "%", 0.0, _FULL), tilted, scale)
    return making.parts()


def valve(config: Config) -> EntityParts:
    """Valves; both to open and to close one may do harm."""
    making = Making(config, config.slug)
    _opened(making, "valve", is_guarded=True)
    return making.parts()


def _opened(making: Making, what: str, is_guarded: bool) -> None:
    """Open, close, stop, and how far."""
    config = making.config
    form = Switched(config.word("state_open", "open"), config.word("state_closed", "closed"), _WORDS, True)
    reports = config.values.get("reports_position") is True
    state = None if reports else making.says(what, config.place("state_topic", "value_template"), form)
    low, high = config.amount("position_closed", 0.0) or 0.0, config.amount("position_open", _FULL)
    scale = Scale(((_FULL if high is None else high) - low) / _FULL or 1.0, low, is_whole=True)
    place = config.place("state_topic", "value_template") if reports else None
    placed = percent(making, "position", place or config.place("position_topic", "position_template"), scale)
    told, moved = config.sending("command_topic", "command_template"), config.sending(*_MOVED)
    moved = told if reports else moved
    acts = [
        Act("open", config.payload("payload_open", "OPEN"), "open", is_guarded),
        Act("close", config.payload("payload_close", "CLOSE"), "closed", is_guarded),
        Act("stop", config.payload("payload_stop", "STOP")),
    ]
    keys = ("payload_open", "payload_close", "payload_stop")
    given = tuple(a for a, key in zip(acts, keys, strict=True) if config.values.get(key, "") is not None)
    if told is not None and not reports:
        making.does("", told, given, state)
        making.deeds = [_further(deed, placed) for deed in making.deeds]
    elif moved is not None:
        for verb, share in (("open", _FULL), ("close", 0.0)):
            sent = scale.offset + share * scale.factor
            making.does("", moved, (Act(verb, f"{sent:g}", share, is_guarded),), placed)
    deed = making.sets("position", moved, Setting("position", "%", 0.0, _FULL), placed, scale)
    if deed is not None and is_guarded:
        making.deeds[making.deeds.index(deed)] = replace(deed, is_dangerous=True)


def _further(deed: Deed, placed: Signal | None) -> Deed:
    """What is said to be open may be half open: only its position tells that it cannot be opened further."""
    if deed.plain != "open":
        return deed
    expected = deed.expected if placed is None else Expected(placed.name, _FULL, slack=1.0)
    return replace(deed, expected=expected, is_repeatable=placed is None)


def lock(config: Config) -> EntityParts:
    """Locks; the one of a setting ("child lock") is switched like any other."""
    making = Making(config, config.slug)
    locked, unlocked = config.word("state_locked", "LOCKED"), config.word("state_unlocked", "UNLOCKED")
    form = Switched(locked, unlocked, ("on", "off") if config.is_setting else ("locked", "unlocked"))
    signal = making.says("lock", config.place("state_topic", "value_template"), form)
    verbs = ("turn_on", "turn_off") if config.is_setting else ("lock", "unlock")
    acts = [
        Act(verbs[0], config.payload("payload_lock", "LOCK"), form.names[0]),
        Act(verbs[1], config.payload("payload_unlock", "UNLOCK"), form.names[1], not config.is_setting),
    ]
    if isinstance(config.values.get("payload_open"), str):
        acts.append(Act("open", config.payload("payload_open", "OPEN"), None, is_dangerous=True))
    making.does("", config.sending("command_topic", "command_template"), tuple(acts), signal)
    return making.parts()
