"""What a wing of the assistant is: it carries errands out through its tools, and tells what came of them."""

from collections.abc import Collection, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Protocol

from sayso.dataclass import dataclass
from sayso.engine.nouns import Action, Ask, Failed
from sayso.engine.pack import Pack
from sayso.session import Session
from sayso.tasks.walking import Bound


@dataclass(frozen=True, slots=True)
class Errand:
    """A call that is to be made: what, for whom, in which language, under which key it may come again, and when."""

    action: Action
    session: Session
    pack: Pack
    key: str
    now: datetime  # in the person's own zone
    bound: Bound = Bound()  # to which change, and by which yes, where it is a step back or forth

    @property
    def given(self) -> dict[str, Any]:
        """The arguments, as the tool takes them."""
        return {a.name: a.value for a in self.action.arguments}


@dataclass(frozen=True, slots=True)
class Carried:
    """A tool was called: its answer, what to say about it, and what can be offered where it found nothing."""

    result: Mapping[str, object]
    text: str
    offering: Failed | None = None

    @property
    def is_done(self) -> bool:
        """Whether the tool says that it did it."""
        return self.result.get("status") == "success"


@dataclass(frozen=True, slots=True)
class Waits:
    """Nothing was done: the tool wants the person's own yes, kept under this id, to this question. Where `is_bound`, a
    yes to other words is none to it: what the question names can change between the two."""

    confirmation: str
    question: str
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing was done: several records fit, and one of them has to be picked."""

    ask: Ask


Came = Carried | Waits | Unclear


class AssistantWing(Protocol):
    """The tools of one domain."""

    @property
    def tools(self) -> Collection[str]:
        """Their names."""
        ...

    @property
    def is_at_home(self) -> bool:
        """Whether all that they do is done in our own database, so that it can be part of a transaction."""
        ...

    def asks_first(self, action: Action) -> bool:
        """Whether the tool, called without a yes, does nothing but keep the question under an id of its own."""
        ...

    async def carry_out(self, errand: Errand) -> Came:
        """Make a call."""
        ...


@dataclass(frozen=True, slots=True)
class Nowhere:
    """No wing has the tool."""

    tools: frozenset[str] = field(default_factory=frozenset)
    is_at_home: bool = True

    def asks_first(self, _: Action) -> bool:
        """Never."""
        return False

    async def carry_out(self, errand: Errand) -> Came:
        """Say that it cannot be done here."""
        told = {"status": "error", "error": "unknown_tool", "error_message": "There is no such tool here."}
        return Carried(told, errand.pack.replies["told_elsewhere"])
