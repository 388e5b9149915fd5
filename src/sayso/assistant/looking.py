"""What there is to talk about: one look at the person's tasks, machines and preferences before a message is decided."""

from collections.abc import Callable, Sequence
from datetime import datetime
from time import monotonic
from typing import Generic, Protocol, TypeVar

from sayso.assistant.preferences import Preference, Preferences
from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.nouns import Subject
from sayso.engine.records.index import IndexedEntries
from sayso.errors import FleetUnavailable
from sayso.face import Catalogue
from sayso.machines.device import Device
from sayso.reminders.store import Raised, raised
from sayso.session import Session
from sayso.storage.database import Transaction
from sayso.tasks.nearby import NearbyTasks
from sayso.tasks.service import TaskService
from sayso.tasks.task import StoredTask

_MOST = 500  # people whose lists and fleets are kept prepared
_LIST_SECONDS = 60.0  # a list is kept while nothing in it changes, and no longer
_FLEET_SECONDS = 2.0  # machines are as they were so long ago at the most; a command looks at them anew
V = TypeVar("V")


class MachineSource(Protocol):
    """Where a person's machines are looked at."""

    async def look(self, session: Session) -> Sequence[Device]:
        """The machines of the person's organisation."""
        ...


@dataclass(frozen=True, slots=True)
class TaskSnapshot:
    """A person's tasks, prepared; `mark` is that of the latest change."""

    mark: int
    seen: NearbyTasks
    tasks: IndexedEntries


@dataclass(frozen=True, slots=True)
class StoredContext:
    """What the database knows of what a message can be about."""

    listed: TaskSnapshot
    preferences: tuple[Preference, ...]
    raised: tuple[Raised, ...] = ()  # what a reminder brought up lately


@dataclass(frozen=True, slots=True)
class MessageContext:
    """What a message can be about."""

    tasks: NearbyTasks
    catalogue: Catalogue  # its machines are None where nobody knows
    preferences: tuple[Preference, ...] = ()
    raised: tuple[Raised, ...] = ()  # what a reminder brought up lately

    @property
    def machines(self) -> IndexedSubjects | None:
        """The machines; None where nobody knows."""
        return self.catalogue.machines

    @property
    def records(self) -> dict[str, list[dict[str, object]]]:
        """The records, as a language model is told of them."""
        machines = self.machines.all if self.machines is not None else ()
        return {"tasks": [task_of(task) for task in self.tasks.tasks], "machines": [machine_of(m) for m in machines]}


class _Shelf(Generic[V]):
    """Values by person, each for a while; of too many, the one that was longest there goes."""

    def __init__(self, lasts: float, seconds: Callable[[], float]) -> None:
        self._lasts = lasts
        self._seconds = seconds
        self._kept: dict[str, tuple[float, V]] = {}

    def find(self, who: str) -> V | None:
        found = self._kept.get(who)
        return found[1] if found is not None and self._seconds() - found[0] < self._lasts else None

    def keep(self, who: str, value: V) -> None:
        self._kept.pop(who, None)
        self._kept[who] = (self._seconds(), value)
        if len(self._kept) > _MOST:
            self._kept.pop(next(iter(self._kept)))

    def drop(self, who: str) -> None:
        self._kept.pop(who, None)


class Looking:
    """Looks, and keeps prepared what does not change from one message to the next."""

    def __init__(
        self,
        tasks: TaskService,
        machines: MachineSource | None,
        preferences: Preferences,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._tasks = tasks
        self._machines = machines
        self._preferences = preferences
        self._lists: _Shelf[TaskSnapshot] = _Shelf(_LIST_SECONDS, seconds)
        self._lately: _Shelf[IndexedSubjects | None] = _Shelf(_FLEET_SECONDS, seconds)
        self._prepared: _Shelf[IndexedSubjects] = _Shelf(float("inf"), seconds)

    async def look(self, session: Session, words: str) -> MessageContext:
        """What the words of a person can be about."""
        seen = await self._tasks.look(session, words)
        preferences = tuple(await self._preferences.of(session.user_id))
        return await self.scene(session, StoredContext(TaskSnapshot(0, seen, _prepared(seen)), preferences))

    async def known(self, session: Session, words: str, since: datetime, tx: Transaction) -> StoredContext:
        """The part of it that the database knows, in a transaction that is open; reminders that came `since`."""
        preferences = tuple(await self._preferences.within(tx).of(session.user_id))
        ringing = await raised(tx, session.user_id, since)
        return StoredContext(await self._listed(session, words, self._tasks.within(tx)), preferences, ringing)

    async def scene(self, session: Session, known: StoredContext) -> MessageContext:
        """All of it."""
        return _context(known, await self._fleet(session))

    def scene_at_once(self, session: Session, known: StoredContext) -> MessageContext | None:
        """The same where the machines were looked at lately, or there are none; None where one has to wait for them."""
        fleet = IndexedSubjects(()) if self._machines is None else self._lately.find(_who(session))
        return None if fleet is None else _context(known, fleet)

    def forget(self, session: Session) -> None:
        """Look at the machines anew, because something was done with them."""
        self._lately.drop(_who(session))

    async def _listed(self, session: Session, words: str, tasks: TaskService) -> TaskSnapshot:
        """The person's tasks, prepared once for as long as none of them changes."""
        mark = await tasks.mark(session)
        kept = self._lists.find(session.user_id)
        if kept is not None and kept.mark == mark:
            return kept
        again = await tasks.look_again(session, kept.seen, kept.mark) if kept is not None and kept.mark < mark else None
        seen = again or await tasks.look(session, words)
        listed = TaskSnapshot(mark, seen, _prepared(seen))
        if not seen.is_partial:  # else it depends on the words
            self._lists.keep(session.user_id, listed)
        return listed

    async def _fleet(self, session: Session) -> IndexedSubjects | None:
        """The person's machines, prepared once for as long as nothing about them changes."""
        if self._machines is None:
            return IndexedSubjects(())
        who = _who(session)
        lately = self._lately.find(who)
        if lately is not None:
            return lately
        try:
            machines = tuple(device.as_machine() for device in await self._machines.look(session))
        except FleetUnavailable:
            return None
        before = self._prepared.find(who)
        fleet = before if before is not None and before.all == machines else IndexedSubjects(machines)
        self._prepared.keep(who, fleet)
        self._lately.keep(who, fleet)
        return fleet


def _context(known: StoredContext, fleet: IndexedSubjects | None) -> MessageContext:
    listed = known.listed
    return MessageContext(listed.seen, Catalogue(listed.tasks, fleet), known.preferences, known.raised)


def _who(session: Session) -> str:
    """Whose machines these are, by the names of which language."""
    return f"{session.user_id} {session.language}"


def _prepared(seen: NearbyTasks) -> IndexedEntries:
    return IndexedEntries(task.as_seen() for task in seen.tasks)


def task_of(task: StoredTask) -> dict[str, object]:
    """A task as the decision contract lists it."""
    told = task.to_dict()
    return {k: told[k] for k in ("id", "title", "number", "description", "completed", "priority", "due", "repeat")}


def machine_of(machine: Subject) -> dict[str, object]:
    """A machine in few words: what it is called, where it stands, what it can do and measure."""
    told = {"id": machine.id, "name": machine.name, "place": machine.place, "connected": machine.is_connected}
    return {**told, "commands": [command.name for command in machine.commands], "metrics": list(machine.metrics)}
