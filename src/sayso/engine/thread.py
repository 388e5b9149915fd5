"""A message being thought about: what was heard, what is known besides, and what it has spoken of so far."""

from dataclasses import dataclass, field

from sayso.engine.compose.draft import Words
from sayso.engine.machines.fleet import Fleet
from sayso.engine.machines.lexicon import Lexicon
from sayso.engine.machines.room import NOTHING, InFocus, Room
from sayso.engine.nouns import Mention, Scene
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.records.titles import Records
from sayso.engine.understand.read import Understanding


@dataclass(frozen=True, slots=True)
class Around:
    """What is known besides the message, and how sure to be."""

    scene: Scene
    records: Records
    policy: Policy
    fleet: Fleet | None = None
    spoken: Mention | None = None  # the record that the conversation's open question was about
    machine: InFocus = NOTHING  # the machine that it was about

    @property
    def lexicon(self) -> Lexicon:
        """The languages' words for machines."""
        return self.records.languages.lexicon

    def room(self, pack: Pack) -> Room:
        """What settling a request to machines needs at hand."""
        scene = self.scene
        return Room(
            self.fleet, self.records.languages, pack, self.policy, scene.now, scene.preferences, scene.is_partial
        )


@dataclass(slots=True)
class Thread:
    """A message being thought about: what was heard, what is known, and what it has spoken of so far."""

    heard: Understanding
    around: Around
    room: Room
    spoken: Mention | None = None  # for "it" in a later part
    before: Words | None = None  # what was said just before, as far as nobody could read it
    things: frozenset[str] = frozenset()  # of machines, that were spoken of last
    machine: InFocus | None = None  # the same for machines; None before it was looked for
    found: dict[Words, Mention] = field(default_factory=dict)  # what ranges of words point at

    @property
    def scene(self) -> Scene:
        """What is known of the conversation."""
        return self.around.scene

    @property
    def records(self) -> Records:
        """The tasks, as far as they are known."""
        return self.around.records

    @property
    def policy(self) -> Policy:
        """How sure to be."""
        return self.around.policy
