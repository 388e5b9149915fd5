"""How much of the model one person may use in a day."""

from sayso.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Spent:
    """What a person's messages have cost today."""

    tokens: int = 0
    money: float = 0.0


@dataclass(frozen=True, slots=True)
class Budget:
    """What they may cost; 0 is no limit. The message that reaches it is finished; the next is the engine's alone."""

    tokens: int = 0
    money: float = 0.0

    def is_used_up(self, spent: Spent) -> bool:
        """Whether nothing is left.

        >>> Budget(tokens=1000).is_used_up(Spent(tokens=1000))
        True
        """
        return 0 < self.tokens <= spent.tokens or 0 < self.money <= spent.money
