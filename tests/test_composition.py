"""The composer in the founding shape, its settings, what is learned, and what may follow."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from kitchen import KITCHEN, machine

from sayso import (
    Engine,
    Policy,
    SaysoError,
    compose_intelligently,
    forget,
    learn,
    learn_sequence,
    learn_usual,
    needs_input,
)
from sayso.face import standard

NOW = datetime.fromisoformat("2026-11-16T10:00:00+01:00")
ENGINE = standard()
PREFIX = "INTELLIGENT_COMPOSITION_"


def composed(prompt: str, given: Any = None, machines: Any = KITCHEN, **more: Any) -> dict[str, Any]:
    """What becomes of an incomplete command."""
    context = {"tool_name": "machine_command_execute", "original_input": given or {}, "user_prompt": prompt}
    return compose_intelligently({**context, "machine_context": machines, "language": "it", **more})


def chosen(hint: str, record: str, count: int, of: int, days: int = 0) -> dict[str, object]:
    """A preference of that many days ago."""
    last = (NOW - timedelta(days=days)).isoformat()
    return {"hint": hint, "record": record, "count": count, "of": of, "last": last}


def test_a_unique_pair_is_completed() -> None:
    result = composed("imposta la temperatura a 4 gradi")
    assert result["status"] == "completed"
    assert result["composed_input"] == {
        "device_id": "ab",
        "machine_command_id": "ab:set",
        "overrides": {"temperature": 4},
    }
    assert needs_input(result) is None


def test_several_are_asked_about_with_finished_values() -> None:
    result = composed("accendi la luce del frigo")
    assert (result["status"], result["composed_input"]) == ("needs_clarification", {})
    assert [s["value"] for s in result["suggestions"]] == [
        {"device_id": "fc", "machine_command_id": "fc:on"},
        {"device_id": "fs", "machine_command_id": "fs:on"},
    ]
    answer = needs_input(result)
    assert answer is not None
    assert answer["status"] == "needs_input"
    assert "Frigo Cucina" in str(answer["message"])


def test_what_no_machine_can_do_fails_and_says_what_it_can() -> None:
    result = composed("accendi la luce del forno")
    assert result["status"] == "failed"
    assert "Avvia il ciclo" in result["message"]


def test_the_words_may_come_inside_the_input() -> None:
    result = composed("", {"_user_prompt": "sbrina l'abbattitore", "user_id": "u7"})
    assert result["composed_input"] == {"device_id": "ab", "machine_command_id": "ab:defrost"}


def test_a_context_without_a_tool_says_so() -> None:
    with pytest.raises(SaysoError, match="tool_name"):
        compose_intelligently({"original_input": {}})


def test_switched_off_nothing_is_completed_from_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENABLE_INTELLIGENT_COMPOSITION", "false")
    assert composed("accendi la luce dell'abbattitore")["status"] == "needs_clarification"
    named = {"device_name": "abbattitore", "command_name": "turn_on_light"}
    assert composed("", named)["composed_input"] == {"device_id": "ab", "machine_command_id": "ab:on"}


def test_the_threshold_and_the_number_of_suggestions_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PREFIX + "CONFIDENCE_THRESHOLD", "0.999")
    assert composed("accendi la luce dell'abbattitore")["status"] == "needs_clarification"
    monkeypatch.setenv(PREFIX + "CONFIDENCE_THRESHOLD", "0.5")
    monkeypatch.setenv(PREFIX + "MAX_SUGGESTIONS", "1")
    assert len(composed("accendi la luce del frigo")["suggestions"]) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ENABLE_INTELLIGENT_COMPOSITION", "perhaps"),
        (PREFIX + "CONFIDENCE_THRESHOLD", "high"),
        (PREFIX + "CONFIDENCE_THRESHOLD", "1.5"),
        (PREFIX + "MAX_SUGGESTIONS", "50"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SaysoError, match=name):
        composed("accendi la luce")


def decide(message: str, preferences: Any = (), **more: Any) -> Any:
    """The decision about a message to the kitchen."""
    context = {"machines": KITCHEN, **more.pop("context", {})}
    request = {"message": message, "now": NOW.isoformat(), "preferences": list(preferences), "context": context, **more}
    return ENGINE.decide(request)


def test_choices_raise_a_machine_by_degrees_and_fade() -> None:
    def status(*preferences: dict[str, object]) -> tuple[str, str]:
        decision = decide("accendi la luce del frigo", preferences)
        step = decision.to_dict()["steps"][0]
        first = step["parameters"].get("device_id") or step["suggestions"][0]["value"]["device_id"]
        return decision.status, first

    assert status() == ("ask", "fc")
    assert status(chosen("luce frigo", "fs", 1, 2)) == ("ask", "fs")
    assert status(chosen("luce frigo", "fs", 2, 2)) == ("ask", "fs")  # twice may be chance
    assert status(chosen("luce frigo", "fs", 3, 3)) == ("confirm", "fs")
    assert status(chosen("luce frigo", "fs", 4, 5)) == ("confirm", "fs")
    assert status(chosen("luce frigo", "fs", 12, 12)) == ("call", "fs")
    assert status(chosen("luce frigo", "fs", 12, 12, days=400)) == ("ask", "fs")
    assert status(chosen("forno", "fs", 12, 12)) == ("ask", "fc")
    assert status(chosen("luce frigo", "gone", 12, 12)) == ("ask", "fc")


def test_what_was_chosen_before_is_told() -> None:
    decision = decide("accendi la luce del frigo", [chosen("luce frigo", "fs", 4, 5)])
    assert decision.trace.learned == ("L'hai scelto 4 volte su 5.",)
    assert decision.to_dict()["steps"][0]["sources"]["device_id"] == {"kind": "preference", "record": "fs"}


def test_nothing_that_was_learned_lifts_a_dangerous_step_over_its_confirmation() -> None:
    tasks = {"tasks": [{"id": "1", "title": "report for Ann"}, {"id": "2", "title": "report for Bo"}]}
    decision = decide("delete report", [chosen("report", "2", 50, 50)], context=tasks)
    assert (decision.status, decision.steps[0].action.value("task_identifier")) == ("confirm", "2")
    ovens = [machine("o1", "Forno Uno", {"stop": "stop_cycle"}), machine("o2", "Forno Due", {"stop": "stop_cycle"})]
    stopped = decide("ferma il ciclo del forno", [chosen("ciclo forno", "o2", 50, 50)], context={"machines": ovens})
    assert (stopped.status, stopped.steps[0].action.is_dangerous) == ("confirm", True)


def test_only_explicit_choices_are_learned_and_each_can_be_forgotten() -> None:
    asked = decide("accendi la luce del frigo")
    picked = decide("il secondo", pending=asked.to_dict())
    refused = decide("no", pending=asked.to_dict())
    assert learn([], asked, refused, NOW) == []
    once = learn([], asked, picked, NOW)
    assert once == [{"hint": "luce frigo", "record": "fs", "count": 1, "of": 1, "last": NOW.isoformat()}]
    other = learn(once, asked, decide("frigo cucina", pending=asked.to_dict()), NOW)
    assert [(p["record"], p["count"], p["of"]) for p in other] == [("fs", 1, 2), ("fc", 1, 2)]
    assert [p["record"] for p in forget(other, record="fs")] == ["fc"]
    assert forget(other, hint="frigo luce") == []
    assert forget(other) == []


def test_a_yes_to_what_was_learned_counts_as_a_choice_and_a_no_against_it() -> None:
    kept = [chosen("luce frigo", "fs", 3, 3)]
    asked = decide("accendi la luce del frigo", kept)
    assert asked.status == "confirm"
    yes = learn(kept, asked, decide("sì", kept, pending=asked.to_dict()), NOW)
    assert [(p["record"], p["count"], p["of"]) for p in yes] == [("fs", 4, 4)]
    no = learn(kept, asked, decide("no", kept, pending=asked.to_dict()), NOW)
    assert [(p["record"], p["count"], p["of"]) for p in no] == [("fs", 3, 4)]
    assert learn(kept, asked, decide("aggiungi latte", kept, pending=asked.to_dict()), NOW) == kept


def test_a_usual_priority_is_taken_for_new_tasks_and_says_so() -> None:
    kept: Any = []
    for _ in range(3):
        kept = learn_usual(kept, decide("add call the bank, high priority"), NOW)
    kept = learn_usual(kept, decide("add buy milk"), NOW)  # nothing was said: nothing is learned
    assert [(p["hint"], p["record"], p["count"], p["of"]) for p in kept] == [("priority", "high", 3, 3)]
    step = decide("add buy bread", kept).to_dict()["steps"][0]
    assert (step["parameters"]["priority"], step["sources"]["priority"]["kind"]) == ("high", "preference")
    said = decide("add buy bread, low priority", kept).to_dict()["steps"][0]
    assert said["parameters"]["priority"] == "low"


def test_what_often_follows_is_offered_and_ones_own_habit_comes_first() -> None:
    decision = decide("che temperatura c'è nell'abbattitore?")
    assert [s.label for s in decision.next] == ["Imposta temperatura", "Avvia lo sbrinamento", "Leggi: umidità"]
    habit: Any = []
    for _ in range(5):
        habit = learn_sequence(habit, "read temperature", "turn_on light", NOW)
    own = decide("che temperatura c'è nell'abbattitore?", habit)
    assert own.next[0].label == "Accendi la luce"
    assert len(own.next) == 3
    assert decide("accendi la luce del frigo").next == ()


@pytest.mark.untraced
def test_a_policy_sets_how_sure_a_step_must_be() -> None:
    careful = Engine(policy=Policy(thresholds={"machines": 0.999}))
    request = {"message": "accendi la luce dell'abbattitore", "context": {"machines": KITCHEN}}
    assert careful.decide(request).status == "confirm"
