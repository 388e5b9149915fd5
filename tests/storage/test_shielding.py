"""Work goes on to its end although the one who asked for it goes away."""

import asyncio

import pytest

from sayso.storage.whole import whole


class Diary:
    """Writes down how far a piece of work came."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()
        self.tasks: set[str] = set()

    @whole
    async def inner(self) -> None:
        """Wait in the middle."""
        self._sign()
        self.begun.set()
        await self.may_end.wait()
        self.lines.append("inner")

    @whole
    async def outer(self) -> None:
        """Made of another one."""
        self._sign()
        await self.inner()
        self.lines.append("outer")

    @whole
    async def hurrying(self) -> None:
        """Gives up on a part that it began beside itself."""
        beside = asyncio.ensure_future(self.inner())
        await self.begun.wait()
        beside.cancel()
        self.lines.append("gone on")

    def _sign(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task.get_name())


async def test_who_goes_away_cuts_off_neither_the_work_nor_what_it_is_made_of() -> None:
    diary = Diary()
    asking = asyncio.create_task(diary.outer())
    await diary.begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert diary.lines == []
    diary.may_end.set()
    while "outer" not in diary.lines:
        await asyncio.sleep(0)
    assert diary.lines == ["inner", "outer"]


async def test_what_work_is_made_of_needs_no_task_of_its_own() -> None:
    diary = Diary()
    diary.may_end.set()
    await diary.outer()
    assert len(diary.tasks) == 1


async def test_what_was_begun_beside_the_work_is_not_cut_off_with_its_task() -> None:
    diary = Diary()
    await diary.hurrying()
    assert diary.lines == ["gone on"]
    diary.may_end.set()
    while "inner" not in diary.lines:
        await asyncio.sleep(0)
