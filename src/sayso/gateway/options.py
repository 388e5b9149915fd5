"""How a gateway is set up."""

from dataclasses import field

from sayso.dataclass import dataclass
from sayso.gateway.rules import GatewayPolicy


@dataclass(frozen=True, slots=True)
class GatewayOptions:
    """What may be chosen; the defaults change nothing of the tools behind."""

    policy: GatewayPolicy = field(default_factory=GatewayPolicy)
    adds_hint: bool = False  # whether every tool gets the hint argument
    takes_hint: bool = True  # whether what stands there is taken for the person's words
    page: str | None = None  # the address of the page with the inbox
    compared: int = 128  # tools that a message is compared with
    is_shadow: bool = False  # nothing is changed; what would have been done is written down
    adds_say: bool = True  # whether `say` and `find_tools` are offered besides
    hides_tools: bool = False  # whether only these two are listed
    patience: float = 0.0  # seconds that a call may take; 0: as long as is usual
