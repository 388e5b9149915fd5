"""What becomes of a call at the gateway: it passes, waits for a yes, lacks something, or is stopped."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, assert_never

from sayso.dataclass import dataclass

By = Literal["person", "client"]  # whose yes is enough


@dataclass(frozen=True, slots=True)
class Checks:
    """What was looked at, and what could not be, with the reason."""

    checked: tuple[str, ...] = ()
    unchecked: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, object] = field(default_factory=dict)  # by argument
    repairs: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    danger: str = "destroys"

    def to_dict(self) -> dict[str, object]:
        """As it is told in an answer."""
        told: dict[str, object] = {"checked": list(self.checked), "unchecked": dict(self.unchecked)}
        if self.repairs:
            told["repairs"] = list(self.repairs)
        if self.dropped:
            told["left_out"] = list(self.dropped)
        return told


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The call is carried out with these arguments."""

    arguments: Mapping[str, object]
    checks: Checks


@dataclass(frozen=True, slots=True)
class NeedsYes:
    """The call is complete and waits for a yes."""

    arguments: Mapping[str, object]
    by: By
    checks: Checks


@dataclass(frozen=True, slots=True)
class NeedsInput:
    """Something is missing, ambiguous, or was said by nobody."""

    question: str
    suggestions: tuple[Mapping[str, object], ...]
    known: Mapping[str, object]
    checks: Checks


@dataclass(frozen=True, slots=True)
class StoppedCall:
    """The call is not carried out."""

    kind: str
    message: str
    suggestion: str
    checks: Checks


Verdict = PassedOn | NeedsYes | NeedsInput | StoppedCall


def told_of(verdict: Verdict) -> str:
    """A verdict in the words of a decision; of a call that is stopped, why it is."""
    match verdict:
        case PassedOn():
            return "call"
        case NeedsYes():
            return "confirm"
        case NeedsInput():
            return "ask"
        case StoppedCall(kind):
            return kind
        case impossible:
            assert_never(impossible)
