"""The verbs of the task tools. One verb is one transaction; the person is always that of the session."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import TypeVar
from uuid import uuid4

from sayso.accounts.person import Person
from sayso.accounts.store import find, hold
from sayso.audit import store as audit
from sayso.confirmations.confirmations import Confirmations
from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.session import Session
from sayso.storage.database import Transaction
from sayso.storage.joined import Joined, TransactionSource
from sayso.storage.whole import whole
from sayso.tasks import nearby, repeat
from sayso.tasks.listing import read_query
from sayso.tasks.nearby import NearbyTasks, TaskFinder
from sayso.tasks.outcome import (
    Added,
    Change,
    ChangedSince,
    Completed,
    Deleted,
    Failure,
    InvalidTaskCall,
    Listed,
    Overtaken,
    Redone,
    SeveralMatch,
    TaskKeyReused,
    TaskNeedsConfirmation,
    TaskNotFound,
    Undone,
    Updated,
    UserInfo,
)
from sayso.tasks.record import line
from sayso.tasks.recurring import begun, moved, skipped
from sayso.tasks.resolve import called, resolve
from sayso.tasks.store import history, records
from sayso.tasks.store.history import ChangeOrigin
from sayso.tasks.store.records import Selection
from sayso.tasks.store.since import ChangedTasks, changed_since
from sayso.tasks.task import SKIPPED, Changes, NewTask, Query, StoredTask, fold, given
from sayso.tasks.walking import UNBOUND, Allow, Asked, Bound, Found, make_again, take_back
from sayso.tasks.work import Work
from sayso.tasks.write import changed, renewed, written
from sayso.tools.call import ToolInvocation, call_key
from sayso.tools.told import NoAccount
from sayso.tools.wrong import Wrong

Clock = Callable[[], datetime]
C = TypeVar("C", Added, Completed, Updated, Deleted, Undone, Redone)
A = TypeVar("A", bound=Change | TaskNeedsConfirmation | Failure)
R = TypeVar("R", Listed, UserInfo)
Act = Callable[[Work], Awaitable[A]]
Look = Callable[[Transaction, Person], Awaitable[R | Failure]]


def utc_now() -> datetime:
    """The clock on the wall."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class RetentionPolicy:
    """How long a repeated call counts as a retry, how long deleted tasks are kept, and how old a change may be for one
    to go back to it through others."""

    repeat: timedelta = timedelta(seconds=10)
    keep_deleted: timedelta = timedelta(days=30)
    go_back: timedelta = timedelta(days=1)


class TaskService:
    """Everybody's tasks.

    What went wrong for the caller is an answer (a `Failure`); only `StorageUnavailable` is raised. A verb that changes
    takes an idempotency key: the same call with the same key is carried out once.
    """

    def __init__(
        self,
        database: TransactionSource,
        confirmations: Confirmations,
        finder: TaskFinder,
        clock: Clock = utc_now,
        policy: RetentionPolicy | None = None,
    ) -> None:
        self._database = database
        self.confirmations = confirmations
        self._finder = finder
        self._clock = clock
        self._policy = policy or RetentionPolicy()

    def within(self, tx: Transaction) -> "TaskService":
        """The same, in a transaction that is open: a change and its line in the audit happen with the rest of it."""
        return TaskService(Joined(tx), self.confirmations.within(tx), self._finder, self._clock, self._policy)

    async def add(self, session: Session, new: NewTask, key: str | None = None) -> Added | Failure:
        """Make a task."""

        async def act(work: Work) -> Added | Failure:
            task = written(new, str(uuid4()), work.now)
            if isinstance(task, Wrong):
                return InvalidTaskCall(task)
            return Added(await work.put(begun(task, work.now, work.person.zone)))

        return await self._change(ToolInvocation(session, "add_task", given(new), key), Added, act)

    async def complete(self, session: Session, identifier: str, key: str | None = None) -> Completed | Failure:
        """Mark a task as done; of several that fit, the only open one is meant."""

        async def act(work: Work) -> Completed | Failure:
            task = await resolve(work.tx, work.person.id, identifier, self._finder)
            if isinstance(task, SeveralMatch) and task.are_all:
                still_open = [t for t in task.candidates if not t.is_completed]
                task = still_open[0] if len(still_open) == 1 else task
            if not isinstance(task, StoredTask):
                return task
            if task.is_completed:
                return Completed(task, is_changed=False)
            done, after = await work.finish(task, renewed(replace(task, completed_at=work.now), work.now))
            return Completed(done, True, after, was_last=task.repeat is not None and after is None)

        call = ToolInvocation(session, "complete_task", {"task_identifier": identifier}, key)
        return await self._change(call, Completed, act)

    async def update(
        self, session: Session, identifier: str, changes: Changes, key: str | None = None
    ) -> Updated | Failure:
        """Change what is given of a task."""
        if given(changes) == {"new_status": SKIPPED}:
            return await self.skip(session, identifier, key)

        async def act(work: Work) -> Updated | Failure:
            task = await resolve(work.tx, work.person.id, identifier, self._finder)
            if not isinstance(task, StoredTask):
                return task
            after = changed(task, changes, work.now)
            if not isinstance(after, Wrong):
                after = moved(task, after, work.now, work.person.zone)
            if isinstance(after, Wrong):
                return InvalidTaskCall(after)
            if after == task:
                return Updated(task, is_changed=False)
            if after.is_completed and not task.is_completed:
                done, following = await work.finish(task, after)
                return Updated(done, True, following, was_last=after.repeat is not None and following is None)
            await work.save(task, after)
            return Updated(after, former_title=task.title if task.title != after.title else None)

        call = ToolInvocation(session, "update_task", {"task_identifier": identifier, **given(changes)}, key)
        return await self._change(call, Updated, act)

    async def skip(self, session: Session, identifier: str, key: str | None = None) -> Updated | Failure:
        """Pass over the coming time of a task that repeats."""

        async def act(work: Work) -> Updated | Failure:
            task = await resolve(work.tx, work.person.id, identifier, self._finder)
            if not isinstance(task, StoredTask):
                return task
            after = skipped(task, work.now, work.person.zone)
            if isinstance(after, Wrong):
                return InvalidTaskCall(after)
            after = renewed(after, work.now)
            await work.save(task, after)
            return Updated(after)

        call = ToolInvocation(session, "update_task", {"task_identifier": identifier, "new_status": SKIPPED}, key)
        return await self._change(call, Updated, act)

    async def delete(
        self, session: Session, identifier: str, key: str | None = None
    ) -> Deleted | TaskNeedsConfirmation | Failure:
        """Put a task away, with the person's yes; it can be brought back by `undo` until it is purged.

        The yes is bound to the task and its version rather than to the words: where these mean another task by now, or
        the task is no longer what the person saw, it is asked for anew.
        """

        async def act(work: Work) -> Deleted | TaskNeedsConfirmation | Failure:
            task = await resolve(work.tx, work.person.id, identifier, self._finder)
            if not isinstance(task, StoredTask):
                return task
            meant = {"task_id": task.id, "version": task.version}
            if not await self.confirmations.spend_in(work.tx, session, work.deed.tool, meant):
                question = f"Delete '{task.title}' (#{task.number})?"
                return TaskNeedsConfirmation(
                    task, await self.confirmations.ask_in(work.tx, session, work.deed.tool, meant, question)
                )
            gone = renewed(replace(task, deleted_at=work.now), work.now)
            await work.save(task, gone)
            return Deleted(gone)

        call = ToolInvocation(session, "delete_task", {"task_identifier": identifier}, key)
        return await self._change(call, Deleted, act)

    async def undo(
        self, session: Session, key: str | None = None, bound: Bound = UNBOUND
    ) -> Undone | TaskNeedsConfirmation | Failure:
        """Take the person's last step back, and called again the one before it; where it is `bound`, only the step that
        is meant. Where a task would go away by it, the person has to allow it."""

        async def act(work: Work) -> Undone | TaskNeedsConfirmation | Failure:
            return await take_back(work, self._policy.go_back, self._allowing(session, bound), bound.shown)

        return await self._change(ToolInvocation(session, "undo", {}, key), Undone, act)

    async def redo(
        self, session: Session, key: str | None = None, bound: Bound = UNBOUND
    ) -> Redone | TaskNeedsConfirmation | Failure:
        """Make what was taken back again, one step at a time; any other change makes an end of that. Where it is
        `bound` to a yes, only the step that this was given to."""

        async def act(work: Work) -> Redone | TaskNeedsConfirmation | Failure:
            return await make_again(work, self._allowing(session, bound))

        return await self._change(ToolInvocation(session, "redo", {}, key), Redone, act)

    def _allowing(self, session: Session, bound: Bound) -> Allow:
        """Asks for the person's yes, bound to the very tasks, where some would go away; a yes that was given before is
        to no other step."""

        async def allow(work: Work, found: Found, gone: Sequence[StoredTask]) -> Asked | None:
            tool, meant = work.deed.tool, {"tasks": {task.id: task.version for task in gone}}
            if not gone and bound.granted:  # a yes is only asked for where some would
                return await _overtaken(work, await self.confirmations.asked_in(work.tx, session, bound.granted), found)
            if not gone:
                return None
            if await self.confirmations.spend_in(work.tx, session, tool, meant):
                return None
            others = f" and {len(gone) - 1} more" if len(gone) > 1 else ""
            question = f"{tool.capitalize()} would remove '{gone[0].title}' (#{gone[0].number}){others}. Allow it?"
            asked = await self.confirmations.ask_in(work.tx, session, tool, meant, question)
            return TaskNeedsConfirmation(gone[0], asked, len(gone) - 1)

        return allow

    async def list(self, session: Session, query: Query) -> Listed | Failure:
        """A page of the person's tasks."""

        async def look(tx: Transaction, person: Person) -> Listed | Failure:
            page = read_query(query, self._clock(), person.zone)
            if isinstance(page, Wrong):
                return InvalidTaskCall(page)
            wanted = replace(page.wanted, ids=await self._meant(tx, person, query.search or "", page.wanted.part))
            found, total = await records.page(tx, person.id, wanted, page.limit, page.offset)
            every = Selection("all", wanted.now, wanted.today)
            of = 0 if total else (await records.page(tx, person.id, every, 1, 0))[1]
            return Listed(found, total, page.offset, of)

        return await self._read(ToolInvocation(session, "list_tasks", given(query)), look)

    async def get_user_info(self, session: Session) -> UserInfo | Failure:
        """Who the session belongs to."""

        async def look(_: Transaction, person: Person) -> UserInfo | Failure:
            return UserInfo(person.id, person.name, person.email, person.timezone)

        return await self._read(ToolInvocation(session, "get_user_info", {}), look)

    async def _meant(self, tx: Transaction, person: Person, search: str, part: str) -> tuple[str, ...]:
        """The tasks that the words of a search mean, where they are written otherwise."""
        if not part:
            return ()
        meant, _ = await called(tx, person.id, search, self._finder)
        return tuple(task.id for task in meant if part not in fold(task.title))

    @whole
    async def resolve(
        self, session: Session, identifier: str
    ) -> StoredTask | SeveralMatch | TaskNotFound | InvalidTaskCall:
        """The one task that an identifier means, or why there is not exactly one."""
        async with self._database.reading() as tx:
            return await resolve(tx, session.user_id, identifier, self._finder)

    @whole
    async def look(self, session: Session, said: str) -> NearbyTasks:
        """The tasks that a message could be about; no call of a tool, so that it is in no audit."""
        async with self._database.reading() as tx:
            return await nearby.look(tx, session.user_id, said, self._finder)

    @whole
    async def look_again(self, session: Session, seen: NearbyTasks, mark: int) -> NearbyTasks | None:
        """The same tasks as they are by now, where all were seen at a mark; None where it takes a new look."""
        async with self._database.reading() as tx:
            return await nearby.renewed(tx, session.user_id, seen, mark)

    @whole
    async def mark(self, session: Session) -> int:
        """What is another one after every change of the person's tasks."""
        async with self._database.reading() as tx:
            return await history.mark(tx, session.user_id)

    @whole
    async def changed_since(self, session: Session, mark: int) -> ChangedTasks | None:
        """The tasks that were changed after a mark; None where they are too many, or the mark is none of theirs."""
        async with self._database.reading() as tx:
            return await changed_since(tx, session.user_id, mark)

    @whole
    async def purge(self) -> int:
        """Forget for good what was deleted long enough ago; gives how many tasks that were."""
        now = self._clock()
        async with self._database.transaction() as tx:
            await history.forget_results(tx, now - repeat.KEPT)
            return await records.purge(tx, now - self._policy.keep_deleted)

    @whole
    async def _read(self, call: ToolInvocation, look: Look[R]) -> R | Failure:
        """Look something up, and write down that it was."""
        began = perf_counter()
        async with self._database.reading() as tx:
            person = await find(tx, call.session.user_id)
            seen = NoAccount() if person is None else await look(tx, person)
        async with self._database.transaction() as tx:
            await audit.append(tx, line(call, seen, False, self._clock(), perf_counter() - began))
        return seen

    @whole
    async def _change(self, call: ToolInvocation, kind: type[C], act: Act[A]) -> A | C | Failure:
        """Carry a change out and write it down, in one transaction."""
        began = perf_counter()
        async with self._database.transaction() as tx:
            person = await hold(
                tx, call.session.user_id
            )  # one person's changes queue here: who retries waits and reads
            now = self._clock()
            if person is None:
                done: A | C | Failure = NoAccount()
                is_repeated = False
            else:
                done, is_repeated = await self._once(
                    call, kind, act, Work(tx, person, now, ChangeOrigin(call.tool, call.session.batch or str(uuid4())))
                )
            await audit.append(tx, line(call, done, is_repeated, now, perf_counter() - began))
        return done

    async def _means_another(self, call: ToolInvocation, past: Change | TaskKeyReused, work: Work) -> bool:
        """Whether the words of a call mean a task by now that was made after it was carried out."""
        said = call.arguments.get("task_identifier")
        if not isinstance(said, str) or isinstance(past, TaskKeyReused):
            return False
        found = await resolve(work.tx, work.person.id, said, self._finder)
        return isinstance(found, StoredTask) and found.id != past.task.id and found.created_at > past.task.updated_at

    async def _once(self, call: ToolInvocation, kind: type[C], act: Act[A], work: Work) -> tuple[A | C | Failure, bool]:
        """Carry a change out, or give the answer that the same call got before."""
        key = call_key(call.tool, call.arguments, call.key)
        if isinstance(key, Wrong):
            return InvalidTaskCall(key), False
        past = await repeat.earlier(work.tx, work.person.id, key, work.now, self._policy.repeat)
        if past is not None and not key.is_given and await self._means_another(call, past, work):
            past = None  # "milk" is gone, and there is another milk by now
        if past is not None:
            assert isinstance(past, kind | TaskKeyReused)  # the tool is part of what makes two calls the same
            return past, True
        done = await act(work)
        if isinstance(done, kind):
            await repeat.keep(work.tx, work.person.id, key, done, work.now)
        return done, False


async def _overtaken(work: Work, asked: Sequence[Pending], found: Found) -> ChangedSince:
    """Why a yes is none to this step: the tasks that it was about were changed since, or else another one was."""
    for one in asked:
        seen = one.arguments.get("tasks")
        for task_id, version in seen.items() if isinstance(seen, dict) else ():
            task = await records.by_id(work.tx, work.person.id, task_id)
            if task is not None and task.version != version:
                return ChangedSince(task)
    return Overtaken(found[-1][0])
