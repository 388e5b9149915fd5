"""Other places than the one that the engine grew up in: a house with a bakery, a hotel by a lake, other machines, other
tasks, other days. What is said there is understood by the same words, and nothing else happens."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from machines_said import deeds, machine

from sayso import Engine
from sayso_evals.blind import World, world_of
from sayso_evals.stage import Stage

BLIND = Path(__file__).parent.parent / "blind"
BAKERY, HOTEL = BLIND / "seventeenth", BLIND / "eighteenth"
Step = tuple[str, str, dict[str, Any]]


def told(engine: Engine, world: World, *messages: str) -> list[Step]:
    """The steps of the last message of a conversation, in which every question before it is answered with yes."""
    stage = Stage(world, [dict(t) for t in world.context["tasks"]])
    steps: list[Step] = []
    for message in messages:
        decision = world.met(engine.decide(stage.request(message), stage.known()).to_dict())
        steps = [(s["status"], s["tool_name"], s["parameters"]) for s in decision["steps"]]
        stage.play(message, decision, decision["status"] == "confirm")
    return steps


def changed(steps: list[Step]) -> list[tuple[str, dict[str, Any]]]:
    """What of it would be carried out, or is asked about."""
    return [(tool, given) for status, tool, given in steps if status in ("call", "confirm")]


@pytest.mark.parametrize(
    ("folder", "language", "messages", "meant"),
    [
        # the deed by another word, a particle of it, a day beside the name
        (BAKERY, "en", ["mark the letter to the landlord as done"], [("complete_task", {"task_identifier": "t10"})]),
        (
            BAKERY,
            "en",
            ["move picking up Leo half an hour later"],
            [("update_task", {"task_identifier": "t3", "new_due": "2027-03-04T20:00:00+01:00"})],
        ),
        (HOTEL, "en", ["today's interview is done"], [("complete_task", {"task_identifier": "t3"})]),
        (HOTEL, "it", ["la revisione della barca è fatta"], [("complete_task", {"task_identifier": "t2"})]),
        # a tick is done, a quoted name is all of it
        (BAKERY, "it", ["regalo nonna ✔"], [("complete_task", {"task_identifier": "t5"})]),
        (
            BAKERY,
            "en",
            ["call the door task 'fix the kitchen door' from now on"],
            [("update_task", {"task_identifier": "t4", "new_title": "fix the kitchen door"})],
        ),
        # several by what they are, and what they are to be
        (
            BAKERY,
            "it",
            ["metti a bassa tutte le attività con priorità alta"],
            [
                ("update_task", {"task_identifier": "t2", "new_priority": "low"}),
                ("update_task", {"task_identifier": "t9", "new_priority": "low"}),
            ],
        ),
        (
            BAKERY,
            "en",
            ["whatever's down for tomorrow and Saturday, push it to Sunday"],
            [
                ("update_task", {"task_identifier": "t1", "new_due": "2027-03-07"}),
                ("update_task", {"task_identifier": "t7", "new_due": "2027-03-07T20:00:00+01:00"}),
            ],
        ),
        # a weight in a word that only says one there
        (
            BAKERY,
            "it",
            ["abbassa al minimo la priorità del regalo"],
            [("update_task", {"task_identifier": "t5", "new_priority": "low"})],
        ),
        (
            BAKERY,
            "it",
            ["prenotare da Gino non è così importante, mettilo basso"],
            [("update_task", {"task_identifier": "t7", "new_priority": "low"})],
        ),
        # an hour in the half of the day in which it was due; the day before and after that of what was spoken of
        (
            BAKERY,
            "en",
            ["Gino's to half eight"],
            [("update_task", {"task_identifier": "t7", "new_due": "2027-03-06T20:30:00+01:00"})],
        ),
        (
            BAKERY,
            "en",
            ["bring the car insurance forward by ten days", "that's a Sunday, isn't it? The Friday before, then."],
            [("update_task", {"task_identifier": "t9", "new_due": "2027-03-19"})],
        ),
        (
            BAKERY,
            "en",
            ["remind me in two hours to take the dough out", "and the day after tomorrow I need to pay Sofia"],
            [("add_task", {"title": "pay Sofia", "due": "2027-03-06", "priority": "medium"})],
        ),
        # "it" after what took something back, and after a list of one
        (
            BAKERY,
            "en",
            ["flour goes to monday", "take that back", "make it tuesday"],
            [("update_task", {"task_identifier": "t6", "new_due": "2027-03-09"})],
        ),
        (
            BAKERY,
            "en",
            ["what's overdue", "I did that yesterday. mark it done"],
            [("complete_task", {"task_identifier": "t6"})],
        ),
        # corrections
        (
            BAKERY,
            "it",
            ["metti alta la porta, no facciamo bassa"],
            [("update_task", {"task_identifier": "t4", "new_priority": "low"})],
        ),
        (
            HOTEL,
            "en",
            ["contract for Bianchi: now friday 9 in the morning and no longer high, just medium"],
            [
                (
                    "update_task",
                    {"task_identifier": "t1", "new_priority": "medium", "new_due": "2027-07-23T09:00:00+02:00"},
                )
            ],
        ),
    ],
)
def test_the_same_words_are_understood_elsewhere(
    engine: Engine, folder: Path, language: str, messages: list[str], meant: list[tuple[str, dict[str, Any]]]
) -> None:
    assert changed(told(engine, world_of(folder, language), *messages)) == meant


@pytest.mark.parametrize(
    ("language", "first", "after"),
    [
        (language, first, f"{lead}{ones}")
        for language, firsts, leads, names in (
            (
                "en",
                [
                    "move the contract to monday",
                    "make the boat high",
                    "mark the passport done",
                    "rename the boat to ship",
                ],
                ["now ", "and ", "ok now ", ""],
                ["the low ones", "those with low priority", "the ones for friday", "the high ones", "the done ones"],
            ),
            (
                "it",
                ["sposta il contratto a lunedì", "metti alta la barca", "segna fatto il passaporto"],
                ["e adesso ", "ora ", "e ", ""],
                ["quelle a priorità bassa", "quelle di venerdì", "quelle alte", "quelle fatte"],
            ),
        )
        for first, lead, ones in product(firsts, leads, names)
    ],
)
def test_a_list_that_is_asked_for_after_a_change_changes_nothing(
    engine: Engine, language: str, first: str, after: str
) -> None:
    """ "Now the low ones", after the contract was moved, made the contract low."""
    steps = told(engine, world_of(HOTEL, language), first, after)
    assert [s for s in changed(steps) if s[0] != "list_tasks"] == []


ORDERS = {
    "en": ["turn off the fryer", "turn on the boiler", "open the gate", "start the dryer", "set the pool to 28"],
    "it": ["spegni la friggitrice", "accendi il boiler", "apri il cancello", "avvia l'asciugatrice"],
}
TAKEN_BACK = {
    "en": [
        "no, forget it, leave it on",
        "no leave it off",
        "actually leave it as it is",
        "no keep it shut",
        "never mind",
    ],
    "it": [
        "anzi lascialo acceso",
        "no lascialo spento",
        "no dai lasciala così",
        "anzi no lascialo chiuso",
        "lascia stare",
    ],
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_an_order_that_is_taken_back_in_the_same_breath_is_not_given(engine: Engine, language: str) -> None:
    """ "Turn off the fryer - no, forget it, leave it on" turned it off."""
    world = world_of(HOTEL, language)
    messages = [
        f"{o}{mark}{no}" for o, mark, no in product(ORDERS[language], (", ", " - ", ". "), TAKEN_BACK[language])
    ]
    given = [(m, s) for m in messages for s in changed(told(engine, world, m))]
    assert given == []
    assert all(changed(told(engine, world, order)) for order in ORDERS[language])  # by itself it is one


def test_which_way_a_time_is_moved_is_said_by_the_word_beside_it(engine: Engine) -> None:
    """ "Picking up Leo half an hour later" was half an hour earlier: a title may hold "up", "back" or "forward"."""
    titles = ["pick up the parcel", "move the sofa back", "look forward plan", "call back Bea", "back up the till"]
    tasks = [{"id": f"t{i}", "title": t, "due": "2027-03-10T12:00:00+01:00"} for i, t in enumerate(titles)]
    ways = {"an hour later": "13:00", "half an hour earlier": "11:30", "two hours later": "14:00"}
    count, amiss = 0, []
    for title, (way, clock) in product(titles, ways.items()):
        request = {"message": f"{title} {way}", "now": "2027-03-04T18:20:00+01:00", "context": {"tasks": tasks}}
        steps: Any = engine.decide(request).to_dict()["steps"]
        moved = [s["parameters"]["new_due"] for s in steps if "new_due" in s["parameters"]]
        count += len(moved)
        amiss += [(title, way, due) for due in moved if clock not in due]
    assert not amiss
    assert count == len(titles) * len(ways)


def test_a_verb_is_no_machine_that_is_called_alike(engine: Engine) -> None:
    """ "cancella" named the gate ("Cancello"), which then was the one whose light was turned on."""
    steps = told(engine, world_of(HOTEL, "it"), "cancella quella della stanza 12", "accendi la luce")
    assert [status for status, _, _ in steps] == ["ask"]


MIXER = machine("Impastatrice", "Laboratorio", "dough mixer", "turn_on turn_off start_cycle stop_cycle")
LAMP = machine("Luce", "Cucina", "oven lamp", "turn_on turn_off")


def test_a_machine_is_called_by_what_its_description_lists(engine: Engine) -> None:
    assert deeds(engine, "start the dough mixer", [MIXER]) == [
        (
            "call",
            "machine_command_execute",
            {"device_id": MIXER["id"], "machine_command_id": "Impastatrice:start_cycle"},
        )
    ]
    assert deeds(engine, "turn on the mixer", [MIXER])[0][2]["machine_command_id"] == "Impastatrice:turn_on"


def test_what_a_machine_is_for_is_not_what_it_is(engine: Engine) -> None:
    assert [status for status, _, _ in deeds(engine, "turn on the oven", [LAMP])] == ["confirm"]  # never done unasked


LAMPS = [
    machine("Lampada Studio", "Studio", "desk lamp", "turn_on turn_off"),
    machine("Lampada Letto", "Camera", "bedside lamp", "turn_on turn_off"),
    machine("Cella", "Cantina", "ripening room", "turn_on_light turn_off_light"),
]


@pytest.mark.parametrize("act", ["turn on", "turn off", "accendi", "spegni"])
@pytest.mark.parametrize(("en", "it"), [("the lamp", "la lampada"), ("the light", "la luce")])
def test_a_lamp_is_not_the_light_of_another_machine(engine: Engine, act: str, en: str, it: str) -> None:
    """ "Turn on the lamp" turned on the light of the cold room, where two lamps were listed besides."""
    message = f"{act} {en if act.startswith('turn') else it}"
    assert [status for status, _, _ in deeds(engine, message, LAMPS)] == ["ask"]
