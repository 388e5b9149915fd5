"""Where a pattern reads something new, and the wording as a whole says otherwise: several new things, listed records
that get new days, a reason after a title, a pronoun that is no title."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TASKS = {
    "en": ["paint the shed", "renew the food licence", "call the plumber"],
    "it": ["verniciare il capanno", "rinnovare la licenza", "chiamare l'idraulico"],
}
DEEDS = {
    "en": ["wash the van", "pump up the tyres", "order the firewood"],
    "it": ["lavare il furgone", "gonfiare le gomme", "ordinare la legna"],
}
BOTH = {"en": ["add both {} and {}"], "it": ["aggiungi sia {} sia {}", "metti in lista sia {} che {}"]}
REASONS = {
    "en": ["because we have run out", "so i have something easy to cross off", "since nobody else will do it"],
    "it": ["perché non c'è più tempo", "perché non lo fa nessuno"],
}
ADDING = {"en": "add {} {}", "it": "aggiungi {} {}"}


def decided(engine: Engine, language: str, message: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The steps of a message beside three tasks."""
    tasks = [{"id": f"t{i}", "title": title, "status": "pending"} for i, title in enumerate(TASKS[language])]
    decision: dict[str, Any] = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    return [(s["status"], s["tool_name"], s["parameters"]) for s in decision["steps"]]


@pytest.mark.parametrize("language", ["en", "it"])
def test_both_of_two_deeds_are_two(engine: Engine, language: str) -> None:
    """Two things in one breath are two tasks, and neither the "both" nor the other one stands in a title."""
    wrong = {}
    for form, one, other in product(BOTH[language], DEEDS[language], DEEDS[language]):
        if one == other:
            continue
        found = decided(engine, language, form.format(one, other))
        if [(tool, given.get("title")) for _, tool, given in found] != [("add_task", one), ("add_task", other)]:
            wrong[form.format(one, other)] = found
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_reason_is_no_part_of_a_title(engine: Engine, language: str) -> None:
    """What is done it for is told, and not what is to be done."""
    wrong = {}
    for deed, reason in product(DEEDS[language], REASONS[language]):
        found = decided(engine, language, ADDING[language].format(deed, reason))
        if [(tool, given.get("title")) for _, tool, given in found] != [("add_task", deed)]:
            wrong[deed, reason] = found
    assert not wrong


@pytest.mark.parametrize(
    ("language", "message", "days"),
    [
        ("it", "metti il capanno a giovedì e la licenza a sabato", {"t0": "2026-11-19", "t1": "2026-11-21"}),
        ("it", "metti la licenza a domani e l'idraulico a venerdì", {"t1": "2026-11-17", "t2": "2026-11-20"}),
        ("en", "put the shed on thursday and the licence on saturday", {"t0": "2026-11-19", "t1": "2026-11-21"}),
    ],
)
def test_listed_tasks_are_moved_and_not_added_again(
    engine: Engine, language: str, message: str, days: dict[str, str]
) -> None:
    """Whoever puts two listed tasks on two days adds none."""
    found = decided(engine, language, message)
    assert {tool for _, tool, _ in found} == {"update_task"}
    assert {given["task_identifier"]: given["new_due"] for _, _, given in found} == days


@pytest.mark.parametrize(
    "message",
    ["put it back on my list", "put them back on the list", "add them back", "add the other one", "add it again"],
)
def test_a_pronoun_is_no_title(engine: Engine, message: str) -> None:
    """Nothing is called "it back"."""
    assert "add_task" not in {tool for _, tool, _ in decided(engine, "en", message)}


NOTES = {"en": ["buy screws", "pay by bank transfer"], "it": ["comprare le viti", "portare i documenti"]}
WITH_NOTE = {
    "en": ["set the shed to high priority and add the note {}", "move the shed to friday and add the note {}"],
    "it": [
        "metti il capanno a priorità alta e aggiungi la nota {}",
        "sposta il capanno a venerdì e aggiungi la nota {}",
    ],
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_note_belongs_to_what_was_just_said(engine: Engine, language: str) -> None:
    """A note after a change is the note of that task: no task of its own, and no new name."""
    wrong = {}
    for form, note in product(WITH_NOTE[language], NOTES[language]):
        found = decided(engine, language, form.format(note))
        kept = [(tool, given.get("task_identifier"), given.get("new_description")) for _, tool, given in found]
        if kept != [("update_task", "t0", note)] or "new_title" in found[0][2]:
            wrong[form.format(note)] = found
    assert not wrong


@pytest.mark.parametrize(
    ("language", "message", "title"),
    [
        ("en", "new task: change the sheets in bungalow 4, tonight", "change the sheets in bungalow 4"),
        ("en", "add call room 8, tomorrow morning", "call room 8"),
        ("it", "nuovo compito: cambiare le lenzuola del bungalow 4, stasera", "cambiare le lenzuola del bungalow 4"),
        ("it", "aggiungi chiamare la stanza 8, domani mattina", "chiamare la stanza 8"),
    ],
)
def test_a_number_before_a_pause_is_no_hour(engine: Engine, language: str, message: str, title: str) -> None:
    """The number of a room is no time of day."""
    ((_, tool, given),) = decided(engine, language, message)
    assert (tool, given["title"], "T" in given["due"]) == ("add_task", title, False)


@pytest.mark.parametrize(
    ("language", "asked", "answer", "due"),
    [
        ("en", "move the dinner", "at 8:30 pm", "2026-11-20T20:30:00+01:00"),
        ("en", "change the time of the dinner", "9 pm", "2026-11-20T21:00:00+01:00"),
        ("en", "move the dinner", "saturday", "2026-11-21T19:30:00+01:00"),
        ("en", "change the dinner's date", "the 24th at 8 pm", "2026-11-24T20:00:00+01:00"),
        ("it", "sposta la cena", "alle 20 e 30", "2026-11-20T20:30:00+01:00"),
        ("it", "cambia l'orario della cena", "alle 21", "2026-11-20T21:00:00+01:00"),
        ("it", "sposta la cena", "sabato", "2026-11-21T19:30:00+01:00"),
    ],
)
def test_an_answer_keeps_the_day_or_the_hour_that_it_does_not_say(
    engine: Engine, language: str, asked: str, answer: str, due: str
) -> None:
    """An hour that answers a question is on the task's own day, a day at its own hour."""
    title = {"en": "dinner with Ada", "it": "cena con Ada"}[language]
    context = {"tasks": [{"id": "t1", "title": title, "status": "pending", "due": "2026-11-20T19:30:00+01:00"}]}
    question: dict[str, Any] = engine.decide({"message": asked, "now": NOW, "context": context}).to_dict()
    assert question["status"] == "ask"
    request = {"message": answer, "now": NOW, "context": context, "pending": question}
    decision: dict[str, Any] = engine.decide(request).to_dict()
    assert [s["parameters"].get("new_due") for s in decision["steps"]] == [due]


@pytest.mark.parametrize(
    ("message", "is_ours"),
    [("are the awnings washed?", True), ("are the awnings on?", False), ("is the awning oven hot?", False)],
)
def test_a_question_about_a_task_is_none_about_a_machine(engine: Engine, message: str, is_ours: bool) -> None:
    """What is listed as a task and not as a machine is looked up among the tasks."""
    machines = [{"id": "m1", "name": "Dryer", "commands": [{"id": "m1:turn_on", "name": "turn_on"}], "metrics": []}]
    tasks = [{"id": "t1", "title": "wash the awnings", "status": "completed"}]
    request = {"message": message, "now": NOW, "context": {"tasks": tasks, "machines": machines}}
    decision: dict[str, Any] = engine.decide(request).to_dict()
    assert ([s["parameters"].get("search") for s in decision["steps"]] == ["wash the awnings"]) is is_ours


@pytest.mark.parametrize(
    ("title", "message", "new"),
    [
        ("collect the bread rolls", "it should say collect the pretzels, not bread rolls", "collect the pretzels"),
        ("buy milk", "it should say buy oat milk, not milk", "buy oat milk"),
        ("buy milk", "it should say oat milk, not milk", "buy oat milk"),
    ],
)
def test_a_name_that_is_put_right_says_nothing_twice(engine: Engine, title: str, message: str, new: str) -> None:
    """Words of the name that stand before the wrong ones may be said again with the right ones."""
    task = {"id": "t1", "title": title, "status": "pending"}
    step = {"tool_name": "add_task", "parameters": {"title": title}, "outcome": "done", "record": "t1"}
    history = [{"role": "user", "content": f"add {title}"}, {"role": "assistant", "content": "Added.", "steps": [step]}]
    request = {"message": message, "now": NOW, "context": {"tasks": [task]}, "history": history}
    decision: dict[str, Any] = engine.decide(request).to_dict()
    assert [s["parameters"].get("new_title") for s in decision["steps"]] == [new]


@pytest.mark.parametrize(
    ("language", "asked", "answers"),
    [
        ("en", "move the vet to saturday", ["the one with rufus", "rufus", "the first one", "1"]),
        ("it", "sposta il veterinario a sabato", ["quello di rufus", "rufus", "il primo", "1"]),
    ],
)
def test_the_one_that_is_chosen_keeps_its_hour(engine: Engine, language: str, asked: str, answers: list[str]) -> None:
    """Which one is meant is said after the day: the hour is that of the one that is chosen."""
    titles = {
        "en": ["take rufus to the vet", "call the vet"],
        "it": ["portare rufus dal veterinario", "chiamare il veterinario"],
    }
    hours = ["17:15", "09:00"]
    tasks = [
        {"id": f"t{i}", "title": title, "status": "pending", "due": f"2026-11-20T{hours[i]}:00+01:00"}
        for i, title in enumerate(titles[language])
    ]
    question: dict[str, Any] = engine.decide({"message": asked, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    assert question["status"] == "ask"
    for answer in answers:
        request = {"message": answer, "now": NOW, "context": {"tasks": tasks}, "pending": question}
        decision: dict[str, Any] = engine.decide(request).to_dict()
        chosen = [(s["parameters"].get("task_identifier"), s["parameters"].get("new_due")) for s in decision["steps"]]
        first = question["steps"][0]["suggestions"][0]["value"]["task_identifier"]
        meant = "t0" if "rufus" in answer else first
        assert chosen == [(meant, f"2026-11-21T{hours[int(meant[1])]}:00+01:00")], answer


@pytest.mark.parametrize(
    "message",
    [
        "comprare il pane, aggiungilo in lista",
        "serve il detersivo, aggiungilo nella lista",
        "lavare il furgone, mettilo in lista",
    ],
)
def test_what_is_to_be_added_takes_nothing_back(engine: Engine, message: str) -> None:
    """Only what is put back is put back: to add something undoes nothing."""
    assert "undo" not in {tool for _, tool, _ in decided(engine, "it", message)}


@pytest.mark.parametrize("message", ["segna fatta la colla", "la colla l'ho comprata"])
def test_glue_is_no_small_word(engine: Engine, message: str) -> None:
    """An old word for "with the" is also a thing that people buy."""
    tasks = [{"id": "t1", "title": "comprare la colla", "status": "pending"}]
    decision: dict[str, Any] = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}}).to_dict()
    assert [s["parameters"].get("task_identifier") for s in decision["steps"]] == ["t1"]
