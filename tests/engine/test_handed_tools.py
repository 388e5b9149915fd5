"""Tools that were handed in, decided from words alone: which, with what values, and what is asked before."""

import time
from collections.abc import Mapping

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from sayso.face import standard

NOW = "2026-11-16T10:00:00+01:00"
ENGINE = standard()


def tool(
    name: str, description: str, properties: Mapping[str, object], required: str = "", **notes: bool
) -> dict[str, object]:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    return {
        "name": name,
        "description": description,
        "inputSchema": schema,
        **({"annotations": notes} if notes else {}),
    }


TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
WEATHER = tool(
    "get_weather",
    "Get the weather forecast for a city",
    {
        "city": {"type": "string", "description": "The name of the city"},
        "date": {"type": "string", "format": "date"},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
    },
    "city",
    readOnlyHint=True,
)
MAIL = tool(
    "send_email",
    "Send an email to somebody",
    {"to": {"type": "string", "description": "Email address of the recipient"}, "subject": TEXT},
    "to subject",
)
DELETE = tool("delete_file", "Delete a file", {"path": {"type": "string", "description": "Path of the file"}}, "path")
GCD = tool("gcd", "Calculate the greatest common divisor of two integers", {"a": WHOLE, "b": WHOLE}, "a b")
TOOLS = [WEATHER, MAIL, DELETE, GCD]


def decide(message: str, tools: list[dict[str, object]] = TOOLS, **more: object) -> dict[str, object]:
    return ENGINE.decide({"message": message, "tools": tools, "now": NOW, **more}).to_dict()


def steps(decision: dict[str, object]) -> list[dict[str, object]]:
    found = decision["steps"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("message", "name", "parameters"),
    [
        ("What's the weather in Rome tomorrow?", "get_weather", {"city": "Rome", "date": "2026-11-17"}),
        ("Che tempo fa a Roma domani?", "get_weather", {"city": "Roma", "date": "2026-11-17"}),
        ("weather forecast for the city of Oslo in celsius", "get_weather", {"city": "Oslo", "unit": "celsius"}),
        ("delete the file /tmp/a.txt", "delete_file", {"path": "/tmp/a.txt"}),
        ("elimina il file /tmp/a.txt", "delete_file", {"path": "/tmp/a.txt"}),
        ("Calculate the greatest common divisor of 12 and 18", "gcd", {"a": 12, "b": 18}),
    ],
)
def test_the_tool_and_its_values(message: str, name: str, parameters: dict[str, object]) -> None:
    found = steps(decide(message))
    assert [(s["tool_name"], s["parameters"]) for s in found] == [(name, parameters)]
    assert found[0]["intent"] == name
    assert found[0]["status"] in ("call", "confirm")


@pytest.mark.parametrize("message", ["tell me a joke", "ciao, come stai?", "hello", "don't delete the file /tmp/a.txt"])
def test_what_fits_no_tool_is_declined(message: str) -> None:
    decision = decide(message)
    assert (decision["status"], decision["steps"]) == ("decline", [])
    assert decision["reply"]


def test_a_missing_value_is_asked_for_and_answered() -> None:
    asked = decide("what is the weather")
    assert asked["status"] == "ask"
    answered = decide("Turin", pending=asked)
    assert answered["status"] == "call"
    assert steps(answered)[0]["parameters"] == {"city": "Turin"}


def test_what_destroys_waits_for_a_yes() -> None:
    asked = decide("delete the file /tmp/a.txt")
    assert asked["status"] == "confirm"
    assert steps(asked)[0]["requires_confirmation"] is True
    assert decide("yes", pending=asked)["status"] == "call"
    assert decide("no", pending=asked)["status"] == "decline"
    assert decide("sì", pending=asked)["status"] == "call"


def test_what_changes_something_is_confirmed_even_without_annotations() -> None:
    make = tool("create_folder", "Create a new folder", {"path": {"type": "string", "description": "The path"}}, "path")
    decision = decide("create the folder /srv/new", [make])
    assert decision["status"] == "confirm"
    assert steps(decision)[0]["requires_confirmation"] is True


def test_two_calls_of_one_tool() -> None:
    sides = {
        "base": {"type": "number", "description": "The base"},
        "height": {"type": "number", "description": "The height"},
    }
    area = tool("triangle_area", "Calculate the area of a triangle from its base and height", sides, "base height")
    said = "Calculate the area of a triangle with base 6 and height 10, and of one with base 3 and height 4"
    found = steps(decide(said, [area]))
    assert [s["parameters"] for s in found] == [{"base": 6, "height": 10}, {"base": 3, "height": 4}]


def test_tools_of_ours_are_read_as_ever_beside_others() -> None:
    ours: dict[str, object] = {"name": "add_task", "description": "Add a task", "inputSchema": {}}
    assert steps(decide("add buy milk", [ours, WEATHER]))[0]["tool_name"] == "add_task"
    assert steps(decide("what's the weather in Rome?", [ours, WEATHER]))[0]["tool_name"] == "get_weather"


def test_values_in_objects_and_defaults_where_they_are_required() -> None:
    place = {"type": "object", "properties": {"city": {"type": "string", "description": "City"}}, "required": ["city"]}
    days = {"type": "integer", "default": 3}
    nested = tool("get_weather", "Get the weather of a place", {"place": place, "days": days}, "place days")
    found = steps(decide("get the weather in Rome", [nested]))[0]
    assert found["parameters"] == {"place": {"city": "Rome"}, "days": 3}
    sources = found["sources"]
    assert isinstance(sources, dict)
    assert sources["days"] == {"kind": "default"}
    assert sources["place"] == {"kind": "message", "span": [19, 23]}


VOCABULARY = (
    "weather in Rome Paris tomorrow and the delete file /tmp/a.txt 12 18 -3.5 'a b' send email to "
    "bob@x.org subject not don't , . ? celsius greatest common divisor of between che tempo fa a domani "
    "elimina due "
)
words = st.sampled_from(VOCABULARY.split())
talk = st.one_of(st.lists(words, max_size=16).map(" ".join), st.text(max_size=120))
schemas = st.recursive(
    st.one_of(
        st.sampled_from(
            [{}, TEXT, WHOLE, {"type": "boolean"}, {"type": "number", "maximum": 3}, {"enum": ["a", 1, None]}]
        ),
        st.just({"$ref": "#/properties/p"}),
        st.just({"type": ["string", "null"], "default": None}),
    ),
    lambda inner: st.one_of(
        inner.map(lambda s: {"type": "array", "items": s}),
        inner.map(lambda s: {"type": "object", "properties": {"x": s}, "required": ["x"]}),
        inner.map(lambda s: {"anyOf": [s, {"type": "null"}]}),
    ),
    max_leaves=4,
)


@pytest.mark.untraced
@examples(150)
@given(talk, st.lists(schemas, max_size=4))
def test_it_never_raises_and_never_invents(message: str, given_schemas: list[dict[str, object]]) -> None:
    properties = {f"p{i or ''}": s for i, s in enumerate(given_schemas)}
    strange = tool("weather_report", "Get a report", properties, " ".join(properties))
    decision = decide(message, [*TOOLS, strange])
    for step in steps(decision):
        parameters, sources = step["parameters"], step["sources"]
        assert isinstance(parameters, dict)
        assert isinstance(sources, dict)
        for name, value in parameters.items():
            source = sources[name]
            if source["kind"] == "message":
                start, end = source["span"]
                assert 0 <= start < end <= len(message)
                if isinstance(value, str) and step["tool_name"] in ("delete_file", "send_email"):
                    assert value in message[start:end]
            else:
                assert source["kind"] == "default"


def test_a_value_unlike_every_example_is_asked_for() -> None:
    shown = {"type": "string", "description": "Name of the lake (e.g., 'Italy/Como', 'Italy/Garda')"}
    lake = tool("get_level", "Get the level of a lake", {"lake": shown}, "lake", readOnlyHint=True)
    assert decide("get the level of the lake Maggiore", [lake])["status"] != "call"
    assert all("lake" not in str(step["parameters"]) for step in steps(decide("level of the lake Maggiore", [lake])))
    (step,) = steps(decide("get the level of the lake Italy/Garda", [lake]))
    assert step["parameters"] == {"lake": "Italy/Garda"}


def test_what_all_tools_are_about_is_no_value() -> None:
    shelves = [
        tool("list_shelves", "List all shelves of the library", {}),
        tool("describe_shelf", "Describe one shelf", {"shelf_name": TEXT}, "shelf_name"),
        tool("count_books", "Count the books of the library", {"shelf_name": TEXT}, "shelf_name"),
        tool("find_reader", "Find a reader of the library", {"reader_name": TEXT}, "reader_name"),
    ]
    for step in steps(decide("Which shelves are in the library?", shelves)):
        assert step["parameters"] == {}


def test_what_a_description_denies_does_not_speak_for_a_tool() -> None:
    path = {"path": TEXT}
    about = tool("get_file_info", "Get the size of a file without reading the file", path, "path", readOnlyHint=True)
    whole = tool("read_file", "Read the contents of a file", path, "path", readOnlyHint=True)
    assert steps(decide("Read the file a/b.txt", [about, whole]))[0]["tool_name"] == "read_file"


@pytest.mark.parametrize("message", ["Show the message with the photo", "Mostra il messaggio con l'immagine"])
def test_a_switch_is_said_by_any_word_for_its_thing(message: str) -> None:
    switch = {"includeImage": {"type": "boolean", "description": "Whether to include an image"}}
    (step,) = steps(decide(message, [tool("show_message", "Show the message", switch, readOnlyHint=True)]))
    assert step["parameters"] == {"includeImage": True}


@pytest.mark.untraced
def test_thousands_of_parameters_and_long_messages_are_bounded() -> None:
    wide = tool("get_weather", "Get the weather", {f"p{i}": TEXT for i in range(3000)})
    start = time.process_time()
    decide("what is the weather in Rome and Paris, " * 400, [wide, WEATHER])
    assert time.process_time() - start < 20
