"""Where nothing is done: why, said fittingly in the person's language, and what it could have been."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from records import NOW

from sayso import Decision, Engine

TASKS = [
    {"id": "milk", "title": "buy milk"},
    {"id": "plumber", "title": "call the plumber"},
    {"id": "rent", "title": "pay the rent", "completed": True},
]
MACHINES = [
    {
        "id": "fridge",
        "name": "Kitchen fridge",
        "serial": "S1",
        "commands": [{"id": "on", "name": "turn_on_light"}, {"id": "off", "name": "turn_off_light"}],
        "metrics": ["temperature", "humidity"],
    }
]
CONTEXT: Mapping[str, object] = {"tasks": TASKS, "machines": MACHINES}


def decided(engine: Engine, message: str, **more: object) -> Decision:
    return engine.decide({"message": message, "context": CONTEXT, "now": NOW, **more})


@pytest.mark.parametrize(
    ("message", "language", "reason", "part"),
    [
        ("thank you so much", "en", "nothing_asked", "welcome"),
        ("grazie mille!", "it", "nothing_asked", "Prego"),
        ("good morning", "en", "nothing_asked", "Hello"),
        ("ciao", "it", "nothing_asked", "Ciao"),
        ("who are you?", "en", "help", "Sayso"),
        ("chi sei?", "it", "help", "Sayso"),
        ("you got it wrong again", "en", "nothing_asked", "sorry"),
        ("non capisci niente", "it", "nothing_asked", "dispiace"),
        ("play some jazz", "en", "not_mine", "tasks and your machines"),
        ("che tempo fa?", "it", "not_mine", "attività"),
        ("don't delete it", "en", "negated", "not doing that"),
        ("what if I deleted buy milk?", "en", "hypothetical", "did nothing"),
        ("how do I add a task?", "en", "how_to", "add buy milk"),
        ("how can I delete a task?", "en", "how_to", "delete buy milk"),
        ("come si elimina un'attività?", "it", "how_to", "elimina"),
        ("", "en", "nothing_asked", "add buy milk"),
        ("yes", "en", "nothing_asked", "Nothing is waiting"),
    ],
)
def test_each_thing_that_is_no_request_gets_its_own_short_answer(
    message: str, language: str, reason: str, part: str, engine: Engine
) -> None:
    decision = decided(engine, message)
    assert (decision.status, decision.language, decision.reason) == ("decline", language, reason)
    assert part in str(decision.reply)
    assert decision.to_dict()["reason"] == reason


@pytest.mark.parametrize(("message", "own"), [("what can you do?", "'buy milk'"), ("cosa sai fare?", "'buy milk'")])
def test_help_shows_examples_from_the_persons_own_records_and_each_of_them_is_understood(
    message: str, own: str, engine: Engine
) -> None:
    decision = decided(engine, message)
    assert decision.reason == "help"
    assert own in str(decision.reply)
    assert "Kitchen fridge" in str(decision.reply)
    said = str(decision.reply).split("\n• ")[1:]
    assert len(said) >= 4
    for sentence in said:
        assert decided(engine, sentence).status in ("call", "confirm"), sentence
    for offer in decision.next:
        steps = decided(engine, offer.label).steps
        assert [s.action.tool_name for s in steps] == [offer.tool_name], offer.label


def test_without_records_help_invents_none(engine: Engine) -> None:
    decision = engine.decide({"message": "what can you do?", "now": NOW})
    assert [s.tool_name for s in decision.next] == ["list_tasks"]


@pytest.mark.parametrize(
    ("message", "heard", "offered"),
    [
        ("milk blorg blarg", "buy milk", {"complete_task", "list_tasks", "add_task"}),
        ("fridge blorg", "Kitchen fridge", {"metrics_read", "device_firmware_detail", "add_task"}),
        ("frigo boh luce", "Kitchen fridge", {"machine_command_execute", "metrics_read", "add_task"}),
    ],
)
def test_what_is_unclear_says_what_was_heard_and_offers_the_nearest(
    message: str, heard: str, offered: set[str], engine: Engine
) -> None:
    decision = decided(engine, message)
    assert decision.reason == "unclear"
    assert heard in str(decision.reply)
    assert 2 <= len(decision.next) <= 3
    assert {str(s.tool_name) for s in decision.next} <= offered
    assert all(s.label in str(decision.reply) for s in decision.next)
    known = {"milk", "plumber", "rent", "fridge"}
    meant = {v for s in decision.next for k, v in s.value.items() if k in ("task_identifier", "device_id")}
    assert meant <= known


@pytest.mark.parametrize("answer", ["the first", "1", "Mark 'buy milk' as done"])
def test_what_was_offered_can_be_picked(answer: str, engine: Engine) -> None:
    asked = decided(engine, "milk")
    assert asked.next[0].tool_name == "complete_task"
    done = decided(engine, answer, pending=asked.to_dict())
    assert (done.status, done.steps[0].action.tool_name) == ("call", "complete_task")
    assert done.steps[0].action.value("task_identifier") == "milk"


def test_a_deletion_that_was_offered_and_picked_still_waits_for_a_yes(engine: Engine) -> None:
    near = [{"label": "Delete 'buy milk'", "value": {"task_identifier": "milk"}, "tool_name": "delete_task"}]
    pending = {"language": "en", "status": "decline", "steps": [], "reason": "unclear", "reply": "?", "next": near}
    assert decided(engine, "yes", pending=pending).status == "confirm"


def test_a_yes_to_several_offers_asks_again_and_a_no_ends_it(engine: Engine) -> None:
    asked = decided(engine, "milk")
    again = decided(engine, "yes", pending=asked.to_dict())
    assert (again.status, again.reason, again.next) == ("decline", "unclear", asked.next)
    assert decided(engine, "no", pending=asked.to_dict()).next == ()


def test_what_was_offered_is_dropped_where_something_else_is_asked(engine: Engine) -> None:
    asked = decided(engine, "milk")
    done = decided(engine, "add buy eggs", pending=asked.to_dict())
    assert [s.action.value("title") for s in done.steps] == ["buy eggs"]


def test_only_tools_that_were_handed_in_are_offered(engine: Engine) -> None:
    tools = [{"name": "list_tasks", "description": "List tasks", "inputSchema": {"type": "object"}}]
    assert {s.tool_name for s in decided(engine, "milk", tools=tools).next} <= {"list_tasks"}


@pytest.mark.parametrize("message", ["thanks", "blorg zorp", "play some jazz", "what can you do?", "ok", "hi", ""])
def test_never_the_same_sentence_twice_in_a_row(message: str, engine: Engine) -> None:
    history: list[dict[str, object]] = []
    replies: list[str] = []
    for _ in range(4):
        decision = decided(engine, message, history=history)
        assert decision == decided(engine, message, history=history)  # and yet always the same
        replies.append(str(decision.reply))
        history += [{"role": "user", "content": message}, {"role": "assistant", "content": replies[-1]}]
    assert all(one != other for one, other in pairwise(replies))


def told(tool: str, outcome: str) -> list[dict[str, object]]:
    step = {"tool_name": tool, "parameters": {}, "outcome": outcome}
    return [{"role": "user", "content": "do it"}, {"role": "assistant", "content": "Well.", "steps": [step]}]


def test_a_complaint_says_how_to_undo_only_where_something_was_changed(engine: Engine) -> None:
    changed = decided(engine, "you got it wrong", history=told("add_task", "done"))
    assert "undo" in str(changed.reply)
    assert [s.tool_name for s in changed.next] == ["undo"]
    for history in (
        told("list_tasks", "done"),
        told("machine_command_execute", "done"),
        told("delete_task", "waiting"),
    ):
        assert "undo" not in str(decided(engine, "you got it wrong", history=history).reply)


def test_a_yes_that_comes_too_late_is_told_so(engine: Engine) -> None:
    assert "no longer open" in str(decided(engine, "yes", history=told("delete_task", "waiting")).reply)


@pytest.mark.parametrize(("before", "language"), [("aggiungi comprare il pane", "it"), ("add buy bread", "en")])
def test_ok_is_in_the_language_of_the_conversation(before: str, language: str, engine: Engine) -> None:
    history = [{"role": "user", "content": before}, {"role": "assistant", "content": "…"}]
    assert decided(engine, "ok", history=history).language == language
    history += [{"role": "user", "content": "ok"}, {"role": "assistant", "content": "…"}]
    assert decided(engine, "ok", history=history).language == language
