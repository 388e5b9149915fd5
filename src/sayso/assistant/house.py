"""What the assistant looks after, and who does it: each by itself, or all of them within one transaction."""

from sayso.assistant.acting import Acting
from sayso.assistant.looking import MachineSource
from sayso.assistant.memory import Memory
from sayso.assistant.preferences import Preferences
from sayso.assistant.wings.machines import MachineWing
from sayso.assistant.wings.tasks import TaskWing
from sayso.assistant.wings.wing import AssistantWing
from sayso.dataclass import dataclass
from sayso.face import Engine
from sayso.storage.database import Transaction
from sayso.tasks.service import TaskService
from sayso.tools.wing import Verb


@dataclass(frozen=True, slots=True)
class House:
    """What the assistant looks after: tasks, machines where there are any, and what it learned of people."""

    tasks: TaskService
    preferences: Preferences
    machines: MachineSource | None = None
    verb: Verb | None = None  # with which the machines' tools are called

    def wings(self, engine: Engine) -> tuple[AssistantWing, ...]:
        """The wings through which it acts."""
        tasks = TaskWing(self.tasks)
        return (tasks,) if self.verb is None else (tasks, MachineWing(self.verb, engine))


class Crew:
    """Who acts, keeps and learns: each by itself, or all of them within one transaction."""

    def __init__(self, house: House, memory: Memory, engine: Engine) -> None:
        self.acting = Acting(house.wings(engine), house.tasks.confirmations)
        self.memory = memory
        self.preferences = house.preferences
        self._house = house
        self._engine = engine

    def within(self, tx: Transaction) -> "Crew":
        """The same for tasks alone, in a transaction that is open."""
        house = House(self._house.tasks.within(tx), self._house.preferences.within(tx))
        return Crew(house, self.memory.within(tx), self._engine)
