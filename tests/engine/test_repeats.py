"""What repeats: it becomes a rule and a first day, and leaves the title; what only sounds like it stays."""

from pathlib import Path

import pytest
import yaml

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"
CASES = yaml.load(
    (Path(__file__).parent.parent / "cases" / "repeats.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
ROWS = [(language, message, expected) for language, rows in CASES.items() for message, *expected in rows]
TASKS = [
    {"id": "t1", "title": "gym", "number": 1, "due": "2026-11-18", "repeat": "FREQ=WEEKLY"},
    {"id": "t2", "title": "water the plants", "number": 2},
    {"id": "t3", "title": "palestra", "number": 3},
]


def asked(engine: Engine, message: str, **more: object) -> list[dict[str, object]]:
    request = {"message": message, "now": NOW, "context": {"tasks": TASKS}, **more}
    return engine.decide(request).to_dict()["steps"]  # type: ignore[return-value]


@pytest.mark.parametrize(("language", "message", "expected"), ROWS)
def test_what_repeats_leaves_the_title(language: str, message: str, expected: list[str | None], engine: Engine) -> None:
    (step,) = asked(engine, message, language=language)
    given = step["parameters"]
    assert isinstance(given, dict)
    assert [given.get("title"), given.get("repeat"), given.get("due")] == expected


def test_the_words_that_say_it_are_its_source(engine: Engine) -> None:
    message = "remind me to stretch every weekday at 8"
    (step,) = asked(engine, message)
    sources = step["sources"]
    assert isinstance(sources, dict)
    start, end = sources["repeat"]["span"]
    assert message[start:end] == "every weekday at 8"
    assert sources["due"]["span"] == sources["repeat"]["span"]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("create a monthly reminder to pay rent", "monthly"),
        ("crea un promemoria settimanale per fare il backup", "settimanale"),
    ],
)
def test_what_kind_of_reminder_it_is_says_how_it_repeats(message: str, said: str, engine: Engine) -> None:
    (step,) = asked(engine, message)
    sources = step["sources"]
    assert isinstance(sources, dict)
    start, end = sources["repeat"]["span"]
    assert message[start:end] == said


UPDATES = [
    ("make gym weekly", "t1", "FREQ=WEEKLY", None),
    ("change gym to every monday", "t1", "FREQ=WEEKLY;BYDAY=MO", None),
    ("set gym to repeat every monday at 8", "t1", "FREQ=WEEKLY;BYDAY=MO", "2026-11-23T08:00:00+01:00"),
    ("repeat the gym task every other friday", "t1", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", None),
    ("make gym repeat every 3 days", "t1", "FREQ=DAILY;INTERVAL=3", None),
    ("stop repeating gym", "t1", "", None),
    ("don't repeat gym anymore", "t1", "", None),
    ("remove the repetition from gym", "t1", "", None),
    ("rendi palestra settimanale", "t3", "FREQ=WEEKLY", None),
    ("ripeti palestra ogni lunedì", "t3", "FREQ=WEEKLY;BYDAY=MO", None),
    ("sposta palestra a ogni martedì", "t3", "FREQ=WEEKLY;BYDAY=TU", None),
    ("non ripetere palestra più", "t3", "", None),
    ("togli la ripetizione a palestra", "t3", "", None),
]


@pytest.mark.parametrize(("message", "task", "rule", "due"), UPDATES)
def test_how_a_task_repeats_is_changed(message: str, task: str, rule: str, due: str | None, engine: Engine) -> None:
    (step,) = asked(engine, message)
    given = step["parameters"]
    assert isinstance(given, dict)
    assert step["tool_name"] == "update_task"
    assert given["task_identifier"] == task
    assert (given.get("new_repeat"), given.get("new_due"), given.get("new_title")) == (rule, due, None)


FOLLOWING = [
    ("add gym", "make it weekly", "FREQ=WEEKLY"),
    ("add gym", "repeat it every monday", "FREQ=WEEKLY;BYDAY=MO"),
    ("add gym", "stop repeating it", ""),
    ("aggiungi palestra", "ripetila ogni lunedì", "FREQ=WEEKLY;BYDAY=MO"),
    ("aggiungi palestra", "rendila mensile", "FREQ=MONTHLY"),
    ("aggiungi palestra", "non ripeterla più", ""),
]


@pytest.mark.parametrize(("before", "message", "rule"), FOLLOWING)
def test_the_task_in_focus_is_made_to_repeat(before: str, message: str, rule: str, engine: Engine) -> None:
    task = {"id": "t3", "title": "palestra"} if "palestra" in before else {"id": "t1", "title": "gym"}
    done = {
        "tool_name": "add_task",
        "parameters": {"title": task["title"]},
        "outcome": "done",
        "records": [{"kind": "task", "id": task["id"], "name": task["title"]}],
    }
    history = [{"role": "user", "content": before}, {"role": "assistant", "content": "ok", "steps": [done]}]
    (step,) = asked(engine, message, history=history)
    given = step["parameters"]
    assert isinstance(given, dict)
    assert (step["tool_name"], given.get("task_identifier"), given.get("new_repeat")) == (
        "update_task",
        task["id"],
        rule,
    )


GUARDED = [
    ("remind me to stretch every monday", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("remind me to stretch every monday", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO"),
    ("remind me to stretch", "FREQ=DAILY", None),
    ("", "FREQ=DAILY", "FREQ=DAILY"),
]


@pytest.mark.parametrize(("message", "proposed", "kept"), GUARDED)
def test_a_proposed_rule_must_have_been_said(message: str, proposed: str, kept: str | None, engine: Engine) -> None:
    call = {"name": "add_task", "arguments": {"title": "stretch", "repeat": proposed}}
    (step,) = asked(engine, message, call=call)
    given = step["parameters"]
    assert isinstance(given, dict)
    assert given.get("repeat") == kept


def test_a_rule_for_another_servers_tool_is_known_by_the_words_that_say_it(engine: Engine) -> None:
    tool = {
        "name": "create_event",
        "description": "Create a calendar event.",
        "inputSchema": {
            "type": "object",
            "properties": {"title": {"type": "string"}, "recurrence": {"type": "string"}},
            "required": ["title"],
        },
    }
    message = "create an event called yoga every tuesday"
    for rule, is_kept in (("RRULE:FREQ=WEEKLY;BYDAY=TU", True), ("RRULE:FREQ=DAILY", False)):
        call = {"name": "create_event", "arguments": {"title": "yoga", "recurrence": rule}}
        (step,) = asked(engine, message, call=call, tools=[tool])
        assert ("recurrence" in step["parameters"]) is is_kept  # type: ignore[operator]


NOTHING = [
    "the electricity bill goes up every year, doesn't it",
    "la bolletta della luce aumenta ogni anno",
    "ugh mondays",
    "don't remind me every day",
    "how do I make a task repeat every week?",
]


@pytest.mark.parametrize("message", NOTHING)
def test_what_is_no_request_stays_none(message: str, engine: Engine) -> None:
    assert asked(engine, message) == []


def test_a_list_and_a_deletion_have_no_rule(engine: Engine) -> None:
    for message in ("show me what I have every monday", "delete the gym task every monday"):
        for step in asked(engine, message):
            assert "repeat" not in str(step["parameters"])


def test_each_of_several_things_repeats_by_itself(engine: Engine) -> None:
    one, other = asked(engine, "remind me to buy milk tomorrow and to call mom every friday")
    assert (one["parameters"]["due"], "repeat" in one["parameters"]) == ("2026-11-17", False)  # type: ignore[index, operator]
    assert other["parameters"]["repeat"] == "FREQ=WEEKLY;BYDAY=FR"  # type: ignore[index]
    assert other["parameters"]["due"] == "2026-11-20"  # type: ignore[index]
    both = asked(engine, "every monday remind me to buy milk and to call mom")
    assert [s["parameters"]["repeat"] for s in both] == ["FREQ=WEEKLY;BYDAY=MO"] * 2  # type: ignore[index]


TOLD = [
    ("I need to water the cactus every monday at 8", "every Monday at 08:00"),
    ("I need to water the cactus every other week until june", "every 2 weeks until 1 June 2027"),
    ("I need to water the cactus on the last friday of the month", "every month on the last Friday"),
    ("I need to water the cactus every weekday", "every weekday"),
    ("I need to pay rent on the 1st of every month", "every month on the 1st"),
    ("devo annaffiare il cactus ogni lunedì e giovedì", "ogni lunedì e giovedì"),
    ("devo pagare l'affitto il primo del mese", "ogni mese il 1°"),
    ("devo chiamare la nonna la prima domenica del mese", "ogni mese la prima domenica"),
]


@pytest.mark.parametrize(("message", "told"), TOLD)
def test_a_rule_is_told_in_plain_words(message: str, told: str, engine: Engine) -> None:
    reply = engine.decide({"message": message, "now": NOW}).to_dict()["reply"]
    assert f"({told}" in str(reply)


HOURS = [
    ("en", "every monday order bread at 6", ["2026-11-16T18:00"]),
    ("en", "every day at 8 and 20 take the pills", ["2026-11-17T08:00", "2026-11-16T20:00"]),
    ("en", "take the pills every day at 8am and 8pm", ["2026-11-17T08:00", "2026-11-16T20:00"]),
    ("en", "take the pills at 8am and 8pm every day", ["2026-11-17T08:00", "2026-11-16T20:00"]),
    ("en", "take the pills every day at 8, 14 and 20", ["2026-11-17T08:00", "2026-11-16T14:00", "2026-11-16T20:00"]),
    ("en", "remind me every day at 9 and 17 to drink water", ["2026-11-17T09:00", "2026-11-16T17:00"]),
    ("en", "every day at 8 feed the fish and 2 cats", ["2026-11-17T08:00"]),
    ("it", "ogni lunedì ordinare il pane alle 6", ["2026-11-16T18:00"]),
    ("it", "tutti i giorni alle 8 e alle 20 prendere le pastiglie", ["2026-11-17T08:00", "2026-11-16T20:00"]),
    ("it", "ricordami ogni giorno alle 9 e alle 17 di bere", ["2026-11-17T09:00", "2026-11-16T17:00"]),
]


@pytest.mark.parametrize(("language", "message", "dues"), HOURS, ids=[row[1] for row in HOURS])
def test_each_time_of_day_is_one_task_wherever_it_is_said(
    language: str, message: str, dues: list[str], engine: Engine
) -> None:
    given: list[dict[str, str]] = [s["parameters"] for s in asked(engine, message, language=language)]  # type: ignore[misc]
    assert [one["due"][:16] for one in given] == dues
    assert len({one["title"] for one in given}) == 1
    assert not any(word in given[0]["title"] for word in ("every", "ogni", "8", "20"))
    assert all("FREQ=" in one["repeat"] for one in given)
