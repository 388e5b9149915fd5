"""Back and forth through what one changed: one step at a time, as far as it was of late, on both databases."""

from dataclasses import replace

import pytest
from household import Clock, delete, redo, serve, settle, undo

from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import (
    Added,
    ChangedSince,
    Completed,
    Listed,
    NothingToRedo,
    NothingToUndo,
    Overtaken,
    Redone,
    TaskNeedsConfirmation,
    Undone,
    Updated,
)
from sayso.tasks.service import TaskService
from sayso.tasks.store import records
from sayso.tasks.task import Changes, NewTask, Query
from sayso.tasks.walking import Bound, ShownChange


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> TaskService:
    return serve(database, clock)


@pytest.fixture
async def ann(database: Database) -> Session:
    return await settle(database, timezone="Europe/Rome")


async def add(service: TaskService, session: Session, *titles: str) -> None:
    for title in titles:
        assert isinstance(await service.add(session, NewTask(title)), Added)


async def titles(service: TaskService, session: Session) -> list[str]:
    listed = await service.list(session, Query())
    assert isinstance(listed, Listed)
    return [task.title for task in listed.tasks]


async def test_undo_goes_further_back_each_time_and_redo_forth_again(service: TaskService, ann: Session) -> None:
    await add(service, ann, "one", "two")
    await service.update(ann, "2", Changes(new_title="three"))
    await service.update(ann, "2", Changes(new_title="four"))
    seen = [["one", "four"], ["one", "three"], ["one", "two"], ["one"], []]
    for expected in seen[1:]:
        assert isinstance(await undo(service, ann), Undone)
        assert await titles(service, ann) == expected
    assert isinstance(await undo(service, ann), NothingToUndo)
    for expected in reversed(seen[:-1]):
        assert isinstance(await redo(service, ann), Redone)
        assert await titles(service, ann) == expected
    assert isinstance(await redo(service, ann), NothingToRedo)


async def test_a_step_back_and_forth_can_be_taken_again_and_again(service: TaskService, ann: Session) -> None:
    await add(service, ann, "one")
    await service.update(ann, "1", Changes(new_title="two"))
    for _ in range(3):
        assert isinstance(await undo(service, ann), Undone)
        assert isinstance(await undo(service, ann), Undone)
        assert await titles(service, ann) == []
        assert isinstance(await redo(service, ann), Redone)
        assert await titles(service, ann) == ["one"]
        assert isinstance(await redo(service, ann), Redone)
        assert await titles(service, ann) == ["two"]


async def test_what_was_undone_and_redone_is_told(service: TaskService, ann: Session) -> None:
    await add(service, ann, "call mom")
    await delete(service, ann, "mom")
    back = (await undo(service, ann)).to_dict()
    assert (back["undone"], back["title"], back["deleted"]) == ("delete_task", "call mom", False)
    forth = (await redo(service, ann)).to_dict()
    assert (forth["redone"], forth["title"], forth["deleted"]) == ("delete_task", "call mom", True)


async def test_any_other_change_makes_an_end_of_redoing(service: TaskService, ann: Session) -> None:
    await add(service, ann, "one", "two")
    await undo(service, ann)
    await add(service, ann, "three")
    assert isinstance(await redo(service, ann), NothingToRedo)
    await undo(service, ann)
    await undo(service, ann)
    assert await titles(service, ann) == []


async def test_there_is_nothing_to_redo_before_something_is_undone(service: TaskService, ann: Session) -> None:
    assert isinstance(await redo(service, ann), NothingToRedo)
    await add(service, ann, "one")
    told = (await redo(service, ann)).to_dict()
    assert (told["status"], told["error"]) == ("error", "nothing_to_redo")


async def test_undo_and_redo_with_a_key_are_carried_out_once(service: TaskService, ann: Session) -> None:
    await add(service, ann, "one", "two")
    assert await undo(service, ann, key="u") == await undo(service, ann, key="u")
    assert await titles(service, ann) == ["one"]
    assert await redo(service, ann, key="r") == await redo(service, ann, key="r")
    assert await titles(service, ann) == ["one", "two"]


async def test_old_changes_are_not_walked_back_through(service: TaskService, ann: Session, clock: Clock) -> None:
    await add(service, ann, "old", "older than a day")
    clock.go(days=2)
    await add(service, ann, "new")
    assert isinstance(await undo(service, ann), Undone)
    assert isinstance(await undo(service, ann), NothingToUndo)
    assert await titles(service, ann) == ["old", "older than a day"]


async def test_the_last_change_of_all_can_be_old(service: TaskService, ann: Session, clock: Clock) -> None:
    await add(service, ann, "one", "two")
    clock.go(days=2)
    assert isinstance(await undo(service, ann), Undone)
    assert isinstance(await undo(service, ann), NothingToUndo)


async def test_redo_is_refused_when_the_task_changed_since(
    service: TaskService, ann: Session, database: Database
) -> None:
    await add(service, ann, "one")
    done = await undo(service, ann)
    assert isinstance(done, Undone)
    async with database.transaction() as tx:
        await records.replace(tx, ann.user_id, done.task, replace(done.task, title="from elsewhere", version=9))
    assert isinstance(await redo(service, ann), ChangedSince)


async def test_every_step_is_seen_by_those_who_watch(service: TaskService, ann: Session) -> None:
    await add(service, ann, "one")
    marks = [await service.mark(ann)]
    await undo(service, ann)
    marks.append(await service.mark(ann))
    await redo(service, ann)
    marks.append(await service.mark(ann))
    assert len(set(marks)) == 3


async def test_a_task_that_repeats_is_followed_by_the_next(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("water", "the ferns", "high", "2026-11-16", "FREQ=WEEKLY;BYDAY=MO"))
    done = await service.complete(ann, "water")
    assert isinstance(done, Completed)
    assert done.next is not None
    assert (done.task.repeat, done.task.is_completed) == (None, True)
    fresh = done.next
    assert (fresh.title, fresh.description, fresh.priority) == ("water", "the ferns", "high")
    assert (str(fresh.due), fresh.repeat, fresh.number) == ("2026-11-23", "FREQ=WEEKLY;BYDAY=MO", 2)
    told = done.to_dict()["next"]
    assert isinstance(told, dict)
    assert told["number"] == 2


async def test_a_completion_is_undone_and_redone_with_its_next(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("water", due="2026-11-16", repeat="FREQ=DAILY"))
    await service.complete(ann, "1")
    undone = await undo(service, ann)
    assert isinstance(undone, Undone)
    assert (undone.task.number, undone.task.repeat, undone.task.is_completed) == (1, "FREQ=DAILY", False)
    listed = await service.list(ann, Query())
    assert isinstance(listed, Listed)
    assert [(t.number, t.is_completed) for t in listed.tasks] == [(1, False)]
    redone = await redo(service, ann)
    assert isinstance(redone, Redone)
    listed = await service.list(ann, Query())
    assert isinstance(listed, Listed)
    assert [(t.number, t.is_completed) for t in listed.tasks] == [(1, True), (2, False)]


async def test_marking_it_as_completed_is_completing_it(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("water", due="2026-11-16", repeat="FREQ=DAILY"))
    done = await service.update(ann, "1", Changes(new_status="completed"))
    assert isinstance(done, Updated)
    assert done.next is not None
    again = await service.update(ann, "1", Changes(new_status="pending"))
    assert isinstance(again, Updated)
    assert (again.next, again.task.repeat) == (None, None)


async def test_the_same_answer_is_given_to_a_retry(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("water", due="2026-11-16", repeat="FREQ=DAILY"))
    assert await service.complete(ann, "1", key="k") == await service.complete(ann, "1", key="k")
    assert await titles(service, ann) == ["water", "water"]


@pytest.mark.parametrize(
    ("rule", "due", "expected"),
    [
        ("FREQ=WEEKLY;BYDAY=MO", "2026-11-09", "2026-11-23"),  # late: those that are past are passed over
        ("FREQ=WEEKLY;BYDAY=MO", "2026-11-30", "2026-12-07"),  # early: the next after the one that is done
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30", "2026-12-31"),
        ("FREQ=WEEKLY;INTERVAL=2", "2026-11-16", "2026-11-30"),
        ("FREQ=DAILY", "2027-03-27T08:00:00+01:00", "2027-03-28T08:00:00+02:00"),  # eight stays eight in summer time
        ("FREQ=WEEKLY;BYDAY=SA", "2026-11-21T23:30:00-05:00", "2026-11-28T23:30:00-05:00"),  # said by other clocks
    ],
)
async def test_the_next_is_due_by_the_rule(
    rule: str, due: str, expected: str, service: TaskService, ann: Session
) -> None:
    await service.add(ann, NewTask("water", due=due, repeat=rule))
    done = await service.complete(ann, "1")
    assert isinstance(done, Completed)
    assert done.next is not None
    assert done.next.due is not None
    assert done.next.due.isoformat() == expected


@pytest.mark.parametrize(
    ("rule", "moves", "expected"),
    [
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", ["2026-11-16"], "2026-12-03"),  # brought forward: not the same one again
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", ["2026-11-18", "2026-11-17"], "2026-12-03"),  # twice
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", ["2026-11-24"], "2026-12-03"),  # put off into the week between
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", ["2026-11-16", "2026-11-19"], "2026-12-03"),  # and back
        ("FREQ=WEEKLY;BYDAY=TH", ["2026-11-28"], "2026-12-03"),  # past the next one
        ("FREQ=WEEKLY;BYDAY=TH", ["2026-11-26"], "2026-12-03"),  # onto the next one
        ("FREQ=MONTHLY;BYMONTHDAY=19", ["2026-11-16"], "2026-12-19"),
        ("FREQ=DAILY", ["2026-11-16"], "2026-11-20"),
        ("FREQ=DAILY;INTERVAL=3", ["2026-11-20"], "2026-11-23"),  # names no day: counts from where it is
        ("FREQ=WEEKLY", ["2026-11-17"], "2026-11-24"),
    ],
)
async def test_of_a_time_that_was_moved_the_next_is_the_one_that_follows_it(
    rule: str, moves: list[str], expected: str, service: TaskService, ann: Session
) -> None:
    await service.add(ann, NewTask("talk", due="2026-11-19", repeat=rule))
    for day in moves:
        await service.update(ann, "1", Changes(new_due=day))
    skipped = await service.skip(ann, "1")
    assert isinstance(skipped, Updated)
    assert str(skipped.task.due) == expected
    await undo(service, ann)
    done = await service.complete(ann, "1")
    assert isinstance(done, Completed)
    assert done.next is not None
    assert str(done.next.due) == expected


async def test_a_moved_time_that_is_undone_stands_for_its_own_day_again(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("talk", due="2026-11-19", repeat="FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"))
    await service.update(ann, "1", Changes(new_due="2026-11-16"))
    await service.complete(ann, "1")
    await undo(service, ann)
    again = await service.complete(ann, "1", key="again")
    assert isinstance(again, Completed)
    assert again.next is not None
    assert str(again.next.due) == "2026-12-03"


async def test_a_moved_time_takes_a_new_rule_from_where_it_is(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("talk", due="2026-11-19", repeat="FREQ=WEEKLY;BYDAY=TH"))
    await service.update(ann, "1", Changes(new_due="2026-11-16"))
    await service.update(ann, "1", Changes(new_repeat="FREQ=WEEKLY;BYDAY=TU"))
    done = await service.complete(ann, "1")
    assert isinstance(done, Completed)
    assert done.next is not None
    assert [str(done.task.due), str(done.next.due)] == ["2026-11-17", "2026-11-24"]


async def test_the_last_time_is_followed_by_none(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("pills", due="2026-11-16", repeat="FREQ=DAILY;COUNT=2"))
    first = await service.complete(ann, "1")
    assert isinstance(first, Completed)
    assert first.next is not None
    assert first.next.repeat == "FREQ=DAILY;COUNT=1"
    second = await service.complete(ann, "2")
    assert isinstance(second, Completed)
    assert (second.next, second.was_last) == (None, True)
    await service.add(ann, NewTask("gym", due="2026-11-16", repeat="FREQ=WEEKLY;UNTIL=20261122"))
    over = await service.complete(ann, "gym")
    assert isinstance(over, Completed)
    assert (over.next, over.was_last) == (None, True)


@pytest.mark.parametrize("rule", ["every monday", "FREQ=SECONDLY", "FREQ=DAILY;BYHOUR=8", "", "x" * 300])
async def test_what_is_no_rule_is_refused_and_said_why(rule: str, service: TaskService, ann: Session) -> None:
    told = (await service.add(ann, NewTask("water", repeat=rule))).to_dict()
    assert (told["error"], told["field"]) == ("invalid", "repeat")
    assert "FREQ=WEEKLY" in str(told["suggestion"])
    assert await titles(service, ann) == []


async def test_without_a_date_it_is_due_on_the_first_day_of_its_rule(service: TaskService, ann: Session) -> None:
    done = await service.add(ann, NewTask("rent", repeat="freq=monthly;bymonthday=1"))
    assert isinstance(done, Added)
    assert (str(done.task.due), done.task.repeat) == ("2026-12-01", "FREQ=MONTHLY;BYMONTHDAY=1")


async def test_another_rule_moves_the_due_date_to_its_own_days(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("gym", due="2026-11-18T18:00:00+01:00"))
    done = await service.update(ann, "gym", Changes(new_repeat="FREQ=WEEKLY;BYDAY=FR"))
    assert isinstance(done, Updated)
    assert done.task.due is not None
    assert done.task.due.isoformat() == "2026-11-20T18:00:00+01:00"
    ended = await service.update(ann, "gym", Changes(new_repeat=""))
    assert isinstance(ended, Updated)
    assert (ended.task.repeat, ended.task.due) == (None, done.task.due)


async def test_what_repeats_keeps_a_due_date(service: TaskService, ann: Session) -> None:
    await service.add(ann, NewTask("gym", repeat="FREQ=DAILY"))
    told = (await service.update(ann, "gym", Changes(new_due=""))).to_dict()
    assert (told["error"], told["field"]) == ("invalid", "new_due")
    assert isinstance(await service.update(ann, "gym", Changes(new_due="", new_repeat="")), Updated)


async def test_the_undo_of_a_change_that_was_shown_takes_no_other_back(
    service: TaskService, ann: Session, clock: Clock
) -> None:
    await add(service, ann, "one", "two")
    first = await service.update(ann, "1", Changes(new_title="uno"))
    assert isinstance(first, Updated)
    shown = ShownChange(first.task.id, first.task.updated_at)
    await service.update(ann, "2", Changes(new_title="due"))
    refused = await service.undo(ann, "a", Bound(shown))
    assert isinstance(refused, Overtaken)
    assert refused.to_dict()["error_message"] == "Another change came since: to 'due' (#2). Nothing was undone."
    assert await titles(service, ann) == ["uno", "due"]
    assert isinstance(await undo(service, ann), Undone)
    clock.go(seconds=1)
    assert isinstance(await service.undo(ann, "b", Bound(shown)), Undone)
    assert await titles(service, ann) == ["one", "two"]
    refused = await service.undo(ann, "c", Bound(shown))
    assert isinstance(refused, ChangedSince)
    assert refused.to_dict()["error_message"] == "'one' (#1) was changed since. Nothing was undone."
    assert await titles(service, ann) == ["one", "two"]


async def asked(service: TaskService, ann: Session, key: str, *, is_redo: bool = False) -> Bound:
    """The yes to a step back or forth that asks for one."""
    waits = await (service.redo if is_redo else service.undo)(ann, key)
    assert isinstance(waits, TaskNeedsConfirmation)
    return Bound(granted=frozenset([waits.pending.id]))


async def test_a_yes_to_an_undo_takes_no_other_change_back(service: TaskService, ann: Session) -> None:
    await add(service, ann, "beta", "iota")
    bound = await asked(service, ann, "a")
    await service.complete(ann, "beta")
    refused = await service.undo(ann, "b", bound)
    assert isinstance(refused, Overtaken)
    assert refused.task.title == "beta"
    assert isinstance(await undo(service, ann), Undone)  # the tick, which was still there to be taken back
    assert isinstance(await service.undo(ann, "c", bound), TaskNeedsConfirmation)
    assert await titles(service, ann) == ["beta", "iota"]


async def test_a_yes_to_an_undo_that_was_made_elsewhere_goes_no_further_back(
    service: TaskService, ann: Session
) -> None:
    await add(service, ann, "beta")
    await service.complete(ann, "beta")
    await add(service, ann, "iota")
    bound = await asked(service, ann, "a")
    assert isinstance(await undo(service, ann), Undone)
    refused = await service.undo(ann, "b", bound)
    assert isinstance(refused, ChangedSince)
    assert refused.task.title == "iota"
    assert isinstance(await undo(service, ann), Undone)  # the tick, which still stood


async def test_a_yes_that_is_known_no_more_takes_nothing_back(service: TaskService, ann: Session) -> None:
    await add(service, ann, "beta")
    await service.complete(ann, "beta")
    refused = await service.undo(ann, "a", Bound(granted=frozenset(["forgotten"])))
    assert isinstance(refused, Overtaken)
    assert isinstance(await undo(service, ann), Undone)


async def test_a_yes_to_a_redo_makes_no_other_change_again(service: TaskService, ann: Session) -> None:
    await add(service, ann, "beta", "iota")
    await delete(service, ann, "iota")
    await service.complete(ann, "beta")
    await undo(service, ann)
    await undo(service, ann)
    bound = await asked(service, ann, "a", is_redo=True)
    await redo(service, ann)  # elsewhere: 'iota' is gone again, and the tick would be next
    refused = await service.redo(ann, "b", bound)
    assert isinstance(refused, ChangedSince)
    assert refused.task.title == "iota"
    assert isinstance(await redo(service, ann), Redone)  # the tick, which was not made again


async def test_nobody_undoes_by_naming_another_persons_change(service: TaskService, database: Database) -> None:
    ann, bob = await settle(database), await settle(database, "Bob")
    added = await service.add(ann, NewTask("one"))
    assert isinstance(added, Added)
    await service.add(bob, NewTask("two"))
    shown = ShownChange(added.task.id, added.task.updated_at)
    assert isinstance(await service.undo(bob, "a", Bound(shown)), NothingToUndo)
    assert await titles(service, bob) == ["two"]
    assert await titles(service, ann) == ["one"]
