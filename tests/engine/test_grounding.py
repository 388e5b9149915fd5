"""Whether somebody said a value: in other words, in other digits, as a date or a time; or not at all."""

from typing import Any

import pytest

from sayso.face import standard

ENGINE = standard()
NOW = "2026-11-16T10:00:00+01:00"
KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "whole": {"type": "integer"},
    "flag": {"type": "boolean"},
    "list": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "integer"}},
    "object": {"type": "object"},
    "size": {"type": "string", "enum": ["small", "large"]},
}


def guarded(message: str, kind: str, value: Any, **more: Any) -> dict[str, Any]:
    """The step that a call with one argument becomes."""
    schema = {
        "type": "object",
        "properties": {"value": {**KINDS[kind], **more.pop("schema", {})}},
        "required": ["value"],
    }
    tool = {"name": "keep_value", "description": "Keeps a value", "inputSchema": schema}
    call = {"name": "keep_value", "arguments": {"value": value}}
    request = {"message": message, "tools": [tool], "call": call, "now": NOW, "language": "en", **more}
    return ENGINE.decide(request).to_dict()["steps"][0]  # type: ignore[index,no-any-return]


@pytest.mark.parametrize(
    ("message", "kind", "value"),
    [
        ("keep value three", "whole", 3),
        ("keep the 2nd value please", "whole", 2),
        ("keep 1,250.50 as the value", "number", 1250.5),
        ("tieni il valore 1.250,50", "number", 1250.5),
        ("keep value 4,5", "number", 4.5),
        ("keep minus: -18 is the value", "whole", -18),
        ("keep 5% as value", "number", 0.05),
        ("keep value 2 million", "whole", 2_000_000),
        ("keep the values A(3,4)", "numbers", [3, 4]),
        ("keep the value for Austin", "text", "Austin, TX"),
        ("keep New York's value", "text", "New York"),
        ("keep value for the reports", "text", "report"),
        ("keep value for December 3rd, 2026", "text", "2026-12-03"),
        ("keep value for December 3, 2027", "text", "12/03/2027"),
        ("keep value for tomorrow", "text", "2026-11-17"),
        ("keep value for tomorrow at 5pm", "text", "2026-11-17T17:00:00"),
        ("keep value of 2027.10.2", "text", "2027-10-02"),
        ("keep value at 9 am", "text", "09:00"),
        ("keep the value of tomorrow", "text", "2026-11-17T00:00:00"),
        ("keep apples and pears as value", "list", ["apples", "pears"]),
        ("keep apples and pears as value", "list", '["apples", "pears"]'),
        ("keep apples, pears as value", "list", "apples, pears"),
        ("keep the city Rome as value", "object", {"city": "Rome"}),
        ("keep the value", "flag", True),
        ("keep ab-12-x as value", "text", "ab-12-x"),
        ("keep value 5", "whole", "5"),
        ("keep value 5", "whole", 5.0),
        ("keep value 5", "text", 5),
        ("keep milk as value", "text", ["milk"]),
        ("keep milk as value", "text", {"value": "milk"}),
        ("keep a large value", "size", "large"),
    ],
)
def test_what_was_said_is_kept_with_its_source(message: str, kind: str, value: Any) -> None:
    step = guarded(message, kind, value)
    assert step["status"] in ("call", "confirm"), step
    assert step["sources"]["value"]["kind"] == "message"


@pytest.mark.parametrize(
    ("message", "kind", "value"),
    [
        ("keep three of them", "whole", 4),
        ("keep the value", "whole", 10**400),
        ("keep the value of Rome", "text", "Paris"),
        ("keep value for tomorrow", "text", "2026-11-20"),
        ("keep value for tomorrow at 5pm", "text", "2026-11-17T18:00:00"),
        ("keep value for tomorrow", "text", "2026-11-17Tnoon"),
        ("keep value at 9 am", "text", "10:00"),
        ("keep ab-12-x as value", "text", "ab-13-x"),
        ("keep a thing", "text", "a"),
        ("keep the value, not in Rome", "text", "Rome"),
        ("keep it without value", "flag", True),
        ("keep apples as value", "list", ["apples", "plums"]),
        ("keep value for 3 boxes", "text", "4 boxes"),
        ("keep the value", "object", {}),
        ("keep it", "flag", False),
        ("keep the value", "list", []),
        ("keep seven of them", "whole", "seven-ish"),
        ("keep a huge value", "size", "huge"),
        ("keep them", "number", "NaN"),
    ],
)
def test_what_nobody_said_is_asked_for(message: str, kind: str, value: Any) -> None:
    step = guarded(message, kind, value)
    assert step["status"] == "ask", step
    assert step["parameters"] == {}


@pytest.mark.parametrize(
    ("schema", "kind", "value"),
    [
        ({"minimum": 10}, "whole", 5),
        ({"maximum": 3}, "whole", 5),
        ({"minLength": 9}, "text", "milk"),
        ({"maxLength": 2}, "text", "milk"),
        ({"minItems": 2}, "list", ["milk"]),
        ({"maxItems": 0}, "list", ["milk"]),
        ({"const": "tea"}, "text", "milk"),
    ],
)
def test_what_the_schema_forbids_does_not_pass(schema: dict[str, Any], kind: str, value: Any) -> None:
    assert guarded("keep value 5 milk", kind, value, schema=schema)["status"] == "ask"


def test_a_default_is_a_source_and_fills_what_is_missing() -> None:
    step = guarded("keep it", "text", "tea", schema={"default": "tea"})
    assert step["sources"]["value"] == {"kind": "default"}
    assert guarded("keep it", "text", None, schema={"default": "tea"})["parameters"] == {"value": "tea"}


def test_the_conversation_and_the_user_are_sources() -> None:
    history = [{"role": "user", "content": "my town is Turin"}, {"role": "assistant", "content": "Noted."}]
    step = guarded("keep the value", "text", "Turin", history=history)
    assert step["sources"]["value"] == {"kind": "history", "turn": 0}
    user = {"user": {"id": "u1", "email": "ada@example.com"}, "tasks": [{"id": "t-77", "title": "water ferns"}]}
    assert guarded("keep the value", "text", "ada@example.com", context=user)["sources"]["value"]["record"] == "u1"
    named = guarded("keep the value of water ferns", "text", "t-77", context=user)
    assert named["sources"]["value"]["record"] == "t-77"


def test_a_choice_that_was_said_and_a_number_beside_its_name_are_filled_in_and_confirmed() -> None:
    properties = {"size": KINDS["size"], "width": {"type": "integer"}}
    schema = {"type": "object", "properties": properties, "required": ["size", "width"]}
    tool = {"name": "make_box", "inputSchema": schema}
    request = {
        "message": "make a large box of width 30",
        "tools": [tool],
        "call": {"name": "make_box", "arguments": {}},
    }
    step: Any = ENGINE.decide(request).to_dict()["steps"][0]  # type: ignore[index]
    assert (step["status"], step["parameters"]) == ("confirm", {"size": "large", "width": 30})


@pytest.mark.parametrize(
    ("message", "tools", "arguments"),
    [
        ("flights from Rome to Paris", ("search_flights",), {"from": "Paris", "to": "Rome"}),
        ("what is the weather in Rome", ("lookup_product", "get_weather"), {"from": "Rome", "to": "weather"}),
        ("send Rome", ("search_flights",), {"from": "Rome", "to": "Rome"}),
    ],
)
def test_crossed_doubled_and_other_peoples_values_are_confirmed(
    message: str, tools: tuple[str, ...], arguments: dict[str, str]
) -> None:
    schema = {"type": "object", "properties": {"from": {"type": "string"}, "to": {"type": "string"}}}
    given = [{"name": name, "inputSchema": schema} for name in tools]
    request = {"message": message, "tools": given, "call": {"name": tools[0], "arguments": arguments}}
    assert ENGINE.decide(request).status == "confirm"
