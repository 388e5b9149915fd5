"""More of the same after a command: it goes on the way that it went, and by as much as is said now."""

from typing import Any

import pytest

from sayso import Engine

OVEN = {"en": "oven", "it": "forno"}
FIRST = {
    "en": {-10: "lower the oven by 10 degrees", 10: "raise the oven by 10 degrees"},
    "it": {-10: "abbassa il forno di 10 gradi", 10: "alza il forno di 10 gradi"},
}
MORE = {
    "en": ("another 5 degrees", "5 more", "5 degrees more", "another 5"),
    "it": ("ancora 5 gradi", "altri 5 gradi", "5 gradi ancora", "altri 5"),
}
WARMER = {"en": "5 degrees warmer", "it": "5 gradi più caldo"}


def decided(engine: Engine, language: str, first: str, by: int, then: str) -> Any:
    name = OVEN[language]
    oven = {"id": "m1", "name": name.title(), "commands": [{"id": "m1:set", "name": "set_temperature"}]}
    given = {"device_id": "m1", "machine_command_id": "m1:set", "overrides": {"temperature": {"by": by}}}
    done = {"tool_name": "machine_command_execute", "parameters": given, "outcome": "done"}
    history = [{"role": "user", "content": first}, {"role": "assistant", "content": "", "steps": [done]}]
    context = {"machines": [oven], "tasks": [{"id": "t1", "number": 1, "title": "feed the cat"}]}
    request = {"message": then, "language": language, "context": context, "history": history}
    return engine.decide({**request, "now": "2029-09-20T08:15:00+02:00"}).to_dict()


@pytest.mark.parametrize("by", [-10, 10])
@pytest.mark.parametrize(("language", "then"), [(k, w) for k, some in MORE.items() for w in some], ids=str)
def test_more_goes_on_the_same_way(language: str, then: str, by: int, engine: Engine) -> None:
    (step,) = decided(engine, language, FIRST[language][by], by, then)["steps"]
    assert step["parameters"]["overrides"] == {"temperature": {"by": 5 if by > 0 else -5}}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_way_that_is_said_counts(language: str, engine: Engine) -> None:
    (step,) = decided(engine, language, FIRST[language][-10], -10, WARMER[language])["steps"]
    assert step["parameters"]["overrides"] == {"temperature": {"by": 5}}


@pytest.mark.parametrize(
    ("language", "then", "by"),
    [
        ("en", "30 less cause it burnt last time", -30),
        ("en", "20 degrees more as it is still raw", 20),
        ("it", "30 in meno che si brucia", -30),
        ("it", "20 gradi in più che è ancora cruda", 20),
    ],
)
def test_less_and_more_are_no_value_whatever_is_said_after_them(
    language: str, then: str, by: int, engine: Engine
) -> None:
    (step,) = decided(engine, language, FIRST[language][10], 10, then)["steps"]
    assert step["parameters"]["overrides"] == {"temperature": {"by": by}}
