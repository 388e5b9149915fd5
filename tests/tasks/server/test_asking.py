"""Deleting needs the person's own yes: asked through the client where it can ask, by `sayso approve` elsewhere."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from doors import CANCELLED, DECLINED, YES, Door, Human, told
from fastmcp import Client
from household import Clock
from mcp_types import ElicitResult, InputRequiredResult

from sayso.confirmations.confirmations import Confirmations
from sayso.face import standard
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import TaskNeedsConfirmation
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask


@pytest.fixture
async def ann(door: Door) -> Session:
    return await door.person("Ann")


@pytest.fixture
def can_ask(way: str, era: str) -> bool:
    """Only a client of the older protocol cannot be asked over HTTP, where no connection lasts."""
    return way == "memory" or era == "modern"


async def has_milk(client: "Client[Any]") -> bool:
    return bool((await told(client, "list_tasks", search="milk"))["total"])


async def test_the_person_is_asked_and_a_yes_deletes(door: Door, ann: Session, can_ask: bool) -> None:
    human = Human(YES)
    async with door.client(ann, human) as client:
        await told(client, "add_task", title="buy \x1b[31m milk")
        answer = await told(client, "delete_task", task_identifier="milk")
        assert answer["status"] == ("success" if can_ask else "needs_confirmation")
        assert human.asked == (["Delete 'buy ?[31m milk' (#1)?"] if can_ask else [])
        assert await has_milk(client) is not can_ask
    statuses = [e.status for e in await door.audit(ann) if e.tool == "delete_task"]
    assert statuses[-1] == ("success" if can_ask else "needs_confirmation")


@pytest.mark.parametrize("no", [DECLINED, CANCELLED, {"confirm": False}], ids=["declined", "cancelled", "no"])
async def test_a_no_is_a_no(door: Door, ann: Session, can_ask: bool, no: Any) -> None:
    async with door.client(ann, Human(no)) as client:
        await told(client, "add_task", title="buy milk")
        answer = await told(client, "delete_task", task_identifier="milk")
        if can_ask:
            assert answer["error"] == "declined"
            assert await door.service.confirmations.waiting(ann.user_id) == ()
            assert [e.status for e in await door.audit(ann)][-1] == "refused"
        assert await has_milk(client)


async def test_who_cannot_ask_waits_for_the_person_and_the_yes_counts_once(door: Door, ann: Session) -> None:
    bob = await door.person("Bob")
    async with door.client(ann) as client:
        await told(client, "add_task", title="buy milk")
        await told(client, "add_task", title="buy bread")
        waiting = await told(client, "delete_task", task_identifier="milk")
        assert waiting["status"] == "needs_confirmation"
        assert f"sayso approve {waiting['confirmation_id']}" in waiting["suggestion"]
        again = await told(client, "delete_task", task_identifier="milk")
        assert again["confirmation_id"] == waiting["confirmation_id"]
        assert not await door.service.confirmations.grant(waiting["confirmation_id"], bob.user_id)
        assert await has_milk(client)

        assert await door.service.confirmations.grant(waiting["confirmation_id"], ann.user_id)
        assert (await told(client, "delete_task", task_identifier="bread"))["status"] == "needs_confirmation"
        assert (await told(client, "delete_task", task_identifier="milk"))["status"] == "success"
        assert not await has_milk(client)

        await told(client, "undo")
        anew = await told(client, "delete_task", task_identifier="milk")
        assert anew["status"] == "needs_confirmation"
        assert anew["confirmation_id"] != waiting["confirmation_id"]
        assert await has_milk(client)


@dataclass
class Meanwhile(Human):
    """Somebody for whom something happens between the question and the yes, the first time."""

    happens: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    async def __call__(self, message: str, *_: object) -> Any:
        if self.happens:
            await self.happens.pop()()
        return await super().__call__(message)


async def test_a_yes_counts_only_for_the_task_as_it_was_shown(door: Door, ann: Session, can_ask: bool) -> None:
    async def rename() -> None:
        await door.service.update(ann, "1", Changes(new_title="buy oat milk"))

    human = Meanwhile(YES, happens=[rename])
    async with door.client(ann, human) as client:
        await told(client, "add_task", title="buy milk")
        answer = await told(client, "delete_task", task_identifier="milk")
        if not can_ask:
            assert human.asked == []
        elif door.era == "modern":  # is asked again, about what it is now
            assert human.asked == ["Delete 'buy milk' (#1)?", "Delete 'buy oat milk' (#1)?"]
            assert answer["title"] == "buy oat milk"
        else:
            assert answer["status"] == "needs_confirmation"
            assert await has_milk(client)


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_a_yes_that_comes_too_late_deletes_nothing(database: Database, era: str) -> None:
    clock = Clock()

    async def dawdle() -> None:
        clock.go(minutes=6)

    service = TaskService(database, Confirmations(database, clock, timedelta(minutes=5)), standard(), clock)
    door = Door(database, service, era)
    ann = await door.person()
    human = Meanwhile(YES, happens=[dawdle, dawdle])
    async with door.client(ann, human) as client:
        await told(client, "add_task", title="buy milk")
        answer = await told(client, "delete_task", task_identifier="milk")
        if era == "modern":
            assert len(human.asked) == 3
            assert answer["status"] == "success"
        else:
            assert answer["status"] == "needs_confirmation"
            assert await has_milk(client)


@pytest.mark.parametrize("way", ["memory", "http"], indirect=True)
@pytest.mark.parametrize("era", ["modern"], indirect=True)
async def test_an_answer_to_another_question_or_a_second_time_is_none(door: Door, ann: Session) -> None:
    async with door.client(ann, Human(YES)) as client:

        async def delete(task: str, answers: dict[str, Any] | None = None) -> Any:
            return await client.session.call_tool(
                "delete_task", {"task_identifier": task}, input_responses=answers, allow_input_required=True
            )

        for title in ("buy milk", "buy bread"):
            await told(client, "add_task", title=title)
        asked = await delete("milk")
        assert isinstance(asked, InputRequiredResult)
        assert asked.input_requests is not None
        (name,) = asked.input_requests
        yes = ElicitResult(action="accept", content={"confirm": True})
        assert isinstance(await delete("bread", {name: yes}), InputRequiredResult)
        assert isinstance(await delete("milk", {"sayso/confirm/guessed": yes}), InputRequiredResult)
        assert (await told(client, "list_tasks"))["total"] == 2

        assert not (await delete("milk", {name: yes})).is_error
        await told(client, "undo")
        assert isinstance(await delete("milk", {name: yes}), InputRequiredResult)
        assert (await told(client, "list_tasks"))["total"] == 2


@pytest.mark.parametrize("way", ["memory"], indirect=True)
@pytest.mark.parametrize("era", ["modern"], indirect=True)
async def test_silence_deletes_nothing(door: Door, ann: Session) -> None:
    async with door.client(ann, Human(YES)) as client:
        await told(client, "add_task", title="buy milk")
        asked = await client.session.call_tool("delete_task", {"task_identifier": "1"}, allow_input_required=True)
        assert isinstance(asked, InputRequiredResult)
    async with door.client(ann) as client:
        assert await has_milk(client)


async def test_a_program_that_takes_back_what_was_added_waits_for_the_person(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        await told(client, "add_task", title="buy milk")
        waiting = await told(client, "undo")
        assert waiting["status"] == "needs_confirmation"
        assert waiting["summary"] == "Undo would remove 'buy milk' (#1). Allow it?"
        assert (await told(client, "undo"))["confirmation_id"] == waiting["confirmation_id"]
        assert await has_milk(client)
        assert await door.service.confirmations.grant(waiting["confirmation_id"], ann.user_id)
        assert (await told(client, "undo"))["deleted"] is True
        assert not await has_milk(client)
        assert (await told(client, "redo"))["deleted"] is False  # it comes back: nobody has to allow that


async def test_a_program_that_deletes_again_what_was_brought_back_waits_too(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        await told(client, "add_task", title="buy milk")
        waiting = await told(client, "delete_task", task_identifier="1")
        assert await door.service.confirmations.grant(waiting["confirmation_id"], ann.user_id)
        await told(client, "delete_task", task_identifier="1")
        assert (await told(client, "undo"))["deleted"] is False
        assert (await told(client, "redo"))["status"] == "needs_confirmation"
        assert await has_milk(client)


@pytest.mark.parametrize("way", ["memory"], indirect=True)
async def test_a_program_does_not_answer_its_own_question(door: Door, ann: Session) -> None:
    door.clients_confirm = False
    human = Human(YES)
    async with door.client(ann, human) as client:
        await told(client, "add_task", title="buy milk")
        assert (await told(client, "delete_task", task_identifier="1"))["status"] == "needs_confirmation"
        assert await has_milk(client)
    assert human.asked == []


async def test_a_person_who_takes_back_what_they_added_is_asked_too(door: Door, ann: Session) -> None:
    await door.service.add(ann, NewTask("buy milk"))
    waiting = await door.service.undo(ann)
    assert isinstance(waiting, TaskNeedsConfirmation)
    assert waiting.pending.summary == "Undo would remove 'buy milk' (#1). Allow it?"
    assert await door.service.confirmations.grant(waiting.pending.id, ann.user_id)
    assert (await door.service.undo(ann)).to_dict()["deleted"] is True
