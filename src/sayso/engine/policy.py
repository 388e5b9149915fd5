"""How sure a step must be to be carried out, which tools there are, and what the evidence weighs."""

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date

from sayso.dataclass import dataclass
from sayso.engine.tool import Toolbox

_DAYS = 8  # of which a policy is kept


@dataclass(frozen=True, slots=True)
class Policy:
    """The tools, thresholds by domain, how much to offer, and what each piece of evidence weighs."""

    thresholds: Mapping[str, float] = field(default_factory=dict)  # by domain; none: as its definition says
    others: float = 0.9  # tools that were handed in
    reads: float = 0.55  # our own tools that change nothing: a look costs less than a question
    worth_calling: float = 0.5  # below this a call of such a tool is not even offered
    worth_asking_about: float = 0.8  # how surely such a tool must be meant to ask for what it lacks
    worth_asking: float = 0.05  # below this a reading is not even offered
    worth_asking_a_subject: float = 0.25  # the same, where the subjects are not known
    primary: float = 0.7  # from which what was learned is proposed rather than asked about
    suggest_at_most: int = 5
    composes: bool = True  # whether calls that somebody else chose are completed
    weights: Mapping[str, float] = field(default_factory=dict)  # none: the fitted ones
    today: date | None = None  # of the request: days near it are told without their year
    tools: Toolbox = field(default_factory=Toolbox, compare=False)  # none: our own

    def threshold(self, intent: str, is_own: bool = True) -> float:
        """How sure a step of this intent must be to be a call."""
        least = self.threshold_of(self.tools.domain_of(intent) if is_own else "")
        if is_own and self.tools.has_intent(intent) and self.tools.is_reading(self.tools.of_intent(intent).name):
            return min(least, self.reads)
        return least

    def threshold_of(self, domain: str) -> float:
        """How sure a step of this domain must be to be a call; where there is none such, one of a handed-in tool."""
        found = self.thresholds.get(domain, self.tools.threshold_of(domain))
        return self.others if found is None else found

    def has_capabilities(self, intent: str) -> bool:
        """Whether an intent is one of those that subjects are asked for."""
        return self.tools.has_capabilities(intent)

    def with_tools(self, tools: Toolbox) -> "Policy":
        """The policy with these tools where it has none."""
        return self if len(self.tools) else replace(self, tools=tools)


def on_day(policy: Policy, today: date, kept: dict[date, Policy]) -> Policy:
    """The policy on a day, kept for the messages of the same one."""
    known = kept.get(today)
    if known is None:
        if len(kept) >= _DAYS:
            kept.clear()
        known = kept[today] = replace(policy, today=today)
    return known
