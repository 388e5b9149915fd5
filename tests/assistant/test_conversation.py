"""The conversation as a person has it: what is said, what is done about it, and what is asked."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from household import Clock, settle
from talking import LIFETIME, Parlour, Talk

from sayso import Engine
from sayso.assistant.conversation import Assistant, Exchange, nobody
from sayso.assistant.house import House
from sayso.assistant.memory import Memory, Posted
from sayso.assistant.message import Message, Page, Question, Taken, Unheard, Words, YesNo
from sayso.assistant.preferences import Preferences
from sayso.errors import StorageUnavailable
from sayso.session import Session
from sayso.storage.database import Database, Transaction
from sayso.storage.joined import Joined
from sayso.tasks.task import Changes, NewTask

Begin = Callable[..., Awaitable[Talk]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def begin(database: Database, engine: Engine, clock: Clock) -> Begin:
    async def begun(name: str = "Ann") -> Talk:
        return await Parlour(database, engine, clock).welcome(await settle(database, name, "Europe/Rome"))

    return begun


@pytest.fixture
async def talk(begin: Begin) -> Talk:
    return await begin()


async def test_a_sentence_becomes_a_task_and_is_told_with_its_name_and_day(talk: Talk) -> None:
    assert await talk.say("add buy milk tomorrow") == "Added 'buy milk' (due Thursday 19 November)."
    assert await talk.say("aggiungi comprare il pane domani, priorità alta") == (
        "Ho aggiunto 'comprare il pane' (scadenza giovedì 19 novembre, priorità alta)."
    )
    assert await talk.titles() == ["buy milk", "comprare il pane"]
    assert talk.heard == ["user", "decision", "call", "result"] * 2


@pytest.mark.parametrize(
    ("ago", "due"),
    [
        (timedelta(minutes=10), "13:10"),  # it waited to be sent
        (timedelta(hours=1), "12:20"),
        (timedelta(hours=1, seconds=1), "13:20"),  # nobody is believed more than that
        (timedelta(seconds=-1), "13:20"),  # nor what is still to come
    ],
)
@pytest.mark.parametrize("words", ["remind me in 20 minutes to check the pasta", "ricordami tra 20 minuti la pasta"])
async def test_a_time_counts_from_when_it_was_said(
    talk: Talk, clock: Clock, words: str, ago: timedelta, due: str
) -> None:
    done = await talk.post(Words(words, clock() - ago))
    assert isinstance(done, Exchange)
    assert f" {due}" in done.assistant.content


async def test_lists_are_numbered_and_count_right(talk: Talk) -> None:
    assert await talk.say("show my tasks") == ("Your list is empty. Tell me what to add, for example: add buy milk.")
    await talk.say("add buy milk")
    assert await talk.say("show my tasks") == "You have one task:\n1. buy milk"
    await talk.say("add call mom on friday")
    await talk.say("complete 1")
    assert await talk.say("mostrami le attività") == (
        "Hai 2 attività:\n1. buy milk ✓\n2. call mom (scadenza venerdì 20 novembre)"
    )
    assert await talk.say("show completed tasks") == "One task is done:\n1. buy milk ✓"


async def test_what_fits_several_is_asked_and_a_suggestion_picked(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("add buy bread")
    assert await talk.say("complete buy") == "Which one do you mean: 'buy milk' or 'buy bread'?"
    assert talk.offered == ["buy milk", "buy bread"]
    assert await talk.pick(1) == "Well done: 'buy bread' is done."
    assert await talk.titles() == ["buy milk", "buy bread ✓"]


async def test_deleting_waits_for_the_persons_yes_and_can_be_undone(talk: Talk) -> None:
    await talk.say("add buy milk")
    assert await talk.say("delete milk") == "Delete 'buy milk'?"
    assert await talk.titles() == ["buy milk"]
    assert await talk.say("yes") == "Deleted 'buy milk'. You can still undo that."
    assert await talk.titles() == []
    assert await talk.say("undo") == "Undone: 'buy milk' is back on your list."
    await talk.say("delete buy milk")
    assert await talk.answer(False) == "Okay, I'll leave it as it is."
    assert await talk.titles() == ["buy milk"]


async def test_a_yes_to_a_task_that_changed_meanwhile_is_asked_for_again(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("delete milk")
    await talk.tasks.update(Session(talk.person.id, "elsewhere"), "1", Changes(new_title="buy oat milk"))
    assert await talk.answer(True) == "Delete 'buy oat milk'?"
    assert await talk.titles() == ["buy oat milk"]
    assert await talk.answer(True) == "Deleted 'buy oat milk'. You can still undo that."


async def test_several_things_stop_at_the_question_and_go_on_after_the_answer(talk: Talk) -> None:
    await talk.say("add buy milk")
    asked = await talk.say("add call mom, delete milk and add water the plants")
    assert asked == "Added 'call mom'. Delete 'buy milk'? Then I'll go on with the rest."
    assert await talk.titles() == ["buy milk", "call mom"]
    assert await talk.answer(True) == ("Deleted 'buy milk'. You can still undo that. Added 'water the plants'.")
    await talk.say("delete call mom and add feed the dog")
    assert await talk.say("no") == "Okay, I'll leave it as it is. Added 'feed the dog'."
    assert await talk.titles() == ["call mom", "water the plants", "feed the dog"]


async def test_what_fails_is_told_item_by_item_and_holds_up_nothing_else(talk: Talk) -> None:
    await talk.say("add buy milk")
    told = await talk.say("complete 1, complete 99 and add sing")
    assert told.splitlines() == [
        "Well done: 'buy milk' is done.",
        "There is no task '99' on your list. Would you like to see your tasks?",
        "Added 'sing'.",
    ]
    assert talk.offered == ["Show my tasks"]
    assert (await talk.pick(0)).startswith("You have ")


async def test_a_question_is_forgotten_after_a_while_and_a_late_yes_does_nothing(talk: Talk, clock: Clock) -> None:
    await talk.say("I need to call mom")
    assert talk.last
    assert talk.last.is_open
    clock.go(minutes=6)
    assert await talk.post(YesNo(talk.last.assistant.id, True)) == Unheard("question_closed")
    await talk.say("yes")
    assert await talk.titles() == []


async def test_an_unrelated_request_drops_the_question_and_is_answered(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("delete milk")
    assert talk.last
    asked = talk.last.assistant.id
    assert await talk.say("add call mom") == "Added 'call mom'."
    assert await talk.post(YesNo(asked, True)) == Unheard("question_closed")
    assert await talk.titles() == ["buy milk", "call mom"]


async def test_small_talk_is_answered_with_what_can_be_done(talk: Talk) -> None:
    assert (await talk.say("hello there")).startswith("Hello!")
    assert (await talk.say("ciao, come stai?")).startswith("Ciao!")


async def test_the_same_message_under_one_key_is_carried_out_once(talk: Talk) -> None:
    first = await talk.post(Words("add buy milk"), "k1")
    again = await talk.post(Words("add buy milk"), "k1")
    assert isinstance(first, Exchange)
    assert isinstance(again, Exchange)
    assert again.assistant.id == first.assistant.id
    assert await talk.titles() == ["buy milk"]
    assert await talk.post(Words("add bread"), "k1") == Unheard("key_reused")
    await talk.say("add buy milk")
    assert await talk.titles() == ["buy milk", "buy milk"]


async def test_of_two_answers_at_once_one_is_taken(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("delete milk")
    assert talk.last
    yes = YesNo(talk.last.assistant.id, True)
    both = await asyncio.gather(talk.post(yes), talk.post(yes))
    assert sorted(isinstance(one, Exchange) for one in both) == [False, True]
    assert await talk.titles() == []


async def test_people_never_see_each_others_conversations(begin: Begin) -> None:
    ann, bob = await begin("Ann"), await begin("Bob")
    await ann.say("add buy milk")
    memory = bob.assistant.memory
    assert await memory.messages(bob.person.id, ann.id, 10) == Unheard("no_conversation")
    assert not await memory.remove(bob.person.id, ann.id)
    assert await memory.list(bob.person.id, 10, search="milk") == ((), False)
    posted = Posted(bob.person.id, ann.id, Words("show my tasks"))
    assert await bob.assistant.answer(posted, bob.person, "test", nobody) == Unheard("no_conversation")
    found, _ = await memory.list(ann.person.id, 10, search="MILK")
    assert [one.title for one in found] == ["buy milk"]


async def test_of_very_many_tasks_the_one_that_is_meant_is_found(talk: Talk) -> None:
    session = Session(talk.person.id, "test")
    for i in range(220):
        await talk.tasks.add(session, NewTask(f"errand number {i}"))
    await talk.tasks.add(session, NewTask("water the orchids"))
    assert await talk.say("complete water the orchids") == "Well done: 'water the orchids' is done."
    assert await talk.say("complete #7") == "Well done: 'errand number 6' is done."
    assert "find" in await talk.say("complete sell the spaceship")
    listed = await talk.say("show my tasks")
    assert listed.startswith("You have 221 tasks:")
    assert listed.endswith("… and 171 more.")


async def test_a_machine_that_nobody_has_is_no_reason_to_be_silent(talk: Talk) -> None:
    assert await talk.say("turn on the oven") == "I couldn't find 'oven': there are no machines."


class Forgetful(Memory):
    """Takes messages in, and loses the database when the answer is to be kept."""

    def within(self, tx: Transaction) -> Memory:
        return Forgetful(Joined(tx), self._clock, self._lifetime)

    async def keep(self, posted: Posted, taken: Taken, reply: Message, question: Question | None) -> Message:
        raise StorageUnavailable("the tasks cannot be reached now", "here", "try again")


async def test_what_is_done_and_its_answer_are_one_and_a_retry_does_both(
    database: Database, talk: Talk, engine: Engine, clock: Clock
) -> None:
    whole = talk.assistant
    house = House(talk.tasks, Preferences(database, clock))
    talk.assistant = Assistant(engine, house, Forgetful(database, clock, LIFETIME), clock)
    with pytest.raises(StorageUnavailable):
        await talk.post(Words("add buy milk"), "k1")
    assert talk.heard == []  # nobody was told of what did not happen
    kept = await whole.memory.messages(talk.person.id, talk.id, 10)
    assert isinstance(kept, Page)
    assert kept.items == ()
    assert await talk.titles() == []
    talk.assistant = whole
    done = await talk.post(Words("add buy milk"), "k1")
    assert isinstance(done, Exchange)
    assert done.assistant.content == "Added 'buy milk'."
    assert await talk.titles() == ["buy milk"]


async def test_what_was_changed_elsewhere_meanwhile_is_known(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("show my tasks")
    elsewhere = Session(talk.person.id, "elsewhere")
    await talk.tasks.add(elsewhere, NewTask("call the plumber"))
    await talk.tasks.update(elsewhere, "buy milk", Changes(new_title="buy oat milk"))
    assert await talk.say("complete plumber") == "Well done: 'call the plumber' is done."
    assert await talk.say("complete the oat milk") == "Well done: 'buy oat milk' is done."


async def test_what_was_not_understood_offers_the_nearest_to_pick(talk: Talk) -> None:
    await talk.say("add buy milk")
    assert (await talk.say("milk")).startswith("I heard 'buy milk', but not what to do about it.")
    assert talk.offered[0] == "Mark 'buy milk' as done"
    assert await talk.pick(0) == "Well done: 'buy milk' is done."
    assert talk.last is not None
    assert not talk.last.is_open


async def test_what_was_offered_is_picked_in_words_or_left_for_something_else(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("milk")
    assert await talk.say("the first one") == "Well done: 'buy milk' is done."
    await talk.say("milk")
    assert await talk.say("add buy eggs") == "Added 'buy eggs'."
    await talk.say("milk")
    assert "Mark" not in await talk.say("no")


async def test_a_complaint_says_how_to_undo_what_was_just_done(talk: Talk) -> None:
    await talk.say("add buy milk")
    told = await talk.say("you got it wrong")
    assert "undo" in told
    assert await talk.say("undo") == "Undo would remove 'buy milk' (#1). Allow it?"
    assert await talk.say("yes") == "Undone: 'buy milk' is off your list again."


async def test_taking_back_what_was_added_waits_for_the_persons_yes(talk: Talk) -> None:
    await talk.say("add buy milk")
    for said in ("undo", "undo that", "take it back"):
        assert await talk.say(said) == "Undo would remove 'buy milk' (#1). Allow it?"
        await talk.say("no")
    assert await talk.titles() == ["buy milk"]
    assert await talk.say("annulla") == "Annullando, 'buy milk' (#1) andrebbe via. Vuoi che lo faccia?"
    assert await talk.answer(True) == "Annullato: 'buy milk' non è più nella tua lista."
    assert await talk.say("redo") == "Done again: 'buy milk' is on your list."  # nothing goes away by that
    assert await talk.titles() == ["buy milk"]


async def test_deleting_again_what_was_brought_back_waits_for_a_yes(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("delete milk")
    await talk.say("yes")
    await talk.say("undo")
    assert await talk.say("redo") == "Redo would remove 'buy milk' (#1). Allow it?"
    assert await talk.titles() == ["buy milk"]
    assert await talk.say("yes") == "Done again: 'buy milk' is off your list."
    assert await talk.titles() == []


async def test_a_yes_to_a_step_back_is_for_the_tasks_that_it_named(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("undo")
    await talk.tasks.add(talk.session, NewTask("call mom"))  # at another door, meanwhile
    assert await talk.say("yes") == "Undo would remove 'call mom' (#2). Allow it?"
    assert await talk.titles() == ["buy milk", "call mom"]


async def test_who_counts_on_being_reminded_is_told_where_nothing_rings(talk: Talk) -> None:
    rings = "No hour was said, so nothing will ring"
    for said, is_told in (
        ("remind me tomorrow morning to call the bank", True),
        ("remind me tomorrow at 17:00 to buy bread", False),
        ("add water the plants on friday", False),
    ):
        assert (rings in await talk.say(said)) is is_told, said
    assert "non suonerà nulla" in await talk.say("ricordami domani sera di buttare la carta")


async def test_bringing_back_never_removes(talk: Talk) -> None:
    await talk.say("add buy milk")
    await talk.say("delete milk")
    await talk.say("no")
    for said in ("oops, bring it back", "bring it back"):
        assert (await talk.say(said)).startswith("Nothing was deleted here, so there is nothing to bring back.")
    assert await talk.titles() == ["buy milk"]
    await talk.say("delete milk")
    await talk.say("yes")
    assert await talk.say("oops, bring it back") == "Undone: 'buy milk' is back on your list."
    assert await talk.titles() == ["buy milk"]


async def test_riportare_indietro_non_toglie_nulla(talk: Talk) -> None:
    await talk.say("aggiungi comprare il latte")
    await talk.say("elimina comprare il latte")
    await talk.say("no")
    assert (await talk.say("ripristinalo")).startswith("Qui non è stato eliminato nulla")
    assert await talk.titles() == ["comprare il latte"]
