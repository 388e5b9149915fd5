"""What goes about by itself, and what watches: vacuums, mowers, alarm panels."""

from sayso.machines.device import Setting
from sayso.machines.mqtt.components.making import Act, EntityParts, Making, at, word
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import AnyValue, Measured, Sending
from sayso.machines.mqtt.template import filled

_VACUUM = {  # the feature that stands for an act, its payload's key, what is sent, and what is said of it then
    "start": ("start", "payload_start", "start", "cleaning"),
    "pause": ("pause", "payload_pause", "pause", "paused"),
    "stop": ("stop", "payload_stop", "stop", "idle"),
    "return_home": ("return_to_base", "payload_return_to_base", "return_to_base", None),
    "clean_spot": ("clean_spot", "payload_clean_spot", "clean_spot", None),
    "locate": ("locate", "payload_locate", "locate", None),
}
_USUAL = ("start", "stop", "return_home", "clean_spot")
_ARMED = ("arm_home", "arm_away", "arm_night", "arm_vacation", "arm_custom_bypass")
_DISARMED = "disarm"


def vacuum(config: Config) -> EntityParts:
    """A robot that cleans."""
    making = Making(config, config.slug)
    said = config.topic("state_topic")
    state = making.says("activity", at(said, "{{ value_json.state }}"), AnyValue())
    making.says("battery", at(said, "{{ value_json.battery_level }}"), Measured(), "%", "metric")
    features = config.listed("supported_features") or _USUAL
    told = config.sending("command_topic")
    for feature, (verb, key, payload, done) in _VACUUM.items():
        if feature in features:
            making.does("", told, (Act(verb, config.payload(key, payload), done),), state)
    speeds = config.listed("fan_speed_list")
    shown = making.says("fan_mode", at(said, "{{ value_json.fan_speed }}"), AnyValue()) if speeds else None
    sending = config.sending("set_fan_speed_topic")
    if speeds and sending is not None:
        making.sets("fan_mode", sending, Setting("fan_mode", options=speeds), shown)
    return making.parts()


def lawn_mower(config: Config) -> EntityParts:
    """A robot that mows."""
    making = Making(config, config.slug)
    state = word(making, "activity", "activity_state_topic", "activity_value_template")
    for verb, key, payload, done in (
        ("start", "start_mowing", "start_mowing", "mowing"),
        ("pause", "pause", "pause", "paused"),
        ("return_to_base", "dock", "dock", None),
    ):
        making.does(
            "", config.sending(f"{key}_command_topic", f"{key}_command_template"), (Act(verb, payload, done),), state
        )
    return making.parts()


def alarm_control_panel(config: Config) -> EntityParts:
    """What watches the house; whatever it is told, the person says yes. One that wants a code is not told anything."""
    making = Making(config, config.slug)
    state = word(making, "alarm", "state_topic", "value_template")
    told = config.sending("command_topic", "command_template")
    if config.values.get("code") is not None or told is None:
        return making.parts()
    features = config.listed("supported_features") or _ARMED
    for verb in (*(f for f in _ARMED if f in features), _DISARMED):
        payload = config.payload(f"payload_{verb}", verb.upper())
        sent = filled(
            told.template if "command_template" in config.values else "{{ action }}", payload, {"action": payload}
        )
        if sent is None:
            config.unreadable += 1
            return making.parts()
        done = f"armed_{verb.removeprefix('arm_')}" if verb != _DISARMED else "disarmed"
        making.does("", Sending(told.topic), (Act(verb, sent, done, is_dangerous=True),), state)
    return making.parts()
