"""Where a value comes from: the message, the conversation, a tool's result, a record, the configuration, a default."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.guarding.assign import leaves_of, shared_out
from sayso.engine.guarding.heard import AnalysedText, Tongue, hear, pieces_of
from sayso.engine.guarding.schema import Schema
from sayso.engine.guarding.support import Leaf, Place, contradicted, places
from sayso.engine.guarding.wording import implied
from sayso.engine.kinds.literal import quotes
from sayso.engine.nouns import Result, Source, Turn, User
from sayso.engine.records.words import stem
from sayso.engine.text import fold
from sayso.regex import regex

_WORD = regex(r"[^\W_]+")
_LAST = regex(r"([^\W_]+)\W{1,3}\Z")
_BEFORE = 30  # letters before a value in which a word may take it back
_DEEPEST = 40  # levels of a tool's result that are read
_MOST = 5000  # values of a tool's result that are read
_WIDER = frozenset(("state", "country"))  # what cities lie in
_RESULT = 50_000  # letters of a result that is no JSON


@dataclass(frozen=True, slots=True)
class NamedRecord:
    """A record by its id and its own name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Wish:
    """A value that is proposed for a parameter."""

    name: str
    value: object
    schema: Schema
    tool: str = ""


@dataclass(frozen=True)
class Ground:
    """All that a value may come from. To change something, only what the person said, or what a tool answered."""

    message: str  # the person's words
    tongue: Tongue
    history: tuple[Turn, ...] = ()
    results: tuple[Result, ...] = ()
    user: User | None = None
    record_of: Callable[[str], NamedRecord | None] = field(default=lambda _: None)  # what bears this name or id
    configuration: Mapping[str, object] = field(default_factory=dict)
    only_reads: bool = True

    @cached_property
    def heard(self) -> AnalysedText:
        """The message, prepared when a value is first looked for in it."""
        return hear(self.message, self.tongue)

    def sources(self, wishes: Sequence[Wish], taken: Sequence[tuple[int, int]] = ()) -> dict[str, Source]:
        """Where each of these values comes from; what nobody said is missing. `taken` are words that say other
        things."""
        leaves = {w.name: self._leaves(w) for w in wishes}
        said = {n: [self._places(leaf, self.heard) for leaf in ls] for n, ls in leaves.items()}
        own = shared_out(said, taken, {n: self._sort(ls, said[n]) for n, ls in leaves.items()})
        out: dict[str, Source] = {}
        for wish in wishes:
            if wish.name in own:
                ranges = [r for place in own[wish.name] for r in place]
                out[wish.name] = Source("message", (min(a for a, _ in ranges), max(b for _, b in ranges)))
                continue
            if any(said[wish.name]) and self._is_taken_back(leaves[wish.name]):
                continue
            source = self._implied(wish) or self._elsewhere(wish, leaves[wish.name])
            if source is not None:
                out[wish.name] = source
        return out

    def source(self, wish: Wish) -> Source | None:
        """Where one value comes from, or None where nobody said it."""
        return self.sources([wish]).get(wish.name)

    def _leaves(self, wish: Wish) -> list[Leaf]:
        stems = frozenset(stem(p, self.tongue.endings) for p in pieces(wish.tool))
        return leaves_of(wish.name, _read(wish.value), wish.schema, stems)

    def _places(self, leaf: Leaf, heard: AnalysedText) -> list[Place]:
        if isinstance(leaf.value, str) and not leaf.schema.get("enum") and _names_the_tool(leaf, self.tongue):
            # "create a project" names none; what stands in quotes is meant
            return [((q.start, q.end),) for q in quotes(heard.raw, len(heard.raw)) if q.value == leaf.value]
        found = places(leaf, heard, self.tongue)
        if isinstance(leaf.value, bool):
            return found
        named = {fold(p) for p in pieces(leaf.name)}
        found = sorted(found, key=lambda place: _word_before(place[0][0], heard.raw) not in named)
        return [p for p in found if not is_negated(p[0], heard.raw, self.tongue)]

    def _sort(self, leaves: Sequence[Leaf], said: Sequence[Sequence[Place]]) -> str:
        """Whether a parameter is a switch, a choice that is said by its whole name, or anything else."""
        if len(leaves) != 1 or not said[0]:
            return ""
        if isinstance(leaves[0].value, bool):
            return "switch"
        told = [p.stem or p.text for p in pieces_of(str(leaves[0].value), self.tongue)]
        places_ = [pieces_of(self.heard.raw[slice(*p[0])], self.tongue) for p in said[0]]
        is_whole = any([p.stem or p.text for p in ps] == told for ps in places_)
        return "choice" if leaves[0].schema.get("enum") and is_whole else ""

    def _is_taken_back(self, leaves: Sequence[Leaf]) -> bool:
        """Whether the message names a value only to refuse it: then an earlier turn is no reason for it."""
        return any(
            not isinstance(leaf.value, bool)
            and any(is_negated(p[0], self.heard.raw, self.tongue) for p in places(leaf, self.heard, self.tongue))
            for leaf in leaves
        )

    def _implied(self, wish: Wish) -> Source | None:
        """The state or country of the city that was named, for a parameter that is called so."""
        things = {t for p in pieces(wish.name) for pack in self.tongue.packs if (t := pack.tools.things.get(p))}
        if not isinstance(wish.value, str) or not things & _WIDER:
            return None
        span = implied(wish.value, self.heard, self.tongue)
        return None if span is None or is_negated(span, self.heard.raw, self.tongue) else Source("message", span)

    def _elsewhere(self, wish: Wish, leaves: Sequence[Leaf]) -> Source | None:
        if not leaves:
            return None
        for at in range(len(self.history) - 1, -1, -1):
            turn = self.history[at]
            if turn.role == "user" or self.only_reads:
                heard = hear(turn.content, self.tongue)
                if all(self._places(leaf, heard) for leaf in leaves):
                    return Source("history", turn=at)
        for result in reversed(self.results):
            if _answered(leaves, result.content, self.tongue):
                return Source("history", turn=result.turn)
        return self._known(wish) or self._declared(wish, leaves)

    def _known(self, wish: Wish) -> Source | None:
        """A record that bears this name or id: to change something, the person must have named it."""
        value = wish.value
        if not isinstance(value, str):
            return None
        user = self.user
        if user is not None and value in (user.id, user.name, user.email, user.timezone):
            return Source("context", record=user.id)
        record = self.record_of(value)
        if record is None:
            return None
        if self.only_reads:
            return Source("context", record=record.id)
        named = Leaf(wish.name, record.name, {}, frozenset())
        said = [p for p in places(named, self.heard, self.tongue) if not is_negated(p[0], self.heard.raw, self.tongue)]
        return Source("context", said[0][0], record=record.id) if said else None

    def _declared(self, wish: Wish, leaves: Sequence[Leaf]) -> Source | None:
        wanted = {p for p in pieces(wish.name) if len(p) > 1}
        for key, value in self.configuration.items():
            if value == wish.value and type(value) is type(wish.value) and wanted & set(pieces(key)):
                return Source("context", record=f"configuration.{key}")
        is_default = "default" in wish.schema and _equal(wish.schema["default"], wish.value)
        if not is_default and not (len(leaves) == 1 and _is_written(leaves[0], self.tongue)):
            return None
        return None if any(contradicted(leaf, self.heard, self.tongue) for leaf in leaves) else Source("default")


def _word_before(start: int, raw: str) -> str:
    before = _LAST.search(raw[:start])
    return fold(before[1]) if before else ""


def _is_written(leaf: Leaf, tongue: Tongue) -> bool:
    """Whether a description writes a value down as the default: "Default is 10"."""
    told = pieces_of(leaf.description, tongue)
    words = {w for pack in tongue.packs for w in pack.values.defaults}
    if isinstance(leaf.value, bool | list) or not str(leaf.value).strip():
        return False
    wanted = [p.text.casefold() for p in pieces_of(str(leaf.value), tongue)]
    for at, piece in enumerate(told):
        if piece.kind == "word" and piece.text in words:
            after = [p.text.casefold() for p in told[at + 1 :] if not p.is_light][: len(wanted) + 1]
            if wanted and (after[: len(wanted)] == wanted or after[1:] == wanted):
                return True
    return False


def _equal(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _read(value: object) -> object:
    """A value that is written as JSON, as what it holds."""
    if isinstance(value, str) and value.strip()[:1] in ("{", "["):
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return read if isinstance(read, list | dict) else value
    return value


def _names_the_tool(leaf: Leaf, tongue: Tongue) -> bool:
    words = {stem(fold(w), tongue.endings) for w in _WORD.findall(str(leaf.value))}
    return bool(words) and words <= leaf.tool


def is_negated(span: tuple[int, int], text: str, tongue: Tongue) -> bool:
    """Whether the words just before a value take it back: "not in Rome", "without a projector"."""
    before = [fold(w) for w in _WORD.findall(text[max(0, span[0] - _BEFORE) : span[0]])][-2:]
    return any(w in pack.negations for w in before for pack in tongue.packs)


def _answered(leaves: Sequence[Leaf], content: str, tongue: Tongue) -> bool:
    """Whether a tool's answer holds every one of these values: as a whole value of it, or as a number or literal."""
    given = list(_values(_read(content), 0)) if content.strip()[:1] in ("{", "[") else []
    heard = hear(content[:_RESULT], tongue) if not given else None
    return all(_in_answer(leaf, given, heard, tongue) for leaf in leaves)


def _in_answer(leaf: Leaf, given: Sequence[object], heard: AnalysedText | None, tongue: Tongue) -> bool:
    value = leaf.value
    if isinstance(value, bool):
        return False  # a true somewhere says nothing of this switch
    if heard is None:
        return any(_equal(v, value) or (isinstance(value, str) and str(v).strip() == value.strip()) for v in given)
    if isinstance(value, str):
        parts = pieces_of(value, tongue)
        if len(parts) != 1 or parts[0].kind == "word":
            return False
    return bool(places(leaf, heard, tongue))


def _values(value: object, depth: int) -> Iterator[object]:
    stack = [(value, depth)]
    count = 0
    while stack and count < _MOST:
        inside, level = stack.pop()
        count += 1
        if level > _DEEPEST:
            continue
        if isinstance(inside, Mapping):
            stack.extend((v, level + 1) for v in inside.values())
        elif isinstance(inside, list | tuple):
            stack.extend((v, level + 1) for v in inside)
        else:
            yield inside
