"""What a policy says about tools and their arguments, and what it comes to for one call."""

from collections.abc import Mapping
from dataclasses import field
from fnmatch import fnmatchcase
from math import isfinite
from typing import Literal, TypeGuard

from sayso.dataclass import dataclass
from sayso.engine.guarding.regular import matches
from sayso.gateway.verdict import By

Act = Literal["allow", "confirm", "deny"]
Otherwise = Literal["confirm", "deny"]
_STRICT: Mapping[str, int] = {"allow": 0, "confirm": 1, "deny": 2}


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number that can be compared: NaN and the infinities, which JSON does not know, are none."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and (isinstance(value, int) or isfinite(value))
    )


@dataclass(frozen=True, slots=True)
class Denied:
    """The policy does not let a call through."""

    what: str
    next_step: str


@dataclass(frozen=True, slots=True)
class Granted:
    """The policy lets a call through that would have been confirmed."""


@dataclass(frozen=True, slots=True)
class CallLimit:
    """How often a person may call a tool."""

    count: int
    seconds: int
    told: str


@dataclass(frozen=True, slots=True)
class ArgumentRule:
    """What an argument may be; `otherwise` says what becomes of a call where it is something else."""

    pattern: str | None = None
    never: str | None = None
    least: float | None = None
    most: float | None = None
    options: tuple[str, ...] = ()
    otherwise: Otherwise = "deny"

    def misfit(self, value: object) -> str | None:
        """Why a value is not among those that are let through; None where it is."""
        if isinstance(value, list | tuple):
            return next((wrong for one in value if (wrong := self.misfit(one)) is not None), None)
        text = value if isinstance(value, str) else str(value)
        if self.pattern is not None and not matches(self.pattern, text):
            return f"must match {self.pattern!r}"
        if self.never is not None and matches(self.never, text) is not False:
            return f"must not match {self.never!r}"
        if self.options and text not in self.options:
            return f"must be one of {', '.join(self.options)}"
        return self._out_of_bounds(value)

    def _out_of_bounds(self, value: object) -> str | None:
        if self.least is None and self.most is None:
            return None
        if not is_number(value):
            return "must be a number"
        if self.least is not None and value < self.least:
            return f"must be {self.least:g} or more"
        return f"must be {self.most:g} or less" if self.most is not None and value > self.most else None


@dataclass(frozen=True, slots=True)
class ToolRule:
    """What is said about a tool; `is_by_name` where an entry names the very tool, and not by a pattern."""

    act: Act | None = None
    by: By = "person"
    who: frozenset[str] | None = None
    limits: tuple[CallLimit, ...] = ()  # all of them hold
    arguments: tuple[tuple[str, ArgumentRule], ...] = ()  # of one argument there may be several
    is_by_name: bool = False

    def refuses(self, person: frozenset[str]) -> Denied | None:
        """Whether somebody may not call the tool at all."""
        if self.act == "deny":
            return Denied("The policy does not allow this tool.", "Leave it, or ask whoever wrote the policy.")
        if self.who is not None and not self.who & person:
            return Denied("The policy does not allow this tool to you.", "Ask whoever wrote the policy.")
        return None

    def settle(self, arguments: Mapping[str, object], danger: str) -> Denied | Granted | By | None:
        """What the rule comes to for these arguments; None where it says nothing and the guard's word stands.

        What destroys is let through without a yes only where the entry names the tool itself.
        """
        asks = self.act == "confirm"
        for name, rule in self.arguments:
            wrong = rule.misfit(arguments[name]) if name in arguments else None
            if wrong is not None and rule.otherwise == "deny":
                return Denied(f"The policy does not allow this: '{name}' {wrong}.", "Use a value that it allows.")
            asks = asks or wrong is not None
        if asks:
            return self.by
        if self.act == "allow" and (self.is_by_name or danger != "destroys"):
            return Granted()
        return None


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """An entry of the policy: for which tools it is, and what it says."""

    pattern: str  # "delete_file", "files/delete_file", "delete_*", "files/*"
    rule: ToolRule

    @property
    def is_exact(self) -> bool:
        """Whether it names one tool."""
        return not set("*?[") & set(self.pattern)

    def is_for(self, server: str, tool: str) -> bool:
        """Whether the entry speaks of a tool."""
        return fnmatchcase(f"{server}/{tool}" if "/" in self.pattern else tool, self.pattern)


@dataclass(frozen=True, slots=True)
class GatewayPolicy:
    """The entries in their order, what servers' arguments may hold besides, and where records are looked up."""

    entries: tuple[ToolEntry, ...] = ()
    configured: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # by server
    lookups: Mapping[str, str] = field(default_factory=dict)  # "tool.argument" or "argument": a listing tool

    def rule(self, server: str, tool: str, listed: str = "") -> ToolRule:
        """What all entries for a tool come to: the one that names it goes before patterns, else the strictest.

        `tool` is what its server calls it. Entries for the name that it is `listed` under, where that is another, hold
        besides: they can make the rule stricter, and never milder, whatever other servers call theirs.
        """
        own = [entry for entry in self.entries if entry.is_for(server, tool)]
        more = [entry for entry in self.entries if listed and entry not in own and entry.is_for(server, listed)]
        exact = [entry for entry in own if entry.is_exact]
        said = [entry for entry in exact if entry.rule.act is not None]  # one that only bounds a tool allows nothing
        acts = [entry.rule.act for entry in said or own] + [e.rule.act for e in more if e.rule.act != "allow"]
        found = [entry.rule for entry in (*own, *more)]
        allowed = [rule.who for rule in found if rule.who is not None]
        is_by_client = any(e.rule.by == "client" for e in exact) and all(e.rule.by == "client" for e in more)
        return ToolRule(
            max((act for act in acts if act is not None), key=lambda act: _STRICT[act or "allow"], default=None),
            "client" if is_by_client else "person",
            frozenset.intersection(*allowed) if allowed else None,
            tuple(one for rule in found for one in rule.limits),
            tuple(one for rule in found for one in rule.arguments),
            is_by_name=bool(said),
        )

    def configuration(self, server: str) -> Mapping[str, object]:
        """What may stand in a call to a server without anybody having said it."""
        return self.configured.get(server, {})
