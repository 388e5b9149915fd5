"""Tasks and machines that the tests' sentences speak about, and what an engine decides to do with them."""

from collections.abc import Mapping, Sequence

from sayso import Decision, Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
Record = Mapping[str, object]
Deed = tuple[str, str, dict[str, object]]

TASKS: Sequence[Record] = (
    {"id": "milk", "title": "buy milk", "due": "2026-11-17", "priority": "high"},
    {"id": "dentist", "title": "call the dentist", "due": "2026-11-16T15:00:00+01:00"},
    {"id": "report", "title": "quarterly report", "due": "2026-11-13"},
    {"id": "flights", "title": "book the flights", "priority": "low"},
    {"id": "plants", "title": "water the plants", "completed": True},
    {"id": "hood", "title": "clean the hood", "completed": True},
    {"id": "rent", "title": "pay rent", "due": "2026-11-10"},
)
IN_ITALIAN: Sequence[Record] = (
    {"id": "milk", "title": "comprare il latte", "due": "2026-11-17", "priority": "high"},
    {"id": "dentist", "title": "chiamare il dentista", "due": "2026-11-16T15:00:00+01:00"},
    {"id": "report", "title": "relazione trimestrale", "due": "2026-11-13"},
    {"id": "flights", "title": "prenotare i voli", "priority": "low"},
    {"id": "plants", "title": "innaffiare le piante", "completed": True},
    {"id": "hood", "title": "pulire la cappa", "completed": True},
)
MACHINES: Sequence[Record] = (
    {
        "id": "fridge",
        "name": "Frigo Cucina",
        "serial": "F1",
        "connected": True,
        "commands": [{"id": "light", "name": "turn_on_light"}, {"id": "cold", "name": "set_temperature"}],
        "metrics": ["temperature", "humidity"],
    },
    {
        "id": "oven",
        "name": "Forno",
        "serial": "O1",
        "connected": True,
        "commands": [{"id": "on", "name": "turn_on"}, {"id": "off", "name": "turn_off"}],
        "metrics": ["temperature"],
    },
)
ENGLISH: Record = {"tasks": TASKS, "machines": MACHINES}
ITALIAN: Record = {"tasks": IN_ITALIAN, "machines": MACHINES}


def talk(engine: Engine, context: Record, *messages: str) -> Decision:
    """The last decision of a conversation in which every open question is handed back."""
    decision: Decision | None = None
    for message in messages:
        request: dict[str, object] = {"message": message, "now": NOW, "context": context}
        if decision is not None:
            request["pending"] = decision.to_dict()
        decision = engine.decide(request)
    assert decision is not None
    return decision


def deeds(decision: Decision) -> list[Deed]:
    """Each step as its status, its tool and what was said of it: no default is among that."""
    steps = decision.to_dict()["steps"]
    assert isinstance(steps, list)
    return [
        (
            s["status"],
            s["tool_name"],
            {k: v for k, v in s["parameters"].items() if s["sources"][k]["kind"] != "default"},
        )
        for s in steps
    ]
