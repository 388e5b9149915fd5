"""Where nothing complete comes of a message at first: what it was most likely meant as is asked about, and so is what
it asks for beside a remark; nothing is done unasked, nothing of what is named first, and nothing where it says no."""

from itertools import product
from typing import Any

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"  # a Monday
TASKS = {
    "en": ["paint the shed", "renew the food licence", "call the plumber", "fix the back door"],
    "it": ["verniciare il capanno", "rinnovare la licenza", "chiamare l'idraulico", "aggiustare la porta sul retro"],
}
MACHINES: list[dict[str, Any]] = [
    {"name": "Forno", "description": "oven", "commands": ["turn_on", "turn_off", "set_temperature"]},
    {"name": "Ventola", "description": "fan", "commands": ["turn_on", "turn_off"]},
]
REMARKS = {
    "en": ["the guests are here", "my feet are killing me", "what a morning", "I'm off to bed now"],
    "it": ["sono arrivati gli ospiti", "ho i piedi distrutti", "che mattinata", "io vado a letto"],
}
ORDERS = {
    "en": {
        "turn off the oven": ("machine_command_execute", "Forno"),
        "tick off the shed": ("complete_task", "t0"),
        "move the plumber to friday": ("update_task", "t2"),
        "delete the licence": ("delete_task", "t1"),
    },
    "it": {
        "spegni il forno": ("machine_command_execute", "Forno"),
        "spunta il capanno": ("complete_task", "t0"),
        "sposta l'idraulico a venerdì": ("update_task", "t2"),
        "cancella la licenza": ("delete_task", "t1"),
    },
}
NAMES = {
    "en": {"shed": "t0", "food licence": "t1", "the plumber": "t2", "back door": "t3"},
    "it": {"capanno": "t0", "la licenza": "t1", "idraulico": "t2", "porta sul retro": "t3"},
}
VALUES = {
    "en": [
        ": high, saturday at 9",
        " - a week from today",
        ", low priority",
        " for friday",
        ": tomorrow at 9 and urgent",
    ],
    "it": [": alta, sabato alle 9", ", priorità bassa", " per venerdì", ": domani alle 9 e urgente"],
}
EMPTYING = {
    "en": ["wipe my whole list", "clear the list", "empty my to-do list, I'm starting fresh", "delete the whole list"],
    "it": ["svuota la lista", "svuotami tutta la lista", "azzera la lista, ricomincio da capo", "ripulisci la lista"],
}
SETTING = {
    "en": ["set the {} to {} degrees", "put the {} at {}", "the {} to {} degrees please"],
    "it": ["metti {} a {} gradi", "imposta {} su {}", "porta {} a {} gradi"],
}
SWITCHED = {  # they can be turned on and off, and nothing else
    "en": {"fan": "Fan", "lamp": "Lamp", "coffee machine": "Coffee Machine", "washer": "Washer", "hood": "Hood"},
    "it": {
        "la ventola": "Ventola",
        "la lampada": "Lampada",
        "la macchina del caffè": "Macchina del caffè",
        "la lavatrice": "Lavatrice",
        "la cappa": "Cappa",
    },
}
Steps = list[tuple[str, str, dict[str, Any]]]


def machines(*given: dict[str, Any]) -> list[dict[str, Any]]:
    """Machines as a request tells them."""
    return [
        {**m, "id": m["name"], "commands": [{"id": f"{m['name']}:{c}", "name": c} for c in m["commands"]]}
        for m in given
    ]


def decided(engine: Engine, language: str, *messages: str, beside: tuple[dict[str, Any], ...] = ()) -> Steps:
    """The steps of the last of some messages, beside four tasks and two machines."""
    tasks = [{"id": f"t{i}", "title": title} for i, title in enumerate(TASKS[language])]
    context = {"tasks": tasks, "machines": machines(*(beside or MACHINES))}
    told: Any = {}
    history: list[dict[str, Any]] = []
    for message in messages:
        request = {"message": message, "now": NOW, "context": context, "history": history}
        told = engine.decide(request).to_dict()
        done = [
            {"tool_name": s["tool_name"], "parameters": s["parameters"], "outcome": "done"}
            for s in told["steps"]
            if s["status"] == "call"
        ]
        history = [
            *history,
            {"role": "user", "content": message},
            {"role": "assistant", "content": told["reply"] or "ok", "steps": done},
        ]
    return [(s["status"], s["tool_name"], s["parameters"]) for s in told["steps"]]


def about(steps: Steps) -> list[tuple[str, object]]:
    """By which tool and to what."""
    return [(tool, given.get("device_id") or given.get("task_identifier")) for _, tool, given in steps]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_remark_hides_no_order(engine: Engine, language: str) -> None:
    wrong = {}
    for remark, (order, meant), form in product(REMARKS[language], ORDERS[language].items(), ("{0}, {1}", "{1}, {0}")):
        found = decided(engine, language, form.format(remark, order))
        if about(found) != [meant] or not {s for s, _, _ in found} <= {"call", "confirm"}:
            wrong[form.format(remark, order)] = found
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_is_named_first_is_not_what_was_spoken_of(engine: Engine, language: str) -> None:
    """ "It" after a name that nobody listed is that, and no record."""
    names = {"en": ["the fryer", "the ladder", "that old ladder"], "it": ["la friggitrice", "la scala", "quella scala"]}
    orders = {"en": ["delete it", "tick it off", "turn it off"], "it": ["cancellala", "spuntala", "spegnila"]}
    before = {"en": "move the plumber to friday", "it": "sposta l'idraulico a venerdì"}
    found = {
        f"{name}, {order}": steps
        for name, order in product(names[language], orders[language])
        if (steps := decided(engine, language, before[language], f"{name}, {order}"))
        and {s for s, _, _ in steps} & {"call", "confirm"}
    }
    assert not found


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_listed_name_and_values_are_a_change_of_that_one(engine: Engine, language: str) -> None:
    wrong = {}
    for (name, record), values in product(NAMES[language].items(), VALUES[language]):
        found = decided(engine, language, f"{name}{values}")
        if not {s for s, _, _ in found} <= {"call", "confirm"} or about(found) != [("update_task", record)]:
            wrong[f"{name}{values}"] = found
    assert not wrong


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_whole_list_is_deleted_one_by_one(engine: Engine, language: str) -> None:
    found = {message: decided(engine, language, message) for message in EMPTYING[language]}
    assert {m: f for m, f in found.items() if [s[:2] for s in f] != [("ask", "delete_task")]} == {}


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_takes_no_value_is_not_turned_on_by_one(engine: Engine, language: str) -> None:
    """To set a fan to 18 is not to turn it on."""
    wrong = {}
    for (name, machine), form, value in product(SWITCHED[language].items(), SETTING[language], (3, 18, 60)):
        beside = {"name": machine, "commands": ["turn_on", "turn_off"]}
        found = decided(engine, language, form.format(name, value), beside=(beside,))
        if any(status in ("call", "confirm") and tool.startswith("machine") for status, tool, _ in found):
            wrong[form.format(name, value)] = found
    assert not wrong


def test_what_is_left_out_still_stands_in_the_explanation(engine: Engine) -> None:
    message = "his coach just texted, make it 8"
    tasks = [{"id": "t0", "title": "pick up Leo", "due": "2026-11-17T19:00:00+01:00"}]
    moved = {"tool_name": "update_task", "parameters": {"task_identifier": "t0", "new_due": tasks[0]["due"]}}
    history = [
        {"role": "user", "content": "move picking up Leo to tomorrow at 7pm"},
        {"role": "assistant", "content": "ok", "steps": [{**moved, "outcome": "done"}]},
    ]
    found = engine.decide({"message": message, "now": NOW, "context": {"tasks": tasks}, "history": history})
    assert found.status == "confirm"
    assert found.trace.message == message


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("what time does Giulia's dance show start", "call"),
        ("what a show that was", "decline"),
    ],
)
def test_a_question_that_names_a_listed_record_shows_it(engine: Engine, message: str, status: str) -> None:
    context = {"tasks": [{"id": "t0", "title": "Giulia's dance show", "due": "2026-11-20T20:30:00+01:00"}]}
    found = engine.decide({"message": message, "now": NOW, "context": context}).to_dict()
    assert found["status"] == status
