"""What was counted on the bus: for the doctor, for metrics, and so that nothing is dropped in silence."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from sayso.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How it stands with a fleet on a broker."""

    is_up: bool = False
    trouble: str = ""  # why the broker is away, where it is
    connections: int = 0
    received: int = 0
    garbage: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))  # by kind
    unreadable: int = 0  # templates that are beyond us
    entities: int = 0
    devices: int = 0
    orders: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))  # by what became of them
    dropped: int = 0  # readings that could not be kept
    forbidden: int = 0  # topics that the broker does not let us follow

    def to_dict(self) -> dict[str, int]:
        """All that only grows, each by its name."""
        told = {"received": self.received, "unreadable": self.unreadable, "dropped": self.dropped}
        told |= {"forbidden": self.forbidden, "reconnections": self.reconnections}
        told |= {f"garbage {kind}": count for kind, count in sorted(self.garbage.items())}
        return told | {f"order {became}": count for became, count in sorted(self.orders.items())}

    @property
    def reconnections(self) -> int:
        """How often the connection was made anew."""
        return max(self.connections - 1, 0)


@dataclass(slots=True)
class Tally:
    """The counting itself."""

    received: int = 0
    unreadable: int = 0
    garbage: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
