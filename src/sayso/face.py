"""What Sayso hands out: an engine with the shipped languages, and catalogues of records for it."""

import os
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from sayso.domains.shipped import shipped_tools
from sayso.engine import context
from sayso.engine.capabilities.action import is_harmful
from sayso.engine.capabilities.fleet import IndexedSubjects, read_ability
from sayso.engine.capabilities.lexicon import lexicon
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.tell import command_words, metric_words
from sayso.engine.capabilities.timing import opposite
from sayso.engine.context import read_entry, read_subject
from sayso.engine.engine import Deciding
from sayso.engine.following import key_of
from sayso.engine.guarding.harm import Danger, danger
from sayso.engine.nouns import Action, Command, Decision, Subject
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.read.offer import wording
from sayso.engine.read.schema import Matcher
from sayso.engine.records.find import Found, alike, find_record, telling
from sayso.engine.records.index import IndexedEntries
from sayso.engine.records.languages import together
from sayso.engine.request import in_zone, read_request, read_tool
from sayso.errors import RequestError
from sayso.languages.build import all_harm
from sayso.languages.shipped import (
    PlacesOnDemand,
    ShippedTagger,
    load_domain,
    load_matching,
    load_meanings,
    load_shipped,
    load_weights,
    load_zones,
)
from sayso.settings import Composition

_TASKS = "tasks"
_TASK = shipped_tools().domain(_TASKS).record


def _with_places(packs: Iterable[Pack]) -> Iterator[Pack]:
    """The languages, the first with the towns that no language need list."""
    for at, pack in enumerate(packs):
        known = PlacesOnDemand(pack.values.places)
        yield pack if at else replace(pack, values=replace(pack.values, places=known))


class Catalogue:
    """Tasks and machines prepared once and used for many requests; what is left out is not known.

    >>> len(Catalogue([{"id": "1", "title": "buy milk"}]))
    1
    """

    def __init__(
        self,
        tasks: Iterable[Mapping[str, object]] | IndexedEntries | None = None,
        machines: Iterable[Mapping[str, object]] | IndexedSubjects | None = None,
    ) -> None:
        self.tasks = (
            tasks
            if tasks is None or isinstance(tasks, IndexedEntries)
            else IndexedEntries(read_entry(t, _TASK, f"tasks[{i}]") for i, t in enumerate(tasks))
        )
        self.machines = (
            machines
            if machines is None or isinstance(machines, IndexedSubjects)
            else IndexedSubjects(read_subject(m, f"machines[{i}]") for i, m in enumerate(machines))
        )

    def __len__(self) -> int:
        return len(self.tasks or ()) + len(self.machines or ())

    def prepared(self) -> context.Prepared:
        """The same as the engine takes it."""
        return context.Prepared({} if self.tasks is None else {_TASKS: self.tasks}, self.machines)


class Engine:
    """Decides what messages ask for; made once, used for many.

    >>> Engine().decide({"message": "add buy milk"}).status
    'call'
    """

    def __init__(self, packs: Iterable[Pack] | None = None, policy: Policy | None = None) -> None:
        languages = tuple(_with_places(packs if packs is not None else load_shipped()))
        endings = tuple(dict.fromkeys(e for p in languages for e in p.endings))
        self._rules = rules = (policy or Policy()).with_tools(shipped_tools())
        domain = load_domain(rules.tools)
        words = lexicon([p.commands for p in languages], endings, domain, all_harm(languages, domain))
        self._words = words
        weighed = replace(rules, weights=rules.weights or load_weights())
        hearing = (ShippedTagger(), load_meanings(rules.tools), ShippedTagger.in_context())

        @cache
        def matching() -> Matcher:
            return Matcher(wording(languages, endings, load_zones()), load_matching())

        self._deciding = Deciding(languages, weighed, together(languages, words), matching, *hearing)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The languages it speaks."""
        return self._deciding.packs

    def pack(self, language: str) -> Pack:
        """The pack of a language; the first one where there is none of it."""
        return next((pack for pack in self.packs if pack.language == language), self.packs[0])

    @property
    def policy(self) -> Policy:
        """How sure it must be, and how much it offers; without the weights, where they are the fitted ones."""
        return self._rules

    @property
    def weights(self) -> Mapping[str, float]:
        """What each piece of evidence weighs."""
        return self._deciding.policy.weights

    def decide(self, request: Mapping[str, object], catalogue: Catalogue | None = None) -> Decision:
        """The decision about a request of the contract's shape; a catalogue stands for the records of its context."""
        known = catalogue if catalogue is not None else Catalogue()
        try:
            read = read_request(request, self._rules.tools, known.prepared())
            return self._deciding.decide(read, read.now or in_zone(datetime.now(UTC).astimezone(), read.user))
        except RecursionError:
            raise RequestError("is nested too deeply", "request", "hand over plain values") from None

    def settle(
        self, request: Mapping[str, object], choice: bool | int, catalogue: Catalogue | None = None
    ) -> Decision | None:
        """The decision after the `pending` question of a request was answered without words.

        The choice is yes, no, or a place among the suggestions from 0 on; None where it is no answer to that question.
        """
        known = catalogue if catalogue is not None else Catalogue()
        read = read_request(request, self._rules.tools, known.prepared())
        return self._deciding.settle(read, choice, read.now or in_zone(datetime.now(UTC).astimezone(), read.user))

    def key_of(self, action: Action, catalogue: Catalogue) -> str:
        """What an action does, as preferences of sequences name it: "turn_on light", "read temperature", "add_task"."""
        return key_of(
            action, Room(catalogue.machines, self._deciding.languages, self.packs[0], self._rules, datetime.now(UTC))
        )

    def find(self, text: str, records: IndexedEntries | IndexedSubjects, is_partial: bool = False) -> Found:
        """Which of the records a text means: what a tool's identifier or a search says, in whichever language.

        >>> Engine().find("la bolletta", IndexedEntries([Entry("1", "pagare le bollette")])).meant
        (0,)
        """
        return find_record(text, records, self._deciding.languages, is_partial)

    def alike(self, text: str, records: IndexedEntries | IndexedSubjects) -> tuple[tuple[int, float], ...]:
        """All records that a text could mean, by their places, and how well each fits.

        >>> Engine().alike("bollette", IndexedEntries([Entry("1", "pagare le bollette"), Entry("2", "latte")]))[0][0]
        0
        """
        return alike(text, records, self._deciding.languages)

    def telling(self, text: str) -> tuple[str, ...]:
        """The words of a text that tell one record from another, less their inflection.

        >>> Engine().telling("the bills of the house")
        ('bill', 'hous')
        """
        return telling(text, self._deciding.languages)

    def command_label(self, name: str, pack: Pack) -> str:
        """A machine's command by its technical name, in the words of a language: "Turn on the light"."""
        return command_words(name, pack, self._words)

    def metric_label(self, name: str, pack: Pack) -> str:
        """A machine's reading by its technical name, in the words of a language."""
        return metric_words(name, pack, self._words)

    def is_dangerous(self, command: str, description: str = "") -> bool:
        """Whether the domain's data call a machine's command of this name dangerous, in whichever language it is named.

        >>> Engine().is_dangerous("factory_reset")
        True
        """
        words = self._words
        return is_harmful(read_ability(command, description, words), words, command)

    def opposite(self, machine: Subject, command_id: str) -> Command | None:
        """The command of a machine that takes another back, by the domain's data; None where there is not just one."""
        own = next((c for c in machine.commands if c.id == command_id), None)
        index = IndexedSubjects([machine]).index(self._words)
        return None if own is None else opposite(own, machine.commands, index)

    @property
    def matcher(self) -> Matcher:
        """What compares words with tools that are handed in."""
        return self._deciding.matching()

    def danger(self, tool: Mapping[str, object]) -> Danger:
        """What a tool as MCP defines it does, by its annotations and its words.

        >>> Engine().danger({"name": "delete_file", "annotations": {"readOnlyHint": True}})
        'destroys'
        """
        return danger(read_tool(tool, "tool"), self._words.harm)

    def warm(self) -> "Engine":
        """The engine with every pattern compiled, so that no message waits for it."""
        for pack in self.packs:
            pack.warm()
        return self


def policy_of(settings: Composition) -> Policy:
    """The engine's rules under these settings."""
    return Policy(
        thresholds={domain.name: settings.threshold for domain in shipped_tools().domains if domain.has_capabilities},
        others=settings.threshold,
        suggest_at_most=settings.suggest_at_most,
        composes=settings.is_enabled,
    )


@cache  # the one value kept for the whole process: it never changes, and making it takes a while
def standard() -> Engine:
    """The engine with the shipped languages, under the environment's settings."""
    return Engine(policy=policy_of(Composition.read(os.environ)))


def decide(request: Mapping[str, object]) -> Decision:
    """The decision about one request, by the standard engine.

    >>> decide({"message": "The weather is nice today"}).status
    'decline'
    """
    return standard().decide(request)


def map_intent_to_tool(intent: object, registry: Container[str] | None = None) -> str | None:
    """The tool of an intent, by the tools' definition alone; None for anything else, and for a tool that is not
    registered (without a registry all of ours are).

    >>> map_intent_to_tool("identity_query")
    'get_user_info'
    """
    tools = shipped_tools()
    tool = tools.of_intent(intent).name if isinstance(intent, str) and tools.has_intent(intent) else None
    return tool if tool is not None and tool in (tools if registry is None else registry) else None
