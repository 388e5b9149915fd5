"""Said in one breath: hesitations, corrections, several things with times of their own, the same thing twice."""

import pytest
from records import ENGLISH, ITALIAN, Record, deeds, talk

from sayso import Engine

FRIDAY, TUESDAY = "2026-11-20", "2026-11-17"


@pytest.mark.parametrize(
    ("context", "message", "title"),
    [
        (ENGLISH, "add uh iron the shirts", "iron the shirts"),
        (ENGLISH, "um add er iron the blue, erm, shirts for uh friday", "iron the blue shirts"),
        (ITALIAN, "aggiungi ehm stirare le camicie, ecco, venerdì", "stirare le camicie"),
    ],
)
def test_sounds_of_hesitation_leave_no_trace_in_a_title(
    context: Record, message: str, title: str, engine: Engine
) -> None:
    assert deeds(talk(engine, context, message))[0][2]["title"] == title


def test_a_message_of_nothing_but_hesitation_asks_for_nothing(engine: Engine) -> None:
    assert not talk(engine, ENGLISH, "uh um").steps


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("add return the drill for tuesday, no sorry friday", "return the drill"),
        ("add buy red, no sorry, white paint for friday", "buy white paint"),
    ],
)
def test_what_was_taken_back_is_not_in_the_title(message: str, title: str, engine: Engine) -> None:
    (found,) = deeds(talk(engine, ENGLISH, message))
    assert (found[0], found[2]) == ("confirm", {"title": title, "due": FRIDAY})


@pytest.mark.parametrize(
    ("context", "message", "wanted"),
    [
        (
            ENGLISH,
            "add wash the van tomorrow and iron the shirts on friday",
            [("wash the van", TUESDAY), ("iron the shirts", FRIDAY)],
        ),
        (
            ENGLISH,
            "remind me tomorrow to call Priya and on friday to call the bank",
            [("call Priya", TUESDAY), ("call the bank", FRIDAY)],
        ),
        (
            ITALIAN,
            "per venerdì aggiungi: spazzare il cortile; lavare i vetri",
            [("spazzare il cortile", FRIDAY), ("lavare i vetri", FRIDAY)],
        ),
        (ENGLISH, "add: 1) mop the floor 2) call grandma", [("mop the floor", None), ("call grandma", None)]),
    ],
)
def test_several_things_in_one_breath_keep_their_own_times(
    context: Record, message: str, wanted: list[tuple[str, str | None]], engine: Engine
) -> None:
    found = [said for _, tool, said in deeds(talk(engine, context, message)) if tool == "add_task"]
    assert [(said["title"], said.get("due")) for said in found] == wanted


@pytest.mark.parametrize(
    "message", ["jot down swap the tyres, low priority, no rush", "jot down swap the tyres, no rush, please"]
)
def test_a_bare_value_after_a_comma_is_nothing_to_do(message: str, engine: Engine) -> None:
    (found,) = deeds(talk(engine, ENGLISH, message))
    assert found[2] == {"title": "swap the tyres", "priority": "low"}


def test_a_priority_may_be_called_out_first(engine: Engine) -> None:
    (found,) = deeds(talk(engine, ENGLISH, "urgent! add fix the gasket"))
    assert found[2] == {"title": "fix the gasket", "priority": "high"}


def test_what_is_said_twice_is_done_once(engine: Engine) -> None:
    (found,) = deeds(talk(engine, ENGLISH, "buy milk is done, tick it off"))
    assert found[1:] == ("complete_task", {"task_identifier": "milk"})


@pytest.mark.parametrize(("context", "message"), [(ENGLISH, "add something"), (ITALIAN, "aggiungi una cosa")])
def test_something_is_no_title(context: Record, message: str, engine: Engine) -> None:
    (found,) = deeds(talk(engine, context, message))
    assert found[:2] == ("ask", "add_task")


@pytest.mark.parametrize(
    ("context", "message"),
    [(ENGLISH, "delete the phonecall to the dentist"), (ITALIAN, "elimina la telefonata al dentista")],
)
def test_a_record_may_be_named_by_another_word_for_its_deed(context: Record, message: str, engine: Engine) -> None:
    (found,) = deeds(talk(engine, context, message))
    assert found == ("confirm", "delete_task", {"task_identifier": "dentist"})


def test_no_word_of_the_language_that_is_spoken_is_a_slip_in_another(engine: Engine) -> None:
    found = deeds(talk(engine, ITALIAN, "appena sentito il dentista"))
    assert all(tool != "add_task" for _, tool, _ in found)


@pytest.mark.parametrize(
    ("context", "message"),
    [
        (ENGLISH, "list all tasks including the finished ones"),
        (ITALIAN, "mostrami tutte le attività, anche quelle già fatte"),
    ],
)
def test_a_list_with_the_finished_ones_is_of_all(context: Record, message: str, engine: Engine) -> None:
    (found,) = deeds(talk(engine, context, message))
    assert (found[1], found[2].get("filter", "all")) == ("list_tasks", "all")
