"""What other words than a value's own say: how long by two days, how many by who comes, one word for two things."""

from typing import Any

import pytest

from sayso.face import standard

ENGINE = standard()
NOW = "2026-11-16T10:00:00+01:00"
FLAG = {"type": "boolean"}
NAMES = {"type": "array", "items": {"type": "string"}}


def step(language: str, message: str, arguments: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
    """The step that a call of a reading tool becomes."""
    tool = {"name": "get_thing", "inputSchema": {"type": "object", "properties": properties}}
    tool["inputSchema"]["required"] = list(properties)  # type: ignore[index]
    request = {"message": message, "tools": [tool], "call": {"name": "get_thing", "arguments": arguments}, "now": NOW}
    return ENGINE.decide({**request, "language": language}).to_dict()["steps"][0]  # type: ignore[index,no-any-return]


def passes(language: str, message: str, value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value stands in what becomes of the call."""
    done = step(language, message, {"value": value}, {"value": schema})
    return bool(done["status"] == "call" and done["parameters"] == {"value": value})


@pytest.mark.parametrize(
    ("language", "message", "description", "said", "near"),
    [
        ("en", "a cabin from August 15th to August 17th", "The stay in nights", 2, (1, 3, 20)),
        ("en", "a kayak from March 1st until March 8th", "For how many days it is hired", 7, (6, 8, 70)),
        ("en", "readings from tomorrow 12:00 to tomorrow 15:00", "How long, in seconds", 10_800, (3600, 1080, 3)),
        ("en", "the ice rink, 9 May 2027 - 11 May 2027", "How many days", 2, (1, 4)),
        ("it", "una baita dal 15 agosto al 18 agosto", "Le notti del soggiorno", 3, (1, 2, 30)),
        ("it", "i dati da domani alle 12 a domani alle 15", "La durata in secondi", 10_800, (3600, 1080, 3)),
    ],
)
def test_how_long_is_said_by_the_days_or_times_it_lies_between(
    language: str, message: str, description: str, said: int, near: tuple[int, ...]
) -> None:
    schema = {"type": "integer", "description": description}
    assert passes(language, message, said, schema)
    assert not [n for n in near if passes(language, message, n, schema)]


def test_two_days_leave_their_own_parameters_their_words() -> None:
    properties = {"nights": {"type": "integer"}, "arrival": {"type": "string", "format": "date"}}
    said = {"nights": 2, "arrival": "2027-08-15"}
    assert step("en", "a cabin from August 15th to August 17th", said, properties)["parameters"] == said
    assert step("it", "una baita dal 15 agosto al 17 agosto", said, properties)["parameters"] == said


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "a cabin on August 15th and a boat on August 17th"),
        ("en", "a cabin from August 17th to August 15th"),
        ("en", "a cabin from August 15th to noon"),
        ("it", "una baita il 15 agosto e una barca il 17 agosto"),
    ],
)
def test_days_that_are_no_stretch_say_no_length(language: str, message: str) -> None:
    assert not passes(language, message, 2, {"type": "integer", "description": "nights"})


@pytest.mark.parametrize(
    ("language", "message", "said", "near"),
    [
        ("en", "a raft trip, just for myself", 1, (2, 10)),
        ("en", "a raft for me and my wife", 2, (1, 3)),
        ("en", "a raft for myself and one other", 2, (1, 3)),
        ("it", "un giro in canoa, vengo da sola", 1, (2, 10)),
        ("it", "una canoa per me e un'amica", 2, (1, 3)),
    ],
)
def test_who_comes_says_how_many_come(language: str, message: str, said: int, near: tuple[int, ...]) -> None:
    schema = {"type": "integer", "description": "The number of passengers"}
    assert passes(language, message, said, schema)
    assert not [n for n in near if passes(language, message, n, schema)]
    assert not passes(language, message, said, {"type": "integer", "description": "The depth of the river"})


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "book me a raft for the passengers"),
        ("en", "a raft just for myself and Anna"),
        ("it", "prenotami una sola canoa per me e i passeggeri"),
    ],
)
def test_nobody_is_counted_who_only_asks_or_comes_with_others(language: str, message: str) -> None:
    assert not passes(language, message, 1, {"type": "integer", "description": "The number of passengers"})


@pytest.mark.parametrize(
    ("language", "message", "is_said"),
    [
        ("en", "a fencing club for both men and women", True),
        ("en", "a club with men's and women's teams", True),
        ("en", "a fencing club for men, but no women", False),
        ("en", "a fencing club for men", False),
        ("it", "un circolo di scherma per uomini e donne", True),
        ("it", "un circolo di scherma per uomini, non donne", False),
    ],
)
def test_a_phrase_says_a_switch_unless_a_part_of_it_is_taken_back(language: str, message: str, is_said: bool) -> None:
    done = step(language, message, {"is_unisex": True}, {"is_unisex": FLAG})
    assert (done["parameters"] == {"is_unisex": True}) is is_said


@pytest.mark.parametrize(
    ("language", "message", "said", "other", "switch"),
    [
        ("en", "find a canteen with vegan options", "Vegan", "Grill", "has_vegan_options"),
        ("it", "trova una mensa con opzioni vegane", "vegane", "alla griglia", "opzioni_vegane"),
    ],
)
def test_a_switch_and_a_choice_may_be_said_by_one_word(
    language: str, message: str, said: str, other: str, switch: str
) -> None:
    properties = {"kitchen": {"type": "string", "enum": [said, other]}, switch: FLAG}
    both = {"kitchen": said, switch: True}
    done = step(language, message, both, properties)
    assert (done["status"], done["parameters"]) == ("call", both)
    assert "kitchen" not in step(language, message, {**both, "kitchen": other}, properties)["parameters"]


def test_half_of_an_option_is_not_said_by_the_switch_that_holds_it() -> None:
    properties = {"mode": {"type": "string", "enum": ["POWER_ON", "POWER_OFF"]}, "power_save": FLAG}
    for mode in ("POWER_ON", "POWER_OFF"):
        done = step("en", "show power save", {"mode": mode, "power_save": True}, properties)
        assert "mode" not in done["parameters"]


@pytest.mark.parametrize(
    ("language", "message", "names"),
    [
        ("en", "the crew Ann, Bob and the points Ann: 5, Bob: 7", ("crew", "points")),
        ("it", "la squadra Ann, Bob e i punti Ann: 5, Bob: 7", ("squadra", "punti")),
    ],
)
def test_a_word_said_twice_goes_where_its_parameters_name_stands(
    language: str, message: str, names: tuple[str, str]
) -> None:
    said = {names[0]: ["Ann", "Bob"], names[1]: {"Ann": 5, "Bob": 7}}
    done = step(language, message, said, {names[0]: NAMES, names[1]: {"type": "object"}})
    assert (done["status"], done["parameters"]) == ("call", said)


@pytest.mark.parametrize(
    ("language", "message", "option", "others"),
    [
        ("en", "a suspenseful audio book", "Thriller", ("Romance", "Travel")),
        ("en", "a novel of scientific fiction", "Sci-fi", ("Romance", "Travel")),
        ("en", "is there a concert on friday", "Music", ("Sport", "Theater")),
        ("it", "c'è un concerto venerdì", "Music", ("Sport", "Theater")),
        ("it", "un libro pieno di suspense", "Thriller", ("Romance", "Travel")),
    ],
)
def test_a_listed_word_says_its_option_and_no_other(
    language: str, message: str, option: str, others: tuple[str, ...]
) -> None:
    schema = {"type": "string", "enum": [option, *others]}
    assert passes(language, message, option, schema)
    assert not [o for o in others if passes(language, message, o, schema)]
