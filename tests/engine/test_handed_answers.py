"""Questions about tools that were handed in, and what answers them: a value, a yes, a no, or something else."""

from collections.abc import Mapping

import pytest

from sayso.face import standard

NOW = "2026-11-16T10:00:00+01:00"
ENGINE = standard()
Fields = dict[str, object]


def tool(name: str, description: str, properties: Mapping[str, object], required: str) -> Fields:
    schema = {"type": "object", "properties": properties, "required": required.split()}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


def talk(one: Fields, *messages: str) -> Fields:
    """The last decision of a conversation about one tool, every open question handed back."""
    decision: Fields = {}
    for message in messages:
        request: Fields = {"message": message, "tools": [one], "now": NOW}
        decision = ENGINE.decide({**request, **({"pending": decision} if decision else {})}).to_dict()
    return decision


def parameters(decision: Fields) -> object:
    steps = decision["steps"]
    assert isinstance(steps, list)
    return steps[0]["parameters"] if steps else None


CITY = {"type": "string", "description": "The name of the city"}
WEATHER = tool("get_weather", "Get the weather forecast for a city", {"city": CITY}, "city")
DATED = tool(
    "get_weather",
    "Get the weather forecast for a city on a date",
    {"city": CITY, "date": {"type": "string", "format": "date"}},
    "city date",
)
PLACED = tool(
    "get_weather",
    "Get the weather forecast for a place",
    {
        "place": {
            "type": "object",
            "properties": {"city": CITY, "country": {"type": "string", "description": "Country"}},
            "required": ["city", "country"],
        }
    },
    "place",
)
COUNTED = tool("get_weather", "Get the weather forecast", {"days": {"type": "integer", "description": "Days"}}, "days")
DETAILED = tool(
    "get_weather", "Get the weather forecast", {"verbose": {"type": "boolean", "description": "All details"}}, "verbose"
)
ASKED = "what is the weather"
OF_TURIN = "get the weather forecast for the city of Turin"


@pytest.mark.parametrize(
    ("one", "asked", "answer", "said"),
    [
        (WEATHER, ASKED, "Turin", {"city": "Turin"}),
        (WEATHER, ASKED, 'it is "San Remo"', {"city": "San Remo"}),
        (DATED, OF_TURIN, "tomorrow", {"city": "Turin", "date": "2026-11-17"}),
        (PLACED, OF_TURIN, "Italy", {"place": {"city": "Turin", "country": "Italy"}}),
        (COUNTED, ASKED, "3", {"days": 3}),
        (COUNTED, ASKED, "three days please", {"days": 3}),
        (DETAILED, ASKED, "yes", {"verbose": True}),
        (DETAILED, ASKED, "no", {"verbose": False}),
    ],
)
def test_the_missing_value_is_asked_for_and_then_the_call_is_made(
    one: Fields, asked: str, answer: str, said: Fields
) -> None:
    assert talk(one, asked)["status"] == "ask"
    decision = talk(one, asked, answer)
    assert decision["status"] == "call"
    assert parameters(decision) == said


@pytest.mark.parametrize("one", [WEATHER, COUNTED])
def test_a_no_ends_the_question(one: Fields) -> None:
    assert talk(one, ASKED, "no")["status"] == "decline"
    assert talk(one, ASKED, "forget it")["status"] == "decline"


def test_what_is_no_date_does_not_answer_the_question_for_one() -> None:
    decision = talk(DATED, OF_TURIN, "purple")
    assert decision["status"] != "call"


def test_what_is_no_number_does_not_answer_the_question_for_one() -> None:
    assert talk(COUNTED, ASKED, "purple")["status"] != "call"


def test_somebody_who_is_unsure_is_asked_again() -> None:
    asked = tool("delete_file", "Delete a file", {"path": {"type": "string", "description": "The path"}}, "path")
    asked["annotations"] = {"destructiveHint": True}
    first = talk(asked, "delete the file /tmp/a.txt")
    assert first["status"] == "confirm"
    again = talk(asked, "delete the file /tmp/a.txt", "I don't know")
    assert again["status"] in ("confirm", "decline")
    assert talk(asked, "delete the file /tmp/a.txt", "yes")["status"] == "call"


def test_a_question_in_return_is_no_answer() -> None:
    assert talk(WEATHER, ASKED, "which cities are there?")["status"] != "call"


def test_another_request_leaves_the_question_behind() -> None:
    decision = talk(WEATHER, ASKED, "what is the weather like in the city of Oslo then, if I may ask you this once?")
    assert parameters(decision) in ({"city": "Oslo"}, {}, None)
