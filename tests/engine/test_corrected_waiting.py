"""Another value for what was just said, whether it was done or still waits for a yes: both are counted alike."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2029-09-20T11:00:00+02:00"  # a Thursday
NAMES = {"en": ("call the plumber", "water the ferns"), "it": ("chiamare l'idraulico", "annaffiare le felci")}
SAID = {
    "en": ("push call the plumber back {} minutes", "push call the plumber back {} hours"),
    "it": ("sposta chiamare l'idraulico di {} minuti", "sposta chiamare l'idraulico di {} ore"),
}
COUNTED = {
    "en": ("make it {}", "make that {}", "no, {}", "make it {} instead"),
    "it": ("facciamo {}", "no, {}", "anzi {}"),
}
FROM_NOW = {"en": ("in {} minutes", "no, in {} minutes"), "it": ("tra {} minuti", "no, fra {} minuti")}


def decided(engine: Engine, language: str, message: str, first: str, **step: Any) -> Any:
    due = step.pop("due")
    rows = zip(NAMES[language], (due, "2029-09-22"), strict=True)
    tasks = [{"id": f"t{n}", "number": n, "title": name, "due": day} for n, (name, day) in enumerate(rows, start=1)]
    asked = "?" if step["outcome"] == "waiting" else "."
    history = [
        {"role": "user", "content": first},
        {"role": "assistant", "content": f"'{NAMES[language][0]}'{asked}", "steps": [step]},
    ]
    request = {"message": message, "language": language, "now": NOW, "context": {"tasks": tasks}, "history": history}
    return engine.decide(request).to_dict()


def at(minutes: int) -> str:
    return f"2029-09-20T{14 + minutes // 60:02d}:{minutes % 60:02d}:00+02:00"


def changed(outcome: str, to: str) -> dict[str, Any]:
    given = {"task_identifier": "t1", "new_due": to}
    return {
        "tool_name": "update_task",
        "parameters": given,
        "outcome": outcome,
        "due": to if outcome == "done" else at(0),
    }


@pytest.mark.parametrize("outcome", ["done", "waiting"])
@pytest.mark.parametrize("unit", [0, 1], ids=["minutes", "hours"])
@pytest.mark.parametrize(
    ("language", "wording"), [(language, w) for language, some in COUNTED.items() for w in some], ids=str
)
def test_a_mere_number_is_so_many_of_what_was_said(
    language: str, wording: str, unit: int, outcome: str, engine: Engine
) -> None:
    length = 1 if unit == 0 else 60
    for old, new in ((6, 8), (2, 3), (5, 4)):
        step = changed(outcome, at(old * length))
        decision = decided(engine, language, wording.format(new), SAID[language][unit].format(old), **step)
        (found,) = decision["steps"]
        assert found["parameters"] == {"task_identifier": "t1", "new_due": at(new * length)}, (old, new)


@pytest.mark.parametrize("outcome", ["done", "waiting"])
@pytest.mark.parametrize(
    ("language", "wording"), [(language, w) for language, some in FROM_NOW.items() for w in some], ids=str
)
def test_what_is_said_from_now_is_counted_from_now(language: str, wording: str, outcome: str, engine: Engine) -> None:
    step = changed(outcome, "2029-09-20T11:10:00+02:00")
    first = f"{NAMES[language][0]} {FROM_NOW[language][0].format(10)}"
    (found,) = decided(engine, language, wording.format(25), first, **step)["steps"]
    assert found["parameters"]["new_due"] == "2029-09-20T11:25:00+02:00"


@pytest.mark.parametrize(("language", "said"), [("en", "at 8"), ("en", "make it half past 8"), ("it", "alle 8")])
def test_a_time_of_day_is_never_one_that_is_over(language: str, said: str, engine: Engine) -> None:
    step = changed("done", "2029-09-20T11:30:00+02:00")
    (found,) = decided(engine, language, said, SAID[language][0].format(30), **step)["steps"]
    assert found["parameters"]["new_due"] > NOW


@pytest.mark.parametrize(
    ("language", "tool", "more"),
    [
        (language, tool, more)
        for language in NAMES
        for tool, more in (
            ("complete_task", {}),
            ("update_task", {"new_title": "x y"}),
            ("update_task", {"new_priority": "high"}),
        )
    ],
)
def test_a_mere_number_is_no_time_where_none_was_spoken_of(
    language: str, tool: str, more: dict[str, str], engine: Engine
) -> None:
    step = {"tool_name": tool, "parameters": {"task_identifier": "t1", **more}, "outcome": "done", "due": at(0)}
    decision = decided(engine, language, "2", NAMES[language][0], **step)
    assert all("new_due" not in found["parameters"] for found in decision["steps"])
    assert decision["status"] != "call"


def test_a_time_that_is_none_in_the_history_is_no_error(engine: Engine) -> None:
    step = changed("waiting", "2029-09-20T34:00:00+02:00")
    (found,) = decided(engine, "en", "make it three", SAID["en"][1].format(2), **step)["steps"]
    assert found["parameters"]["new_due"] == "2029-09-20T15:00:00+02:00"


@pytest.mark.parametrize("outcome", ["done", "waiting"])
@pytest.mark.parametrize("message", ["👍", "...", "!", "?!"])
def test_a_message_without_a_word_after_a_stretch_changes_nothing(message: str, outcome: str, engine: Engine) -> None:
    decision = decided(engine, "en", message, SAID["en"][0].format(30), **changed(outcome, at(30)))
    assert not any(s["parameters"].get("new_due") not in (None, at(30)) for s in decision["steps"])
