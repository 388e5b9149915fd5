"""What is said after something, in words that no pattern foresaw, is read with what went before it, and asked about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from hypothesis import example
from hypothesis import given as given_words
from hypothesis import strategies as st

from sayso import Engine
from sayso.domains.shipped import shipped_tools
from sayso.engine.engine import Deciding
from sayso.engine.nouns import Call, Done, Turn
from sayso.engine.read.going_before import going_before
from sayso.engine.request import Request, read_request
from sayso_evals.fitting import READS

NOW = "2026-11-19T10:00:00+01:00"  # a thursday
EN = [
    {"id": "t1", "title": "call the dentist", "due": "2026-11-20T09:00:00+01:00"},
    {"id": "t2", "title": "water the roses", "due": "2026-11-21"},
    {"id": "t3", "title": "send the tax papers", "priority": "low"},
]
IT = [
    {"id": "t1", "title": "chiamare il dentista", "due": "2026-11-20T09:00:00+01:00"},
    {"id": "t2", "title": "annaffiare le rose", "due": "2026-11-21"},
    {"id": "t3", "title": "spedire le carte delle tasse", "priority": "low"},
]
COMMANDS = ("turn_on", "turn_off", "set_temperature", "raise_temperature", "lower_temperature")
MACHINES = [
    {
        "id": name,
        "name": name,
        "serial": name,
        "connected": True,
        "commands": [{"id": f"{name}:{c}", "name": c} for c in COMMANDS],
        "metrics": ["temperature"],
    }
    for name in ("Oven", "Cold Room")
]
MOVED = ("update_task", {"task_identifier": "t1", "new_due": "2026-11-21T09:00:00+01:00"})
TURNED_ON = ("machine_command_execute", {"device_id": "Oven", "machine_command_id": "Oven:turn_on"})
Step = tuple[str, Mapping[str, Any]]


def without_the_net(engine: Engine) -> Deciding:
    return replace(engine._deciding, hear_in_context=None)


def read(message: str, tasks: Sequence[Mapping[str, Any]], after: Step | None) -> Request:
    return read_request(told(message, tasks, after), shipped_tools())


def asked(engine: Engine, message: str, tasks: Sequence[Mapping[str, Any]], *, after: Step | None) -> Any:
    return engine.decide(told(message, tasks, after))


def told(message: str, tasks: Sequence[Mapping[str, Any]], after: Step | None) -> dict[str, object]:
    context = {"tasks": tasks, "machines": MACHINES}
    request: dict[str, object] = {"message": message, "context": context, "now": NOW}
    if after is not None:
        step = {"tool_name": after[0], "parameters": after[1], "outcome": "done"}
        said = {"en": "move the dentist to saturday", "it": "sposta il dentista a sabato"}[
            "en" if tasks is EN else "it"
        ]
        answer = {"role": "assistant", "content": "Done.", "steps": [step]}
        request["history"] = [{"role": "user", "content": said}, answer]
    return request


SUNDAY, MONDAY, TUESDAY = ({"new_due": f"2026-11-{day}T09:00:00+01:00"} for day in (22, 23, 24))


@pytest.mark.parametrize(
    ("message", "tasks", "tool", "given"),
    [
        ("it turns out sunday suits her better", EN, "update_task", SUNDAY),
        ("her assistant would rather have us on monday", EN, "update_task", MONDAY),
        ("tuesday is when she's actually back", EN, "update_task", TUESDAY),
        ("pare che la domenica le vada meglio", IT, "update_task", SUNDAY),
        ("scrap it she has retired", EN, "delete_task", {}),
        ("pare che il martedì le vada meglio", IT, "update_task", TUESDAY),
    ],
)
def test_what_no_pattern_foresaw_is_offered_after_what_went_before(
    message: str, tasks: Sequence[Mapping[str, Any]], tool: str, given: Mapping[str, str], engine: Engine
) -> None:
    decision = asked(engine, message, tasks, after=MOVED)
    (step,) = decision.steps
    values = {a.name: a.value for a in step.action.arguments}
    assert (decision.status, step.action.tool_name) == ("confirm", tool)
    assert values == {"task_identifier": "t1", **given}
    assert decision.reply
    before = without_the_net(engine).decide(read(message, tasks, MOVED), datetime.fromisoformat(NOW))
    assert before.status in ("decline", "failed")


TALK = (
    "what a morning, honestly",
    "my sister rang me three times already",
    "the neighbours are moving to spain in june",
    "no idea why it rains every sunday",
    "che mattinata, davvero",
    "mia sorella mi ha già chiamato tre volte",
    "i vicini a giugno si trasferiscono in Spagna",
    "chissà perché piove tutte le domeniche",
)


@pytest.mark.parametrize("after", [None, MOVED, TURNED_ON], ids=["first", "after a change", "after an order"])
@pytest.mark.parametrize("message", TALK)
def test_talk_is_left_alone_whatever_went_before(message: str, after: Step | None, engine: Engine) -> None:
    tasks = EN if TALK.index(message) < len(TALK) // 2 else IT
    assert asked(engine, message, tasks, after=after).status == "decline"


@pytest.mark.parametrize(
    "message",
    [
        "the other one should be on sunday instead",
        "turn the microwave up a good bit will you",
        "l'altra invece mettiamola di domenica",
        "e alza un bel po' il microonde dai",
        "set the dishwasher to ninety degrees at once",
    ],
)
def test_what_is_another_one_or_not_there_is_never_what_was_spoken_of(message: str, engine: Engine) -> None:
    for after in (MOVED, TURNED_ON):
        for step in asked(engine, message, EN if message.isascii() else IT, after=after).steps:
            values = {a.name: a.value for a in step.action.arguments}
            assert values.get("task_identifier") != "t1"
            assert values.get("device_id") != "Oven"


@pytest.mark.parametrize(
    ("message", "tasks", "tool"),
    [
        ("could you change the day of the tax papers for me", EN, "update_task"),
        ("delete the meeting with the mayor, would you", EN, "delete_task"),
        ("mi servirebbe un'altra data per le rose", IT, "update_task"),
        ("elimina la riunione con il notaio", IT, "delete_task"),
        ("cancella la riunione col geometra", IT, "delete_task"),
    ],
)
def test_what_cannot_be_done_without_asking_is_asked_and_never_called_unclear(
    message: str, tasks: Sequence[Mapping[str, Any]], tool: str, engine: Engine
) -> None:
    decision = asked(engine, message, tasks, after=None)
    assert decision.status in ("ask", "failed")
    assert [s.action.tool_name for s in decision.steps] == [tool]
    assert decision.reply


@pytest.mark.parametrize(
    ("message", "tasks", "given"),
    [
        ("the roses may wait until monday, and with high priority, if you please", EN, ("2026-11-23", "high")),
        ("le rose devono essere urgenti e per lunedì, chiaro?", IT, ("2026-11-23", "high")),
    ],
)
def test_no_value_of_two_is_lost(
    message: str, tasks: Sequence[Mapping[str, Any]], given: tuple[str, str], engine: Engine
) -> None:
    (step,) = asked(engine, message, tasks, after=None).steps
    values = {a.name: a.value for a in step.action.arguments}
    assert values == {"task_identifier": "t2", "new_due": given[0], "new_priority": given[1]}


@pytest.mark.parametrize("message", ["mark those two as done", "move these three to monday", "set the ovens to 90"])
def test_of_several_that_are_offered_none_is_picked(message: str, engine: Engine) -> None:
    rooms = [{**MACHINES[0], "id": f"o{i}", "name": f"Oven {i}"} for i in (1, 2)]
    request = told(message, EN, None)
    decision = engine.decide({**request, "context": {"tasks": EN, "machines": rooms}})
    assert decision.status in ("ask", "confirm", "decline", "failed")
    assert len(decision.steps) != 1 or decision.status != "confirm"


WORDS = (
    *("sunday", "better", "she", "it", "them", "move", "oven", "roses", "dentist", "off", "on", "up", "20", "no"),
    *("tomorrow", "wait", "make", "done", "cancel", "please", "domenica", "meglio", "lei", "spostala", "forno", "rose"),
    *("dentista", "spegni", "alza", "venti", "domani", "aspetta", "fatta", "cancella", "per", "favore"),
)


@given_words(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.sampled_from([None, MOVED, TURNED_ON]))
@example(["no", "wait", "sunday", "roses"], MOVED)
@example(["spegni", "forno", "domani"], TURNED_ON)
def test_whatever_is_heard_so_has_a_source_and_changes_nothing_unasked(
    engine: Engine, words: list[str], after: Step | None
) -> None:
    message = " ".join(words)
    decision = asked(engine, message, EN, after=after)
    for step in decision.steps:
        for argument in step.action.arguments:
            span = argument.source.span
            assert argument.source.kind in ("message", "history", "context", "default")
            assert span is None or argument.source.turn is not None or 0 <= span[0] < span[1] <= len(message)
    calls = [s for s in decision.steps if isinstance(s, Call) and s.action.tool_name not in READS]
    if calls:  # the net that knows what went before has no part in what is done at once
        alone = without_the_net(engine).decide(read(message, EN, after), datetime.fromisoformat(NOW))
        assert [s for s in alone.steps if isinstance(s, Call)] == [s for s in decision.steps if isinstance(s, Call)]


def test_what_went_before_is_told_by_the_last_steps_and_the_last_words() -> None:
    steps = (Done("update_task", {"task_identifier": "t1", "new_due": "x"}, "done"),)
    history = (Turn("user", "move it"), Turn("assistant", "Done.", steps), Turn("user", "nice"), Turn("assistant", "."))
    before = going_before(history, None, ["nice"])
    assert before.words == ["", "", "", "", "nice", "|"]
    assert [m for m, *_ in before.marks] == [
        "last:update_task:done",
        "had:new_due",
        "had:task_identifier",
        "earlier",
        "u",
        "|",
    ]
    assert going_before((), None, ()).marks == [["start"], ["|"]]
