"""Conversations: open questions are answered, dropped or asked again; "it" means what was spoken of."""

import pytest

from sayso import Decision, Engine

NOW = "2026-11-16T10:00:00+01:00"
Tasks = list[dict[str, object]]
TASKS: Tasks = [
    {"id": "1", "title": "buy milk"},
    {"id": "2", "title": "call mom"},
    {"id": "3", "title": "finish the report"},
]


def talk(engine: Engine, *messages: str, tasks: Tasks | None = TASKS) -> Decision:
    """The last decision of a conversation in which every open question is handed back."""
    pending: dict[str, object] | None = None
    decision: Decision | None = None
    for message in messages:
        request: dict[str, object] = {"message": message, "now": NOW}
        if tasks is not None:
            request["context"] = {"tasks": tasks}
        if pending is not None:
            request["pending"] = pending
        decision = engine.decide(request)
        pending = decision.to_dict()
    assert decision is not None
    return decision


def told(decision: Decision) -> list[tuple[str, str | None, dict[str, object]]]:
    steps = decision.to_dict()["steps"]
    return [(s["status"], s["tool_name"], s["parameters"]) for s in steps]  # type: ignore[attr-defined]


def add(title: str, **more: object) -> dict[str, object]:
    return {"title": title, "priority": "medium", **more}


@pytest.mark.parametrize(
    ("messages", "steps"),
    [
        (["new task", "buy stamps tomorrow"], [("call", "add_task", add("buy stamps", due="2026-11-17"))]),
        (["new task", "urgent: call the bank"], [("call", "add_task", add("call the bank", priority="high"))]),
        (["nuova attività", "comprare i francobolli"], [("call", "add_task", add("comprare i francobolli"))]),
        (["delete call mom", "yes"], [("call", "delete_task", {"task_identifier": "2"})]),
        (["delete call mom", "no, buy milk"], [("confirm", "delete_task", {"task_identifier": "1"})]),
        (["delete it", "call mom"], [("confirm", "delete_task", {"task_identifier": "2"})]),
        (["delete it", "the last one"], [("confirm", "delete_task", {"task_identifier": "3"})]),
        (["elimina quella", "la seconda", "sì"], [("call", "delete_task", {"task_identifier": "2"})]),
        (
            ["update task 2", "high priority"],
            [("call", "update_task", {"task_identifier": "2", "new_priority": "high"})],
        ),
        (["update task 2", "tomorrow"], [("call", "update_task", {"task_identifier": "2", "new_due": "2026-11-17"})]),
        (
            ["update task 2", "Call dad"],
            [("confirm", "update_task", {"task_identifier": "2", "new_title": "Call dad"})],
        ),
        (["change that", "the first"], [("ask", "update_task", {"task_identifier": "1"})]),
        (["change that", "call mom"], [("ask", "update_task", {"task_identifier": "2"})]),
        (["complete xyz", "yes"], [("call", "list_tasks", {"filter": "all"})]),
        (["delete call mom", "show my tasks"], [("call", "list_tasks", {"filter": "all"})]),
        (["delete call mom", "what a lovely day"], []),
        (
            ["add a task and show me my list", "buy stamps"],
            [("call", "add_task", add("buy stamps")), ("call", "list_tasks", {"filter": "all"})],
        ),
        (["complete it", "1"], [("call", "complete_task", {"task_identifier": "1"})]),
        (["I need to wash the car", "yes please"], [("call", "add_task", add("wash the car"))]),
    ],
)
def test_an_open_question_is_answered(
    messages: list[str], steps: list[tuple[str, str, dict[str, object]]], engine: Engine
) -> None:
    assert told(talk(engine, *messages)) == steps


def test_no_leaves_everything_and_says_so(engine: Engine) -> None:
    decision = talk(engine, "delete call mom", "no thanks")
    assert decision.status == "decline"
    assert decision.reply == "Okay, I'll leave it as it is."


def test_the_other_one_of_two_is_the_other_one(engine: Engine) -> None:
    decision = talk(engine, "delete call mom", "no, the other one", tasks=TASKS[:2])
    assert told(decision) == [("confirm", "delete_task", {"task_identifier": "1"})]


def test_the_other_one_of_many_is_asked_about(engine: Engine) -> None:
    decision = talk(engine, "delete call mom", "the other one")
    assert decision.status == "ask"
    assert [s.label for s in decision.steps[0].suggestions] == ["buy milk", "finish the report"]  # type: ignore[union-attr]


def test_yes_to_a_choice_asks_again(engine: Engine) -> None:
    twins: Tasks = [{"id": "1", "title": "buy milk"}, {"id": "2", "title": "buy bread"}]
    decision = talk(engine, "complete buy", "yes", tasks=twins)
    assert decision.status == "ask"
    assert len(decision.steps[0].suggestions) == 2  # type: ignore[union-attr]


def test_a_record_that_is_gone_is_not_deleted(engine: Engine) -> None:
    pending = talk(engine, "delete call mom").to_dict()
    left = {"tasks": [t for t in TASKS if t["id"] != "2"]}
    decision = engine.decide({"message": "yes", "context": left, "pending": pending, "now": NOW})
    assert decision.status == "failed"


def test_an_answer_may_still_be_ambiguous(engine: Engine) -> None:
    many: Tasks = [{"id": str(i), "title": f"call client {i}"} for i in range(7)]
    decision = talk(engine, "delete it", "call client", tasks=many)
    assert decision.status == "ask"


def test_a_title_given_as_an_answer_has_its_limit_too(engine: Engine) -> None:
    decision = talk(engine, "new task", "very " * 60)
    assert decision.status == "failed"
    assert "200" in (decision.reply or "")


def test_without_records_the_words_travel_on(engine: Engine) -> None:
    decision = talk(engine, "complete it", "buy milk", tasks=None)
    assert told(decision) == [("call", "complete_task", {"task_identifier": "buy milk"})]


def test_it_means_what_the_conversation_named_even_without_records(engine: Engine) -> None:
    history = [
        {"role": "user", "content": "add buy groceries"},
        {"role": "assistant", "content": "I've added 'buy groceries' to your tasks."},
    ]
    step = engine.decide({"message": "mark it as done", "history": history, "now": NOW}).to_dict()["steps"][0]  # type: ignore[index]
    assert step["parameters"] == {"task_identifier": "buy groceries"}
    assert step["sources"]["task_identifier"]["kind"] == "history"


def test_it_means_what_was_just_said_where_nobody_quoted_it(engine: Engine) -> None:
    history = [{"role": "user", "content": "add call the vet"}, {"role": "assistant", "content": "Done."}]
    step = engine.decide({"message": "set it to high priority", "history": history, "now": NOW}).to_dict()["steps"][0]  # type: ignore[index]
    assert step["parameters"] == {"task_identifier": "call the vet", "new_priority": "high"}
    assert step["sources"]["task_identifier"] == {"kind": "history", "turn": 0}


def test_two_names_of_which_one_holds_the_other_are_told_apart(engine: Engine) -> None:
    tasks = [{"id": "1", "title": "milk"}, {"id": "2", "title": "buy milk"}]
    history = [{"role": "assistant", "content": "I've added 'buy milk'."}]
    request = {"message": "complete it", "history": history, "context": {"tasks": tasks}, "now": NOW}
    assert told(engine.decide(request)) == [("call", "complete_task", {"task_identifier": "2"})]


def test_an_id_in_the_conversation_is_a_name(engine: Engine) -> None:
    tasks = [{"id": "task-7f", "title": "x"}, {"id": "task-8a", "title": "y"}]
    history = [{"role": "assistant", "content": "See task-8a for more."}]
    request = {"message": "complete it", "history": history, "context": {"tasks": tasks}, "now": NOW}
    assert told(engine.decide(request)) == [("call", "complete_task", {"task_identifier": "task-8a"})]


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("change buy milk to buy oat milk", {"new_title": "buy oat milk"}),
        ("change buy milk to high priority", {"new_priority": "high"}),
        ("change buy milk to friday", {"new_due": "2026-11-20"}),
        ("reschedule buy milk for tomorrow at 9am", {"new_due": "2026-11-17T09:00:00+01:00"}),
        ("mark buy milk as not done", {"new_status": "pending"}),
        ("prioritize buy milk", {"new_priority": "high"}),
        ("describe buy milk as two litres", {"new_description": "two litres"}),
    ],
)
def test_a_new_value_is_what_it_sounds_like(message: str, changed: dict[str, object], engine: Engine) -> None:
    assert told(talk(engine, message)) == [("call", "update_task", {"task_identifier": "1", **changed})]


def test_a_new_title_has_its_limit(engine: Engine) -> None:
    decision = talk(engine, "rename buy milk to " + "very " * 60)
    assert decision.status == "failed"


def test_a_description_has_its_limit(engine: Engine) -> None:
    decision = talk(engine, f"add description '{'long ' * 250}' to buy milk")
    assert decision.status == "failed"
    assert "1000" in (decision.reply or "")


def test_several_listed_titles_are_several_tasks(engine: Engine) -> None:
    decision = talk(engine, "add the following tasks: pay rent, water the plants and feed the cat")
    assert [s.action.value("title") for s in decision.steps] == ["pay rent", "water the plants", "feed the cat"]


def test_several_named_records_are_several_steps(engine: Engine) -> None:
    decision = talk(engine, "complete buy milk and call mom")
    assert [s.action.value("task_identifier") for s in decision.steps] == ["1", "2"]


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("show my tasks for tomorrow", "tomorrow"),
        ("show my tasks for next week", "next_week"),
        ("show my tasks for this weekend", {"from": "2026-11-21", "to": "2026-11-22"}),
        ("show my tasks due next month", {"from": "2026-12-01", "to": "2026-12-31"}),
        ("show my tasks due this month", {"from": "2026-11-01", "to": "2026-11-30"}),
        ("show my tasks due december", {"from": "2026-12-01", "to": "2026-12-31"}),
        ("show my tasks due in two days", "2026-11-18"),
        ("show my tasks due in two hours", "2026-11-16"),
        ("show my tasks due friday", "2026-11-20"),
        ("mostrami le attività dal 1 dicembre al 5 dicembre", {"from": "2026-12-01", "to": "2026-12-05"}),
    ],
)
def test_a_list_is_asked_for_by_day(message: str, due: object, engine: Engine) -> None:
    assert talk(engine, message).steps[0].action.value("due") == due


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("Done, I deleted it. Anything else?", []),
        ("I've deleted call mom. Want to see your list?", []),
        ("Which one do you mean, 'buy milk' or 'call mom'?", []),
        ("Delete 'call mom'?", [("call", "delete_task", {"task_identifier": "2"})]),
    ],
)
def test_a_yes_counts_only_for_the_question_that_was_asked(
    said: str, steps: list[tuple[str, str, dict[str, object]]], engine: Engine
) -> None:
    history = [{"role": "user", "content": "delete call mom"}, {"role": "assistant", "content": said}]
    decision = engine.decide({"message": "yes", "history": history, "context": {"tasks": TASKS}, "now": NOW})
    assert told(decision) == steps


@pytest.mark.parametrize("said", ["sure?", "yes?", "hmm", "I don't know"])
def test_doubt_is_no_yes(said: str, engine: Engine) -> None:
    assert talk(engine, "delete call mom", said).status == "confirm"


@pytest.mark.parametrize("said", ["thanks", "how are you?", "what's the weather like in Rome?", "I don't know"])
def test_chatter_is_no_title(said: str, engine: Engine) -> None:
    decision = talk(engine, "add a task", said)
    assert decision.status in ("ask", "decline")


@pytest.mark.parametrize(
    ("said", "title"), [("call it buy stamps", "buy stamps"), ("the title is fix the tap", "fix the tap")]
)
def test_the_frame_of_an_answer_is_no_part_of_the_title(said: str, title: str, engine: Engine) -> None:
    assert talk(engine, "add a task", said).steps[0].action.value("title") == title


def test_a_place_that_was_not_offered_is_asked_about_again(engine: Engine) -> None:
    twins: Tasks = [
        {"id": "1", "title": "buy milk"},
        {"id": "2", "title": "buy bread"},
        {"id": "3", "title": "call mom"},
    ]
    assert talk(engine, "complete buy", "the third", tasks=twins).status == "ask"


def test_a_record_that_is_gone_is_told_by_its_name(engine: Engine) -> None:
    pending = talk(engine, "delete call mom and complete buy milk").to_dict()
    left = {"tasks": [t for t in TASKS if t["id"] == "3"]}
    decision = engine.decide({"message": "yes", "context": left, "pending": pending, "now": NOW})
    assert [s["status"] for s in decision.to_dict()["steps"]] == ["failed", "failed"]  # type: ignore[attr-defined]
    assert "call mom" in (decision.reply or "")


def test_a_yes_may_go_on_to_something_else(engine: Engine) -> None:
    decision = talk(engine, "delete call mom", "yes and add buy stamps")
    assert [(status, tool) for status, tool, _ in told(decision)] == [("call", "delete_task"), ("call", "add_task")]


def test_it_means_what_the_open_question_is_about(engine: Engine) -> None:
    decision = talk(engine, "delete call mom", "no, just mark it as done")
    assert told(decision) == [("call", "complete_task", {"task_identifier": "2"})]
    source = decision.to_dict()["steps"][0]["sources"]["task_identifier"]  # type: ignore[index]
    assert source == {"kind": "context", "record": "2"}


def test_an_answer_leads_to_registered_tools_only(engine: Engine) -> None:
    pending = talk(engine, "delete call mom").to_dict()
    request = {"message": "yes and add buy stamps", "context": {"tasks": TASKS}, "pending": pending, "now": NOW}
    decision = engine.decide({**request, "tools": [{"name": "delete_task"}]})
    assert [tool for _, tool, _ in told(decision)] == ["delete_task"]


def test_a_short_answer_keeps_the_language_of_the_question(engine: Engine) -> None:
    decision = talk(engine, "elimina call mom", "no")
    assert (decision.language, decision.reply) == ("it", "Va bene, lascio tutto com'è.")
