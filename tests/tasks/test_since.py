"""A time of what repeats that is passed over, and what was changed after a mark, on both databases."""

from datetime import date

import pytest
from household import Clock, delete, redo, serve, settle, undo

from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import Added, Failure, InvalidTaskCall, Updated
from sayso.tasks.service import TaskService
from sayso.tasks.store.since import AT_MOST
from sayso.tasks.task import Changes, NewTask, StoredTask


@pytest.fixture
def service(database: Database) -> TaskService:
    return serve(database, Clock())


@pytest.fixture
async def ann(database: Database) -> Session:
    return await settle(database)


async def added(service: TaskService, session: Session, title: str, **more: str) -> StoredTask:
    done = await service.add(session, NewTask(title, **more))
    assert isinstance(done, Added)
    return done.task


async def skipped(service: TaskService, session: Session, which: str, key: str) -> StoredTask | Failure:
    done = await service.skip(session, which, key)
    return done.task if isinstance(done, Updated) else done


async def test_a_skipped_time_counts_and_the_rule_goes_on(service: TaskService, ann: Session) -> None:
    gym = await added(service, ann, "gym", due="2026-11-18T18:00:00+00:00", repeat="FREQ=WEEKLY;COUNT=3")
    once = await skipped(service, ann, gym.id, "a")
    assert isinstance(once, StoredTask)
    assert (once.due and once.due.isoformat(), once.repeat) == ("2026-11-25T18:00:00+00:00", "FREQ=WEEKLY;COUNT=2")
    twice = await skipped(service, ann, gym.id, "b")
    assert isinstance(twice, StoredTask)
    assert (twice.due and twice.due.isoformat(), twice.id) == ("2026-12-02T18:00:00+00:00", gym.id)
    assert isinstance(await skipped(service, ann, gym.id, "c"), InvalidTaskCall)  # no other time follows
    await undo(service, ann)
    again = await skipped(service, ann, gym.id, "d")
    assert isinstance(again, StoredTask)
    assert again.due == twice.due


async def test_what_was_missed_is_passed_over_too(service: TaskService, ann: Session) -> None:
    late = await added(service, ann, "plants", due="2026-11-02", repeat="FREQ=WEEKLY")
    task = await skipped(service, ann, late.id, "a")
    assert isinstance(task, StoredTask)
    assert task.due == date(2026, 11, 23)


async def test_skipped_is_a_status_that_goes_alone(service: TaskService, ann: Session) -> None:
    gym = await added(service, ann, "gym", due="2026-11-16", repeat="FREQ=WEEKLY")
    both = await service.update(ann, gym.id, Changes(new_status="skipped", new_priority="high"))
    assert isinstance(both, InvalidTaskCall)
    alone = await service.update(ann, gym.id, Changes(new_status="skipped"), "key")
    assert isinstance(alone, Updated)
    assert (alone.task.due, alone.task.is_completed, alone.task.priority) == (date(2026, 11, 23), False, "medium")
    again = await service.update(ann, gym.id, Changes(new_status="skipped"), "key")
    assert isinstance(again, Updated)
    assert again.task.due == date(2026, 11, 23)  # one call, one time


async def test_only_what_repeats_and_is_open_has_a_time_to_skip(service: TaskService, ann: Session) -> None:
    plain = await added(service, ann, "call Ann", due="2026-11-20")
    assert isinstance(await skipped(service, ann, plain.id, "a"), InvalidTaskCall)
    daily = await added(service, ann, "gym", repeat="FREQ=DAILY")
    await service.complete(ann, daily.id)
    assert isinstance(await skipped(service, ann, daily.id, "b"), InvalidTaskCall)


async def test_after_a_mark_every_change_is_told_also_of_an_undo_of_several(
    service: TaskService, database: Database, ann: Session
) -> None:
    bob = await settle(database, "Bob")
    one, two, three = [await added(service, ann, title) for title in ("one", "two", "three")]
    mark = await service.mark(ann)
    await added(service, bob, "of Bob")
    nothing = await service.changed_since(ann, mark)
    assert nothing is not None
    assert (nothing.mark, nothing.tasks, nothing.gone, nothing.total) == (mark, (), (), None)
    together = Session(ann.user_id, "test", batch="11111111-1111-1111-1111-111111111111")
    for task in (one, two):
        await service.update(together, task.id, Changes(new_priority="high"))
    await delete(service, ann, three.id)
    found = await service.changed_since(ann, mark)
    assert found is not None
    assert {task.id for task in found.tasks} == {one.id, two.id}
    assert (found.gone, found.total) == ((three.id,), 2)
    await undo(service, ann)  # of the deletion
    mark = await service.mark(ann)
    await undo(service, ann)  # of both
    found = await service.changed_since(ann, mark)
    assert found is not None
    assert {task.priority for task in found.tasks} == {"medium"}
    assert {task.id for task in found.tasks} == {one.id, two.id}
    mark = found.mark
    await redo(service, ann)
    found = await service.changed_since(ann, mark)
    assert found is not None
    assert {task.id for task in found.tasks} == {one.id, two.id}
    assert await service.changed_since(bob, 10**12) is None  # a mark that never was


async def test_whoever_missed_too_much_reads_anew(service: TaskService, ann: Session) -> None:
    mark = await service.mark(ann)
    for turn in range(AT_MOST + 1):
        await added(service, ann, f"errand {turn}")
    assert await service.changed_since(ann, mark) is None
