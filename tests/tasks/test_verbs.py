"""What the task verbs do and answer, on both databases."""

import asyncio
from dataclasses import replace

import pytest
from household import Clock, delete, serve, settle, undo
from postgres import Server

from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.errors import RequestError, StorageUnavailable
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import (
    Added,
    ChangedSince,
    Completed,
    Deleted,
    InvalidTaskCall,
    Listed,
    NothingToUndo,
    SeveralMatch,
    TaskKeyReused,
    TaskNotFound,
    Undone,
    Updated,
    UserInfo,
)
from sayso.tasks.service import TaskService
from sayso.tasks.store import records
from sayso.tasks.task import Changes, NewTask, Query, StoredTask
from sayso.tools.told import NoAccount


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def service(database: Database, clock: Clock) -> TaskService:
    return serve(database, clock)


@pytest.fixture
async def ann(database: Database) -> Session:
    return await settle(database)


async def added(service: TaskService, session: Session, title: str, **more: str) -> StoredTask:
    done = await service.add(session, NewTask(title, **more))
    assert isinstance(done, Added)
    return done.task


async def titles(service: TaskService, session: Session, query: Query | None = None) -> list[str]:
    listed = await service.list(session, query or Query())
    assert isinstance(listed, Listed), listed
    return [task.title for task in listed.tasks]


async def test_a_task_is_added_with_the_founding_shape(service: TaskService, ann: Session) -> None:
    done = await service.add(ann, NewTask("  buy groceries ", "for the party", "high", "2026-11-20"))
    told = done.to_dict()
    assert told["status"] == "success"
    assert told["title"] == "buy groceries"
    assert (told["number"], told["priority"], told["due"]) == (1, "high", "2026-11-20")
    assert (told["description"], told["completed"]) == ("for the party", False)
    assert len(str(told["task_id"])) == 36


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (NewTask(""), "title"),
        (NewTask("   "), "title"),
        (NewTask("x" * 201), "title"),
        (NewTask("nul\0"), "title"),
        (NewTask("half \ud83d"), "title"),
        (NewTask("x", "d" * 1001), "description"),
        (NewTask("x", priority="urgent"), "priority"),
        (NewTask("x", due="soon"), "due"),
        (NewTask("x", due="2026-11-20T10:00:00"), "due"),
        (NewTask("x", due="0001-01-01T00:00:00+14:00"), "due"),
    ],
)
async def test_what_cannot_be_is_told_with_its_field_and_leaves_nothing(
    new: NewTask, field: str, service: TaskService, ann: Session
) -> None:
    told = (await service.add(ann, new)).to_dict()
    assert (told["status"], told["error"], told["field"]) == ("error", "invalid", field)
    assert told["error_message"]
    assert told["suggestion"]
    assert await titles(service, ann) == []
    assert (await added(service, ann, "first")).number == 1


async def test_limits_are_within(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "ﷺ" * 200, description="d" * 1000, due="2026-11-20T10:00:00+01:00")
    assert task.to_dict()["due"] == "2026-11-20T10:00:00+01:00"
    assert (await service.resolve(ann, task.title)) == task


async def test_numbers_have_no_gaps_and_are_never_given_twice(service: TaskService, ann: Session) -> None:
    many = await asyncio.gather(*(service.add(ann, NewTask(f"task {i}")) for i in range(30)))
    assert sorted(done.task.number for done in many if isinstance(done, Added)) == list(range(1, 31))
    await delete(service, ann, "#30")
    assert (await added(service, ann, "another")).number == 31


@pytest.mark.parametrize(
    "identifier", ["1", "#1", "number 1", "Number 01", "caffè della MAMMA", "CAFFE", "mamma", "la mamma", "mamna"]
)
async def test_a_task_is_found_by_number_title_or_part(identifier: str, service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "Caffè della mamma")
    await added(service, ann, "buy milk")
    assert await service.resolve(ann, identifier) == task
    assert await service.resolve(ann, task.id) == task
    assert await service.resolve(ann, task.id.upper().replace("-", "")) == task


async def test_a_part_with_a_number_in_it_is_compared_as_a_whole(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "order part A-1234 for Bo")
    await added(service, ann, "order part A-1234 for Cy")
    for part in ("A-1234 for bo", "part a-1234 FOR BO", "1234 for Bo"):
        assert await service.resolve(ann, part) == task
    assert isinstance(await service.resolve(ann, "a-1234"), SeveralMatch)
    assert isinstance(await service.resolve(ann, "1234 for Di"), TaskNotFound)


async def test_an_exact_title_wins_over_parts_of_others(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "report")
    await added(service, ann, "report for Bo")
    assert await service.resolve(ann, "Report") == task


async def test_two_tasks_of_one_name_are_asked_about_not_guessed(service: TaskService, ann: Session) -> None:
    for title in ("buy milk", "buy bread", "call mom"):
        await added(service, ann, title)
    several = await service.complete(ann, "buy")
    assert isinstance(several, SeveralMatch)
    told = several.to_dict()
    assert [c["title"] for c in told["candidates"]] == ["buy milk", "buy bread"]  # type: ignore[attr-defined]
    assert "'buy milk' (#1), 'buy bread' (#2)" in str(told["error_message"])
    assert await titles(service, ann, Query("completed")) == []


async def test_many_matches_are_shown_in_part(service: TaskService, ann: Session) -> None:
    for i in range(8):
        await added(service, ann, f"buy thing {i}")
    several = await service.resolve(ann, "thing")
    assert isinstance(several, SeveralMatch)
    assert (len(several.candidates), several.are_all) == (5, False)
    assert "and more" in str(several.to_dict()["error_message"])


async def test_of_two_that_fit_completing_means_the_open_one(service: TaskService, ann: Session) -> None:
    await added(service, ann, "buy milk")
    await service.complete(ann, "1")
    await added(service, ann, "buy  MILK")
    done = await service.complete(ann, "buy milk")
    assert isinstance(done, Completed)
    assert done.task.number == 2


@pytest.mark.parametrize("identifier", ["3", "#3", "xyz", "50%", "a_b", 'quo"te', "\\", "0", "99999999999999999999"])
async def test_what_is_not_there_is_not_found(identifier: str, service: TaskService, ann: Session) -> None:
    await added(service, ann, "buy 3 eggs, 5000 and aXb")
    missing = await delete(service, ann, identifier)
    assert isinstance(missing, TaskNotFound)
    assert identifier in str(missing.to_dict()["error_message"])


async def test_letters_that_mean_something_to_a_database_are_just_letters(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, 'save 50% on a_b "now" AND \\ OR NOT')
    for part in ("50%", "a_b", '"now"', " AND \\", "OR NOT"):
        assert await service.resolve(ann, part) == task


@pytest.mark.parametrize("identifier", ["", "  ", "\0", "\ud83d", "\u0301"])
async def test_an_identifier_that_names_nothing_is_invalid(identifier: str, service: TaskService, ann: Session) -> None:
    assert isinstance(await service.complete(ann, identifier), InvalidTaskCall)


async def test_a_near_miss_comes_with_suggestions(service: TaskService, ann: Session) -> None:
    for title in ("buy groceries", "call mom", "water the plants"):
        await added(service, ann, title)
    told = (await service.complete(ann, "bring groceries downstairs")).to_dict()
    assert told["suggestion"] == "Did you mean 'buy groceries' (#1)?"
    assert told["suggestions"][0]["number"] == 1  # type: ignore[index]


async def test_another_persons_task_is_not_found_letter_for_letter(
    service: TaskService, ann: Session, database: Database
) -> None:
    bo = await settle(database, "Bo")
    theirs = await added(service, bo, "secret plan")
    await added(service, ann, "something else")
    nobodys = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
    for verb in (service.complete, service.delete, service.resolve):
        foreign, absent = await verb(ann, theirs.id), await verb(ann, nobodys)
        assert repr(foreign).replace(theirs.id, nobodys) == repr(absent)
    for identifier in ("secret plan", "secret", "#2"):
        assert isinstance(await service.resolve(ann, identifier), TaskNotFound)
        assert "secret plan" not in str(await service.resolve(ann, "secret plam"))
    assert await titles(service, ann, Query(search="secret")) == []


async def test_completing_twice_changes_nothing_the_second_time(
    service: TaskService, ann: Session, clock: Clock
) -> None:
    await added(service, ann, "call mom")
    first = await service.complete(ann, "call mom")
    clock.go(minutes=1)
    again = await service.complete(ann, "call mom")
    assert isinstance(first, Completed)
    assert again == Completed(first.task, is_changed=False)
    assert again.to_dict()["unchanged"] is True


async def test_an_update_changes_what_is_given_and_nothing_else(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "call mom", description="birthday", due="2026-11-20")
    done = await service.update(ann, "1", Changes(new_title=" call dad ", new_priority="high", new_due=""))
    assert isinstance(done, Updated)
    now = done.task
    assert (now.title, now.priority, now.due, now.description) == ("call dad", "high", None, "birthday")
    assert (now.id, now.number, now.version) == (task.id, 1, 2)
    assert isinstance(await service.resolve(ann, "mom"), TaskNotFound)
    assert await service.resolve(ann, "dad") == now
    done = await service.update(ann, "1", Changes(new_status="completed"))
    assert isinstance(done, Updated)
    assert done.task.is_completed
    done = await service.update(ann, "1", Changes(new_status="pending", new_description=""))
    assert isinstance(done, Updated)
    assert (done.task.is_completed, done.task.description) == (False, "")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (Changes(), "new_title"),
        (Changes(new_title=""), "new_title"),
        (Changes(new_title="x", new_priority="urgent"), "new_priority"),
        (Changes(new_description="d" * 1001), "new_description"),
        (Changes(new_due="soon"), "new_due"),
        (Changes(new_status="done"), "new_status"),
    ],
)
async def test_a_wrong_update_changes_nothing(changes: Changes, field: str, service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "call mom")
    told = (await service.update(ann, "1", changes)).to_dict()
    assert (told["error"], told["field"]) == ("invalid", field)
    assert await service.resolve(ann, "1") == task


async def test_a_deleted_task_is_gone_until_it_is_undone(service: TaskService, ann: Session) -> None:
    task = await added(service, ann, "call mom")
    gone = await delete(service, ann, "mom")
    assert isinstance(gone, Deleted)
    for identifier in ("1", "call mom", "mom", task.id):
        assert isinstance(await service.resolve(ann, identifier), TaskNotFound)
    assert await titles(service, ann) == []
    back = await undo(service, ann)
    assert isinstance(back, Undone)
    assert back.to_dict()["undone"] == "delete_task"
    assert await titles(service, ann) == ["call mom"]
    assert await service.resolve(ann, "mom") == back.task


async def test_there_is_nothing_to_undo_before_the_first_change(service: TaskService, ann: Session) -> None:
    assert isinstance(await undo(service, ann), NothingToUndo)


async def test_undo_is_refused_when_the_task_changed_since(
    service: TaskService, ann: Session, database: Database
) -> None:
    task = await added(service, ann, "call mom")
    async with database.transaction() as tx:
        await records.replace(tx, ann.user_id, task, replace(task, title="from elsewhere", version=2))
    told = (await undo(service, ann)).to_dict()
    assert told["error"] == ChangedSince.error
    assert await titles(service, ann) == ["from elsewhere"]


async def test_undo_takes_back_only_ones_own_change(service: TaskService, ann: Session, database: Database) -> None:
    bo = await settle(database, "Bo")
    await added(service, ann, "ann's")
    await added(service, bo, "bo's")
    await undo(service, ann)
    assert await titles(service, bo) == ["bo's"]
    assert await titles(service, ann) == []


async def test_lists_by_state_priority_and_words(service: TaskService, ann: Session) -> None:
    await added(service, ann, "buy milk", priority="high", due="2026-11-17")
    await added(service, ann, "buy bread", due="2026-11-18")
    await added(service, ann, "Perché no", priority="high")
    await service.complete(ann, "2")
    assert await titles(service, ann, Query("pending")) == ["buy milk", "Perché no"]
    assert await titles(service, ann, Query("completed")) == ["buy bread"]
    assert await titles(service, ann, Query("overdue")) == ["buy milk"]
    assert await titles(service, ann, Query(priority="high")) == ["buy milk", "Perché no"]
    assert await titles(service, ann, Query(search="BUY")) == ["buy milk", "buy bread"]
    assert await titles(service, ann, Query(search="perche")) == ["Perché no"]
    assert await titles(service, ann, Query(search="no")) == ["Perché no"]
    assert await titles(service, ann, Query("pending", priority="high", search="buy")) == ["buy milk"]


@pytest.mark.parametrize(
    ("due", "fits"),
    [
        ("today", ["day today", "late tonight in Rome"]),
        ("tomorrow", ["day tomorrow", "just past midnight in Rome"]),
        ("this_week", ["day today", "late tonight in Rome", "day tomorrow", "just past midnight in Rome", "sunday"]),
        ("next_week", ["next monday"]),
        ("2026-11-22", ["sunday"]),
        ({"from": "2026-11-19", "to": "2026-11-22"}, ["day tomorrow", "just past midnight in Rome", "sunday"]),
        ({"from": "2026-11-23"}, ["next monday"]),
        ({"to": "2026-11-18"}, ["day today", "late tonight in Rome"]),
    ],
)
async def test_days_are_those_of_the_persons_own_zone(
    due: str | dict[str, str], fits: list[str], service: TaskService, database: Database
) -> None:
    rome = await settle(database, "Rosa", "Europe/Rome")
    for title, at in [
        ("day today", "2026-11-18"),
        ("day tomorrow", "2026-11-19"),
        ("late tonight in Rome", "2026-11-18T22:59:00+00:00"),
        ("just past midnight in Rome", "2026-11-18T23:00:00+00:00"),
        ("sunday", "2026-11-22"),
        ("next monday", "2026-11-23"),
        ("never", ""),
    ]:
        await added(service, rome, title, **({"due": at} if at else {}))
    assert await titles(service, rome, Query(due=due)) == fits


async def test_overdue_is_reckoned_in_the_persons_own_day(
    service: TaskService, database: Database, clock: Clock
) -> None:
    tokyo = await settle(database, "Taro", "Asia/Tokyo")
    clock.now = clock.now.replace(hour=20)  # the next day in Tokyo
    await added(service, tokyo, "by the 18th", due="2026-11-18")
    await added(service, tokyo, "by the 19th", due="2026-11-19")
    await added(service, tokyo, "an hour ago", due="2026-11-18T19:00:00Z")
    await added(service, tokyo, "in an hour", due="2026-11-18T21:00:00+00:00")
    assert await titles(service, tokyo, Query("overdue")) == ["by the 18th", "an hour ago"]


async def test_a_list_for_certain_days_is_in_the_order_of_time_and_what_is_done_comes_last(
    service: TaskService, ann: Session
) -> None:
    for title, due in (
        ("walk", "2026-11-18T19:00:00+00:00"),
        ("tea", "2026-11-18T07:00:00+00:00"),
        ("report", "2026-11-18T08:30:00+01:00"),
        ("dentist", "2026-11-17T23:00:00+00:00"),
        ("rent", "2026-11-18"),
        ("call", "2026-11-18T08:00:00+00:00"),
    ):
        await added(service, ann, title, due=due)
    await service.complete(ann, "tea")
    this_week = Query(due="this_week")
    assert await titles(service, ann, this_week) == ["dentist", "rent", "report", "call", "walk", "tea"]
    pages = [await titles(service, ann, replace(this_week, limit=2, offset=at)) for at in (0, 2, 4)]
    assert pages == [["dentist", "rent"], ["report", "call"], ["walk", "tea"]]
    assert await titles(service, ann) == ["walk", "tea", "report", "dentist", "rent", "call"]


async def test_another_title_is_told_with_the_former_one_also_to_who_asks_again(
    service: TaskService, ann: Session
) -> None:
    await added(service, ann, "summary")
    for _ in range(2):
        done = await service.update(ann, "1", Changes(new_title="short summary"), "key")
        assert isinstance(done, Updated)
        assert (done.former_title, done.task.title) == ("summary", "short summary")


async def test_pages_tell_how_many_there_are(service: TaskService, ann: Session) -> None:
    for i in range(7):
        await added(service, ann, f"task {i}")
    for offset, count, has_more in [(0, 3, True), (3, 3, True), (6, 1, False), (7, 0, False), (99, 0, False)]:
        told = (await service.list(ann, Query(limit=3, offset=offset))).to_dict()
        assert (told["count"], told["total"], told["has_more"]) == (count, 7, has_more)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (Query(filter="done"), "filter"),
        (Query(priority="urgent"), "priority"),
        (Query(due="someday"), "due"),
        (Query(due={}), "due"),
        (Query(due={"from": "2026-11-20", "to": "2026-11-19"}), "due"),
        (Query(due={"from": "x"}), "due"),
        (Query(search="\0"), "search"),
        (Query(limit=0), "limit"),
        (Query(limit=501), "limit"),
        (Query(offset=-1), "offset"),
    ],
)
async def test_a_wrong_query_is_told_with_its_field(
    query: Query, field: str, service: TaskService, ann: Session
) -> None:
    told = (await service.list(ann, query)).to_dict()
    assert (told["error"], told["field"]) == ("invalid", field)


async def test_windows_reach_the_ends_of_the_calendar(service: TaskService, ann: Session) -> None:
    await added(service, ann, "far", due="9999-12-31")
    assert await titles(service, ann, Query(due={"from": "0001-01-01", "to": "9999-12-31"})) == ["far"]


async def test_who_am_i(service: TaskService, ann: Session) -> None:
    info = await service.get_user_info(ann)
    assert isinstance(info, UserInfo)
    assert (info.to_dict()["status"], info.name, info.timezone) == ("success", "Ann", "UTC")


async def test_a_session_without_account_gets_nothing_done(service: TaskService) -> None:
    ghost = Session("1b4e28ba-2fa1-41d2-883f-0016d3cca427", "test")
    assert isinstance(await service.add(ghost, NewTask("boo")), NoAccount)
    assert isinstance(await service.list(ghost, Query()), NoAccount)
    assert isinstance(await service.get_user_info(ghost), NoAccount)


def test_a_session_is_only_made_for_the_id_of_an_account() -> None:
    with pytest.raises(RequestError):
        Session("u1", "test")


async def test_deleted_tasks_are_forgotten_after_the_set_time(
    service: TaskService, ann: Session, clock: Clock, database: Database
) -> None:
    task = await added(service, ann, "call mom")
    await added(service, ann, "stays")
    await delete(service, ann, "1")
    clock.go(days=29)
    assert await service.purge() == 0
    clock.go(days=2)
    assert await service.purge() == 1
    async with database.reading() as tx:
        assert await records.by_id(tx, ann.user_id, task.id) is None
    undone = await undo(service, ann)  # of what was last done to a task that is still there
    assert isinstance(undone, Undone)
    assert (undone.tool, undone.task.title) == ("add_task", "stays")


async def test_fifty_retries_at_once_with_one_key_make_one_task(service: TaskService, ann: Session) -> None:
    answers = await asyncio.gather(*(service.add(ann, NewTask("buy milk"), key="k1") for _ in range(50)))
    assert len(set(answers)) == 1
    assert await titles(service, ann) == ["buy milk"]


async def test_callers_who_go_away_at_any_moment_and_try_again_make_each_task_once(
    service: TaskService, ann: Session, database: Database
) -> None:
    async def add(i: int, turns: int) -> None:
        new = NewTask(f"task {i}")
        first = asyncio.create_task(service.add(ann, new, key=f"k{i}"))
        for _ in range(turns):
            await asyncio.sleep(0)  # a turn of the loop, not a time
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert isinstance(await service.add(ann, new, key=f"k{i}"), Added)

    for batch in range(5):
        await asyncio.gather(*(add(batch * 20 + i, turns=(batch * 20 + i) * 7) for i in range(20)))
    listed = await service.list(ann, Query(limit=500))
    assert isinstance(listed, Listed)
    assert sorted(task.title for task in listed.tasks) == sorted(f"task {i}" for i in range(100))
    assert [task.number for task in listed.tasks] == list(range(1, 101))
    written = [entry async for entry in Audit(database, Clock()).read(AuditFilter(tool="add_task"))]
    assert sum(entry.status == "success" for entry in written) == 100


async def test_a_retry_without_a_key_is_known_by_its_arguments_for_a_while(
    service: TaskService, ann: Session, clock: Clock
) -> None:
    answers = await asyncio.gather(*(service.add(ann, NewTask("buy milk")) for _ in range(20)))
    assert len(set(answers)) == 1
    await added(service, ann, "buy bread")
    assert await service.add(ann, NewTask("buy milk")) == answers[0]
    clock.go(seconds=10)
    assert (await added(service, ann, "buy milk")).number == 3


@pytest.mark.parametrize("back", [3600, 605])  # to long before, and to just after the first one
async def test_after_the_clock_was_set_back_an_old_success_is_not_told_again(
    service: TaskService, ann: Session, clock: Clock, back: int
) -> None:
    await added(service, ann, "buy milk")
    clock.go(seconds=600)
    await added(service, ann, "buy bread")
    clock.go(seconds=10 - back)
    assert (await added(service, ann, "buy milk")).number == 3


async def test_a_retry_at_a_machine_whose_clock_is_a_little_behind_is_one(
    service: TaskService, ann: Session, clock: Clock
) -> None:
    first = await service.add(ann, NewTask("buy milk"))
    clock.go(seconds=-2)
    assert await service.add(ann, NewTask("buy milk")) == first


async def test_a_retried_delete_takes_no_second_task(service: TaskService, ann: Session) -> None:
    await added(service, ann, "milk")
    await added(service, ann, "milk powder")
    first = await delete(service, ann, "milk")
    assert await delete(service, ann, "milk") == first
    assert await titles(service, ann) == ["milk powder"]


async def test_a_delete_that_means_a_task_made_since_is_no_retry(
    service: TaskService, ann: Session, clock: Clock
) -> None:
    await added(service, ann, "milk")
    await delete(service, ann, "milk")
    clock.go(seconds=1)
    again = await added(service, ann, "milk")
    clock.go(seconds=1)
    gone = await delete(service, ann, "milk")
    assert isinstance(gone, Deleted)
    assert gone.task.id == again.id
    assert await titles(service, ann) == []


async def test_a_key_is_good_for_one_call(service: TaskService, ann: Session, clock: Clock, database: Database) -> None:
    first = await service.add(ann, NewTask("buy milk"), key="k1")
    clock.go(hours=3)
    await service.complete(ann, "1")
    assert await service.add(ann, NewTask("buy milk"), key="k1") == first
    told = (await service.add(ann, NewTask("buy bread"), key="k1")).to_dict()
    assert told["error"] == TaskKeyReused.error
    assert isinstance(await service.complete(ann, "1", key="k1"), TaskKeyReused)
    assert isinstance(await service.add(ann, NewTask("x"), key=""), InvalidTaskCall)
    bo = await settle(database, "Bo")
    assert isinstance(await service.add(bo, NewTask("buy bread"), key="k1"), Added)
    assert await titles(service, ann) == ["buy milk"]


async def test_a_key_is_not_used_up_by_a_failure(service: TaskService, ann: Session) -> None:
    assert isinstance(await service.complete(ann, "milk", key="k1"), TaskNotFound)
    await added(service, ann, "milk")
    assert isinstance(await service.complete(ann, "milk", key="k1"), Completed)


async def test_doing_undoing_and_doing_again_is_no_retry(service: TaskService, ann: Session) -> None:
    await added(service, ann, "call mom")
    assert isinstance(await service.complete(ann, "1"), Completed)
    assert isinstance(await undo(service, ann), Undone)
    again = await service.complete(ann, "1")
    assert isinstance(again, Completed)
    assert await titles(service, ann, Query("completed")) == ["call mom"]


async def test_the_verbs_tell_an_outage_and_go_on_after_it(postgres: Server, postgres_template: str) -> None:
    async with Database(postgres.new_database(postgres_template)) as database:
        service = serve(database)
        ann = await settle(database)
        await added(service, ann, "before")
        postgres.stop()
        try:
            with pytest.raises(StorageUnavailable):
                await service.add(ann, NewTask("during"), key="k")
            with pytest.raises(StorageUnavailable):
                await service.list(ann, Query())
        finally:
            postgres.start()
        assert isinstance(await service.add(ann, NewTask("during"), key="k"), Added)
        assert await titles(service, ann) == ["before", "during"]
