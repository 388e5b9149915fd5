"""So many records at once: "those two", "the last three", "3 4 and 5"; and which one, by when it is due."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TITLES = {
    "en": ("pay the rent", "see the dentist", "order flour", "call Marta", "fix the gate", "water the plants"),
    "it": ("pagare l'affitto", "andare dal dentista", "ordinare la farina", "chiamare Marta", "riparare il cancello"),
}
NUMBERS = {"en": ("two", "three", "2", "3"), "it": ("due", "tre", "2", "3")}
COUNTS = {"two": 2, "three": 3, "due": 2, "tre": 3, "2": 2, "3": 3}
SPOKEN = {
    "en": ("move those {} to friday", "delete those {}", "mark these {} as done", "move those {} tasks to friday"),
    "it": ("sposta quelle {} a venerdì", "cancella quelle {}", "segna queste {} come fatte"),
}
LAST = {
    "en": ("delete the last {}", "move the last {} to friday"),
    "it": ("cancella le ultime {}", "sposta le ultime {} a venerdì"),
}
FIRST = {
    "en": ("delete the first {}", "complete the first {} tasks"),
    "it": ("cancella le prime {}", "completa le prime {} attività"),
}


def tasks(language: str) -> list[dict[str, Any]]:
    return [{"id": f"t{n}", "number": n, "title": title} for n, title in enumerate(TITLES[language], start=1)]


def decided(engine: Engine, language: str, message: str, history: list[dict[str, Any]]) -> Any:
    context = {"tasks": tasks(language)}
    return engine.decide({"message": message, "now": NOW, "context": context, "history": history}).to_dict()


def added(language: str, count: int) -> list[dict[str, Any]]:
    """A conversation in which the last so many records were added, one after the other."""
    history: list[dict[str, Any]] = []
    for title in TITLES[language][-count:]:
        step = {"tool_name": "add_task", "parameters": {"title": title}, "outcome": "done"}
        history += [
            {"role": "user", "content": f"add {title}"},
            {"role": "assistant", "content": f"Added '{title}'.", "steps": [step]},
        ]
    return history


def shown(language: str) -> list[dict[str, Any]]:
    """A conversation that just showed all but the last record."""
    step = {"tool_name": "list_tasks", "parameters": {"filter": "all"}, "outcome": "done"}
    ids = [t["id"] for t in tasks(language)[:-1]]
    return [
        {"role": "user", "content": "show my tasks"},
        {"role": "assistant", "content": "Here they are.", "steps": [step], "shown": ids},
    ]


def meant(decision: Any) -> list[str]:
    return [s["parameters"].get("task_identifier", "") for s in decision["steps"]]


@pytest.mark.parametrize("language", ["en", "it"])
def test_those_two_are_the_ones_just_spoken_of_and_never_number_two(engine: Engine, language: str) -> None:
    wrong: dict[object, object] = {}
    for form in SPOKEN[language]:
        for number in NUMBERS[language]:
            count = COUNTS[number]
            message = form.format(number)
            decision = decided(engine, language, message, added(language, count))
            expected = [t["id"] for t in tasks(language)[-count:]]
            if (decision["status"], meant(decision)) != ("confirm", expected):
                wrong[message] = (decision["status"], meant(decision))
            for history in ([], added(language, 1)) if number.isalpha() else ([],):  # nobody can tell which
                alone = decided(engine, language, message, history)
                if alone["status"] not in ("ask", "decline", "failed"):
                    wrong[message, len(history)] = (alone["status"], meant(alone))
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_last_and_the_first_are_those_of_the_list_that_was_shown(engine: Engine, language: str) -> None:
    wrong = {}
    listed = [t["id"] for t in tasks(language)]
    for forms, is_first in ((FIRST, True), (LAST, False)):
        for form in forms[language]:
            for number in NUMBERS[language]:
                count, message = COUNTS[number], form.format(number)
                for history, row in (([], listed), (shown(language), listed[:-1])):
                    decision = decided(engine, language, message, history)
                    expected = row[:count] if is_first else row[-count:]
                    if (decision["status"], meant(decision)) != ("confirm", expected):
                        wrong[message, len(history)] = (decision["status"], meant(decision))
    assert not wrong


@pytest.mark.parametrize(
    ("language", "message", "status"),
    [
        ("en", "3 4 and 5 are done", "confirm"),
        ("en", "delete 3 4 and 5", "confirm"),
        ("en", "complete 3 4 5", "confirm"),
        ("en", "mark 3, 4 and 5 as done", "call"),
        ("it", "la 3 4 e 5 fatte", "confirm"),
        ("it", "il 3 il 4 e il 5 fatti", "confirm"),
        ("it", "la 3, la 4 e la 5 fatte", "call"),
    ],
)
def test_several_numbers_are_all_of_them(engine: Engine, language: str, message: str, status: str) -> None:
    decision = decided(engine, language, message, [])
    assert (decision["status"], meant(decision)) == (status, ["t3", "t4", "t5"])


def test_a_number_among_them_that_is_not_there_does_nothing(engine: Engine) -> None:
    assert decided(engine, "en", "3 4 and 99 are done", [])["status"] == "failed"


@pytest.mark.parametrize(
    ("answer", "record"),
    [
        ("the 8am one", "x8"),
        ("the one at 8pm", "x20"),
        ("20:00", "x20"),
        ("the one at 2", "x14"),
        ("quello delle 14", "x14"),
        ("the one for tomorrow", "y8"),
        ("quello di domani", "y8"),
    ],
)
def test_one_of_a_name_is_picked_by_when_it_is_due(engine: Engine, answer: str, record: str) -> None:
    today, tomorrow = "2026-11-16T{:02}:00:00+01:00", "2026-11-17T{:02}:00:00+01:00"
    due = {**{f"x{h}": today.format(h) for h in (8, 14, 20)}, "y8": tomorrow.format(9)}
    twins = [{"id": i, "title": "eye drops", "number": n, "due": at} for n, (i, at) in enumerate(due.items(), 1)]
    request = {"now": "2026-11-16T07:00:00+01:00", "context": {"tasks": twins}}
    asked = engine.decide({**request, "message": "done with eye drops"}).to_dict()
    told = [s["description"] for s in asked["steps"][0]["suggestions"]]  # type: ignore[index]
    assert told[0] == "#1 · Monday 16 November, 08:00"
    answered = engine.decide({**request, "message": answer, "pending": asked}).to_dict()
    assert (answered["status"], meant(answered)) == ("call", [record])


@pytest.mark.parametrize(
    ("message", "told", "tool"),
    [
        ("delete the harbour ticket", "Did you mean 'get boxes from the harbour office'?", "delete_task"),
        ("delete the zebra", "Would you like to see your tasks?", "list_tasks"),
    ],
)
def test_a_yes_means_what_was_asked(engine: Engine, message: str, told: str, tool: str) -> None:
    """Where something near is offered it is named; else the list is."""
    listed = [{"id": "t1", "title": "get boxes from the harbour office"}, {"id": "t2", "title": "call Marta"}]
    request = {"now": NOW, "context": {"tasks": listed}}
    asked = engine.decide({**request, "message": message}).to_dict()
    assert asked["status"] == "failed"
    assert str(asked["reply"]).endswith(told)
    answered: Any = engine.decide({**request, "message": "yes", "pending": asked}).to_dict()
    assert answered["steps"][0]["tool_name"] == tool


@pytest.mark.parametrize(
    ("message", "before", "told"),
    [
        ("no", ["add_task"], "That is done already. To take it back, say: undo."),
        ("no", ["list_tasks"], "Okay, I'll leave it as it is."),
        ("bring it back", ["delete_task", "add_task"], "Something else was changed since it was deleted"),
    ],
)
def test_what_was_done_is_not_said_to_be_as_it_was(engine: Engine, message: str, before: list[str], told: str) -> None:
    parameters = {"add_task": {"title": "pay the rent"}, "delete_task": {"task_identifier": "gone"}}
    history: list[dict[str, Any]] = []
    for tool in before:
        step = {"tool_name": tool, "parameters": parameters.get(tool, {}), "outcome": "done"}
        history += [
            {"role": "user", "content": "please do"},
            {"role": "assistant", "content": "Done.", "steps": [step]},
        ]
    decision = decided(engine, "en", message, history)
    assert (decision["status"], decision["steps"]) == ("decline", [])
    assert str(decision["reply"]).startswith(told)


@pytest.mark.parametrize("message", ["delete all the overdue ones", "complete everything for today"])
def test_of_very_many_none_is_taken_for_all(engine: Engine, message: str) -> None:
    """Where only some of them were handed over, nobody may do it to these alone."""
    due = [{"id": f"d{n}", "title": f"call client {n}", "due": f"2026-11-1{5 + n % 2}"} for n in range(4)]
    request: dict[str, Any] = {"message": message, "now": NOW, "context": {"tasks": due}}
    assert engine.decide(request).to_dict()["status"] == "confirm"
    request["context"]["partial"] = True
    decision: Any = engine.decide(request).to_dict()
    assert decision["status"] == "failed"
    assert "too many" in decision["reply"]
