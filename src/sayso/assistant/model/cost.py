"""What a model's turn cost: tokens, time and money."""

from sayso.assistant.model.talker import Usage
from sayso.dataclass import dataclass

_MILLION = 1_000_000
MICRO = 1_000_000  # money is kept in millionths, so that sums stay exact


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in whatever money the provider counts."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, usage: Usage) -> float:
        """The price of so many tokens.

        >>> Prices(0.5, 1.5).of(Usage(1000, 2000))
        0.0035
        """
        exact = (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / _MILLION
        return round(exact * MICRO) / MICRO


@dataclass(frozen=True, slots=True)
class Cost:
    """What one message cost."""

    usage: Usage
    seconds: float
    money: float

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        return {
            "tokens_in": self.usage.tokens_in,
            "tokens_out": self.usage.tokens_out,
            "seconds": round(self.seconds, 3),
            "money": self.money,
        }
