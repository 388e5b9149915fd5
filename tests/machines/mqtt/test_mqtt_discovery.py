"""What devices publish about themselves becomes devices; what anybody else publishes becomes a count."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from sayso import Engine
from sayso.machines.device import Device, Rejected, Setting
from sayso.machines.mqtt.components.table import COMPONENTS
from sayso.machines.mqtt.discovery import DiscoveryResult, Garbage, Gone, discovered
from sayso.machines.mqtt.entity import Entity
from sayso.machines.mqtt.naming import cleaned, identity, slug
from sayso.machines.mqtt.orders import CommandPayload, prepared
from sayso.machines.mqtt.shelf import Shelf, together
from sayso.machines.mqtt.template import ABSENT, Payload, filled, parsed

Config = dict[str, Any]
NOW = "2026-11-16T10:00:00+01:00"


def found(topic: str, config: object) -> DiscoveryResult:
    told = discovered(f"homeassistant/{topic}/config", json.dumps(config).encode(), "homeassistant")
    assert isinstance(told, DiscoveryResult), told
    return told


def entity(topic: str, config: Config) -> Entity:
    (only,) = found(topic, config).entities
    return only


def device(*told: tuple[str, Config]) -> Device:
    entities = [e for topic, config in told for e in found(topic, config).entities]
    assert len({identity(e.about.key) for e in entities}) == 1
    return together(identity(entities[0].about.key), tuple(entities)).device


def names(one: Device) -> tuple[list[str], list[str], list[str]]:
    return [c.name for c in one.commands], [m.name for m in one.metrics], list(one.states)


ZIGBEE = {"identifiers": ["zigbee2mqtt_0x01"], "manufacturer": "IKEA", "model": "E2001", "name": "Cold Room"}
Z2M_SWITCH = {
    "availability": [
        {"topic": "zigbee2mqtt/bridge/state", "value_template": "{{ value_json.state }}"},
        {"topic": "zigbee2mqtt/Cold Room/availability", "value_template": "{{ value_json.state }}"},
    ],
    "availability_mode": "all",
    "command_topic": "zigbee2mqtt/Cold Room/set",
    "device": ZIGBEE,
    "name": None,
    "payload_off": "OFF",
    "payload_on": "ON",
    "state_topic": "zigbee2mqtt/Cold Room",
    "unique_id": "0x01_switch",
    "value_template": "{{ value_json.state }}",
}
Z2M_DOOR = {
    "device": ZIGBEE,
    "device_class": "door",
    "payload_off": True,
    "payload_on": False,
    "state_topic": "zigbee2mqtt/Cold Room",
    "value_template": "{{ value_json.contact }}",
}
Z2M_LIGHT = {
    "brightness": True,
    "brightness_scale": 254,
    "command_topic": "zigbee2mqtt/Lamp/set",
    "device": {"identifiers": ["zigbee2mqtt_0x02"], "name": "Lamp"},
    "name": None,
    "schema": "json",
    "state_topic": "zigbee2mqtt/Lamp",
}
TASMOTA = {
    "name": "Oven",
    "stat_t": "tele/oven/STATE",
    "avty_t": "tele/oven/LWT",
    "pl_avail": "Online",
    "pl_not_avail": "Offline",
    "cmd_t": "cmnd/oven/POWER",
    "val_tpl": "{{value_json.POWER}}",
    "pl_off": "OFF",
    "pl_on": "ON",
    "uniq_id": "ABC_RL_1",
    "dev": {"ids": ["ABC"], "name": "Oven", "sw": "14.2", "sa": "Kitchen", "sn": "S-7"},
}
ESPHOME = {
    "~": "freezer",
    "name": "Defrost",
    "stat_t": "~/switch/defrost/state",
    "cmd_t": "~/switch/defrost/command",
    "avty_t": "~/status",
    "uniq_id": "ESPdefrost",
    "dev": {"ids": "a1b2c3", "name": "Freezer", "mdl": "esp32", "mf": "Espressif"},
}


def test_a_switch_of_zigbee2mqtt_is_found_with_both_of_its_presences() -> None:
    switch = entity("switch/0x01/switch", Z2M_SWITCH)
    assert [d.payload for d in switch.deeds] == ["ON", "OFF"]
    assert {d.topic for d in switch.deeds} == {"zigbee2mqtt/Cold Room/set"}
    assert (switch.mode, len(switch.presences)) == ("all", 2)
    assert names(device(("switch/0x01/switch", Z2M_SWITCH))) == (["turn_on", "turn_off"], [], ["switch"])


def test_things_of_one_device_stand_together() -> None:
    room = device(("switch/0x01/switch", Z2M_SWITCH), ("binary_sensor/0x01/contact", Z2M_DOOR))
    assert (room.id, room.name, room.description) == ("zigbee2mqtt_0x01", "Cold Room", "IKEA E2001")
    assert room.states == ("switch", "door")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ({"contact": False}, "open"),
        ({"contact": True}, "closed"),
        ({"battery": 3}, ABSENT),
        ({"contact": None}, None),
        ({"contact": "ajar"}, ABSENT),
    ],
)
def test_a_door_is_open_when_its_contact_is_not_made(said: object, value: object) -> None:
    (signal,) = entity("binary_sensor/0x01/contact", Z2M_DOOR).signals
    assert signal.read(Payload(json.dumps(said).encode())) == value


def test_a_lamp_is_switched_and_dimmed_in_percent() -> None:
    lamp = entity("light/0x02/light", Z2M_LIGHT)
    on, _, dim, brighter, darker = lamp.deeds
    assert (on.name, json.loads(on.payload)) == ("turn_on_light", {"state": "ON"})
    half = prepared(dim, {"brightness": 50}, None)
    assert isinstance(half, CommandPayload)
    assert json.loads(half.payload) == {"state": "ON", "brightness": 127}
    state, bright = lamp.signals
    said = Payload(b'{"state": "ON", "brightness": 127}')
    assert (state.read(said), bright.read(said)) == ("on", 50.0)
    assert dim.expected is not None
    assert dim.expected.is_met(50.0, 50.0)
    assert [prepared(d, {}, 50.0) for d in (brighter, darker)] == [
        CommandPayload('{"state": "ON", "brightness": 152}', 60.0),
        CommandPayload('{"state": "ON", "brightness": 102}', 40.0),
    ]
    assert prepared(brighter, {}, 95.0) == CommandPayload('{"state": "ON", "brightness": 254}', 100.0)


def test_a_plug_of_tasmota_is_found_by_its_short_names() -> None:
    oven = device(("switch/ABC_RL_1", TASMOTA))
    assert (oven.name, oven.place, oven.firmware, oven.serial) == ("Oven", "Kitchen", "14.2", "S-7")
    assert names(oven)[0] == ["turn_on", "turn_off"]  # it bears its device's name: it is the device
    (presence,) = entity("switch/ABC_RL_1", TASMOTA).presences
    assert [presence.read(Payload(p)) for p in (b"Online", b"Offline", b"")] == [True, False, None]


def test_a_switch_of_esphome_is_found_by_the_beginning_of_its_topics() -> None:
    defrost = entity("switch/freezer/defrost", ESPHOME)
    assert defrost.deeds[0].topic == "freezer/switch/defrost/command"
    assert defrost.presences[0].place.topic == "freezer/status"
    assert names(device(("switch/freezer/defrost", ESPHOME)))[0] == ["turn_on_defrost", "turn_off_defrost"]


def test_a_device_that_tells_of_all_its_things_at_once_is_found() -> None:
    parts = {
        "t": {"p": "sensor", "dev_cla": "temperature", "unit_of_meas": "°C", "val_tpl": "{{ value_json.t }}"},
        "b": {"p": "button", "cmd_t": "~/press", "name": "Rinse"},
        "x": {"p": "warp_drive", "cmd_t": "~/x"},
        "gone": {"p": "switch"},
        "broken": 7,
    }
    config = {
        "~": "fryer",
        "dev": {"ids": "f1", "name": "Fryer"},
        "o": {"name": "x"},
        "stat_t": "~/state",
        "cmps": parts,
    }
    told = found("device/f1", config)
    fryer = together("f1", told.entities).device
    assert names(fryer) == (["press_rinse"], ["temperature"], [])
    assert told.garbage == ("unknown_component", "unknown_component")
    assert {e.deeds[0].topic for e in told.entities if e.deeds} == {"fryer/press"}


def test_a_number_is_a_setting_with_bounds() -> None:
    config = {"name": "Target temperature", "cmd_t": "a/set", "stat_t": "a", "min": -30, "max": 5, "step": 0.5}
    config |= {"unit_of_meas": "°C", "dev_cla": "temperature", "dev": {"ids": "n1", "name": "N"}}
    command, more, less = device(("number/n1", config)).commands
    assert (more.name, less.name) == ("raise_target_temperature", "lower_target_temperature")
    assert command.name == "set_target_temperature"
    assert command.settings == (Setting("temperature", "°C", -30.0, 5.0, is_needed=True),)
    deed, _, lower = entity("number/n1", config).deeds
    assert prepared(lower, {}, -10.0) == CommandPayload("-10.5", -10.5)
    assert prepared(deed, {"temperature": -18.5}, None) == CommandPayload("-18.5", -18.5)
    assert prepared(deed, {"temperature": {"by": -2}}, -10.0) == CommandPayload("-12", -12.0)


@pytest.mark.parametrize(
    ("values", "present", "reason"),
    [
        ({}, None, "it needs a number for x"),
        ({"temperature": 6}, None, "x 6 is out of its bounds"),
        ({"temperature": "warm"}, None, "it needs a number for x"),
        ({"temperature": float("nan")}, None, "it needs a number for x"),
        ({"temperature": {"by": 1}}, None, "nobody knows what its x is now"),
        ({"temperature": {"by": "x"}}, 1.0, "it needs a number for x"),
        ({"temperature": 1, "speed": 2}, None, "it takes only one value, x"),
    ],
)
def test_a_value_that_cannot_be_is_refused(values: Config, present: float | None, reason: str) -> None:
    (deed,) = entity("number/x", {"cmd_t": "a/set", "min": -30, "max": 5}).deeds
    assert prepared(deed, values, present) == Rejected(reason)


def test_a_switch_takes_no_value() -> None:
    on, _ = entity("switch/a", TASMOTA).deeds
    assert prepared(on, {"speed": 3}, None) == Rejected("this command takes no values")


CLIMATE = {
    "curr_temp_t": "ac/now",
    "temp_cmd_t": "ac/goal/set",
    "temp_stat_t": "ac/goal",
    "mode_cmd_t": "ac/mode/set",
    "mode_stat_t": "ac/mode",
    "modes": ["off", "heat"],
    "min_temp": 5,
    "max_temp": 30,
    "dev": {"ids": "ac", "name": "Heater"},
}


def test_a_thermostat_is_set_and_switched_by_its_modes() -> None:
    heater = device(("climate/ac", CLIMATE))
    assert names(heater) == (
        ["set_temperature", "raise_temperature", "lower_temperature", "turn_on", "turn_off", "set_mode"],
        ["temperature"],
        ["target_temperature", "mode"],
    )
    assert [d.payload for d in entity("climate/ac", CLIMATE).deeds][3:5] == ["heat", "off"]


def test_a_thermostat_of_several_modes_is_not_turned_on_by_guessing() -> None:
    commands = names(device(("climate/ac", {**CLIMATE, "modes": ["off", "heat", "cool"]})))[0]
    assert ("turn_on" in commands, "turn_off" in commands) == (False, True)


def test_who_restarts_a_device_is_asked() -> None:
    (command,) = device(("button/x", {"name": "Restart", "dev_cla": "restart", "cmd_t": "x/cmd"})).commands
    assert (command.name, command.is_dangerous) == ("reboot", True)


def test_where_two_things_bear_one_name_neither_does() -> None:
    def relay(number: int) -> tuple[str, Config]:
        config = {"name": "Relay", "cmd_t": f"r/{number}/set", "dev": {"ids": "r", "name": "Board"}}
        return f"switch/r/relay{number}", config

    assert names(device(relay(1)))[0] == ["turn_on_relay", "turn_off_relay"]
    assert names(device(relay(1), relay(2)))[0] == [
        "turn_on_relay_relay1",
        "turn_off_relay_relay1",
        "turn_on_relay_relay2",
        "turn_off_relay_relay2",
    ]


def test_a_sensor_says_what_it_measures() -> None:
    def metric(**config: object) -> str:
        told = {"stat_t": "a", "dev": {"ids": "a", "name": "A"}, **config}
        return device(("sensor/probe", told)).metrics[0].name

    assert metric(name="Temperature", dev_cla="temperature") == "temperature"
    assert metric(name="Probe 2", dev_cla="temperature") == "probe_2_temperature"
    assert metric(dev_cla="humidity") == "humidity"
    assert metric() == "probe"


def test_a_template_beyond_us_is_counted_and_a_plain_value_taken_all_the_same() -> None:
    told = found("sensor/x", {"stat_t": "a", "val_tpl": "{{ states('sensor.a') }}"})
    (signal,) = told.entities[0].signals
    assert told.unreadable == 1
    assert [signal.read(Payload(p)) for p in (b"21", b'{"a": 21}')] == [21.0, ABSENT]


def test_a_command_that_cannot_be_written_is_not_offered() -> None:
    told = discovered("homeassistant/number/x/config", b'{"cmd_t": "a", "cmd_tpl": "{% x %}"}', "homeassistant")
    assert told == Garbage("unreadable")
    assert filled('{"a": {"b": {{ value | int }}}}', "3") == '{"a": {"b": 3}}'


@pytest.mark.parametrize(
    ("topic", "payload", "kind"),
    [
        ("homeassistant/switch/a/config", b"{", "bad_json"),
        ("homeassistant/switch/a/config", b"\xff\xfe", "bad_json"),
        ("homeassistant/switch/a/config", b"[1]", "not_an_object"),
        ("homeassistant/switch/a/config", b"{}", "no_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": "a/#"}', "bad_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": "$SYS/a"}', "bad_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": "homeassistant/switch/b/config"}', "bad_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": 7}', "bad_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": "a\\u0000b"}', "bad_topic"),
        ("homeassistant/switch/a/config", b'{"cmd_t": "a", "en": false}', "disabled"),
        ("homeassistant/light/a/config", b'{"cmd_t": "a", "schema": "laser"}', "unsupported"),
        ("homeassistant/sensor/a/config", b'{"name": "x"}', "no_topic"),
        ("homeassistant/device_automation/a/config", b'{"atype": "action", "t": "a", "type": "b"}', "no_trigger"),
        ("homeassistant/device_automation/a/config", b'{"atype": "trigger", "type": "b"}', "no_trigger"),
        ("homeassistant/warp_drive/a/config", b"{}", "unknown_component"),
        ("homeassistant/a/b/c/d/config", b"{}", "unknown_topic"),
    ],
)
def test_garbage_has_a_kind(topic: str, payload: bytes, kind: str) -> None:
    assert discovered(topic, payload, "homeassistant") == Garbage(kind)


def test_a_device_whose_only_things_are_disabled_is_there_and_can_be_told_nothing() -> None:
    repeater = {"dev": {"ids": "r1", "name": "Repeater"}, "en": False, "cmd_t": "r/set", "avty_t": "r/there"}
    board = device(("switch/a", repeater))
    assert (board.name, board.commands, board.metrics, board.states) == ("Repeater", (), (), ())


def test_an_empty_config_takes_a_thing_away() -> None:
    assert discovered("homeassistant/switch/a/config", b"", "homeassistant") == Gone()


def test_hostile_names_are_text() -> None:
    name = "<script>alert(1)</script>\x1b[31m\u202e\x00" + "x" * 5000
    board = device(("switch/a", {**ESPHOME, "dev": {"ids": name, "name": name}}))
    assert board.name.startswith("<script>alert(1)</script> [31m")
    assert len(board.name) <= 100
    assert not any(ord(c) < 32 or c == "\u202e" for c in board.name)
    assert board.id.startswith("mqtt-")
    assert cleaned("\ud800a\nb") == "a b"
    assert slug("Öl–Stand №2") == "ol_stand_no2"


def test_a_shelf_forgets_what_a_topic_told_before() -> None:
    shelf = Shelf()
    first = found("switch/a", TASMOTA).entities
    shelf.put("a", first)
    shelf.put("a", found("switch/a", {**TASMOTA, "name": "Fan"}).entities)
    shelved = shelf.shelved("ABC")
    assert shelved is not None
    assert [c.name for c in shelved.device.commands] == ["turn_on_fan", "turn_off_fan"]
    assert len(shelf.remove("a")) == 1
    assert (len(shelf), shelf.shelved("ABC")) == (0, None)


def test_two_topics_that_tell_of_one_and_the_same_leave_nothing_behind() -> None:
    shelf = Shelf()
    part = {"p": "switch", "cmd_t": "c", "uniq_id": "u"}
    first = {"dev": {"ids": ["one"]}, "cmps": {"b/config z": part}}
    other = {"dev": {"ids": ["other"]}, "cmps": {"z": part}}
    told = {"device/x": first, "device/x/config b": other}  # the topic of the second goes on as the part of the first
    for topic, config in told.items():
        shelf.put(topic, found(topic, config).entities)
    assert len(shelf) == 1
    for topic in reversed(told):
        shelf.remove(topic)
    assert (len(shelf), shelf.entities) == (0, {})


def test_what_was_found_is_understood(engine: Engine) -> None:
    light = {"name": "Light", "cmd_t": "freezer/light", "dev": ESPHOME["dev"]}
    freezer = device(("switch/freezer/defrost", ESPHOME), ("light/freezer/light", light))
    machine = freezer.as_machine()
    listed = {
        "id": machine.id,
        "name": machine.name,
        "serial": "",
        "connected": True,
        "commands": [{"id": c.id, "name": c.name, "description": c.description} for c in machine.commands],
        "metrics": [],
    }
    for said, command in (
        ("turn on the freezer light", "turn_on_light"),
        ("spegni la luce del freezer", "turn_off_light"),
        ("start defrosting the freezer", "turn_on_defrost"),
        ("avvia lo sbrinamento del freezer", "turn_on_defrost"),
    ):
        decision = engine.decide(
            {"message": said, "context": {"machines": [listed]}, "now": "2026-11-16T10:00:00+01:00"}
        )
        told: Config = decision.to_dict()
        (step,) = told["steps"]
        assert (step["status"], step["parameters"]["machine_command_id"]) == ("call", command)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
SHORT = ["~", "name", "cmd_t", "stat_t", "val_tpl", "cmd_tpl", "avty", "avty_t", "dev", "ids", "schema", "bri"]
SHORT += ["pl_on", "stat_on", "min", "max", "step", "modes", "temp_cmd_t", "mode_cmd_t", "curr_temp_t", "cmps", "p"]
SHORT += [
    "cmd_on_tpl",
    "cmd_off_tpl",
    "pos_t",
    "set_pos_t",
    "pos_open",
    "pos_clsd",
    "pct_cmd_t",
    "spd_rng_max",
    "fx_list",
]
SHORT += ["sup_clrm", "ent_cat", "fx_cmd_t", "rgb_cmd_t", "clr_temp_cmd_t", "max_mirs", "tilt_cmd_t", "pr_modes", "opt"]
SHORT += ["bri_scl", "uniq_id", "unit_of_meas", "dev_cla", "ops", "en", "avty_mode", "device"]
KEYS = st.sampled_from(SHORT)
COMPONENT = st.sampled_from([*COMPONENTS, "device"])
LIKELY = st.sampled_from(["a/b", "~", "~/x", "{{ value_json.a }}", "{{ value }}", "json", {"ids": ["x"]}])


@examples(300)
@given(component=COMPONENT, config=st.dictionaries(KEYS, LIKELY | JSON, max_size=10), payload=st.binary() | JSON)
def test_whatever_is_published_nothing_breaks(component: str, config: object, payload: object) -> None:
    data = json.dumps(config).encode("utf-8", "surrogatepass")
    told = discovered(f"homeassistant/{component}/x/config", data, "homeassistant")
    if not isinstance(told, DiscoveryResult):
        return
    said = Payload(payload if isinstance(payload, bytes) else json.dumps(payload).encode())
    shelf = Shelf()
    shelf.put("x", told.entities)
    for shelved in shelf.all():
        assert shelved.device.name
        assert len({c.id for c in shelved.device.commands}) == len(shelved.device.commands)
        for one in shelved.entities:
            for signal in one.signals:
                signal.read(said)
            for presence in one.presences:
                presence.read(said)
            for deed in one.deeds:
                prepared(deed, {"value": 5}, 1.0)
                prepared(deed, {"value": "red"}, None)


@examples(300)
@given(st.text())
def test_any_text_can_be_a_template_and_a_name(text: str) -> None:
    template = parsed(text)
    if template is not None:
        template.read(Payload(b'{"a": 1}'))
    filled(text, "1")
    assert cleaned(cleaned(text)) == cleaned(text)
    assert identity(slug(text) or "x")
