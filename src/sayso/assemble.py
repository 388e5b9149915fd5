"""Settings in, working parts out: the only room that knows how all the parts fit together."""

import importlib
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

from sayso.accounts.accounts import Accounts
from sayso.accounts.here import name_here, timezone_here
from sayso.accounts.person import Person
from sayso.accounts.secret import kept_secret
from sayso.accounts.tokens import Tokens
from sayso.assistant.conversation import Assistant
from sayso.assistant.house import House
from sayso.assistant.memory import Memory
from sayso.assistant.model.budget import Budget
from sayso.assistant.model.consulting import Consulting, Terms
from sayso.assistant.model.cost import Prices
from sayso.assistant.model.store import UsageLedger
from sayso.assistant.model.talker import Talker
from sayso.assistant.preferences import Preferences
from sayso.audit.audit import Audit
from sayso.confirmations.confirmations import Confirmations
from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.records.find import Found
from sayso.engine.records.index import IndexedEntries
from sayso.errors import SettingsError
from sayso.extras import install
from sayso.face import Engine, standard
from sayso.machines.connections import Connections
from sayso.machines.device import Device, DeviceCommand
from sayso.machines.opened import FleetContext
from sayso.machines.planning import AgendaTask, Planning, PlanRules
from sayso.machines.records import Bounds, KeptRecords
from sayso.machines.service import MachineService, Rules
from sayso.machines.switch import FleetSwitch
from sayso.machines.verbs import machine_verb
from sayso.rate_limit.rate_limit import RateLimit
from sayso.reminders.reminders import Reminders
from sayso.session import Session
from sayso.settings import Model, Settings
from sayso.signin.signins import SignIns
from sayso.storage.database import Database
from sayso.tasks.belongings import Belongings
from sayso.tasks.outcome import Added, Outcome
from sayso.tasks.service import Clock, RetentionPolicy, TaskService, utc_now
from sayso.tasks.task import Changes, NewTask

_SPELLINGS = 20_000  # of commands, before they are forgotten
# loaded where a model is configured, so that nobody else pays for its SDK
_TALKER = "sayso.assistant.model.sdk"


@dataclass(frozen=True, slots=True)
class Parts:
    """The task service and the machines, put together."""

    settings: Settings
    database: Database
    accounts: Accounts
    tokens: Tokens
    signins: SignIns
    confirmations: Confirmations
    audit: Audit
    rate_limit: RateLimit
    tasks: TaskService
    belongings: Belongings
    clock: Clock
    fleet: FleetSwitch
    connections: Connections
    machines: MachineService
    records: KeptRecords
    reminders: Reminders
    planning: Planning
    talker: Talker | None = None

    def assistant(self, engine: Engine) -> Assistant:
        """The assistant, with this engine; questions stay open as long as confirmations do."""
        lifetime = timedelta(seconds=self.settings.confirm_seconds)
        preferences = Preferences(self.database, self.clock)
        house = House(self.tasks, preferences)
        if self.settings.fleet != "none":
            house = House(self.tasks, preferences, self.machines, machine_verb(self.machines, self.planning))
        memory = Memory(self.database, self.clock, lifetime)
        return Assistant(engine, house, memory, self.clock, self._consulting(engine))

    def _consulting(self, engine: Engine) -> Consulting | None:
        if self.talker is None or self.settings.model is None:
            return None
        return Consulting(
            self.talker, UsageLedger(self.database, self.clock), terms_of(self.settings.model), engine.packs
        )

    async def tidy(self) -> None:
        """Forget what was deleted, measured or ordered long ago."""
        await self.tasks.purge()
        await self.machines.tidy()
        await self.records.tidy()
        await self.rate_limit.tidy()
        await self.reminders.tidy()

    async def finish_reminder(self, session: Session, reminder_id: str) -> Outcome | None:
        """Mark what a person was reminded of as done: while it is, nothing reminds of it, and an undo brings that
        back. None where there is no such reminder."""
        task_id = await self.reminders.task_of(session.user_id, reminder_id)
        if task_id is None:
            return None
        return await self.tasks.update(session, task_id, Changes(new_status="completed"))

    async def local_person(self) -> Person:
        """Whoever sits at this machine."""
        return await self.accounts.local(name_here(), timezone_here(os.environ))


@asynccontextmanager
async def assembled(settings: Settings, clock: Clock = utc_now) -> AsyncIterator[Parts]:
    """The parts, with the database's tables made or renewed; closed at the end."""
    policy = RetentionPolicy(timedelta(seconds=settings.repeat_seconds), timedelta(days=settings.keep_deleted_days))
    finder = _Finder()
    rules = Rules(_is_dangerous(), finder, timedelta(seconds=settings.repeat_seconds))
    async with AsyncExitStack() as stack, Database(settings.database_url) as database:
        await database.migrate()
        confirmations = Confirmations(database, clock, timedelta(seconds=settings.confirm_seconds))
        records = KeptRecords(database, clock, Bounds(timedelta(days=settings.keep_readings_days)))
        connections = Connections(database, clock, settings)
        own = await connections.applied()
        async with FleetSwitch(FleetContext(own, database, clock, records)) as fleet:
            tasks = TaskService(database, confirmations, finder, clock, policy)
            machines = MachineService(database, fleet, confirmations, clock, rules)
            planning = Planning(database, machines, TaskAgenda(tasks), clock, plan_rules())
            yield Parts(
                settings=own,
                database=database,
                accounts=Accounts(database, clock),
                tokens=Tokens(secret_of(settings), timedelta(hours=settings.token_hours), clock),
                signins=SignIns(database, clock, timedelta(days=settings.signed_in_days)),
                confirmations=confirmations,
                audit=Audit(database, clock),
                rate_limit=RateLimit(database, clock),
                tasks=tasks,
                belongings=Belongings(database, clock),
                clock=clock,
                fleet=fleet,
                connections=connections,
                machines=machines,
                records=records,
                reminders=Reminders(database, clock, planning.carry_out_due),
                planning=planning,
                talker=await _talker(settings.model, stack),
            )


class TaskAgenda:
    """What is planned, in the person's list of tasks."""

    def __init__(self, tasks: TaskService) -> None:
        self._tasks = tasks

    async def add(self, session: Session, title: str, due: str, key: str) -> AgendaTask | None:
        """Have a task that is due then; None where there can be none."""
        made = await self._tasks.add(session, NewTask(title, due=due), key)
        return AgendaTask(made.task.id, made.task.number) if isinstance(made, Added) else None

    async def finish(self, session: Session, task_id: str) -> None:
        """Mark it as done."""
        await self._tasks.update(session, task_id, Changes(new_status="completed"))

    async def note(self, session: Session, task_id: str, text: str) -> None:
        """Say in it why it was not done."""
        await self._tasks.update(session, task_id, Changes(new_description=text))


def plan_rules() -> PlanRules:
    """What the domain's data say takes a command back, and what a command is called."""

    def opposite(device: Device, command: DeviceCommand) -> DeviceCommand | None:
        back = standard().opposite(device.as_machine(), command.id)
        return next((c for c in device.commands if back is not None and c.id == back.id), None)

    def label(name: str, language: str) -> str:
        packs = standard().packs
        pack = next((p for p in packs if p.language == language), packs[0])
        return standard().command_label(name, pack)

    return PlanRules(opposite, label)


class _Finder:
    """Finds records by words with the standard engine, which is made when the first words come."""

    def find(self, text: str, records: IndexedEntries | IndexedSubjects, is_partial: bool = False) -> Found:
        """Which of the records a text means."""
        return standard().find(text, records, is_partial)

    def telling(self, text: str) -> tuple[str, ...]:
        """The words of a text that tell one record from another, less their inflection."""
        return standard().telling(text)


def _is_dangerous() -> Callable[[DeviceCommand], bool]:
    """What the domain's data say of a command; each spelling is looked at once."""
    known: dict[tuple[str, str], bool] = {}

    def is_dangerous(command: DeviceCommand) -> bool:
        spelling = (command.name, command.description)
        if spelling not in known:
            if len(known) > _SPELLINGS:
                known.clear()
            known[spelling] = standard().is_dangerous(*spelling)
        return known[spelling]

    return is_dangerous


def terms_of(model: Model) -> Terms:
    """What a model may take, and when it is asked."""
    budget = Budget(model.tokens_per_day, model.money_per_day)
    return Terms(model.seconds, Prices(model.price_in, model.price_out), budget, model.mode)


async def _talker(model: Model | None, stack: AsyncExitStack) -> Talker | None:
    if model is None:
        return None
    try:
        room = importlib.import_module(_TALKER)
    except ModuleNotFoundError as wrong:
        raise SettingsError(f"needs {wrong.name}", "SAYSO_MODEL", install("model")) from None
    talker: Talker = room.SdkTalker(model)
    stack.push_async_callback(room.SdkTalker.close, talker)
    return talker


def secret_of(settings: Settings) -> str:
    """The key that signs access tokens."""
    return settings.secret if settings.secret is not None else kept_secret(settings.key_folder)
