"""Groups and repetitions in a conversation: one question for several, one undo, and a word about what was left."""

from typing import Any

import pytest
from household import Clock, settle
from talking import Parlour, Talk

from sayso import Engine
from sayso.storage.database import Database
from sayso.tasks.task import NewTask

SEVERAL = {
    "en": {
        "say": "book the movers by friday high priority, call the landlord tomorrow at 10, order boxes every monday",
        "asked": "Add these 3 to your tasks: 'book the movers' (Friday 20 November, high priority), "
        "'call the landlord' (Thursday 19 November, 10:00), 'order boxes' (Monday 23 November, every Monday)?",
        "all": "yes, all of them",
        "titles": ["book the movers", "call the landlord", "order boxes"],
        "other": "add buy milk",
        "left": "I did not add 'book the movers', 'call the landlord', 'order boxes'. Added 'buy milk'.",
        "part": "only the first two",
        "one": "Add 'book the movers' (Friday 20 November, high priority) to your tasks? "
        "Then I'll go on with the rest.",
        "skip": "no, skip that one",
        "next": "Add 'call the landlord' (Thursday 19 November, 10:00) to your tasks? Then I'll go on with the rest.",
        "undo": "Undo would remove 'book the movers' (#1) and 2 more. Allow it?",
        "undo_it": "undo",
    },
    "it": {
        "say": "devo prenotare il trasloco entro venerdì priorità alta, chiamare il padrone di casa domani alle 10, "
        "ordinare le scatole ogni lunedì",
        "asked": "Aggiungo queste 3 alle tue attività: 'prenotare il trasloco' (venerdì 20 novembre, priorità alta), "
        "'chiamare il padrone di casa' (giovedì 19 novembre, 10:00), "
        "'ordinare le scatole' (lunedì 23 novembre, ogni lunedì)?",
        "all": "sì, tutte",
        "titles": ["prenotare il trasloco", "chiamare il padrone di casa", "ordinare le scatole"],
        "other": "aggiungi comprare il latte",
        "left": "Non ho aggiunto 'prenotare il trasloco', 'chiamare il padrone di casa', 'ordinare le scatole'. "
        "Ho aggiunto 'comprare il latte'.",
        "part": "solo le prime due",
        "one": "Aggiungo 'prenotare il trasloco' (venerdì 20 novembre, priorità alta) alle tue attività? "
        "Poi vado avanti con il resto.",
        "skip": "no, salta quella",
        "next": "Aggiungo 'chiamare il padrone di casa' (giovedì 19 novembre, 10:00) alle tue attività? "
        "Poi vado avanti con il resto.",
        "undo": "Annullando, 'prenotare il trasloco' (#1) e altre 2 andrebbero via. Vuoi che lo faccia?",
        "undo_it": "annulla",
    },
}
TURNS = {
    "en": {
        "add": "add water the plants every 3 days",
        "done": "done with water the plants",
        "again": "'water the plants' is already done today; the next one is due Saturday 21 November. "
        "Tick that one off, too?",
        "ahead": "'water the plants' is not due before Saturday 21 November. Tick that one off already?",
        "skip": "no skip that one",
        "kept": "Okay, I'll leave it as it is.",
    },
    "it": {
        "add": "aggiungi annaffiare le piante ogni 3 giorni",
        "done": "segna fatto annaffiare le piante",
        "again": "'annaffiare le piante' oggi è già fatta; la prossima scade sabato 21 novembre. "
        "Segno fatta anche quella?",
        "ahead": "'annaffiare le piante' scade solo sabato 21 novembre. La segno già come fatta?",
        "skip": "no salta quella",
        "kept": "Va bene, lascio tutto com'è.",
    },
}
GROUPS = {
    "en": {
        "add": ["add ring the bank", "add fold the shirts", "add send the parcel"],
        "done": "mark 1, 2 and 3 as done",
        "none": "None of your 3 tasks is done yet.",
        "count": "how many are done?",
        "undo": ("undo", "Undone: these 3 are as they were before: {}."),
        "redo": ("redo", "Done again: these 3 are as you had changed them: {}."),
        "names": "'ring the bank', 'fold the shirts', 'send the parcel'",
    },
    "it": {
        "add": ["aggiungi sentire la banca", "aggiungi stirare le camicie", "aggiungi spedire il pacco"],
        "done": "segna come fatte 1, 2 e 3",
        "none": "Nessuna delle tue 3 attività è ancora fatta.",
        "count": "quante sono fatte?",
        "undo": ("annulla", "Annullato: queste 3 sono di nuovo com'erano prima: {}."),
        "redo": ("rifai", "Rifatto: queste 3 sono come le avevi cambiate: {}."),
        "names": "'sentire la banca', 'stirare le camicie', 'spedire il pacco'",
    },
}
Words = dict[str, Any]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def talk(database: Database, engine: Engine, clock: Clock) -> Talk:
    return await Parlour(database, engine, clock).welcome(await settle(database, "Ann", "Europe/Rome"))


@pytest.mark.parametrize("words", SEVERAL.values(), ids=SEVERAL)
async def test_several_that_wait_for_a_yes_are_told_with_all_about_them_and_added_by_one(
    talk: Talk, words: Words
) -> None:
    assert await talk.say(words["say"]) == words["asked"]
    await talk.say(words["all"])
    assert await talk.titles() == words["titles"]
    assert await talk.say(words["undo_it"]) == words["undo"]  # as they came, so they go


ONE_MESSAGE = {
    "en": {
        "add": "add buy stamps and buy envelopes",
        "titles": ["buy stamps", "buy envelopes"],
        "undo": "undo",
        "asked": "Undo would remove 'buy stamps' (#1) and 1 more. Allow it?",
        "mixed": "complete buy stamps and add call mom",
        "both": "Undone: 'buy stamps' is as it was before. Undone: 'call mom' is off your list again.",
        "redo": "redo",
        "again": "Done again: 'buy stamps' is as you had changed it. Done again: 'call mom' is on your list.",
    },
    "it": {
        "add": "aggiungi comprare i francobolli e comprare le buste",
        "titles": ["comprare i francobolli", "comprare le buste"],
        "undo": "annulla",
        "asked": "Annullando, 'comprare i francobolli' (#1) e altre 1 andrebbero via. Vuoi che lo faccia?",
        "mixed": "completa comprare i francobolli e aggiungi chiamare la mamma",
        "both": "Annullato: 'comprare i francobolli' è di nuovo com'era prima. "
        "Annullato: 'chiamare la mamma' non è più nella tua lista.",
        "redo": "rifai",
        "again": "Rifatto: 'comprare i francobolli' è come l'avevi cambiata. "
        "Rifatto: 'chiamare la mamma' è nella tua lista.",
    },
}


@pytest.mark.parametrize("words", ONE_MESSAGE.values(), ids=ONE_MESSAGE)
async def test_what_one_message_adds_is_one_step_of_undo(talk: Talk, words: Words) -> None:
    await talk.say(words["add"])
    assert await talk.titles() == words["titles"]
    assert await talk.say(words["undo"]) == words["asked"]
    await talk.answer(yes=True)
    assert await talk.titles() == []


@pytest.mark.parametrize("words", ONE_MESSAGE.values(), ids=ONE_MESSAGE)
async def test_what_one_message_does_by_several_tools_is_one_step_of_undo_and_redo(talk: Talk, words: Words) -> None:
    await talk.say(words["add"])
    await talk.say(words["mixed"])
    assert len(await talk.titles()) == 3
    await talk.say(words["undo"])
    assert await talk.answer(yes=True) == words["both"]
    assert await talk.titles() == words["titles"]
    assert await talk.say(words["redo"]) == words["again"]
    assert len(await talk.titles()) == 3


@pytest.mark.parametrize("words", SEVERAL.values(), ids=SEVERAL)
async def test_who_goes_on_with_something_else_is_told_what_was_not_added(talk: Talk, words: Words) -> None:
    await talk.say(words["say"])
    assert await talk.say(words["other"]) == words["left"]


@pytest.mark.parametrize("words", SEVERAL.values(), ids=SEVERAL)
async def test_an_answer_that_is_not_for_all_of_them_is_asked_about_one_by_one(talk: Talk, words: Words) -> None:
    await talk.say(words["say"])
    assert await talk.say(words["part"]) == words["one"]
    assert words["next"] in await talk.say(words["skip"])
    await talk.say("ok")
    await talk.say("ok")
    assert await talk.titles() == words["titles"][1:]


@pytest.mark.parametrize("words", TURNS.values(), ids=TURNS)
async def test_a_turn_of_what_repeats_is_ticked_off_twice_a_day_only_by_a_yes(
    talk: Talk, clock: Clock, words: Words
) -> None:
    await talk.say(words["add"])
    await talk.say(words["done"])
    assert await talk.say(words["done"]) == words["again"]
    assert await talk.say(words["skip"]) == words["kept"]
    clock.go(days=1)
    assert await talk.say(words["done"]) == words["ahead"]
    assert "24" in await talk.say("ok")
    clock.go(days=5)
    assert "27" in await talk.say(words["done"])  # its turn has come


@pytest.mark.parametrize("words", GROUPS.values(), ids=GROUPS)
async def test_what_one_message_does_to_several_is_undone_and_made_again_at_once_and_named(
    talk: Talk, words: Words
) -> None:
    for each in words["add"]:
        await talk.say(each)
    assert await talk.say(words["count"]) == words["none"]
    await talk.say(words["done"])
    for said, told in (words["undo"], words["redo"], words["undo"]):
        assert await talk.say(said) == told.format(words["names"])


@pytest.mark.parametrize(
    ("undo", "yes", "told"),
    [
        ("undo", "yes", "'beta' was changed since, so I undid nothing."),
        ("annulla", "sì", "'beta' è stata modificata nel frattempo: non ho annullato nulla."),
    ],
    ids=["en", "it"],
)
async def test_a_yes_to_an_undo_undoes_no_other_change_that_came_since(
    talk: Talk, undo: str, yes: str, told: str
) -> None:
    await talk.tasks.add(talk.session, NewTask("beta"))
    await talk.tasks.add(talk.session, NewTask("iota"))
    assert "'iota' (#2)" in await talk.say(undo)
    await talk.tasks.complete(talk.session, "beta")
    assert await talk.say(yes) == told
    assert await talk.titles() == ["beta ✓", "iota"]


@pytest.mark.parametrize(
    ("say", "label", "told"),
    [
        (
            "set the priority of water plants to high",
            "Undo the last change",
            "'alpha' was changed since, so I undid nothing.",
        ),
        (
            "metti priorità alta a water plants",
            "Annulla l'ultima modifica",
            "'alpha' è stata modificata nel frattempo: non ho annullato nulla.",
        ),
    ],
    ids=["en", "it"],
)
async def test_an_undo_that_was_offered_for_a_change_takes_no_other_back(
    talk: Talk, say: str, label: str, told: str
) -> None:
    await talk.tasks.add(talk.session, NewTask("water plants"))
    await talk.tasks.add(talk.session, NewTask("alpha"))
    await talk.say(say)
    assert label in talk.following
    await talk.tasks.complete(talk.session, "alpha")
    assert await talk.say(label) == told
    assert await talk.titles() == ["water plants", "alpha ✓"]
