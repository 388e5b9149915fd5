"""What is at hand while a request to machines is settled."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sayso.engine.machines.fleet import Fleet, Index
from sayso.engine.machines.lexicon import Lexicon
from sayso.engine.nouns import Machine, Preference
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.records.languages import Languages


@dataclass(frozen=True, slots=True)
class Room:
    """The machines as far as they are known, the language, and how sure to be."""

    fleet: Fleet | None
    languages: Languages
    pack: Pack
    policy: Policy
    now: datetime
    preferences: tuple[Preference, ...] = ()
    is_partial: bool = False

    @property
    def lexicon(self) -> Lexicon:
        """The languages' words for machines."""
        return self.languages.lexicon

    @property
    def is_known(self) -> bool:
        """Whether the machines were handed over at all."""
        return self.fleet is not None

    @property
    def index(self) -> Index:
        """The prepared index."""
        assert self.fleet is not None
        return self.fleet.index(self.lexicon)

    def machine(self, at: int) -> Machine:
        """The machine at a place of the list."""
        assert self.fleet is not None
        return self.fleet.machines[at]


class InFocus(NamedTuple):
    """The machines that were spoken of last: in this message (no turn), or in a turn of the conversation."""

    machines: tuple[int, ...] = ()
    turn: int | None = None
    name: str = ""  # as it was said, where the machines are not known
    span: tuple[int, int] | None = None


NOTHING = InFocus()
