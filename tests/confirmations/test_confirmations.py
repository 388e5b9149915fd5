"""A yes counts for one person, one call and a short while, and is used once."""

import asyncio

import pytest
from household import Clock, serve, settle, undo

from sayso.confirmations.confirmations import Confirmations
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Added, Deleted, TaskNeedsConfirmation, TaskNotFound, Undone
from sayso.tasks.service import TaskService
from sayso.tasks.task import Changes, NewTask

STOP = {"machine": "m1", "command": "stop"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> TaskService:
    return serve(database, clock)


@pytest.fixture
def confirmations(service: TaskService) -> Confirmations:
    return service.confirmations


@pytest.fixture
async def ann(database: Database) -> Session:
    return await settle(database)


@pytest.fixture
async def bo(database: Database) -> Session:
    return await settle(database, "Bo")


async def test_a_granted_call_goes_through_once(confirmations: Confirmations, ann: Session) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert not await confirmations.spend(ann, "run", STOP)
    assert await confirmations.waiting(ann.user_id) == (pending,)
    assert await confirmations.grant(pending.id, ann.user_id)
    assert await confirmations.waiting(ann.user_id) == ()
    assert await confirmations.spend(ann, "run", {"command": "stop", "machine": "m1"})
    assert not await confirmations.spend(ann, "run", STOP)
    assert not await confirmations.grant(pending.id, ann.user_id)


async def test_the_same_question_is_open_once_and_another_is_another(
    confirmations: Confirmations, ann: Session, bo: Session
) -> None:
    asked = await asyncio.gather(*(confirmations.ask(ann, "run", STOP, "Stop m1?") for _ in range(10)))
    assert len({pending.id for pending in asked}) == 1
    others = [
        await confirmations.ask(ann, "run", {**STOP, "machine": "m2"}, "Stop m2?"),
        await confirmations.ask(ann, "walk", STOP, "Walk?"),
        await confirmations.ask(bo, "run", STOP, "Stop m1?"),
    ]
    assert len({asked[0].id, *(pending.id for pending in others)}) == 4


async def test_a_yes_is_bound_to_person_tool_and_arguments(
    confirmations: Confirmations, ann: Session, bo: Session
) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert not await confirmations.grant(pending.id, bo.user_id)
    assert not await confirmations.refuse(pending.id, bo.user_id)
    assert not await confirmations.grant("nothing", ann.user_id)
    assert await confirmations.grant(pending.id, ann.user_id)
    assert not await confirmations.spend(bo, "run", STOP)
    assert not await confirmations.spend(ann, "walk", STOP)
    assert not await confirmations.spend(ann, "run", {**STOP, "machine": "m2"})
    assert not await confirmations.spend(ann, "run", {**STOP, "more": None})
    assert await confirmations.spend(ann, "run", STOP)


async def test_a_refused_question_stays_refused(confirmations: Confirmations, ann: Session) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert await confirmations.refuse(pending.id, ann.user_id)
    assert not await confirmations.grant(pending.id, ann.user_id)
    assert not await confirmations.spend(ann, "run", STOP)
    assert (await confirmations.ask(ann, "run", STOP, "Stop m1?")).id != pending.id


async def test_what_is_out_of_date_is_gone(confirmations: Confirmations, ann: Session, clock: Clock) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    clock.go(minutes=5)
    assert await confirmations.waiting(ann.user_id) == ()
    assert not await confirmations.grant(pending.id, ann.user_id)
    again = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert again.id != pending.id
    assert await confirmations.grant(again.id, ann.user_id)
    clock.go(minutes=5)
    assert not await confirmations.spend(ann, "run", STOP)


async def test_a_clock_that_is_set_back_brings_no_old_yes_back(
    confirmations: Confirmations, ann: Session, clock: Clock
) -> None:
    granted = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert await confirmations.grant(granted.id, ann.user_id)
    clock.go(hours=-1)
    assert not await confirmations.spend(ann, "run", STOP)
    again = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    assert again.id != granted.id
    assert [one.id for one in await confirmations.waiting(ann.user_id)] == [again.id]


async def test_of_many_who_spend_at_once_one_does(confirmations: Confirmations, ann: Session) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    await confirmations.grant(pending.id, ann.user_id)
    assert sorted(await asyncio.gather(*(confirmations.spend(ann, "run", STOP) for _ in range(20)))) == [False] * 19 + [
        True
    ]


async def test_a_yes_is_not_used_up_by_what_fails(
    confirmations: Confirmations, ann: Session, database: Database
) -> None:
    pending = await confirmations.ask(ann, "run", STOP, "Stop m1?")
    await confirmations.grant(pending.id, ann.user_id)

    async def fail() -> None:
        async with database.transaction() as tx:
            assert await confirmations.spend_in(tx, ann, "run", STOP)
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    assert await confirmations.spend(ann, "run", STOP)


async def add(service: TaskService, session: Session, title: str) -> Added:
    done = await service.add(session, NewTask(title))
    assert isinstance(done, Added)
    return done


async def asked(service: TaskService, session: Session, identifier: str) -> TaskNeedsConfirmation:
    first = await service.delete(session, identifier)
    assert isinstance(first, TaskNeedsConfirmation)
    return first


async def test_deleting_waits_for_the_person_and_shows_what_it_is_about(service: TaskService, ann: Session) -> None:
    task = (await add(service, ann, "buy milk")).task
    told = (await asked(service, ann, "milk")).to_dict()
    assert told["status"] == "needs_confirmation"
    assert told["summary"] == "Delete 'buy milk' (#1)?"
    assert (told["task_id"], told["title"], told["expires_at"]) == (task.id, "buy milk", "2026-11-18T12:05:00+00:00")
    assert await service.resolve(ann, "milk") == task
    assert isinstance(await service.delete(ann, "xyz"), TaskNotFound)
    assert len(await service.confirmations.waiting(ann.user_id)) == 1


async def test_the_same_call_goes_through_once_it_is_granted_by_whichever_name(
    service: TaskService, ann: Session
) -> None:
    await add(service, ann, "buy milk")
    first = await asked(service, ann, "milk")
    assert (await asked(service, ann, "#1")).pending == first.pending
    await service.confirmations.grant(first.pending.id, ann.user_id)
    gone = await service.delete(ann, "1")
    assert isinstance(gone, Deleted)
    assert isinstance(await undo(service, ann), Undone)
    assert (await asked(service, ann, "1")).pending.id != first.pending.id


async def test_a_yes_to_one_task_deletes_no_other_of_the_same_name(service: TaskService, ann: Session) -> None:
    await add(service, ann, "buy milk")
    first = await asked(service, ann, "milk")
    await service.confirmations.grant(first.pending.id, ann.user_id)
    await service.update(ann, "1", Changes(new_title="buy bread"))
    other = (await add(service, ann, "milk")).task
    again = await asked(service, ann, "milk")
    assert again.task == other
    changed = await asked(service, ann, "1")
    assert changed.pending.summary == "Delete 'buy bread' (#1)?"


async def test_many_deletes_at_once_with_one_yes_delete_one(service: TaskService, ann: Session) -> None:
    await add(service, ann, "buy milk")
    first = await asked(service, ann, "1")
    await service.confirmations.grant(first.pending.id, ann.user_id)
    answers = await asyncio.gather(*(service.delete(ann, "1") for _ in range(10)))
    assert len(set(answers)) == 1
    assert isinstance(answers[0], Deleted)
