"""A bare thing to do is offered as a task, whatever it is about; what only sounds alike asks for nothing."""

from itertools import product

import pytest
from machines_said import steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"
LISTED = [{"id": "t1", "title": "clean the gutters"}, {"id": "t2", "title": "pulire le grondaie"}]
DEEDS = {
    "en": [
        *(f"{verb} {thing}" for verb, thing in product(("buy", "pick up"), ("milk", "eggs", "bread", "the flowers"))),
        *(f"pay {thing}" for thing in ("rent", "the rent", "the water bill")),
        *(f"{verb} {who}" for verb, who in product(("call", "phone", "text"), ("mom", "dad", "the plumber"))),
        *("wash the car", "walk the dog", "feed the cat", "renew passport", "fix the fence", "mow the lawn"),
    ],
    "it": [
        *(f"{verb} {thing}" for verb, thing in product(("comprare", "prendere"), ("il latte", "le uova", "il pane"))),
        *("pagare l'affitto", "chiamare mamma", "chiamare la nonna", "lavare i piatti", "fare la spesa"),
    ],
}
ORDERS_TO_A_PHONE = [
    "call my mum",
    "chiama mia moglie",
    "call my wife please",
    "text my boss that I'm late",
    "chiama la nonna",
]


@pytest.mark.parametrize("message", [m for said in DEEDS.values() for m in said])
@pytest.mark.parametrize("are_known", [True, False])
def test_a_bare_thing_to_do_is_offered(engine: Engine, message: str, are_known: bool) -> None:
    context = {"tasks": LISTED} if are_known else {}
    steps = steps_of(engine, {"message": message, "now": NOW, "context": context})
    if not steps and not are_known:
        return  # nobody says that there is a list
    assert [(s["status"], s["tool_name"], s["parameters"]["title"]) for s in steps] == [
        ("confirm", "add_task", message)
    ]


@pytest.mark.parametrize(
    "message", [*ORDERS_TO_A_PHONE, "take the second", "leave it", "go with the first one", "do it"]
)
def test_an_order_to_a_phone_or_an_answer_to_nothing_is_no_thing_to_do(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": LISTED}})
    assert not any(s["tool_name"] == "add_task" for s in steps)


@pytest.mark.parametrize(
    ("message", "title", "more"),
    [
        ("put the recycling out every wednesday", "put the recycling out", {"repeat": "FREQ=WEEKLY;BYDAY=WE"}),
        ("put the recycling out on friday", "put the recycling out", {"due": "2026-11-20"}),
        ("take out the rubbish", "take out the rubbish", {}),
        ("take the rubbish out tomorrow", "take the rubbish out", {"due": "2026-11-19"}),
    ],
)
def test_a_verb_in_two_parts_is_a_thing_to_do_where_nothing_is_called_so(
    engine: Engine, message: str, title: str, more: dict[str, str]
) -> None:
    (step,) = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": LISTED}})
    assert (step["status"], step["tool_name"], step["parameters"]["title"]) == ("confirm", "add_task", title)
    assert more.items() <= step["parameters"].items()


@pytest.mark.parametrize(
    "message",
    [
        "mettimi in lista di riparare la sedia entro venerdì",
        "le bollette le ho pagate stamattina e poi metti in lista di riparare la sedia entro venerdì",
    ],
)
def test_a_title_begins_with_its_verb_and_not_with_what_leads_to_it(engine: Engine, message: str) -> None:
    steps = steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": LISTED}})
    given = [s["parameters"] for s in steps if s["tool_name"] == "add_task"]
    assert [(g["title"], g["due"]) for g in given] == [("riparare la sedia", "2026-11-20")]
