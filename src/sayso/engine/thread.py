"""A message being thought about: what was heard, what is known besides, and what it has spoken of so far."""

from collections.abc import Mapping
from dataclasses import field

from sayso.dataclass import dataclass
from sayso.engine.capabilities.fleet import IndexedSubjects
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.compose.draft import Words
from sayso.engine.nouns import Mention, Scene
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.records.index import IndexedEntries
from sayso.engine.records.languages import Languages
from sayso.engine.records.titles import Records
from sayso.engine.tool import NO_DOMAIN, Does, DomainTools, Tool
from sayso.engine.understand.read import Understanding


@dataclass(frozen=True, slots=True)
class Around:
    """What is known besides the message, and how sure to be."""

    scene: Scene
    languages: Languages
    policy: Policy
    lists: Mapping[str, IndexedEntries] = field(default_factory=dict)  # by domain; those that are known
    fleet: IndexedSubjects | None = None
    spoken: Mention | None = None  # the record that the conversation's open question was about
    focus: InFocus = NOTHING  # the subject that it was about
    records: dict[str, Records] = field(default_factory=dict, init=False, compare=False, repr=False)  # by domain
    rooms: dict[str, Room] = field(default_factory=dict, init=False, compare=False, repr=False)  # by language

    @property
    def lexicon(self) -> Lexicon:
        """The languages' words for subjects."""
        return self.languages.lexicon

    def records_of(self, domain: str) -> Records:
        """The entries of a domain's list, as far as they are known."""
        found = self.records.get(domain)
        if found is None:
            scene, known = self.scene, self.policy.tools.domain(domain)
            found = Records(self.lists.get(domain), self.languages, scene.is_partial, scene.now, known)
            self.records[domain] = found
        return found

    def all_records(self) -> tuple[Records, ...]:
        """Every list that is known."""
        return tuple(self.records_of(domain) for domain in self.lists)

    def room(self, pack: Pack) -> Room:
        """What settling a request to subjects needs at hand."""
        found = self.rooms.get(pack.language)
        if found is None or found.pack is not pack:
            now, preferences, is_partial = self.scene.now, self.scene.preferences, self.scene.is_partial
            found = Room(self.fleet, self.languages, pack, self.policy, now, preferences, is_partial)
            self.rooms[pack.language] = found
        return found


@dataclass(slots=True)
class Thread:
    """A message being thought about: what was heard, what is known, and what it has spoken of so far."""

    heard: Understanding
    around: Around
    room: Room
    spoken: Mention | None = None  # for "it" in a later part
    before: Words | None = None  # what was said just before, as far as nobody could read it
    things: frozenset[str] = frozenset()  # of subjects, that were spoken of last
    focus: InFocus | None = None  # the same for subjects; None before it was looked for
    found: dict[tuple[Words, str], Mention] = field(default_factory=dict)  # what words point at, by domain
    spoken_in: str = ""  # the domain of the record that was spoken of

    @property
    def scene(self) -> Scene:
        """What is known of the conversation."""
        return self.around.scene

    @property
    def main(self) -> DomainTools:
        """The list that is spoken of where no other is named: the first one."""
        lists = self.policy.tools.lists
        return lists[0] if lists else NO_DOMAIN

    @property
    def entries(self) -> Records:
        """The entries of that list."""
        return self.around.records_of(self.main.name)

    def deed(self, does: Does) -> Tool:
        """The tool of that list that does something; one without a name where it has none such."""
        return self.main.doing(does) or Tool("")

    def records_of(self, intent: str) -> Records:
        """The entries of the list that an intent is about, as far as they are known."""
        return self.around.records_of(self.policy.tools.domain_of(intent))

    @property
    def policy(self) -> Policy:
        """How sure to be."""
        return self.around.policy
