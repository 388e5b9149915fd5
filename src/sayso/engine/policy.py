"""How sure a step must be to be carried out, which tools there are, and what the evidence weighs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from sayso.engine.tool import Toolbox

_MACHINES = "machines"


@dataclass(frozen=True, slots=True)
class Policy:
    """The tools, thresholds by domain, how much to offer, and what each piece of evidence weighs."""

    tasks: float | None = None  # None: as the domain's definition says
    machines: float | None = None
    others: float = 0.9  # tools that were handed in
    worth_calling: float = 0.48  # below this a call of such a tool is not even offered
    worth_asking_about: float = 0.8  # how surely such a tool must be meant to ask for what it lacks
    worth_asking: float = 0.05  # below this a reading is not even offered
    worth_asking_a_machine: float = 0.25  # the same, where the machines are not known
    primary: float = 0.7  # from which what was learned is proposed rather than asked about
    suggest_at_most: int = 5
    composes: bool = True  # whether calls that somebody else chose are completed
    weights: Mapping[str, float] = field(default_factory=dict)  # none: the fitted ones
    today: date | None = None  # of the request: days near it are told without their year
    tools: Toolbox = field(default_factory=Toolbox, compare=False)  # none: our own

    def threshold(self, intent: str, is_own: bool = True) -> float:
        """How sure a step of this intent must be to be a call."""
        domain = self.tools.domain_of(intent) if is_own else ""
        set_by_hand = {"tasks": self.tasks, "machines": self.machines}.get(domain)
        found = set_by_hand if set_by_hand is not None else self.tools.threshold_of(domain)
        return self.others if found is None else found

    def is_about_machines(self, intent: str) -> bool:
        """Whether an intent is one of those that machines are asked for."""
        return self.tools.domain_of(intent) == _MACHINES

    def with_tools(self, tools: Toolbox) -> "Policy":
        """The policy with these tools where it has none, and with their domains' thresholds where it says no other."""
        box = self.tools if len(self.tools) else tools
        tasks = box.threshold_of("tasks") if self.tasks is None else self.tasks
        machines = box.threshold_of(_MACHINES) if self.machines is None else self.machines
        return replace(self, tools=box, tasks=tasks, machines=machines)
