"""The verbs of the machine tools. The person is always that of the session, the machines those of the organisation."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import perf_counter
from typing import TypeVar

from sayso.accounts.person import Person
from sayso.accounts.store import find
from sayso.audit import store as audit
from sayso.confirmations.confirmations import Confirmations
from sayso.errors import FleetUnavailable
from sayso.machines.asked import (
    CommandRequest,
    Listing,
    MetricsQuery,
    StateQuery,
    Which,
    check_condition,
    check_listing,
    check_question,
    check_window,
    given,
    limit_of,
)
from sayso.machines.device import Device, DeviceCommand, DeviceReading, Kind, Member, Order, Range
from sayso.machines.fleet import Fleet
from sayso.machines.judging import Judged, is_of, judged, since_when
from sayso.machines.ledger import AlreadySent, Done, Ledger, OrderRequest, Placed, key_of, outcome_of
from sayso.machines.outcome import (
    About,
    Detail,
    Executed,
    Failure,
    Happenings,
    InvalidMachineCall,
    MachineMetrics,
    MachineNeedsConfirmation,
    Machines,
    Series,
    Unavailable,
)
from sayso.machines.record import line
from sayso.machines.resolve import (
    FoundOrder,
    MachineFinder,
    MachineNames,
    Roll,
    find_device,
    find_metrics,
    find_order,
    question_of,
)
from sayso.machines.summary import Summary, summary
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.whole import whole
from sayso.tools.call import ToolInvocation, call_key
from sayso.tools.told import NoAccount
from sayso.tools.wrong import Wrong, wrong_in

HAPPENINGS = 500  # states or events that are told at once
_LOOK_BACK = timedelta(days=7)  # for since when something is as it is
_SUMMED = 10_000  # points of a metric of which something is asked
EXECUTE = "machine_command_execute"
R = TypeVar("R", Machines, MachineMetrics, Detail, Happenings)
Look = Callable[[Person, Member], Awaitable[R | Failure]]


@dataclass(frozen=True, slots=True)
class Rules:
    """Which commands need the person's yes, who knows what names mean, and how long a repeated command counts as a
    retry."""

    is_dangerous: Callable[[DeviceCommand], bool]
    finder: MachineFinder
    repeat: timedelta = timedelta(seconds=10)


class MachineService:
    """Everybody's machines, wherever they are.

    What went wrong for the caller is an answer (a `Failure`); only `StorageUnavailable` is raised. A command is sent
    once at the most, however often the call is made with the same key.
    """

    def __init__(
        self,
        database: Database,
        fleet: Fleet,
        confirmations: Confirmations,
        clock: Callable[[], datetime],
        rules: Rules,
    ) -> None:
        self._database = database
        self._fleet = fleet
        self.confirmations = confirmations
        self._clock = clock
        self._rules = rules
        self._names = MachineNames(rules.finder)
        self._ledger = Ledger(database, confirmations, clock, rules.repeat)

    async def list_machines(self, session: Session, listing: Listing) -> Machines | Failure:
        """The machines that fit."""

        async def look(_: Person, member: Member) -> Machines | Failure:
            wrong = check_listing(listing)
            if wrong is not None:
                return InvalidMachineCall(wrong)
            fitting = [
                device
                for device in (await self._roll(member)).searched(listing.search or "")
                if listing.is_connected is None or device.is_connected is listing.is_connected
            ]
            return Machines(tuple(fitting[: limit_of(listing)]), len(fitting))

        return await self._read(ToolInvocation(session, "list_machines", given(listing)), look)

    async def firmware(self, session: Session, which: Which, asked: StateQuery | None = None) -> Detail | Failure:
        """All about one machine, and whether it is as is asked."""
        condition = asked or StateQuery()

        async def look(_: Person, member: Member) -> Detail | Failure:
            wrong = check_condition(condition)
            if wrong is not None:
                return InvalidMachineCall(wrong)
            device = find_device(await self._roll(member), which)
            if not isinstance(device, Device):
                return device
            status = await self._fleet.status(member, device.id)
            latest, states = (tuple(r for r in status if r.kind == kind) for kind in ("metric", "state"))
            told = await self._judged(member, device, condition, states) if condition.state else None
            return Detail(device, latest, states, told)

        return await self._read(ToolInvocation(session, condition.tool, {**which.to_dict(), **given(condition)}), look)

    async def metrics(self, session: Session, which: Which, question: MetricsQuery) -> MachineMetrics | Failure:
        """What a machine measures: the last values, unless a range is asked for."""

        async def look(person: Person, member: Member) -> MachineMetrics | Failure:
            wrong = check_question(question)
            if wrong is not None:
                return InvalidMachineCall(wrong)
            window = check_window(question.since, question.until, self._clock(), person.zone)
            if isinstance(window, Wrong):
                return InvalidMachineCall(window)
            device = find_device(await self._roll(member), which, lambda device: _measures(device, question))
            if not isinstance(device, Device):
                return device
            names = find_metrics(device, question.metric_names)
            if not isinstance(names, tuple):
                return names
            latest = await self._latest(member, device, names) if _wants_latest(question) else ()
            if question.is_about_now:
                told = _summaries([(r,) for r in latest], question, window.until)
                return MachineMetrics(device, (), latest, summary=told)
            limit = _SUMMED if question.is_of_values else limit_of(question)
            wanted = Range(device.id, "metric", names, window.since, window.until, limit)
            series, has_more = await self._series(member, device, wanted)
            told = _summaries([one.points for one in series], question, window.until)
            shown = tuple(replace(one, points=one.points[-limit_of(question) :]) for one in series)
            return MachineMetrics(device, shown, latest, has_more, told)

        return await self._read(
            ToolInvocation(session, "metrics_read", {**which.to_dict(), **question.to_dict()}), look
        )

    async def states(
        self, session: Session, which: Which, since: str, until: str, asked: StateQuery | None = None
    ) -> Happenings | Failure:
        """What a machine was, from one time to another; where a state or a part is asked for, only that."""
        condition = asked or StateQuery()
        told = await self._happenings(session, which, "state", (since, until), given(condition))
        if not isinstance(told, Happenings) or condition == StateQuery():
            return told
        return replace(told, readings=tuple(r for r in told.readings if is_of(r, condition)))

    async def events(self, session: Session, which: Which, since: str, until: str) -> Happenings | Failure:
        """What happened to a machine, from one time to another."""
        return await self._happenings(session, which, "event", (since, until), {})

    @whole
    async def execute(
        self, session: Session, which: Which, wish: CommandRequest, key: str | None = None
    ) -> Executed | MachineNeedsConfirmation | Failure:
        """Have a machine do something, once; where it is dangerous, with the person's yes.

        The yes is bound to the machine, the command and its values rather than to the words.
        """
        call = ToolInvocation(session, EXECUTE, {**which.to_dict(), **given(wish)}, key)
        return await self._execute(call, which, wish, is_agreed=False)

    @whole
    async def execute_agreed(
        self, session: Session, about: About, key: str | None
    ) -> Executed | MachineNeedsConfirmation | Failure:
        """Have a machine do what the person has said yes to, where that was needed: for whoever keeps that yes."""
        which, wish = Which(about.device_id), CommandRequest(about.command_id, None, about.values)
        call = ToolInvocation(session, EXECUTE, {**which.to_dict(), **given(wish)}, key)
        return await self._execute(call, which, wish, is_agreed=True)

    async def meant(self, session: Session, which: Which, wish: CommandRequest) -> FoundOrder | Failure:
        """Which command to which machine is meant, without anything being done."""
        person = await self._person(session)
        if person is None:
            return NoAccount()
        try:
            return find_order(await self._roll(_member(person, session)), which, wish)
        except FleetUnavailable as wrong:
            return _away(wrong)

    async def _execute(
        self, call: ToolInvocation, which: Which, wish: CommandRequest, is_agreed: bool
    ) -> Executed | MachineNeedsConfirmation | Failure:
        began = perf_counter()
        wanted = await self._wanted(call, which, wish, is_agreed)
        placed = await self._ledger.place(wanted) if isinstance(wanted, OrderRequest) else wanted
        if isinstance(placed, Placed):
            assert isinstance(wanted, OrderRequest)
            done = await self._sent(wanted, placed.order)
            entry = line(call, done, False, self._clock(), perf_counter() - began)
            await self._ledger.settle(placed.order, done, entry)
            return done
        is_repeated = isinstance(placed, AlreadySent)
        told = placed.done if isinstance(placed, AlreadySent) else placed
        async with self._database.transaction() as tx:
            await audit.append(tx, line(call, told, is_repeated, self._clock(), perf_counter() - began))
        return told

    @whole
    async def look(self, session: Session) -> tuple[Device, ...]:
        """The machines that a message could be about; no call of a tool, so that it is in no audit.

        Here a `FleetUnavailable` is raised: whoever looks decides what that means.
        """
        person = await self._person(session)
        return () if person is None else await self._devices(_member(person, session))

    @whole
    async def watch(
        self, session: Session, search: str, limit: int
    ) -> tuple[tuple[tuple[Device, tuple[DeviceReading, ...]], ...], int]:
        """The machines that fit, each with what it was like when it was last heard of, and how many fit in all.

        As with `look`, it is in no audit, and a `FleetUnavailable` is raised.
        """
        person = await self._person(session)
        if person is None:
            return (), 0
        member = _member(person, session)
        fitting = (await self._roll(member)).searched(search)
        seen = [(device, tuple(await self._fleet.status(member, device.id))) for device in fitting[:limit]]
        return tuple(seen), len(fitting)

    @whole
    async def tidy(self) -> int:
        """Forget orders that are long past; gives how many."""
        return await self._ledger.tidy()

    async def _wanted(
        self, call: ToolInvocation, which: Which, wish: CommandRequest, is_agreed: bool
    ) -> OrderRequest | AlreadySent | Failure:
        """What is to be done, where that can be found out and was not done before."""
        person = await self._person(call.session)
        if person is None:
            return NoAccount()
        key = call_key(call.tool, call.arguments, call.key)
        if isinstance(key, Wrong):
            return InvalidMachineCall(key)
        past = await self._ledger.earlier(person.id, key) if key.is_given else None
        if past is not None:
            return past
        member = _member(person, call.session)
        try:
            meant = find_order(await self._roll(member), which, wish)
        except FleetUnavailable as wrong:
            return _away(wrong)
        if not isinstance(meant, FoundOrder):
            return meant
        about, command = meant.about, meant.command
        question = question_of(about, command) if command.is_dangerous and not is_agreed else None
        return OrderRequest(call, member, key if key.is_given else key_of(call, about), about, question)

    async def _sent(self, wanted: OrderRequest, order: Order) -> Done | Unavailable:
        """Hand an order to the fleet; whatever breaks on the way, it is not sent again."""
        try:
            return outcome_of(wanted.about, await self._fleet.execute(wanted.member, order))
        except FleetUnavailable as wrong:
            return _away(wrong)
        except BaseException:
            self._ledger.give_up(order, wanted.about)
            raise

    async def _happenings(
        self, session: Session, which: Which, kind: Kind, times: tuple[object, object], more: Mapping[str, object]
    ) -> Happenings | Failure:
        since, until = times
        told = {name: at for name, at in (("from", since), ("to", until)) if at is not None} | dict(more)

        async def look(person: Person, member: Member) -> Happenings | Failure:
            wrong = wrong_in(f"{kind}s_read", told)
            if wrong is not None:
                return InvalidMachineCall(wrong)
            window = check_window(since, until, self._clock(), person.zone)
            if isinstance(window, Wrong):
                return InvalidMachineCall(window)
            device = find_device(await self._roll(member), which)
            if not isinstance(device, Device):
                return device
            wanted = Range(device.id, kind, (), window.since, window.until, HAPPENINGS + 1)
            found = tuple(await self._fleet.read(member, wanted))
            return Happenings(device, f"{kind}s", window, found[-HAPPENINGS:], len(found) > HAPPENINGS)

        return await self._read(ToolInvocation(session, f"{kind}s_read", {**which.to_dict(), **told}), look)

    async def _judged(
        self, member: Member, device: Device, condition: StateQuery, states: tuple[DeviceReading, ...]
    ) -> Judged:
        """What the machine's states say to a question about one, and since when."""
        found = judged(condition, device, states)
        if found.is_so is None:
            return found
        now = self._clock()
        wanted = Range(device.id, "state", (found.name,), now - _LOOK_BACK, now, HAPPENINGS)
        return replace(found, since=since_when(found.value, await self._fleet.read(member, wanted)))

    async def _latest(self, member: Member, device: Device, names: tuple[str, ...]) -> tuple[DeviceReading, ...]:
        status = await self._fleet.status(member, device.id)
        return tuple(r for r in status if r.kind == "metric" and r.name in names)

    async def _series(self, member: Member, device: Device, wanted: Range) -> tuple[tuple[Series, ...], bool]:
        """The newest points of each metric, and whether there are older ones within the times."""
        units = {metric.name: metric.unit for metric in device.metrics}
        series: list[Series] = []
        has_more = False
        for name in wanted.names:
            one = replace(wanted, names=(name,), limit=wanted.limit + 1)
            points = tuple(await self._fleet.read(member, one))
            has_more = has_more or len(points) > wanted.limit
            series.append(Series(name, units[name], points[-wanted.limit :]))
        return tuple(series), has_more

    async def _devices(self, member: Member) -> tuple[Device, ...]:
        """All machines, with those commands marked that are dangerous by the domain's data."""
        return tuple(self._marked(device) for device in await self._fleet.machines(member))

    async def _roll(self, member: Member) -> Roll:
        return Roll(member.organisation, await self._devices(member), self._names)

    def _marked(self, device: Device) -> Device:
        is_dangerous = self._rules.is_dangerous
        commands = tuple(
            c if c.is_dangerous or not is_dangerous(c) else replace(c, is_dangerous=True) for c in device.commands
        )
        return replace(device, commands=commands)

    async def _person(self, session: Session) -> Person | None:
        async with self._database.reading() as tx:
            return await find(tx, session.user_id)

    @whole
    async def _read(self, call: ToolInvocation, look: Look[R]) -> R | Failure:
        """Look something up, and write down that it was."""
        began = perf_counter()
        person = await self._person(call.session)
        seen: R | Failure = NoAccount()
        if person is not None:
            try:
                seen = await look(person, _member(person, call.session))
            except FleetUnavailable as wrong:
                seen = _away(wrong)
        async with self._database.transaction() as tx:
            await audit.append(tx, line(call, seen, False, self._clock(), perf_counter() - began))
        return seen


def _member(person: Person, session: Session) -> Member:
    return Member(person.id, person.organisation, session.language)


def _away(wrong: FleetUnavailable) -> Unavailable:
    return Unavailable(wrong.what, wrong.next_step)


def _summaries(
    measured: Sequence[Sequence[DeviceReading]], question: MetricsQuery, until: datetime
) -> tuple[Summary, ...]:
    """What comes of the values of each metric, where that is asked."""
    if not question.is_of_values:
        return ()
    return tuple(filter(None, (summary(points, question, until) for points in measured)))


def _wants_latest(question: MetricsQuery) -> bool:
    return question.is_about_now if question.last_value is None else question.last_value


def _measures(device: Device, question: MetricsQuery) -> bool:
    return bool(question.metric_names) and isinstance(find_metrics(device, question.metric_names), tuple)
