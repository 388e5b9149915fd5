"""What only says something: sensors, contacts, events, triggers, trackers."""

from sayso.machines.device import Kind
from sayso.machines.mqtt.components.making import EntityParts, Making, at
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import AnyValue, Form, Happened, Measured, Signal, Switched
from sayso.machines.mqtt.naming import slug

_DOORS = ("door", "garage_door", "opening", "window")
_WORDS = {"open": ("open", "closed"), "lock": ("unlocked", "locked")}


def sensor(config: Config) -> EntityParts:
    """A sensor says what it measures."""
    place = config.place("state_topic", "value_template")
    unit, kind = config.text("unit_of_measurement"), slug(config.text("device_class"))
    is_number = bool(unit) or bool(config.text("state_class"))
    name = slug(config.own_name) or kind or slug(config.object_id) or "value"
    is_said = not kind or kind == "enum" or kind in name
    name = name if is_said else f"{name}_{kind}"  # "Probe 2" measures a temperature
    if place is None:
        config.faults.append("no_topic")
        return EntityParts()
    form: Form = Measured() if is_number else AnyValue()
    sort: Kind = "state" if kind == "enum" or config.listed("options") else "metric"
    return EntityParts((Signal(name, sort, place, form, unit, config.own_name),))


def binary_sensor(config: Config) -> EntityParts:
    """One of two states; a door is open or closed."""
    kind = slug(config.text("device_class"))
    words = _WORDS.get("open" if kind in _DOORS else kind, ("on", "off"))
    form = Switched(config.word("payload_on", "ON"), config.word("payload_off", "OFF"), words)
    name = slug(config.own_name) or kind or slug(config.object_id) or "state"
    making = Making(config, "")
    if making.says(name, config.place("state_topic", "value_template"), form) is None:
        config.faults.append("no_topic")
    return making.parts()


def event(config: Config) -> EntityParts:
    """What happened last, by its type."""
    making = Making(config, config.slug)
    place = config.place("state_topic", "value_template")
    if place is not None and "value_template" not in config.values:
        place = at(place.topic, "{{ value_json.event_type }}")
    making.says("event", place, AnyValue())
    return making.parts()


def trigger(config: Config) -> EntityParts:
    """What happens at a device and leaves no state behind: a button that is pressed. Its name is what happened."""
    name = slug(f"{config.text('type')} {config.text('subtype')}")
    place = config.place("topic", "value_template")
    if config.text("automation_type") != "trigger" or not name or place is None:
        config.faults.append("no_trigger")
        return EntityParts()
    return EntityParts((Signal(name, "event", place, Happened(config.word("payload", ""))),))


def device_tracker(config: Config) -> EntityParts:
    """Where somebody or something is."""
    making = Making(config, config.slug)
    words = (config.word("payload_home", "home"), config.word("payload_not_home", "not_home"))
    form = Switched(*words, ("home", "away"), has_others=True)
    making.says("presence", config.place("state_topic", "value_template"), form)
    return making.parts()
