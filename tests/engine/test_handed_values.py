"""What handed-in tools get from words alone: countries by their people, counted parameters in their order, and a doubt
where a parameter is spoken of and has nothing."""

from typing import Any

import pytest

from sayso.face import standard

ENGINE = standard()
NOW = "2026-11-16T10:00:00+01:00"


def tool(name: str, description: str, **parameters: dict[str, Any]) -> dict[str, Any]:
    needed = [n for n, p in parameters.items() if not p.pop("optional", False)]
    schema = {"type": "object", "properties": parameters, "required": needed}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


def decided(message: str, *tools: dict[str, Any]) -> dict[str, Any]:
    steps: Any = ENGINE.decide({"message": message, "tools": list(tools), "now": NOW}).to_dict()["steps"]
    return dict(steps[0]) if steps else {}


def text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


@pytest.mark.parametrize(
    ("message", "country"),
    [
        ("list the German castles", "Germany"),
        ("list the castles of Dutch origin", "Netherlands"),
        ("list the castles in Germany", "Germany"),
        ("elenca i castelli tedeschi", "Germania"),
        ("elenca i castelli in Germania", "Germania"),
    ],
)
def test_a_country_is_written_as_such_where_its_people_are_named(message: str, country: str) -> None:
    castles = tool("list_castles", "List the castles of a country", country=text("The country of the castles"))
    if message.startswith("elenca"):
        castles = tool("elenca_castelli", "Elenca i castelli di un paese", paese=text("Il paese dei castelli"))
    assert list(decided(message, castles)["parameters"].values()) == [country]


def test_a_people_stays_as_it_is_said_where_no_country_is_wanted() -> None:
    words = tool("find_recipes", "Find recipes of a cuisine", cuisine=text("The cuisine, e.g. Thai"))
    assert decided("find recipes of German cuisine", words)["parameters"] == {"cuisine": "German"}


@pytest.mark.parametrize(
    ("message", "offered", "names"),
    [
        ("compare the rivers Danube with Rhine", ("compare_rivers", "Compare two rivers", "river"), "Danube Rhine"),
        ("compare the river Rhine to Danube", ("compare_rivers", "Compare two rivers", "river"), "Rhine Danube"),
        ("confronta i fiumi Arno con Tevere", ("confronta_fiumi", "Confronta due fiumi", "fiume"), "Arno Tevere"),
    ],
)
def test_counted_parameters_are_filled_in_the_order_of_the_words(
    message: str, offered: tuple[str, str, str], names: str
) -> None:
    name, about, part = offered
    both = {f"{part}{n}": text(f"{part} {n}") for n in (1, 2)}
    first, second = names.split()
    assert decided(message, tool(name, about, **both))["parameters"] == {f"{part}1": first, f"{part}2": second}


@pytest.mark.parametrize(
    ("plain", "more", "offered"),
    [
        (
            "book a cabin in Bergen",
            "book a cabin in Bergen with a harbour view",
            tool(
                "find_cabin",
                "Book a cabin in a town",
                town=text("The town of the cabin"),
                view=text("What is seen from the window", optional=True),
            ),
        ),
        (
            "cerca una baita a Bergen",
            "cerca una baita a Bergen con una bella vista",
            tool(
                "cerca_baita",
                "Cerca una baita in una città",
                città=text("La città della baita"),
                vista=text("Che cosa si vede dalla finestra", optional=True),
            ),
        ),
    ],
)
def test_less_sure_where_a_parameter_is_spoken_of_and_got_nothing(
    plain: str, more: str, offered: dict[str, Any]
) -> None:
    whole, part = decided(plain, offered), decided(more, offered)
    if part["parameters"].keys() == whole["parameters"].keys():
        assert part["confidence"] < whole["confidence"]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("read the note milk", "milk"),
        ("read note shopping", "shopping"),
        ("read the milk note", "milk"),
        ("leggi la nota latte", "latte"),
    ],
)
def test_what_a_tool_is_for_is_no_part_of_what_it_is_asked_for(message: str, name: str) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    notes = ({**tool("read_note", "Read a note"), "inputSchema": schema}, tool("list_notes", "List the notes"))
    step = decided(message, *notes)
    assert step["parameters"] == {"name": name}
    (start, end) = step["sources"]["name"]["span"]
    assert message[start:end] == name


def test_a_name_that_is_written_with_a_capital_stays_whole() -> None:
    schools = tool("university_ranking", "Tell the ranking of a university", university=text("The university's name"))
    step = decided("what is the ranking of Stanford University", schools)
    assert step["parameters"] == {"university": "Stanford University"}
