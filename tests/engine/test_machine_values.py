"""Values in words: what can be chosen, shares of a hundred, more and less; each with the words that say it."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
SHADES = ["red", "green", "blue", "white"]


def machine(key: str, name: str, place: str, commands: dict[str, Any], **more: Any) -> dict[str, Any]:
    listed = [{"id": f"{key}:{name}", "name": name, **told} for name, told in commands.items()]
    return {"id": key, "name": name, "serial": "", "connected": True, "place": place, "commands": listed, **more}


def percent(name: str) -> dict[str, Any]:
    return {"takes": {name: {"min": 0, "max": 100, "unit": "%"}}}


def one_of(name: str, *options: str, **more: Any) -> dict[str, Any]:
    return {"takes": {name: {"options": list(options)}}, **more}


HOME = [
    machine(
        "lamp",
        "Floor Lamp",
        "Living Room",
        {
            "turn_on_light": {},
            "turn_off_light": {},
            "set_light_brightness": percent("brightness"),
            "raise_light_brightness": percent("brightness"),
            "lower_light_brightness": percent("brightness"),
            "set_light_color": one_of("color", *SHADES),
            "set_light_color_temperature": {
                "takes": {"color_temperature": {"min": 2000, "max": 6500, "unit": "K", "options": ["warm", "cool"]}}
            },
        },
        metrics=[],
    ),
    machine(
        "shade",
        "Bedroom Shutter",
        "Bedroom",
        {"open": {}, "close": {}, "stop": {}, "set_position": percent("position")},
        metrics=[],
    ),
    machine(
        "trv",
        "Bathroom Radiator",
        "Bathroom",
        {
            "turn_on": {},
            "turn_off": {},
            "set_temperature": {"takes": {"temperature": {"min": 5, "max": 30, "unit": "°C"}}},
            "raise_temperature": {"takes": {"temperature": {"min": 5, "max": 30, "unit": "°C"}}},
            "set_mode": one_of("mode", "off", "heat", "auto"),
            "set_fan_mode": one_of("fan_mode", "auto", "low", "high"),
            "turn_on_child_lock": {"setting": True},
            "turn_off_child_lock": {"setting": True},
            "turn_on_led": {"setting": True},
        },
        metrics=["temperature"],
    ),
    machine("left", "Left Bedside Lamp", "Bedroom", {"turn_on_light": {}, "turn_off_light": {}}, metrics=[]),
    machine("right", "Right Bedside Lamp", "Bedroom", {"turn_on_light": {}, "turn_off_light": {}}, metrics=[]),
    machine("blower", "Living Room Fan", "Living Room", {"set_speed": percent("speed"), "turn_on": {}}, metrics=[]),
    machine("purifier", "Purifier", "Study", {"turn_on_led": {"setting": True}}, metrics=["pm25"]),
]


def decided(engine: Engine, message: str) -> list[dict[str, Any]]:
    request = {"message": message, "context": {"machines": HOME}, "now": NOW}
    told: dict[str, Any] = engine.decide(request).to_dict()
    steps: list[dict[str, Any]] = told["steps"]
    return steps


@pytest.mark.parametrize(
    ("message", "command", "values"),
    [
        ("dim the floor lamp to 30 percent", "lamp:set_light_brightness", {"brightness": 30}),
        ("set the floor lamp to half", "lamp:set_light_brightness", {"brightness": 50}),
        ("make the floor lamp blue", "lamp:set_light_color", {"color": "blue"}),
        ("metti la lampada del soggiorno rossa", "lamp:set_light_color", {"color": "red"}),
        ("set the floor lamp to warm white", "lamp:set_light_color_temperature", {"color_temperature": "warm"}),
        ("set the floor lamp to 2700 kelvin", "lamp:set_light_color_temperature", {"color_temperature": 2700}),
        ("make the floor lamp a bit brighter", "lamp:raise_light_brightness", None),
        ("set the bedroom shutter to 40 percent", "shade:set_position", {"position": 40}),
        ("close the bedroom shutter half way", "shade:set_position", {"position": 50}),
        ("raise the bedroom shutter", "shade:open", None),
        ("set the bathroom radiator to 22", "trv:set_temperature", {"temperature": 22}),
        ("set the bathroom radiator to 21 and a half degrees", "trv:set_temperature", {"temperature": 21.5}),
        ("put the bathroom radiator on auto", "trv:set_mode", {"mode": "auto"}),
        ("bathroom radiator fan on low", "trv:set_fan_mode", {"fan_mode": "low"}),
        ("turn on the child lock of the bathroom radiator", "trv:turn_on_child_lock", None),
        ("turn on the bathroom radiator", "trv:turn_on", None),
        ("turn on the right bedside lamp", "right:turn_on_light", None),
    ],
)
def test_a_value_is_what_was_said(engine: Engine, message: str, command: str, values: Any) -> None:
    (step,) = decided(engine, message)
    assert step["status"] in ("call", "confirm")
    assert step["parameters"].get("machine_command_id") == command
    assert step["parameters"].get("overrides") == values
    if values is not None:
        start, end = step["sources"]["overrides"]["span"]
        assert message[start:end].strip()


def test_the_words_that_say_a_value_are_its_source(engine: Engine) -> None:
    message = "make the floor lamp blue"
    (step,) = decided(engine, message)
    start, end = step["sources"]["overrides"]["span"]
    assert message[start:end] == "blue"


@pytest.mark.parametrize(
    "message",
    [
        "make the bedroom shutter blue",  # it has no colour
        "set the floor lamp to turbo",  # nor this a turbo
        "set the bathroom radiator to 50 percent",  # degrees are no percent
        "set the bathroom radiator to 45",  # beyond its bounds
        "set the floor lamp to 9000 kelvin",
        "open the bedroom shutter a little",  # how far?
        "turn on the bedside lamp",  # left or right
        "turn on the purifier",  # its light is a setting, and never the purifier
        "don't make the floor lamp blue",
        "make the light of the bathroom radiator red",
        "set the light of the living room fan to half",  # its speed is no light
        "turn off the floor lamp in red",
    ],
)
def test_nothing_else_is_done_than_what_was_said(engine: Engine, message: str) -> None:
    assert [s for s in decided(engine, message) if s["status"] in ("call", "confirm")] == []


@pytest.mark.parametrize(
    ("message", "commands"),
    [
        ("turn off all the lights but the left bedside lamp", {"lamp:turn_off_light", "right:turn_off_light"}),
        ("spegni tutte le luci tranne quelle della camera", {"lamp:turn_off_light"}),
        ("turn off the lights in the bedroom", {"left:turn_off_light", "right:turn_off_light"}),
        ("set all the lights in the living room to half", {"lamp:set_light_brightness"}),
        ("turn off everything in the bedroom", {"left:turn_off_light", "right:turn_off_light"}),
    ],
)
def test_of_several_just_those_are_asked_about_that_are_meant(engine: Engine, message: str, commands: set[str]) -> None:
    steps = decided(engine, message)
    assert {s["status"] for s in steps} == {"confirm"}, message
    assert {s["parameters"]["machine_command_id"] for s in steps} == commands
