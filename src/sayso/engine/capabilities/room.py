"""What is at hand while a request to subjects is settled."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects, SubjectIndex
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Action, Preference, Subject
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.records.languages import Languages
from sayso.engine.tool import NO_DOMAIN, Does, DomainTools


@dataclass(frozen=True, slots=True)
class Room:
    """The subjects as far as they are known, the language, and how sure to be."""

    fleet: IndexedSubjects | None
    languages: Languages
    pack: Pack
    policy: Policy
    now: datetime
    preferences: tuple[Preference, ...] = ()
    is_partial: bool = False

    @property
    def lexicon(self) -> Lexicon:
        """The languages' words for subjects."""
        return self.languages.lexicon

    @property
    def is_known(self) -> bool:
        """Whether the subjects were handed over at all."""
        return self.fleet is not None

    @property
    def index(self) -> SubjectIndex:
        """The prepared index."""
        assert self.fleet is not None
        return self.fleet.index(self.lexicon)

    @property
    def domain(self) -> DomainTools:
        """The domain of the subjects, as its definition tells it."""
        return self.policy.tools.commanding or NO_DOMAIN

    def key(self, role: str) -> str:
        """The name of the parameter that plays a role for the tools of the subjects."""
        return self.domain.key(role)

    def reply(self, before: str, is_many: bool = False, after: str = "") -> str:
        """Which reply speaks of the kind of record that the subjects are: "ask_" makes "ask_lamp"."""
        kind = self.domain.record
        return f"{before}{kind.context if is_many else kind.kind}{after}"

    def intent(self, does: Does) -> str:
        """The intent whose tool does something with a subject."""
        tool = self.policy.tools.doing(does, self.domain.name)
        return tool.intent if tool is not None else ""

    def tool(self, does: Does) -> str:
        """The name of the tool that does something with a subject."""
        tool = self.policy.tools.doing(does, self.domain.name)
        return tool.name if tool is not None else ""

    def at(self, action: Action) -> int | None:
        """The place of the subject that an action is about, where it is listed."""
        return self.index.by_id.get(str(action.of("id")).casefold()) if self.is_known else None

    def subject(self, at: int) -> Subject:
        """The subject at a place of the list."""
        assert self.fleet is not None
        return self.fleet.all[at]


class InFocus(NamedTuple):
    """The subjects that were spoken of last: in this message (no turn), or in a turn of the conversation."""

    at: Sequence[int] = ()  # their places in the list
    turn: int | None = None
    name: str = ""  # as it was said, where the subjects are not known
    span: tuple[int, int] | None = None


NOTHING = InFocus()
