"""The spans of a message at the assistant: what was said, as a whole, and what was decided about it."""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

from sayso.accounts.person import Person
from sayso.assistant.acting import Watch
from sayso.assistant.memory import Posted
from sayso.assistant.message import Message, Unheard
from sayso.tracing import span

S = TypeVar("S")
P = ParamSpec("P")


class _Exchange(Protocol):
    @property
    def user(self) -> Message: ...

    @property
    def status(self) -> str: ...


class _Decided(Protocol):
    @property
    def shown(self) -> Mapping[str, object]: ...


E = TypeVar("E", bound=_Exchange)
D = TypeVar("D", bound=_Decided)
Answer = Callable[[S, Posted, Person, str, Watch], Awaitable[E | Unheard]]


def traced_answer(answer: Answer[S, E]) -> Answer[S, E]:
    """The same, as the span `message`."""

    @wraps(answer)
    async def answered(own: S, posted: Posted, person: Person, door: str, watch: Watch) -> E | Unheard:
        with span("message", {"sayso.door": door}, "SERVER") as noted:
            done = await answer(own, posted, person, door, watch)
            if isinstance(done, Unheard):
                noted.tell({"status": done.kind})
            else:
                noted.tell({"status": done.status, "language": done.user.language or ""})
            return done

    return answered


def traced_decision(decide: Callable[P, D]) -> Callable[P, D]:
    """The same, as the span `decide`."""

    @wraps(decide)
    def decided(*args: P.args, **kwargs: P.kwargs) -> D:
        with span("decide") as noted:
            done = decide(*args, **kwargs)
            noted.decided(done.shown)
            return done

    return decided
