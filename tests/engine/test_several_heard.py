"""Several things in one message, of which some would be lost: each part is decided as if it had been said alone."""

import pytest

from sayso import Engine
from sayso.engine.nouns import Action

NOW = "2026-11-19T10:00:00+01:00"  # a thursday
TASKS = {
    "en": [
        {"id": "t1", "title": "write the speech"},
        {"id": "t2", "title": "repair the swing", "due": "2026-11-20"},
        {"id": "t3", "title": "pay the plumber"},
    ],
    "it": [
        {"id": "t1", "title": "scrivere il discorso"},
        {"id": "t2", "title": "riparare l'altalena", "due": "2026-11-20"},
        {"id": "t3", "title": "pagare l'idraulico"},
    ],
}
LAMP = {
    "id": "lamp",
    "name": "Porch Lamp",
    "serial": "L1",
    "connected": True,
    "description": "lampada del portico",
    "commands": [{"id": "on", "name": "turn_on"}, {"id": "off", "name": "turn_off"}],
    "metrics": ["power"],
}


def told(engine: Engine, language: str, message: str) -> list[tuple[str, str | None, object]]:
    """What becomes of a message: what each step waits for, its tool, and what it is about or called."""
    context = {"tasks": TASKS[language], "machines": [LAMP]}
    decision = engine.decide({"message": message, "context": context, "now": NOW})
    return [(type(s).__name__.lower(), s.action.tool_name, _about(s.action)) for s in decision.steps]


def _about(action: Action) -> object:
    values = {a.name: a.value for a in action.arguments}
    return next((values[k] for k in ("task_identifier", "device_id", "title", "due") if k in values), None)


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        (
            "en",
            "speech is written, swing to monday and add buy rope",
            [("complete_task", "t1"), ("update_task", "t2"), ("add_task", "buy rope")],
        ),
        (
            "it",
            "discorso scritto, l'altalena a lunedì e aggiungi comprare la corda",
            [("complete_task", "t1"), ("update_task", "t2"), ("add_task", "comprare la corda")],
        ),
        (
            "it",
            "accendi la lampada del portico e segna che ho pagato l'idraulico",
            [("machine_command_execute", "lamp"), ("complete_task", "t3")],
        ),
        (
            "it",
            "mi accenda la lampada del portico, per favore, e mi dica anche che cosa c'è in programma domani",
            [("machine_command_execute", "lamp"), ("list_tasks", "tomorrow")],
        ),
    ],
)
def test_each_part_comes_to_what_it_asks_for(
    engine: Engine, language: str, message: str, expected: list[tuple[str, str]]
) -> None:
    found = told(engine, language, message)
    assert [(tool, about) for _, tool, about in found] == expected
    assert all(status == "confirm" for status, tool, _ in found if tool not in ("list_tasks",))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "the plumber has been paid by my sister, so delete it"),
        ("it", "l'idraulico l'ha pagato mia sorella, quindi cancellalo"),
        ("en", "what a day, the bus was late and the soup was cold"),
        ("it", "che giornata, l'autobus in ritardo e la minestra fredda"),
    ],
)
def test_what_only_says_why_is_no_second_thing(engine: Engine, language: str, message: str) -> None:
    assert len(told(engine, language, message)) < 2
