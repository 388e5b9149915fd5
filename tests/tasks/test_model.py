"""The service behaves as a plain list in memory does, whatever is done in whichever order, on both databases."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

import pytest
from conftest import FreshUrl
from examples import examples
from household import Clock, delete, redo, serve, settle, undo
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.outcome import (
    Added,
    Completed,
    Deleted,
    Listed,
    NothingToRedo,
    NothingToUndo,
    Redone,
    SeveralMatch,
    TaskNotFound,
    Undone,
    Updated,
)
from sayso.tasks.task import Changes, NewTask, Query, StoredTask

T = TypeVar("T")
TITLES = st.sampled_from(
    ["milk", "Milk", "buy milk", "caffè", "CAFFE", "call mom", "mom", "b", "50%", "  report ", "r_p"]
)
WHO = st.sampled_from([0, 1])
PRIORITIES = st.sampled_from(["low", "medium", "high"])


@dataclass
class Plain:
    """A task as the model has it."""

    title: str
    priority: str
    is_done: bool = False
    is_gone: bool = False

    def copy(self) -> "Plain":
        return Plain(self.title, self.priority, self.is_done, self.is_gone)


@dataclass
class Model:
    """One person's tasks by number, what each change found, and what each that was taken back had left."""

    tasks: list[Plain] = field(default_factory=list)
    past: list[tuple[int, Plain | None]] = field(default_factory=list)
    undone: list[tuple[int, Plain | None, Plain]] = field(default_factory=list)

    def folded(self, number: int) -> str:
        return self.tasks[number - 1].title.casefold().replace("è", "e")

    def live(self) -> list[int]:
        return [n for n in range(1, len(self.tasks) + 1) if not self.tasks[n - 1].is_gone]

    def matching(self, title: str) -> list[int]:
        wanted = title.strip().casefold().replace("è", "e")
        exact = [n for n in self.live() if self.folded(n) == wanted]
        return exact or [n for n in self.live() if wanted in self.folded(n)]

    def change(self, number: int) -> Plain:
        task = self.tasks[number - 1]
        self.past.append((number, task.copy()))
        self.undone.clear()
        return task


class Against(RuleBasedStateMachine):
    """Two people, one database; every call is made on both and compared."""

    fresh_url: FreshUrl

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.clock = Clock()
        self.models = [Model(), Model()]
        self.people: list[Session] = []

    def do(self, work: Awaitable[T]) -> T:
        async def done() -> T:
            return await work

        self.clock.go(minutes=1)  # so that no call looks like a retry
        return self.loop.run(done())

    @initialize()
    def open(self) -> None:
        self.database = Database(type(self).fresh_url())
        self.service = serve(self.database, self.clock)
        self.people = [self.do(settle(self.database, name)) for name in ("Ann", "Bo")]

    def teardown(self) -> None:
        if self.people:
            self.do(self.database.close())
        self.loop.close()

    @rule(who=WHO, title=TITLES, priority=PRIORITIES)
    def add(self, who: int, title: str, priority: str) -> None:
        model = self.models[who]
        done = self.do(self.service.add(self.people[who], NewTask(title, priority=priority)))
        model.tasks.append(Plain(title.strip(), priority))
        model.past.append((len(model.tasks), None))
        model.undone.clear()
        assert isinstance(done, Added)
        assert done.task.number == len(model.tasks)

    @rule(who=WHO, title=TITLES)
    def resolve(self, who: int, title: str) -> None:
        found = self.do(self.service.resolve(self.people[who], title))
        expected = self.models[who].matching(title)
        match found:
            case StoredTask():
                assert [found.number] == expected
            case SeveralMatch():
                assert [t.number for t in found.candidates] == expected[:5]
                assert len(expected) > 1
            case TaskNotFound():
                assert expected == []
            case _:
                raise AssertionError(found)

    @rule(who=WHO, title=TITLES)
    def complete(self, who: int, title: str) -> None:
        model = self.models[who]
        done = self.do(self.service.complete(self.people[who], title))
        expected = model.matching(title)
        if 1 < len(expected) <= 5:
            still_open = [n for n in expected if not model.tasks[n - 1].is_done]
            expected = still_open if len(still_open) == 1 else expected
        assert isinstance(done, Completed) == (len(expected) == 1)
        if isinstance(done, Completed):
            assert done.is_changed == (not model.tasks[expected[0] - 1].is_done)
            if done.is_changed:
                model.change(expected[0]).is_done = True

    @rule(who=WHO, number=st.integers(1, 6))
    def delete(self, who: int, number: int) -> None:
        model = self.models[who]
        done = self.do(delete(self.service, self.people[who], f"#{number}"))
        assert isinstance(done, Deleted) == (number in model.live())
        if isinstance(done, Deleted):
            model.change(number).is_gone = True

    @rule(who=WHO, number=st.integers(1, 6), title=TITLES, priority=PRIORITIES, is_done=st.booleans())
    def update(self, who: int, number: int, title: str, priority: str, is_done: bool) -> None:
        model = self.models[who]
        changes = Changes(title, new_priority=priority, new_status="completed" if is_done else "pending")
        done = self.do(self.service.update(self.people[who], str(number), changes))
        if number not in model.live():
            assert isinstance(done, TaskNotFound)
            return
        assert isinstance(done, Updated)
        after = Plain(title.strip(), priority, is_done)
        assert done.is_changed == (after != model.tasks[number - 1])
        if done.is_changed:
            model.change(number)
            model.tasks[number - 1] = after

    @rule(who=WHO)
    def undo(self, who: int) -> None:
        model = self.models[who]
        done = self.do(undo(self.service, self.people[who]))
        if not model.past:
            assert isinstance(done, NothingToUndo)
            return
        number, before = model.past.pop()
        assert isinstance(done, Undone)
        assert done.task.number == number
        task = model.tasks[number - 1]
        model.undone.append((number, before, task.copy()))
        if before is None:
            task.is_gone = True
        else:
            model.tasks[number - 1] = before.copy()

    @rule(who=WHO)
    def redo(self, who: int) -> None:
        model = self.models[who]
        done = self.do(redo(self.service, self.people[who]))
        if not model.undone:
            assert isinstance(done, NothingToRedo)
            return
        number, before, after = model.undone.pop()
        assert isinstance(done, Redone)
        assert done.task.number == number
        model.past.append((number, before))
        model.tasks[number - 1] = after

    @rule(who=WHO, title=TITLES, key=st.sampled_from(["k1", "k2"]))
    def add_twice_with_a_key(self, who: int, title: str, key: str) -> None:
        model = self.models[who]
        key = f"{key} {len(model.past)} {len(model.tasks)}"
        first, again = (self.do(self.service.add(self.people[who], NewTask(title), key)) for _ in range(2))
        assert first == again
        if isinstance(first, Added) and first.task.number > len(model.tasks):
            model.tasks.append(Plain(title.strip(), "medium"))
            model.past.append((len(model.tasks), None))
            model.undone.clear()

    @invariant()
    def lists_agree(self) -> None:
        for session, model in zip(self.people, self.models, strict=bool(self.people)):
            listed = self.do(self.service.list(session, Query(limit=500)))
            assert isinstance(listed, Listed)
            told = [(t.number, t.title, t.priority, t.is_completed) for t in listed.tasks]
            plain = [(n, model.tasks[n - 1]) for n in model.live()]
            assert told == [(n, t.title, t.priority, t.is_done) for n, t in plain]


@pytest.mark.hypothesis  # so that `make search` finds it
def test_the_service_agrees_with_a_plain_model(fresh_url: FreshUrl) -> None:
    Against.fresh_url = staticmethod(fresh_url)
    bounded = settings(examples(20), stateful_step_count=25, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Against, settings=bounded)
