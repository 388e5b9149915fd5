"""Several things in one breath: new ones each on its own, listed ones by what they are, all by one question."""

import pytest
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine


@pytest.mark.parametrize(
    ("message", "titles"),
    [
        ("add buy eggs and call Anna", ["buy eggs", "call Anna"]),
        ("add buy eggs, call Anna and then send the invoice", ["buy eggs", "call Anna", "send the invoice"]),
        ("aggiungi comprare le uova e chiamare Anna", ["comprare le uova", "chiamare Anna"]),
        ("add buy eggs, bread and butter", ["buy eggs, bread and butter"]),
        ("remind me to buy eggs and bread", ["buy eggs and bread"]),
        ("add eggs, bread, butter", ["eggs", "bread", "butter"]),
        ("add two tasks for saturday, buy candles and buy balloons", ["buy candles", "buy balloons"]),
        ("aggiungi uova, pane, burro", ["uova", "pane", "burro"]),
        ('add "eggs, bread and butter"', ["eggs, bread and butter"]),
        ('add "buy eggs and call Anna"', ["buy eggs and call Anna"]),
    ],
)
def test_acts_are_tasks_apart_and_the_objects_of_one_act_stay_together(
    message: str, titles: list[str], engine: Engine
) -> None:
    assert [said["title"] for _, _, said in deeds(talk(engine, {}, message))] == titles


def test_a_day_belongs_to_the_thing_it_stands_beside(engine: Engine) -> None:
    assert [said for _, _, said in deeds(talk(engine, {}, "add buy eggs, call Anna tomorrow"))] == [
        {"title": "buy eggs"},
        {"title": "call Anna", "due": "2026-11-17"},
    ]


@pytest.mark.parametrize(
    "message",
    [
        "remind me tonight at 7 to take out the fish and at 9 to soak the beans",
        "ricordami stasera alle 7 di scongelare il pesce e alle 9 di mettere a bagno i ceci",
    ],
)
def test_a_later_time_is_on_the_day_and_in_the_half_of_it_that_was_said_before(message: str, engine: Engine) -> None:
    dues = [str(said["due"])[:16] for _, _, said in deeds(talk(engine, {}, message))]
    assert dues == ["2026-11-16T19:00", "2026-11-16T21:00"]


@pytest.mark.parametrize(
    ("context", "message", "tool", "tasks"),
    [
        (ENGLISH, "delete all the completed ones", "delete_task", ["plants", "hood"]),
        (ENGLISH, "mark the overdue ones as done", "complete_task", ["report", "rent"]),
        (ENGLISH, "the completed ones can go", "delete_task", ["plants", "hood"]),
        (ENGLISH, "delete the ones for this week", "delete_task", ["milk", "dentist"]),
        (ENGLISH, "move the overdue ones to friday", "update_task", ["report", "rent"]),
        (ENGLISH, "reopen the completed ones", "update_task", ["plants", "hood"]),
        (ITALIAN, "elimina tutte quelle completate", "delete_task", ["plants", "hood"]),
        (ENGLISH, "delete the two completed ones", "delete_task", ["plants", "hood"]),
        (ENGLISH, "mark the two overdue tasks as done", "complete_task", ["report", "rent"]),
        (ENGLISH, "the two overdue ones, push them to friday", "update_task", ["report", "rent"]),
        (ITALIAN, "elimina le due completate", "delete_task", ["plants", "hood"]),
    ],
)
def test_several_tasks_are_confirmed_by_one_question_that_names_them(
    context: Record, message: str, tool: str, tasks: list[str], engine: Engine
) -> None:
    decision = talk(engine, context, message)
    found = deeds(decision)
    assert [(status, name, said["task_identifier"]) for status, name, said in found] == [
        ("confirm", tool, task) for task in tasks
    ]
    questions = {step.question for step in decision.steps}  # type: ignore[union-attr]
    assert len(questions) == 1
    titles = {t["id"]: t["title"] for t in context["tasks"]}  # type: ignore[attr-defined]
    assert all(titles[task] in str(decision.reply) for task in tasks)


def test_of_another_number_it_is_asked_which(engine: Engine) -> None:
    decision = talk(engine, ENGLISH, "delete the three completed ones")
    assert decision.status == "ask"


def test_a_yes_does_all_of_them_and_a_no_none(engine: Engine) -> None:
    done = deeds(talk(engine, ENGLISH, "delete all the completed ones", "yes"))
    assert [(status, said["task_identifier"]) for status, _, said in done] == [("call", "plants"), ("call", "hood")]
    assert talk(engine, ENGLISH, "delete all the completed ones", "no").status == "decline"


def test_a_question_about_very_many_names_the_first_and_says_how_many_more(engine: Engine) -> None:
    tasks = [{"id": f"t{i}", "title": f"errand of {i} kinds", "completed": True} for i in range(1, 26)]
    decision = talk(engine, {"tasks": tasks}, "delete all the completed ones")
    assert len(decision.steps) == 25
    assert "(+5)" in str(decision.reply)


@pytest.mark.parametrize(
    ("context", "message", "deed"),
    [
        (ENGLISH, "complete the high priority one", ("call", "complete_task", {"task_identifier": "milk"})),
        (ENGLISH, "mark the one for tomorrow as done", ("call", "complete_task", {"task_identifier": "milk"})),
        (ITALIAN, "segna come fatta quella di domani", ("call", "complete_task", {"task_identifier": "milk"})),
        (ITALIAN, "elimina quella scaduta", ("confirm", "delete_task", {"task_identifier": "report"})),
        (ENGLISH, "delete the one for friday", ("failed", "delete_task", {})),
        (ENGLISH, "delete the ones for next week", ("failed", "delete_task", {})),
        (ENGLISH, "show me the overdue ones", ("call", "list_tasks", {"filter": "overdue"})),
    ],
)
def test_one_task_is_meant_by_what_it_is(
    context: Record, message: str, deed: tuple[str, str, dict[str, object]], engine: Engine
) -> None:
    assert deeds(talk(engine, context, message)) == [deed]


def test_two_that_fit_what_was_said_of_one_are_asked_about(engine: Engine) -> None:
    decision = talk(engine, ENGLISH, "delete the overdue one")
    assert decision.status == "ask"
    assert "quarterly report" in str(decision.reply)
    assert "pay rent" in str(decision.reply)
