"""Done from a reminder: where the task cannot be marked as done, the reminder stays."""

from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from household import Clock, undo

from sayso.assemble import assembled
from sayso.errors import CommandError
from sayso.session import Session
from sayso.settings import Settings
from sayso.tasks.outcome import Added, TaskNeedsConfirmation
from sayso.tasks.task import NewTask
from sayso.terminal.talk.here import Here


async def test_a_reminder_of_a_task_that_is_gone_is_told_and_not_taken_for_seen(tmp_path: Path) -> None:
    clock = Clock()
    given = {"SAYSO_DATABASE_URL": f"sqlite:///{tmp_path / 'sayso.db'}", "XDG_DATA_HOME": str(tmp_path)}
    async with assembled(Settings.read(given), clock) as parts, AsyncExitStack() as stack:
        person = await parts.local_person()
        session = Session(person.id, "test")
        added = await parts.tasks.add(session, NewTask("call Anna", due=(clock.now + timedelta(minutes=1)).isoformat()))
        assert isinstance(added, Added)
        clock.go(minutes=1, seconds=5)  # for which it is left to a server
        here = Here(parts, person, stack)
        (notice,) = await here.due()
        asked = await parts.tasks.delete(session, added.task.id)
        assert isinstance(asked, TaskNeedsConfirmation)
        await parts.confirmations.grant(asked.pending.id, person.id)
        await parts.tasks.delete(session, added.task.id)
        with pytest.raises(CommandError):
            await here.finish(notice)
        await undo(parts.tasks, session)
        assert await here.due() == (notice,)
        await here.finish(notice)
        assert await here.due() == ()
        await undo(parts.tasks, session)
        assert await here.due() == (notice,)  # the task is open again, and due
        await here.snooze(notice, 10)
        assert await here.due() == ()
        await here.finish(notice)  # whoever still sees the notice can have it done
        assert (await parts.tasks.resolve(session, added.task.id)).is_completed  # type: ignore[union-attr]
