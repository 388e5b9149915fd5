"""A new name ends where why it is given begins; what belongs to it stays."""

import pytest
from test_onward import told

from sayso import Engine

NAMED = [
    ("en", "rename the flour one to get flour, theres more to get", "confirm order flour and yeast get flour"),
    (
        "en",
        "call the flour one order flour, we've yeast coming out our ears",
        "confirm order flour and yeast order flour",
    ),
    ("it", "rinomina la relazione in relazione, è più corto", "confirm relazione trimestrale relazione"),
]
WHOLE = [
    ("en", "rename the flour one to order flour, yeast and salt", "order flour, yeast and salt"),
    ("en", 'rename the flour one to "get flour, there is yeast left"', "get flour, there is yeast left"),
    ("it", "rinomina la farina in ordinare farina, lievito e sale", "ordinare farina, lievito e sale"),
]


@pytest.mark.parametrize(("language", "message", "expected"), NAMED)
def test_why_a_name_is_given_is_no_part_of_it(engine: Engine, language: str, message: str, expected: str) -> None:
    assert told(engine, language, [message]) == [expected]


@pytest.mark.parametrize(("language", "message", "name"), WHOLE)
def test_what_is_listed_or_quoted_belongs_to_the_name(engine: Engine, language: str, message: str, name: str) -> None:
    assert told(engine, language, [message])[0].endswith(f" {name}")
