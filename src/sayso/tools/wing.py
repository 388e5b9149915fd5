"""A wing of tools: their cards, and the verbs behind them. The server knows nothing else of what they are about."""

from collections.abc import Awaitable, Callable, Mapping

from sayso.confirmations.confirmations import Confirmations
from sayso.confirmations.pending import Pending
from sayso.dataclass import dataclass
from sayso.tools.call import ToolInvocation
from sayso.tools.card import ToolCard


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a verb tells; `pending` where it waits for the person's yes."""

    told: dict[str, object]
    pending: Pending | None = None


Verb = Callable[[ToolInvocation], Awaitable[ToolAnswer]]


@dataclass(frozen=True, slots=True)
class Wing:
    """Tools of one subject; `away` is what they tell where the database cannot be reached."""

    cards: tuple[ToolCard, ...]
    verb: Verb
    confirmations: Confirmations
    instructions: str
    away: Mapping[str, object]
