"""What "it" is after several machines were spoken of: the one that can do it, never one that is not asked about; and an
order that is followed by a sentence without a pause."""

from typing import Any

import pytest

from sayso import Engine

NOW = "2031-06-10T11:10:00+02:00"
ABLE = {
    "Gate": ("open", "close", "lock", "unlock"),
    "Path Lights": ("turn_on", "turn_off"),
    "Laundry Dryer": ("turn_on", "turn_off", "start_cycle", "stop_cycle", "pause", "resume"),
    "Pizza Oven": ("turn_on", "turn_off", "set_temperature", "turn_on_light", "turn_off_light"),
}
OTHER_NAMES = {"Gate": "cancello", "Path Lights": "luci", "Laundry Dryer": "asciugatrice", "Pizza Oven": "forno"}
BEFORE = ("Gate", "open"), ("Path Lights", "turn_on")
ORDERS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {"lock": ("lock it", "and lock it", "now lock it"), "close": ("close it", "and close it again")},
    "it": {"lock": ("e bloccalo", "bloccalo"), "close": ("chiudilo", "e adesso chiudilo")},
}
PAUSES = {"en": ("pause it", "now pause it"), "it": ("mettila in pausa", "e mettila in pausa un momento")}
SENTENCES = {
    "en": ("I am two minutes away", "there is a bus behind me", "we forgot the keys", "somebody left a towel in it"),
    "it": ("sono fuori col trattore", "c'è il corriere", "stiamo uscendo", "abbiamo le mani occupate"),
}
OPEN = {"en": "open the gate", "it": "apri il cancello"}
HEDGED = {
    "en": ("open the gate I will tell you when", "open the gate I am there if he calls"),
    "it": ("apri il cancello sono lì quando chiama", "apri il cancello ho detto se arriva"),
}


def decided(engine: Engine, language: str, message: str, before: tuple[tuple[str, str], ...] = ()) -> Any:
    machines = [
        {
            "id": name,
            "name": name,
            "description": OTHER_NAMES[name],
            "commands": [{"id": f"{name}:{c}", "name": c} for c in able],
        }
        for name, able in ABLE.items()
    ]
    done = [
        {
            "tool_name": "machine_command_execute",
            "parameters": {"device_id": name, "machine_command_id": f"{name}:{command}"},
            "outcome": "done",
        }
        for name, command in before
    ]
    history = [{"role": "user", "content": "…"}, {"role": "assistant", "content": "", "steps": done}] if done else []
    context = {"machines": machines, "tasks": [{"id": "t1", "number": 1, "title": "feed the cat"}]}
    request = {"message": message, "language": language, "context": context, "history": history, "now": NOW}
    return engine.decide(request).to_dict()


def told(decision: Any) -> list[tuple[str, str]]:
    return [(s["status"], str(s["parameters"].get("machine_command_id"))) for s in decision["steps"]]


@pytest.mark.parametrize(
    ("language", "act", "then"),
    [(k, act, w) for k, acts in ORDERS.items() for act, some in acts.items() for w in some],
    ids=str,
)
def test_it_is_the_one_that_can_do_it_after_a_yes(language: str, act: str, then: str, engine: Engine) -> None:
    assert told(decided(engine, language, then, BEFORE)) == [("confirm", f"Gate:{act}")]


@pytest.mark.parametrize(("language", "then"), [("en", "lock it"), ("it", "bloccalo")])
def test_it_is_none_where_no_other_one_was_spoken_of(language: str, then: str, engine: Engine) -> None:
    assert told(decided(engine, language, then, BEFORE[1:])) == [("failed", "None")]


@pytest.mark.parametrize(("language", "then"), [("en", "lock the one of the oven"), ("it", "blocca quella del forno")])
def test_one_that_is_named_is_no_other(language: str, then: str, engine: Engine) -> None:
    assert not any("Gate" in command for _, command in told(decided(engine, language, then, BEFORE)))


@pytest.mark.parametrize(("language", "then"), [(k, w) for k, some in PAUSES.items() for w in some], ids=str)
def test_what_was_started_is_paused_though_its_cycle_has_no_such_command(
    language: str, then: str, engine: Engine
) -> None:
    found = told(decided(engine, language, then, (("Laundry Dryer", "start_cycle"),)))
    assert found == [("call", "Laundry Dryer:pause")]


@pytest.mark.parametrize(("language", "sentence"), [(k, w) for k, some in SENTENCES.items() for w in some], ids=str)
def test_an_order_before_a_sentence_is_asked_about(language: str, sentence: str, engine: Engine) -> None:
    assert told(decided(engine, language, f"{OPEN[language]} {sentence}")) == [("confirm", "Gate:open")]


@pytest.mark.parametrize(("language", "message"), [(k, w) for k, some in HEDGED.items() for w in some], ids=str)
def test_an_order_that_depends_on_something_is_not_carried_out(language: str, message: str, engine: Engine) -> None:
    assert all(status != "call" for status, _ in told(decided(engine, language, message)))


@pytest.mark.parametrize(("language", "then"), [("en", "turn it off"), ("it", "spegnila")])
def test_the_light_of_a_machine_is_not_the_machine(language: str, then: str, engine: Engine) -> None:
    before = ("Pizza Oven", "turn_on_light"), ("Gate", "open")
    assert ("confirm", "Pizza Oven:turn_off") not in told(decided(engine, language, then, before))


@pytest.mark.parametrize(
    ("language", "then", "count"),
    [
        ("en", "show me the alarms", 1),
        ("en", "show me all the alarms", len(ABLE)),
        ("it", "controlla gli allarmi", 1),
    ],
)
def test_alarms_are_of_what_was_spoken_of_unless_all_are_meant(
    language: str, then: str, count: int, engine: Engine
) -> None:
    steps = decided(engine, language, then, (("Pizza Oven", "turn_on"),))["steps"]
    assert [s["tool_name"] for s in steps] == ["events_read"] * count
