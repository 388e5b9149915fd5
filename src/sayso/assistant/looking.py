"""What there is to talk about: one look at the person's tasks, machines and preferences before a message is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sayso.assistant.preferences import Preference, Preferences
from sayso.engine.machines.fleet import Fleet
from sayso.engine.nouns import Machine
from sayso.errors import FleetUnavailable
from sayso.face import Catalogue
from sayso.machines.device import Device
from sayso.session import Session
from sayso.tasks.nearby import Seen
from sayso.tasks.service import TaskService
from sayso.tasks.task import StoredTask

_PREPARED = 500  # fleets that are kept prepared


class Machines(Protocol):
    """Where a person's machines are looked at."""

    async def look(self, session: Session) -> Sequence[Device]:
        """The machines of the person's organisation."""
        ...


@dataclass(frozen=True, slots=True)
class Scene:
    """What a message can be about."""

    tasks: Seen
    machines: Fleet | None  # None where nobody knows
    preferences: tuple[Preference, ...] = ()

    @property
    def catalogue(self) -> Catalogue:
        """The records, as the engine takes them."""
        return Catalogue([task_of(task) for task in self.tasks.tasks], self.machines)

    @property
    def records(self) -> dict[str, list[dict[str, object]]]:
        """The records, as a language model is told of them."""
        machines = self.machines.machines if self.machines is not None else ()
        return {"tasks": [task_of(task) for task in self.tasks.tasks], "machines": [machine_of(m) for m in machines]}


class Looking:
    """Looks."""

    def __init__(self, tasks: TaskService, machines: Machines | None, preferences: Preferences) -> None:
        self._tasks = tasks
        self._machines = machines
        self._preferences = preferences
        self._prepared: dict[str, Fleet] = {}

    async def look(self, session: Session, words: str) -> Scene:
        """What the words of a person can be about."""
        seen = await self._tasks.look(session, words)
        preferences = await self._preferences.of(session.user_id)
        return Scene(seen, await self._fleet(session), tuple(preferences))

    async def _fleet(self, session: Session) -> Fleet | None:
        """The person's machines, prepared once for as long as nothing about them changes."""
        if self._machines is None:
            return Fleet(())
        try:
            machines = tuple(device.as_machine() for device in await self._machines.look(session))
        except FleetUnavailable:
            return None
        before = self._prepared.pop(session.user_id, None)
        fleet = before if before is not None and before.machines == machines else Fleet(machines)
        self._prepared[session.user_id] = fleet  # the latest last
        if len(self._prepared) > _PREPARED:
            self._prepared.pop(next(iter(self._prepared)))
        return fleet


def task_of(task: StoredTask) -> dict[str, object]:
    """A task as the decision contract lists it."""
    told = task.to_dict()
    return {k: told[k] for k in ("id", "title", "number", "description", "completed", "priority", "due")}


def machine_of(machine: Machine) -> dict[str, object]:
    """A machine in few words: what it is called, where it stands, what it can do and measure."""
    told = {"id": machine.id, "name": machine.name, "place": machine.place, "connected": machine.is_connected}
    return {**told, "commands": [command.name for command in machine.commands], "metrics": list(machine.metrics)}
