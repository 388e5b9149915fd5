"""A time is no name, a replaced number no record, and two that are named are two; several new things in one breath are
as many, and a filler is no part of a name that was asked for."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2031-06-10T11:10:00+02:00"
TASKS = {
    "en": (
        ("mow the plots", "2031-06-11"),
        ("swimming lesson", "2031-06-10T17:00:00+02:00"),
        ("paint the shed", None),
        ("renew the licence", "2031-07-01"),
        ("order flour", "2031-06-10"),
    ),
    "it": (
        ("tagliare l'erba", "2031-06-11"),
        ("lezione di nuoto", "2031-06-10T17:00:00+02:00"),
        ("verniciare la rimessa", None),
        ("rinnovare la licenza", "2031-07-01"),
        ("ordinare la farina", "2031-06-10"),
    ),
}
TIMES = {
    "en": (
        ("change the mowing to thursday, 7 in the morning, before the heat", "2031-06-12T07:00:00+02:00"),
        ("change the swimming lesson to 6pm, the pool is booked", "2031-06-10T18:00:00+02:00"),
        ("change the swimming lesson to six today not five", "2031-06-10T18:00:00+02:00"),
        ("move the swimming lesson to 9 tomorrow", "2031-06-11T09:00:00+02:00"),
    ),
    "it": (("cambia la lezione di nuoto a giovedì, alle 18, che prima non posso", "2031-06-12T18:00:00+02:00"),),
}
BOTH = {
    "en": ("erase both the shed and the licence", "delete both the shed and the licence please"),
    "it": ("elimina entrambe, la rimessa e la licenza", "cancella sia la rimessa che la licenza"),
}
INSTEAD = {
    "en": ("make it 6 instead of 5", "just make it 6 instead of 5", "6 instead of 5"),
    "it": ("alle 6 invece che alle 5", "facciamo alle 6 invece delle 5"),
}
SEVERAL = {
    "en": (
        ("tomorrow: hoover the mobile homes, oil the hinges", ("hoover the mobile homes", "oil the hinges")),
        ("make me two tasks: laminate the maps, hang the maps up", ("laminate the maps", "hang the maps up")),
        ("get onions, shallots and two kilos of carrots", ("get onions, shallots and two kilos of carrots",)),
    ),
    "it": (
        ("comprare cipolle, scalogni e due chili di carote", ("comprare cipolle, scalogni e due chili di carote",)),
    ),
}
TOLD = {
    "en": (
        ("we're out of printer paper, put it on the list", "printer paper"),
        ("I should really sharpen the wheels, stick it on the list", "sharpen the wheels"),
        ("gas bottles are nearly empty, add that to my list", "gas bottles"),
    ),
    "it": (
        ("è finita la carta igienica, mettila in lista", "la carta igienica"),
        ("dovrei affilare le rotelle, mettilo in lista", "affilare le rotelle"),
    ),
}
FILLED = {
    "en": (("well, buy worms", "buy worms"), ("ok, buy worms", "buy worms"), ("buy worms, hooks", "buy worms, hooks")),
    "it": (("dunque, comprare le esche", "comprare le esche"), ("allora, comprare le esche", "comprare le esche")),
}


def decided(engine: Engine, language: str, message: str, **more: Any) -> Any:
    tasks = [{"id": f"t{i}", "number": i, "title": t, "due": d} for i, (t, d) in enumerate(TASKS[language], 1)]
    request = {"message": message, "language": language, "context": {"tasks": tasks}, "now": NOW, **more}
    return engine.decide(request).to_dict()


@pytest.mark.parametrize(
    ("language", "message", "due"), [(k, m, d) for k, some in TIMES.items() for m, d in some], ids=str
)
def test_a_time_is_no_name(language: str, message: str, due: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"]["new_due"] == due
    assert "new_title" not in step["parameters"]


@pytest.mark.parametrize(("language", "message"), [(k, w) for k, some in BOTH.items() for w in some], ids=str)
def test_two_that_are_named_are_both_meant(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert [(s["status"], s["parameters"]["task_identifier"]) for s in steps] == [("confirm", "t3"), ("confirm", "t4")]


@pytest.mark.parametrize(("language", "message"), [(k, w) for k, some in INSTEAD.items() for w in some], ids=str)
def test_a_number_that_is_replaced_names_no_record(language: str, message: str, engine: Engine) -> None:
    refused = {"tool_name": "delete_task", "parameters": {"task_identifier": "t2"}, "outcome": "waiting"}
    history = [
        {"role": "user", "content": "delete the swimming lesson"},
        {"role": "assistant", "content": "", "steps": [refused]},
        {"role": "user", "content": "no"},
        {"role": "assistant", "content": ""},
    ]
    steps = decided(engine, language, message, history=history)["steps"]
    assert all(s["parameters"].get("task_identifier") in (None, "t2") for s in steps)


@pytest.mark.parametrize(
    ("language", "message", "titles"), [(k, m, t) for k, some in SEVERAL.items() for m, t in some], ids=str
)
def test_new_things_are_as_many_as_are_said(
    language: str, message: str, titles: tuple[str, ...], engine: Engine
) -> None:
    steps = decided(engine, language, message)["steps"]
    assert tuple(s["parameters"]["title"] for s in steps) == titles


@pytest.mark.parametrize(
    ("language", "message", "title"), [(k, m, t) for k, some in TOLD.items() for m, t in some], ids=str
)
def test_a_sentence_is_no_name(language: str, message: str, title: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert (step["status"], step["parameters"]["title"]) == ("confirm", title)


@pytest.mark.parametrize(
    ("language", "message", "title"), [(k, m, t) for k, some in FILLED.items() for m, t in some], ids=str
)
def test_a_filler_is_no_part_of_a_name(language: str, message: str, title: str, engine: Engine) -> None:
    asked = decided(
        engine, language, {"en": "add something to my list", "it": "aggiungi qualcosa alla lista"}[language]
    )
    assert asked["status"] == "ask"
    (step,) = decided(engine, language, message, pending=asked)["steps"]
    assert step["parameters"]["title"] == title


@pytest.mark.parametrize(("language", "message"), [("en", "put that one back"), ("it", "rimetti quella a posto")])
def test_one_of_several_is_not_taken_back_with_all_of_them_unasked(language: str, message: str, engine: Engine) -> None:
    done = [
        {"tool_name": "complete_task", "parameters": {"task_identifier": f"t{i}"}, "outcome": "done"} for i in (2, 5)
    ]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "", "steps": done}]
    steps = decided(engine, language, message, history=history)["steps"]
    assert all(s["status"] != "call" for s in steps)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "change the swimming lesson to friday lunch"),
        ("en", "change the swimming lesson to sunday, with the priest"),
        ("en", "change the swimming lesson to monday, 8"),
        ("it", "cambia la lezione di nuoto in domenica, con il prete"),
    ],
)
def test_what_only_a_part_of_was_read_is_asked_about(language: str, message: str, engine: Engine) -> None:
    assert all(s["status"] != "call" for s in decided(engine, language, message)["steps"])


@pytest.mark.parametrize(
    ("language", "message", "due"),
    [
        ("en", "move the swimming lesson to friday 13", "2031-06-13T17:00:00+02:00"),
        ("en", "move the swimming lesson to tomorrow 2 people", "2031-06-11T17:00:00+02:00"),
        ("it", "sposta la lezione di nuoto a venerdì 13", "2031-06-13T17:00:00+02:00"),
    ],
)
def test_a_number_beside_a_day_need_not_be_an_hour(language: str, message: str, due: str, engine: Engine) -> None:
    (step,) = decided(engine, language, message)["steps"]
    assert step["parameters"]["new_due"] == due


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "I meant 3"), ("en", "make it 3"), ("it", "volevo dire la 3"), ("it", "facciamo la 3")],
)
def test_a_number_is_no_hour_of_what_is_just_to_be_deleted(language: str, message: str, engine: Engine) -> None:
    waiting = {"tool_name": "delete_task", "parameters": {"task_identifier": "t2"}, "outcome": "waiting"}
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "", "steps": [waiting]}]
    steps = decided(engine, language, message, history=history)["steps"]
    assert all("new_due" not in s["parameters"] for s in steps)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "mark both the bills as done and delete the shed"),
        ("it", "segna fatte entrambe le bollette e la licenza"),
    ],
)
def test_both_of_a_kind_are_not_one_of_them(language: str, message: str, engine: Engine) -> None:
    steps = decided(engine, language, message)["steps"]
    assert all(s["status"] != "call" for s in steps if s["tool_name"] == "complete_task")
