"""What a long message asks for somewhere in it is heard; what changes something is asked about, what is taken back or
told of somebody asks for nothing."""

from itertools import product

import pytest
from machines_said import machine, steps_of

from sayso import Engine

NOW = "2026-11-18T10:00:00+01:00"
TASKS = [
    {"id": "t1", "title": "renew the boat insurance", "due": "2026-11-27"},
    {"id": "t2", "title": "rinnovare l'assicurazione della barca", "due": "2026-11-27"},
]
MACHINES = [machine("Hall Lamp", "Hall", "lampada dell'ingresso", "turn_on turn_off")]
STORIES = {
    "en": [
        "I was at the market this morning, you know how it is, everybody talks and nobody buys, anyway, {}",
        "sorry to bother you again, what a day, the dog was sick, the phone never stopped, {} thanks ever so much",
        "I'm only the neighbour, I know little about these things, but they said ask, so {}",
    ],
    "it": [
        "stamattina sono andato al mercato, sai com'è, tutti parlano e nessuno compra, insomma, {}",
        "scusami se ti disturbo ancora, che giornata, il cane stava male e il telefono non smetteva, {} grazie mille",
        "io sono solo la vicina, di queste cose non so niente, ma mi hanno detto di chiedere, quindi {}",
    ],
}
ORDERS = {
    "en": [
        ("please add buy dog food for friday", "add_task"),
        ("turn on the hall lamp", "machine_command_execute"),
        ("move the boat insurance to friday", "update_task"),
    ],
    "it": [
        ("aggiungi comprare le crocchette per venerdì", "add_task"),
        ("accendi la lampada dell'ingresso", "machine_command_execute"),
        ("sposta l'assicurazione della barca a venerdì", "update_task"),
    ],
}  # fmt: skip
CASES = [(s.format(o), tool) for of in STORIES for s, (o, tool) in product(STORIES[of], ORDERS[of])]


def said(engine: Engine, message: str) -> list[dict[str, object]]:
    return steps_of(engine, {"message": message, "now": NOW, "context": {"tasks": TASKS, "machines": MACHINES}})


@pytest.mark.parametrize(("message", "tool"), CASES)
def test_an_order_in_a_long_story_is_heard(engine: Engine, message: str, tool: str) -> None:
    (found,) = said(engine, message)
    assert found["tool_name"] == tool
    assert found["status"] in ("confirm", "call")


@pytest.mark.parametrize(
    "message",
    [
        "I was going to say turn on the hall lamp as it is so dark in there, but no, leave it, it is nearly day",
        'my neighbour is a strange one, she stood in the garden and shouted "turn on the hall lamp" at the cat',
        "whatever else you do today while I am out at the market with my sister, don't turn on the hall lamp",
        "volevo dirti di accendere la lampada dell'ingresso perché c'è buio, ma no, lascia stare, è quasi giorno",
    ],
)
def test_what_is_taken_back_or_said_by_others_asks_for_nothing(engine: Engine, message: str) -> None:
    assert not any(s["tool_name"] == "machine_command_execute" for s in said(engine, message))
