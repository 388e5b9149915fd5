"""Commands for another time: kept as a task that is due then, carried out once, looked at again before that."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Protocol
from uuid import NAMESPACE_URL, uuid4, uuid5

from sayso.audit import store as audit
from sayso.confirmations.confirmations import Confirmations
from sayso.dataclass import dataclass
from sayso.machines.asked import CommandRequest, Which
from sayso.machines.device import Device, DeviceCommand
from sayso.machines.outcome import (
    About,
    Executed,
    Failure,
    InvalidMachineCall,
    MachineNeedsConfirmation,
    NotExecuted,
    Planned,
)
from sayso.machines.record import line
from sayso.machines.resolve import FoundOrder, question_of
from sayso.machines.service import EXECUTE, MachineService
from sayso.machines.store import plans
from sayso.machines.store.plans import Ending, Plan
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.whole import whole
from sayso.tools.call import ToolInvocation
from sayso.tools.wrong import Wrong, plain

_LOG = logging.getLogger("sayso.machines")
DOOR = "plan"  # through which the scheduler calls
FURTHEST = timedelta(days=366)
LATE = timedelta(minutes=5)  # after which nothing is begun any more; what was begun is ended up to a day later
_ENDED_LATE = timedelta(days=1)
_AT_A_TIME = 50
_WHEN = "Use a time to come with its offset, such as 2026-11-17T17:00:00+01:00."
_NO_OPPOSITE = "Nothing takes that command back."
_TWO = "It ends before it begins."


@dataclass(frozen=True, slots=True)
class CommandTimes:
    """When something is to be done, and when it is to be taken back, as a call gave it."""

    at: object = None
    until: object = None


@dataclass(frozen=True, slots=True)
class AgendaTask:
    """The task that stands for a plan."""

    id: str
    number: int


class Agenda(Protocol):
    """The person's list, in which what is planned stands."""

    async def add(self, session: Session, title: str, due: str, key: str) -> AgendaTask | None:
        """Have a task that is due then; None where there can be none."""

    async def finish(self, session: Session, task_id: str) -> None:
        """Mark it as done."""

    async def note(self, session: Session, task_id: str, text: str) -> None:
        """Say in it why it was not done."""


@dataclass(frozen=True, slots=True)
class PlanRules:
    """What takes a command back, and how a command is called in a language."""

    opposite: Callable[[Device, DeviceCommand], DeviceCommand | None]
    label: Callable[[str, str], str]


class Planning:
    """Everybody's plans, in one database that any number of replicas share."""

    def __init__(
        self,
        database: Database,
        service: MachineService,
        agenda: Agenda,
        clock: Callable[[], datetime],
        rules: PlanRules,
    ) -> None:
        self._database = database
        self._service = service
        self._agenda = agenda
        self._clock = clock
        self._rules = rules

    @property
    def confirmations(self) -> Confirmations:
        """What waits for a person's yes."""
        return self._service.confirmations

    @whole
    async def plan(
        self, call: ToolInvocation, which: Which, wish: CommandRequest, times: CommandTimes
    ) -> Planned | MachineNeedsConfirmation | Failure:
        """Have a command carried out at another time, or taken back then; a dangerous one with a yes given now."""
        began = perf_counter()
        outcome = await self._planned(call, which, wish, times)
        async with self._database.transaction() as tx:
            await audit.append(tx, line(call, outcome, False, self._clock(), perf_counter() - began))
        return outcome

    async def _planned(
        self, call: ToolInvocation, which: Which, wish: CommandRequest, times: CommandTimes
    ) -> Planned | MachineNeedsConfirmation | Failure:
        moments = self._moments(times)
        if isinstance(moments, Wrong):
            return InvalidMachineCall(moments)
        found = await self._service.meant(call.session, which, wish)
        if not isinstance(found, FoundOrder):
            return found
        at, until = moments
        back = self._rules.opposite(found.device, found.command) if until is not None else None
        if until is not None and back is None:
            return InvalidMachineCall(Wrong("until", _NO_OPPOSITE, "Leave until out."))
        is_dangerous = found.command.is_dangerous or (back is not None and back.is_dangerous)
        if is_dangerous:
            waits = await self._waits(call, found, times)
            if waits is not None:
                return waits
        about, device = found.about, found.device
        end = (
            None if back is None or until is None else Ending(About(device.id, device.name, back.id, back.name), until)
        )
        key = call.key or str(uuid4())
        plan = Plan(_id(call.session, key), call.session.user_id, "", about, end, call.language, is_dangerous)
        if at is not None:
            return await self._keep(call.session, plan, at)
        done = await self._service.execute_agreed(call.session, about, call.key)
        if not isinstance(done, Executed) or end is None:
            assert not isinstance(done, Executed)
            return done
        return await self._end(call.session, plan, done)

    def _moments(self, times: CommandTimes) -> tuple[str | None, str | None] | Wrong:
        now = self._clock()
        read: list[tuple[str, datetime] | None] = []
        for name, given in (("at", times.at), ("until", times.until)):
            found = None if given is None else _moment(given)
            if given is not None and (found is None or not now < found[1] <= now + FURTHEST):
                return Wrong(name, f"{name} {plain(str(given))!r} is no time to come, within a year.", _WHEN)
            read.append(found)
        at, until = read
        if at is not None and until is not None and until[1] <= at[1]:
            return Wrong("until", _TWO, _WHEN)
        return (None if at is None else at[0], None if until is None else until[0])

    async def _waits(
        self, call: ToolInvocation, found: FoundOrder, times: CommandTimes
    ) -> MachineNeedsConfirmation | None:
        """The question that has to be answered with a yes first; None where it was."""
        about = found.about
        meant = {**about.to_dict(), "at": times.at, "until": times.until}
        asked = question_of(about, found.command).removesuffix("?")
        said = ", ".join(f"{name} {value}" for name, value in (("at", times.at), ("until", times.until)) if value)
        async with self._database.transaction() as tx:
            if await self.confirmations.spend_in(tx, call.session, EXECUTE, meant):
                return None
            pending = await self.confirmations.ask_in(tx, call.session, EXECUTE, meant, f"{asked} ({said})?")
            return MachineNeedsConfirmation(about, pending)

    async def _keep(self, session: Session, plan: Plan, at: str) -> Planned | Failure:
        """Keep a plan with its task."""
        about = plan.about
        title = f"{about.device_name}: {self._rules.label(about.command_name, plan.language)}"
        task = await self._agenda.add(session, title[:200], at, f"plan-{plan.id}")
        if task is None:
            return InvalidMachineCall(Wrong("at", "It cannot be kept in the list.", _WHEN))
        async with self._database.transaction() as tx:
            await plans.put(tx, replace(plan, task_id=task.id))
        return Planned(about, at, None if plan.then is None else plan.then.at, task.number)

    async def _end(self, session: Session, plan: Plan, done: Executed) -> Planned | Failure:
        """Keep what takes back what was just done."""
        assert plan.then is not None
        key = _id(session, f"end {plan.id}")
        end = replace(plan, id=key, task_id="", about=plan.then.about, then=None, is_end=True)
        kept = await self._keep(session, end, plan.then.at)
        return Planned(plan.about, None, plan.then.at, kept.number, done) if isinstance(kept, Planned) else kept

    async def carry_out_due(self, holder: str) -> int:
        """Carry out what is due, each by one replica; gives how many plans that were."""
        now = self._clock()
        async with self._database.reading() as tx:
            if not await plans.is_anything(tx, now):
                return 0
        async with self._database.transaction() as tx:
            claimed = await plans.claim(tx, holder, now, _AT_A_TIME)
        tried = await asyncio.gather(
            *(self._carry_out(plan, due, holder) for plan, due in claimed), return_exceptions=True
        )
        for wrong in (one for one in tried if one is not None):  # the others, and reminders, go on
            _LOG.error("a planned command could not be carried out", exc_info=wrong)
        return len(claimed)

    @whole
    async def _carry_out(self, plan: Plan, due: datetime, holder: str) -> None:
        session = Session(plan.user_id, DOOR)
        late = _ENDED_LATE if plan.is_end else LATE
        told = "too late" if self._clock() - due > late else await self._done(session, plan)
        if told is None:
            await self._agenda.finish(session, plan.task_id)
        else:
            await self._agenda.note(session, plan.task_id, told)
        async with self._database.transaction() as tx:
            await plans.finish(tx, plan, holder, is_done=told is None)

    async def _done(self, session: Session, plan: Plan) -> str | None:
        """Do what was planned, if it still can be as the person said; else why not."""
        about = plan.about
        found = await self._service.meant(session, Which(about.device_id), _wish(about))
        if not isinstance(found, FoundOrder):
            return str(found.to_dict().get("error_message", found.error))
        if (found.about.device_id, found.about.command_id) != (about.device_id, about.command_id):
            return "it is no longer what was planned"
        if found.command.is_dangerous and not plan.is_agreed:
            return "nobody has said yes to it"
        if plan.then is not None and datetime.fromisoformat(plan.then.at) <= self._clock():
            return "too late"  # it would end before it begins
        done = await self._service.execute_agreed(session, found.about, f"plan-{plan.id}")
        if isinstance(done, Executed):
            if plan.then is not None:
                await self._end(session, plan, done)
            return None
        return str(done.to_dict().get("error_message")) if isinstance(done, NotExecuted) else "it could not be done"


def _wish(about: About) -> CommandRequest:
    return CommandRequest(about.command_id, None, about.values)


def _id(session: Session, key: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"sayso:plan:{session.user_id}:{key}"))


def _moment(given: object) -> tuple[str, datetime] | None:
    try:
        at = datetime.fromisoformat(str(given))
    except ValueError:
        return None
    if at.utcoffset() is None or len(str(given)) <= 10:
        return None
    return at.isoformat(), at.astimezone(UTC)
