"""What is said of something new is not done where nothing new is made; a machine that is named in passing, in what was
not understood, is not what is spoken of."""

import pytest
from machines_said import machine, steps_of

from sayso import Engine

TASKS = [{"id": "t1", "title": "take back the faulty stapler"}, {"id": "t2", "title": "order paper"}]
LIGHTS = machine("Shop Lights", "Shop", "luci del negozio", "turn_on turn_off")


@pytest.mark.parametrize(
    "message",
    [
        "the broken stapler isn't important, give it low priority",
        "the report isn't urgent, give it low priority",
        "the zeppelin isn't important, give it high priority",
    ],
)
def test_what_is_not_made_is_not_changed(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "context": {"tasks": TASKS, "machines": []}})
    assert not any(s["status"] == "call" for s in steps)


def test_what_is_made_is(engine: Engine) -> None:
    steps = steps_of(engine, {"message": "add buy glue and give it high priority", "context": {"tasks": TASKS}})
    assert [s["tool_name"] for s in steps] == ["add_task", "update_task"]
    assert steps[1]["parameters"] == {"task_identifier": "buy glue", "new_priority": "high"}


@pytest.mark.parametrize("message", ["yes, off with it", "turn it off", "off with it then"])
def test_what_is_named_in_passing_is_not_spoken_of(engine: Engine, message: str) -> None:
    history = [
        {"role": "user", "content": "delete the one about the stapler"},
        {
            "role": "assistant",
            "content": "Which task do you mean?",
            "steps": [{"tool_name": "delete_task", "parameters": {}, "outcome": "waiting"}],
        },
        {"role": "user", "content": "the broken thing I was to bring back to the shop"},
        {"role": "assistant", "content": "I am not sure what you would like me to do."},
    ]
    other = machine("Laminator", "Workshop", "", "turn_on turn_off")
    context = {"tasks": TASKS, "machines": [LIGHTS, other]}
    steps = steps_of(engine, {"message": message, "context": context, "history": history})
    assert not any(s["status"] == "call" for s in steps)
