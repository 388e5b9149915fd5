"""Several things by one yes: asked for by name, carried out each, told one by one, and undone at once."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from household import Clock, settle
from talking import LIFETIME, Parlour, Talk

from sayso import Engine
from sayso.assistant.acting import Acting, Stage
from sayso.assistant.conversation import nobody
from sayso.assistant.message import Question
from sayso.assistant.telling import told
from sayso.assistant.wings.wing import Came, Carried, Errand, Waits
from sayso.confirmations.confirmations import Confirmations
from sayso.engine.nouns import Action, Argument, Call, Confirm, Decision, Source
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.task import Changes

QUESTION = "Delete these 2: 'buy milk', 'pay rent'?"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def talk(database: Database, engine: Engine, clock: Clock) -> Talk:
    talk = await Parlour(database, engine, clock).welcome(await settle(database, "Ann", "Europe/Rome"))
    for said in ("add buy milk", "add pay rent", "add call mom", "complete buy milk", "complete pay rent"):
        await talk.say(said)
    return talk


async def test_one_yes_deletes_all_that_the_question_named_and_one_undo_brings_them_back(talk: Talk) -> None:
    assert await talk.say("delete all the completed ones") == QUESTION
    assert await talk.titles() == ["buy milk ✓", "pay rent ✓", "call mom"]
    reply = await talk.say("yes")
    assert reply == "Deleted 'buy milk'. You can still undo that. Deleted 'pay rent'. You can still undo that."
    assert await talk.titles() == ["call mom"]
    assert await talk.say("undo") == "Undone: these 2 are back on your list: 'buy milk', 'pay rent'."
    assert await talk.titles() == ["buy milk ✓", "pay rent ✓", "call mom"]


async def test_one_undo_takes_all_of_it_back_and_one_redo_does_it_again(talk: Talk, clock: Clock) -> None:
    await talk.say("delete all the completed ones")
    await talk.answer(yes=True)
    for word, left in (("undo", 3), ("redo", 1), ("undo", 3)):
        clock.go(seconds=11)
        told = await talk.say(word)
        if word == "redo":
            assert told == "Redo would remove 'buy milk' (#1) and 1 more. Allow it?"
            assert len(await talk.titles()) == 3
            await talk.say("yes")
        assert len(await talk.titles()) == left


async def test_a_no_does_none_and_asks_for_none_of_the_others(talk: Talk) -> None:
    await talk.say("delete all the completed ones")
    reply = await talk.say("no")
    assert "delete" not in reply.casefold()
    assert len(await talk.titles()) == 3
    assert not talk.last or not talk.last.is_open
    assert await talk.tasks.confirmations.waiting(talk.person.id) == ()


async def test_a_yes_that_comes_too_late_does_none(talk: Talk, clock: Clock) -> None:
    await talk.say("delete all the completed ones")
    clock.go(seconds=LIFETIME.total_seconds() + 1)
    await talk.say("yes")
    assert len(await talk.titles()) == 3


async def test_a_yes_is_used_once(talk: Talk, clock: Clock) -> None:
    await talk.say("delete all the completed ones")
    await talk.say("yes")
    await talk.say("undo")
    clock.go(seconds=11)
    await talk.say("yes")
    assert len(await talk.titles()) == 3


async def test_what_was_changed_since_is_asked_about_again_and_the_others_are_done(talk: Talk) -> None:
    await talk.say("delete all the completed ones")
    await talk.tasks.update(talk.session, "1", Changes(new_priority="high"))
    reply = await talk.say("yes")
    assert reply == "Deleted 'pay rent'. You can still undo that. Delete 'buy milk'?"
    assert await talk.titles() == ["buy milk ✓", "call mom"]
    assert await talk.say("yes") == "Deleted 'buy milk'. You can still undo that."


async def test_what_is_gone_meanwhile_is_told_and_the_others_are_done(talk: Talk) -> None:
    await talk.say("delete all the completed ones")
    first = await talk.tasks.delete(talk.session, "1")
    await talk.tasks.confirmations.grant(first.pending.id, talk.person.id)  # type: ignore[union-attr]
    await talk.tasks.delete(talk.session, "1")
    reply = await talk.say("yes")
    assert "'buy milk'" in reply
    assert "Deleted 'pay rent'" in reply
    assert await talk.titles() == ["call mom"]


async def test_another_person_cannot_say_the_yes(talk: Talk, database: Database) -> None:
    await talk.say("delete all the completed ones")
    other = await settle(database, "Bo", "Europe/Rome")
    for pending in await talk.tasks.confirmations.waiting(talk.person.id):
        assert not await talk.tasks.confirmations.grant(pending.id, Session(other.user_id, "test").user_id)


async def test_completing_several_waits_for_one_yes_too_and_is_undone_at_once(talk: Talk) -> None:
    await talk.say("reopen the completed ones")
    await talk.say("yes")
    assert await talk.titles() == ["buy milk", "pay rent", "call mom"]
    reply = await talk.say("undo")
    assert reply == "Undone: these 2 are as they were before: 'buy milk', 'pay rent'."
    assert await talk.titles() == ["buy milk ✓", "pay rent ✓", "call mom"]


async def test_what_was_done_after_them_is_undone_alone(talk: Talk) -> None:
    await talk.say("delete all the completed ones")
    await talk.say("yes")
    await talk.say("add buy eggs")
    assert await talk.say("undo") == "Undo would remove 'buy eggs' (#4). Allow it?"
    assert await talk.say("yes") == "Undone: 'buy eggs' is off your list again."
    assert await talk.titles() == ["call mom"]


def test_a_question_that_an_earlier_release_kept_is_still_read() -> None:
    old = '{"message_id": "m", "decision": {"steps": []}, "confirmation": "abc", "hint": ""}'
    assert Question.from_json(old).confirmations == ("abc",)
    assert Question.from_json(Question("m", {}, ("", "b")).to_json()).confirmations == ("", "b")


@dataclass
class Plant:
    """A wing of dangerous commands: each wants a yes under an id of its own, which it gets with the first call."""

    confirmations: Confirmations
    broken: str = ""
    sent: list[object] = field(default_factory=list)
    tools: frozenset[str] = frozenset(("machine_command_execute",))
    is_at_home: bool = False

    def asks_first(self, _: Action) -> bool:
        return False

    async def carry_out(self, errand: Errand) -> Came:
        tool = errand.action.tool_name or ""
        if not await self.confirmations.spend(errand.session, tool, errand.given):
            pending = await self.confirmations.ask(errand.session, tool, errand.given, "?")
            return Waits(pending.id, "Sure?")
        device = errand.given["device_id"]
        if device == self.broken:
            return Carried({"status": "error"}, f"{device} refuses.")
        self.sent.append(device)
        return Carried({"status": "success"}, f"{device} is reset.")


def reset(*devices: str) -> tuple[Call, ...]:
    said = Source("message")
    return tuple(
        Call(Action("machine_command", "machine_command_execute", (Argument("device_id", one, said),), 1.0, True))
        for one in devices
    )


async def test_one_yes_allows_just_as_many_dangerous_commands_as_were_asked_for(talk: Talk, engine: Engine) -> None:
    confirmations = talk.tasks.confirmations
    plant = Plant(confirmations, broken="b")
    now = datetime(2026, 11, 18, 10, tzinfo=UTC)
    stage = Stage(talk.session, engine.packs[0], "key", nobody, now, agreed=3)
    decision = Decision(None, "en", reset("a", "b", "c", "d"), None)
    acted = await Acting((plant,), confirmations).act(decision, stage)
    assert plant.sent == ["a", "c"]
    assert told(engine.packs[0], acted, None).splitlines() == ["a is reset.", "b refuses.", "c is reset.", "Sure?"]
    assert isinstance(acted.open, Confirm)
    assert acted.open.action.value("device_id") == "d"
