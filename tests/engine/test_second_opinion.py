"""An order that somebody else is told, beside words that were not read, is never carried out: a grid of them. What is
said to us with a remark before it still is."""

from itertools import product

import pytest

from sayso import Engine
from sayso_evals.fitting import READS

NOW = "2026-11-19T10:00:00+01:00"
ORDERS = {
    "en": ["turn off the boiler", "close the gate", "turn on the oven", "open the gate, turn off the boiler"],
    "it": ["spegni la caldaia", "chiudi il cancello", "accendi il forno", "apri il cancello, spegni la caldaia"],
}
LEADS = {
    "en": ["text Luca: {}", "write to Anna: {}", "tell Marco: {}", "message for Eva: {}", "Luca texted Anna: {}"],
    "it": ["scrivi a Luca: {}", "di' a Marco: {}", "messaggio per Eva: {}", "manda un messaggio ad Anna: {}"],
}
TOLD = [
    (language, lead.format(order)) for language in LEADS for lead, order in product(LEADS[language], ORDERS[language])
]
MACHINES = [
    ("Boiler", "Cellar", "caldaia", ("turn_on", "turn_off")),
    ("Yard Gate", "Yard", "cancello", ("open", "close")),
    ("Oven", "Kitchen", "forno", ("turn_on", "turn_off")),
]


def context() -> dict[str, object]:
    machines = [
        {
            "id": name,
            "name": name,
            "serial": name,
            "connected": True,
            "place": place,
            "description": description,
            "commands": [{"id": f"{name}:{c}", "name": c} for c in commands],
            "metrics": [],
        }
        for name, place, description, commands in MACHINES
    ]
    return {"machines": machines, "tasks": [{"id": "t1", "title": "water the roses"}]}


@pytest.mark.parametrize(("language", "message"), TOLD)
def test_what_somebody_else_is_told_is_not_done(engine: Engine, language: str, message: str) -> None:
    decision = engine.decide({"message": message, "context": context(), "now": NOW, "language": language})
    done = [s.action.tool_name for s in decision.steps if type(s).__name__ == "Call"]
    assert [tool for tool in done if tool not in READS] == []


@pytest.mark.parametrize(
    "message", ["it's cold, turn on the boiler", "I'm off, close the gate please", "ho freddo, accendi la caldaia"]
)
def test_an_order_after_a_remark_is_done(engine: Engine, message: str) -> None:
    decision = engine.decide({"message": message, "context": context(), "now": NOW})
    assert [type(s).__name__ for s in decision.steps] == ["Call"]


OTHERS = {
    "en": ["the other one is not so dramatic, put medium", "the fence yes, but the other one only medium"],
    "it": ["l'altra non è così urgente, mettila media"],
}


@pytest.mark.parametrize(("language", "message"), [(language, m) for language, some in OTHERS.items() for m in some])
def test_what_is_said_of_the_other_one_is_not_done_to_the_same_one(engine: Engine, language: str, message: str) -> None:
    titles = {"en": ("paint the fence", "pay the vet"), "it": ("dipingere la staccionata", "pagare il veterinario")}
    tasks = [{"id": f"t{i}", "title": title, "priority": "high"} for i, title in enumerate(titles[language], 1)]
    step = {
        "tool_name": "update_task",
        "parameters": {"task_identifier": "t1", "new_due": "2026-11-21"},
        "outcome": "done",
    }
    shown = {"role": "assistant", "content": ".", "shown": ["t1", "t2"]}
    history = [{"role": "user", "content": "high?"}, shown, {"role": "user", "content": "saturday"}]
    history.append({"role": "assistant", "content": "Done.", "steps": [step]})
    decision = engine.decide({"message": message, "context": {"tasks": tasks}, "history": history, "now": NOW})
    done = [s.action.of("record") for s in decision.steps if type(s).__name__ == "Call"]
    assert "t1" not in done
