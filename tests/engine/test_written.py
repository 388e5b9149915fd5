"""Values are written as a parameter shows them: a city with its state, a code for a name, a zone, another unit."""

from typing import Any

import pytest

from sayso import guard
from sayso.face import standard

ENGINE = standard()


def tool(name: str, description: str, **parameters: dict[str, Any]) -> dict[str, Any]:
    needed = [n for n, p in parameters.items() if not p.pop("optional", False)]
    schema = {"type": "object", "properties": parameters, "required": needed}
    return {
        "name": name,
        "description": description,
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True},
    }


def decided(message: str, *tools: dict[str, Any]) -> dict[str, Any]:
    steps: Any = ENGINE.decide({"message": message, "tools": list(tools)}).to_dict()["steps"]
    return dict(steps[0]) if steps else {}


def weather(shown: str) -> dict[str, Any]:
    return tool(
        "get_weather", "Get the weather of a city", city={"type": "string", "description": f"The city, {shown}"}
    )


@pytest.mark.parametrize(
    ("shown", "said", "written"),
    [
        ("such as 'Austin, TX'", "Chicago", "Chicago, IL"),
        ("such as 'Austin, Texas'", "Chicago", "Chicago, Illinois"),
        ("such as 'Austin, TX'", "Nairobi, Kenya", "Nairobi, KE"),
        ("such as 'Austin, TX'", "Austin, TX", "Austin, TX"),
        ("such as 'Rome'", "Chicago", "Chicago"),
    ],
)
def test_a_city_is_written_as_its_parameter_shows_it(shown: str, said: str, written: str) -> None:
    step = decided(f"What's the weather in {said}?", weather(shown))
    assert step["parameters"] == {"city": written}


def test_a_city_of_several_states_is_asked_about() -> None:
    assert decided("What's the weather in Springfield?", weather("such as 'Austin, TX'"))["status"] == "ask"


def test_a_city_fills_no_country() -> None:
    offered = tool(
        "get_weather",
        "Get the weather",
        country={"type": "string", "description": "The country"},
    )
    step = decided("What's the weather in Turin?", offered)
    assert not step or step["parameters"] == {}


@pytest.mark.parametrize("message", ["What time is it in Tokyo?", "Che ore sono a Tokyo?"])
def test_a_time_zone_is_found_by_its_city(message: str) -> None:
    shown = "IANA timezone name (e.g., 'America/New_York', 'Europe/London')"
    step = decided(
        message, tool("get_current_time", "Get current time", timezone={"type": "string", "description": shown})
    )
    assert step["parameters"] == {"timezone": "Asia/Tokyo"}


def test_what_is_asked_of_a_single_tool_by_its_verb_is_asked_about() -> None:
    path = {"type": "string", "description": "A path"}
    tools = [
        tool("move_file", "Move a file", source=dict(path), destination=dict(path)),
        tool("read_file", "Read a file", path=dict(path)),
        tool("list_directory", "List a directory", path=dict(path)),
        tool("search_files", "Search for files", pattern={"type": "string"}),
    ]
    assert decided("Sposta il contratto", *tools)["status"] == "ask"


def checked(message: str, arguments: dict[str, Any], **parameters: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    offered = tool("find_things", "Find things", **parameters)
    call = {"name": "find_things", "arguments": arguments}
    steps: Any = guard([{"role": "user", "content": message}], [offered], call, {}).to_dict()["steps"]
    return steps[0]["status"], steps[0]["parameters"]


SHOWS = {"type": "string", "enum": ["Mystery", "Drama", "World"]}
ACTIONS = {"type": "string", "enum": ["add", "delete", "update"]}
SERVERS = {"type": "string", "enum": ["all", "postgres", "graphql"]}


@pytest.mark.parametrize(
    ("message", "name", "value", "schema"),
    [
        ("find me something mysterious", "genre", "Mystery", SHOWS),
        ("remove the thing", "action", "delete", ACTIONS),
        ("list all PostgreSQL servers", "type", "postgres", SERVERS),
        ("things in German history", "country", "Germany", {"type": "string"}),
        ("things open until 11 PM", "opening_hours", 23, {"type": "integer", "description": "closing hour, 24 hours"}),
    ],
)
def test_what_was_said_in_another_form_passes(message: str, name: str, value: object, schema: dict[str, Any]) -> None:
    assert checked(message, {name: value}, **{name: dict(schema)}) == ("call", {name: value})


@pytest.mark.parametrize(
    ("message", "name", "value", "schema"),
    [
        ("find me something mysterious", "genre", "Drama", SHOWS),
        ("list all PostgreSQL servers", "type", "all", SERVERS),
        ("remove the thing", "action", "add", ACTIONS),
        ("things in German history", "country", "France", {"type": "string"}),
        ("things open until 11 PM", "opening_hours", 22, {"type": "integer", "description": "closing hour, 24 hours"}),
        ("the weather in Springfield", "city", "Springfield, IL", {"type": "string"}),
    ],
)
def test_what_was_not_said_does_not(message: str, name: str, value: object, schema: dict[str, Any]) -> None:
    status, given = checked(message, {name: value}, **{name: dict(schema)})
    assert status != "call" or given.get(name) != value
    assert given.get(name) != value
