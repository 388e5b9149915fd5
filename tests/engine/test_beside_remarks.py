"""Orders beside remarks: a word of a task in a remark is not what "it" means where another one is spoken of; a
negation in a remark denies no order; what is taken back with a reason is taken back; one of several is asked about."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2030-10-08T09:15:00+02:00"
TITLES = {
    "en": ("call Mrs Keller about the x-ray", "buy dog biscuits for the counter", "call the accountant"),
    "it": ("chiamare la signora Keller per la lastra", "comprare i biscotti per cani", "chiamare il commercialista"),
}
REMARKS = {
    "en": ("she came in with the dog already, so mark it done", "he was at the counter just now so tick it off"),
    "it": ("è passata coi cani, quindi segnala fatta", "è venuta adesso per i cani, segnala come fatta"),
}
DENYING_NOTHING = {
    "en": (
        ("buy eggs and don't let me forget", "buy eggs"),
        ("remind me to buy eggs, there's no rush", "buy eggs"),
        ("I can't look right now, add buy eggs", "buy eggs"),
    ),
    "it": (
        ("aggiungi comprare le uova, non c'è fretta", "comprare le uova"),
        ("non posso guardare adesso, aggiungi comprare le uova", "comprare le uova"),
    ),
}
TAKEN_BACK = {
    "en": (
        "Add milk. Actually no, forget it, we've got some.",
        "add milk, never mind, there is some left",
        "turn on the oven, no, forget it, it is late",
    ),
    "it": (
        "aggiungi il latte, anzi no lascia perdere, ce l'abbiamo",
        "accendi il forno, no lascia stare, è tardi",
    ),
}
PUT_RIGHT = {
    "en": ("add buy milk, scratch that, buy eggs", "add buy milk, no wait, buy eggs"),
    "it": ("aggiungi comprare il latte, anzi no, comprare le uova",),
}
EGGS = {"en": "buy eggs", "it": "comprare le uova"}
MEETINGS = {"en": ("meeting with Anna", "meeting with Luca"), "it": ("riunione con Anna", "riunione con Luca")}
ONE_OF = {
    "en": ("delete one of the two meetings", "one of my two meetings can go, delete it"),
    "it": ("elimina una delle due riunioni", "cancella una delle mie due riunioni"),
}


def decided(engine: Engine, language: str, message: str, history: list[Any] | None = None) -> Any:
    titles = (*TITLES[language], *MEETINGS[language])
    tasks = [{"id": f"t{i}", "number": i, "title": t} for i, t in enumerate(titles, 1)]
    oven = {
        "id": "m1",
        "name": {"en": "Oven", "it": "Forno"}[language],
        "commands": [{"id": "m1:on", "name": "turn_on"}],
    }
    request = {"message": message, "language": language, "now": NOW, "history": history or []}
    return engine.decide({**request, "context": {"tasks": tasks, "machines": [oven]}}).to_dict()


@pytest.mark.parametrize(("language", "message"), [(k, m) for k, some in REMARKS.items() for m in some], ids=str)
def test_a_word_in_a_remark_finishes_no_other_task(language: str, message: str, engine: Engine) -> None:
    done = {"tool_name": "list_tasks", "parameters": {"search": TITLES[language][0]}, "outcome": "done"}
    history = [
        {"role": "user", "content": "?"},
        {"role": "assistant", "content": "", "steps": [done], "shown": ["t1"]},
    ]
    steps = decided(engine, language, message, history)["steps"]
    assert not [s for s in steps if s["status"] == "call" and s["parameters"].get("task_identifier") != "t1"]


@pytest.mark.parametrize(
    ("language", "message", "title"), [(k, *m) for k, some in DENYING_NOTHING.items() for m in some], ids=str
)
def test_a_negation_in_a_remark_denies_no_order(language: str, message: str, title: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert (step["tool_name"], step["parameters"]["title"]) == ("add_task", title)


@pytest.mark.parametrize(("language", "message"), [(k, m) for k, some in TAKEN_BACK.items() for m in some], ids=str)
def test_what_is_taken_back_with_a_reason_is_taken_back(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["steps"] == []


@pytest.mark.parametrize(("language", "message"), [(k, m) for k, some in PUT_RIGHT.items() for m in some], ids=str)
def test_what_is_put_right_is_not_taken_back(language: str, message: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"]["title"] == EGGS[language]


@pytest.mark.parametrize(("language", "message"), [(k, m) for k, some in ONE_OF.items() for m in some], ids=str)
def test_one_of_two_is_asked_about(language: str, message: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert (step["status"], step["tool_name"]) == ("ask", "delete_task")
    assert "task_identifier" not in step["parameters"]


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "whats due tomorrow now"), ("en", "what is due tomorrow"), ("it", "cosa scade domani")],
)
def test_a_question_is_no_answer(language: str, message: str, engine: Engine) -> None:
    asked = decided(engine, language, {"en": "make the call high", "it": "metti la chiamata a priorità alta"}[language])
    assert [s["status"] for s in asked["steps"]] == ["ask"]
    tasks = [
        {"id": f"t{i}", "number": i, "title": t, "due": "2030-10-09" if i == 1 else None}
        for i, t in enumerate(TITLES[language], 1)
    ]
    request = {"message": message, "language": language, "now": NOW, "pending": asked, "context": {"tasks": tasks}}
    found: Any = engine.decide(request).to_dict()
    assert [s["tool_name"] for s in found["steps"]] == ["list_tasks"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("it", "ah ok l'ho fatto io stamattina, spuntalo"),
        ("it", "l'ho fatto ieri, segnalo come fatto"),
        ("en", "I did it this morning, tick it off"),
        ("en", "it's done, tick it off"),
    ],
)
def test_what_is_said_to_be_done_is_not_the_one_that_is_done(language: str, message: str, engine: Engine) -> None:
    titles = TITLES[language]
    tasks = [{"id": f"t{i}", "number": i, "title": t, "completed": i == 3} for i, t in enumerate(titles, 1)]
    done = {"tool_name": "list_tasks", "parameters": {"search": titles[0]}, "outcome": "done"}
    history = [
        {"role": "user", "content": "?"},
        {"role": "assistant", "content": "", "steps": [done], "shown": ["t1"]},
    ]
    request = {"message": message, "language": language, "now": NOW, "history": history, "context": {"tasks": tasks}}
    found: Any = engine.decide(request).to_dict()
    assert [s["parameters"].get("task_identifier") for s in found["steps"]] == ["t1"]


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "and the first one high"), ("it", "e la prima in alta"), ("en", "the third one low")],
)
def test_a_place_in_the_list_is_not_the_one_that_was_spoken_of(language: str, message: str, engine: Engine) -> None:
    done = {
        "tool_name": "update_task",
        "parameters": {"task_identifier": "t2", "new_priority": "low"},
        "outcome": "done",
    }
    history = [{"role": "user", "content": "?"}, {"role": "assistant", "content": "", "steps": [done]}]
    steps = decided(engine, language, message, history)["steps"]
    assert not [s for s in steps if s["status"] == "call" and s["parameters"].get("task_identifier") == "t2"]


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "turn off light and oven"), ("en", "turn off the light and the oven"), ("it", "spegni luce e forno")],
)
def test_a_part_and_its_machine_are_both_meant(language: str, message: str, engine: Engine) -> None:
    commands = ("turn_on", "turn_off", "turn_on_light", "turn_off_light")
    name = {"en": "Oven", "it": "Forno"}[language]
    oven = {"id": "m1", "name": name, "commands": [{"id": f"m1:{c}", "name": c} for c in commands]}
    found: Any = engine.decide({"message": message, "language": language, "context": {"machines": [oven]}}).to_dict()
    told = [s["parameters"]["machine_command_id"] for s in found["steps"]]
    assert sorted(told) == ["m1:turn_off", "m1:turn_off_light"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I don't have time to move the call to friday"),
        ("en", "no rush to turn on the oven"),
        ("it", "non ho tempo di spostare i biscotti a venerdì"),
        ("it", "non ho voglia di accendere il forno"),
        ("it", "non posso controllare il forno"),
    ],
)
def test_such_a_negation_by_itself_denies(language: str, message: str, engine: Engine) -> None:
    assert decided(engine, language, message)["steps"] == []
