"""What is said to a reminder that has just come: it is about the task that the reminder brought up."""

import pytest
from household import Clock, settle
from talking import Parlour, Talk

from sayso import Engine
from sayso.reminders.delivery import Delivery
from sayso.reminders.reminders import Reminders
from sayso.storage.database import Database

PUT_OFF = [
    ("in ten minutes", "13:15"),
    ("remind me again in 10 minutes", "13:15"),
    ("snooze it for an hour", "14:05"),
    ("tomorrow at 9", "19 November, 09:00"),
    ("tra dieci minuti", "13:15"),
    ("ricordamelo tra un'ora", "14:05"),
    ("rimanda di 20 minuti", "13:25"),
    ("domani alle 9", "19 novembre, 09:00"),
]


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Bell:
    """Ann's conversation, beside which her reminders come."""

    def __init__(self, talk: Talk, delivery: Delivery, clock: Clock) -> None:
        self.talk = talk
        self._delivery = delivery
        self._clock = clock

    async def ring(self, *titles: str, heard_after: int = 3) -> None:
        for title in titles:
            await self.talk.say(f"remind me to {title} in 2 minutes")
        self._clock.go(minutes=2)
        assert await self._delivery.deliver_due() == max(1, len(titles))
        self._clock.go(minutes=heard_after)


@pytest.fixture
async def bell(database: Database, engine: Engine, clock: Clock) -> Bell:
    talk = await Parlour(database, engine, clock).welcome(await settle(database, "Ann", "Europe/Rome"))
    await talk.say("add buy milk tomorrow")
    return Bell(talk, Delivery(Reminders(database, clock), []), clock)


@pytest.mark.parametrize(("said", "when"), PUT_OFF, ids=[said for said, _ in PUT_OFF])
async def test_it_is_put_off_in_words_counted_from_now(bell: Bell, said: str, when: str) -> None:
    await bell.ring("call Anna")
    told = await bell.talk.say(said)
    assert "call Anna" in told
    assert when in told


@pytest.mark.parametrize("said", ["done", "did it", "fatto", "ok fatto"])
async def test_it_is_done_by_a_word(bell: Bell, said: str) -> None:
    await bell.ring("call Anna")
    await bell.talk.say(said)
    assert await bell.talk.titles() == ["buy milk", "call Anna ✓"]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("snooze", "When should I remind you of 'call Anna' again?"),
        ("remind me later", "When should I remind you of 'call Anna' again?"),
        ("più tardi", "Quando ti ricordo di nuovo 'call Anna'?"),
        ("non ora", "Quando ti ricordo di nuovo 'call Anna'?"),
    ],
)
async def test_without_a_time_it_is_asked_when_and_the_answer_counts(bell: Bell, said: str, asked: str) -> None:
    await bell.ring("call Anna")
    assert asked in await bell.talk.say(said)
    assert "13:35" in await bell.talk.say("in 30 minutes" if "When" in asked else "tra 30 minuti")


async def test_what_was_spoken_of_since_is_meant_and_not_what_rang(bell: Bell) -> None:
    await bell.ring("call Anna")
    await bell.talk.say("add water the plants at 18:00")
    told = await bell.talk.say("no, at 19")
    assert "water the plants" in told
    assert "call Anna" not in told


@pytest.mark.parametrize("said", ["done", "in ten minutes", "tomorrow at 9", "later", "fatto", "tra 5 minuti"])
async def test_of_two_that_ring_it_is_asked_which(bell: Bell, said: str) -> None:
    await bell.talk.say("move buy milk to friday")  # what was spoken of before is not meant
    await bell.ring("call Anna", "feed the cat")
    before = await bell.talk.titles()
    told = await bell.talk.say(said)
    assert await bell.talk.titles() == before
    assert "call Anna" in told
    assert "feed the cat" in told
    assert "buy milk" not in told


async def test_what_rings_while_a_question_is_open_is_meant(bell: Bell) -> None:
    await bell.ring("call Anna")
    await bell.talk.say("buy flour")  # offered, and left open
    await bell.ring("feed the cat")
    told = await bell.talk.say("in ten minutes")
    assert "feed the cat" in told
    assert "buy milk" not in told


async def test_without_a_reminder_the_same_words_change_nothing(bell: Bell) -> None:
    for said in ("snooze", "remind me later", "più tardi", "non ora"):
        await bell.talk.say(said)
    assert await bell.talk.titles() == ["buy milk"]


async def test_a_question_about_others_is_not_turned_into_one_about_what_rings(bell: Bell) -> None:
    await bell.talk.say("add buy oat milk")
    await bell.ring("call Anna", "feed the cat")
    told = await bell.talk.say("delete the milk")
    assert "oat milk" in told
    assert "call Anna" not in told


async def test_a_yes_answers_the_question_and_not_what_rings(bell: Bell) -> None:
    await bell.talk.say("remind me to feed the cat in 2 minutes")
    await bell.talk.say("delete buy milk")
    await bell.ring(heard_after=1)
    await bell.talk.say("yes")
    assert await bell.talk.titles() == ["feed the cat"]


@pytest.mark.parametrize(("said", "then"), [("done", "in ten minutes"), ("fatto", "tra dieci minuti")])
async def test_when_one_of_two_is_seen_to_the_other_is_meant(bell: Bell, said: str, then: str) -> None:
    await bell.ring("call Anna", "feed the cat")
    await bell.talk.say(said)
    await bell.talk.say("call Anna")
    told = await bell.talk.say(then)
    assert "feed the cat" in told
    assert "13:15" in told
    assert await bell.talk.titles() == ["buy milk", "call Anna ✓", "feed the cat"]


async def test_what_was_put_off_may_be_put_off_once_more_while_another_rings(bell: Bell) -> None:
    await bell.ring("call Anna", "feed the cat")
    await bell.talk.say("call Anna in ten minutes")
    await bell.talk.say("yes")
    told = await bell.talk.say("in twenty minutes")
    assert "call Anna" in told
    assert "feed the cat" in told
    assert "13:25" in await bell.talk.say("the cat")


async def test_what_still_rings_is_not_meant_once_something_else_is_spoken_of(bell: Bell) -> None:
    await bell.ring("call Anna", "feed the cat")
    await bell.talk.say("call Anna is done")
    await bell.talk.say("add water the plants at 18:00")
    told = await bell.talk.say("in ten minutes")
    assert "feed the cat" not in told


@pytest.mark.parametrize("said", ["done, both", "did both", "fatte tutte e due"])
async def test_both_that_ring_are_done_by_one_yes(bell: Bell, said: str) -> None:
    await bell.ring("call Anna", "feed the cat")
    await bell.talk.say(said)
    await bell.talk.say("yes")
    assert await bell.talk.titles() == ["buy milk", "call Anna ✓", "feed the cat ✓"]
