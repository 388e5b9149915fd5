"""How sure a step must be to be carried out, and what the evidence weighs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

MACHINE_INTENTS = frozenset(
    ("machine_command", "read_metrics", "device_status", "list_machines", "read_events", "read_states")
)


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds by domain, how much to offer, and what each piece of evidence weighs."""

    tasks: float = 0.7
    machines: float = 0.9
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

    def threshold(self, intent: str, is_own: bool = True) -> float:
        """How sure a step of this intent must be to be a call."""
        if not is_own:
            return self.others
        return self.machines if intent in MACHINE_INTENTS else self.tasks
