"""What is loaded and compiled late is there when it is used, and what is kept away is back afterwards."""

import copy
import re
import sys

import pytest

from sayso.late import absent, late
from sayso.regex import regex
from sayso.storage.by_dialect import ByDialect
from sayso.storage.tables import users


def test_a_late_module_is_loaded_when_something_of_it_is_used() -> None:
    sys.modules.pop("colorsys", None)
    colours = late("colorsys")
    assert "colorsys" not in sys.modules
    assert colours.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)
    assert "colorsys" in sys.modules
    with pytest.raises(AttributeError):
        _ = colours.no_such_thing
    with pytest.raises(ModuleNotFoundError):
        _ = late("no_such_module").anything


def test_an_absent_module_cannot_be_imported_until_it_is_back() -> None:
    sys.modules.pop("colorsys", None)
    with absent("colorsys"), pytest.raises(ImportError):
        __import__("colorsys")
    assert __import__("colorsys") is sys.modules["colorsys"]
    with absent("colorsys"):  # whoever has it keeps it
        assert __import__("colorsys") is sys.modules["colorsys"]


def test_an_expression_is_compiled_once_and_does_what_a_compiled_one_does() -> None:
    words = regex(r"(?P<first>\w)\w*", 0)
    assert isinstance(words, re.Pattern)
    assert words.findall("ab c") == ["a", "c"]
    assert words.match is words.match
    assert words.groupindex == {"first": 1}
    assert copy.copy(words).sub("-", "ab c") == "- -"


def test_a_statement_is_made_for_the_dialect_that_is_used() -> None:
    put = ByDialect(lambda insert: insert(users).on_conflict_do_nothing())
    assert not put
    assert put["sqlite"] is put["sqlite"]
    assert list(put) == ["sqlite"]
    assert "ON CONFLICT DO NOTHING" in str(put["postgresql"].compile())
