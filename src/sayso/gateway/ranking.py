"""What speaks for a tool that a request may mean: its words that were said, and values of the kinds that it takes."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.kinds.spoken import Spoken
from sayso.engine.read.offer import PreparedTool, ToolVocabulary
from sayso.engine.text import fold
from sayso.regex import regex

WORD = regex(r"[^\W\d_]+")
_NUMBER = regex(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?")
_QUOTED = regex(r"['\"‘“][^'\"]{1,60}['\"’”]")
_YEAR = regex(r"\b(?:1[89]|20)\d\d\b")
_TIMES = frozenset(("moment", "year"))
_FIRST = 8  # words of a request in which it says what to do
_READ = 2000  # letters of a description
_SMALL = 0.1  # what a small word of the request weighs
_CAPITAL = 0.7  # what a name weighs: it is rather a value than a word of the tool's
_ROOT = 5  # letters that words of one family have in common: "multiply", "multiplication"
_UNKNOWN = 3.0  # the rarity of a word that no tool has
# fitted on a public benchmark of function calling: `python -m benchmarks.finding FOLDER --fit`
WEIGHTS: Mapping[str, float] = {
    "score": 0.529,
    "beside the best": 3.529,
    "name unsaid": -0.599,
    "last word of the name": 1.149,
    "family of the name": 0.522,
    "description": 1.168,
    "words of the description": 0.859,
    "words of parameters": 1.65,
    "words next to each other": 0.493,
    "request accounted for": 1.211,
    "same act": 0.712,
    "options said": 1.448,
    "numbers lacking": -0.396,
    "as many numbers": 0.655,
    "texts lacking": -0.858,
    "time said": 1.422,
    "needed": -0.387,
}


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """A tool with what is compared closely."""

    definition: Mapping[str, object]
    prepared: PreparedTool
    vocabulary: frozenset[str]
    parameters: frozenset[str]  # stems of their names that the tool's own name and description have not
    pairs: frozenset[tuple[str, str]]
    roots: frozenset[str]  # of its name
    last: str  # stem of its name
    options: tuple[tuple[str, ...], ...]
    numbers: int  # how many it takes
    needs: tuple[int, int, int]  # parameters, of which numbers, of which texts
    takes_time: bool

    @property
    def name(self) -> str:
        """Of the tool."""
        return str(self.definition["name"])


@dataclass(frozen=True, slots=True)
class SaidWords:
    """A request as tools are compared with it."""

    weights: Mapping[str, float]  # of its stems
    heavy: frozenset[str]  # those that carry content
    units: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    roots: frozenset[str]
    acts: frozenset[str]
    text: str  # all of it, folded, with blanks between the words and around them
    numbers: int
    names: int  # capitals and quotes
    has_time: bool


def root(stem: str) -> str | None:
    """What words of one family have in common, as a key of its own; None of a word that is too short to tell."""
    return f"~{stem[:_ROOT]}" if len(stem) > _ROOT and not stem.startswith("=") else None


def roots(stems: Iterable[str]) -> frozenset[str]:
    """The same of several."""
    return frozenset(found for stem in stems if (found := root(stem)) is not None)


def said_words(spoken: Spoken, words: ToolVocabulary) -> SaidWords:
    """A request, prepared."""
    tokens, raw = spoken.tokens, spoken.raw
    stems = [words.stem(token.text.rstrip("'")) for token in tokens]
    weights: dict[str, float] = {}
    for stem, token in zip(stems, tokens, strict=True):
        if any(c.isalpha() for c in stem):
            weight = _SMALL if token.is_small or token.mark else 1.0
            weights.setdefault(stem, weight * (_CAPITAL if token.is_capital and token.start else 1.0))
    heavy = frozenset(stem for stem, weight in weights.items() if weight >= _CAPITAL)
    measures = {unit for token in tokens if not token.mark and (unit := words.units.get(token.text))}
    measures |= {unit for sign, unit in words.units.items() if len(sign) == 1 and not sign.isalnum() and sign in raw}
    roles = {role for token in tokens for role in words.roles.get(token.text, ())}
    return SaidWords(
        weights,
        heavy,
        frozenset(measures),
        frozenset(pairwise(stems)),
        roots(heavy),
        frozenset(token.act for token in tokens[:_FIRST] if token.act),
        f" {' '.join(token.text for token in tokens)} ",
        len(_NUMBER.findall(raw)),
        sum(token.is_capital for token in tokens[1:]) + len(_QUOTED.findall(raw)),
        bool(roles & _TIMES) or _YEAR.search(raw) is not None,
    )


def indexed(definition: Mapping[str, object], one: PreparedTool, words: ToolVocabulary) -> IndexedTool:
    """A tool, prepared."""
    named = [words.stem(p) for p in pieces(one.tool.name)]
    told = [words.stem(fold(w)) for w in WORD.findall(one.tool.description[:_READ])]
    needed = [slot.wanted.kind for slot in one.slots if slot.wanted.is_required]
    choices = [slot.wanted for slot in one.slots if slot.wanted.options and slot.wanted.kind != "truth"]
    return IndexedTool(
        definition,
        one,
        one.vocabulary | chosen(one, words),
        frozenset(s for slot in one.slots for s in slot.names) - one.names - one.told,
        frozenset((*pairwise(named), *pairwise(told))),
        roots(one.names),
        named[-1] if named else "",
        tuple(tuple(fold(str(option)) for option in choice.options) for choice in choices),
        sum(slot.wanted.kind == "number" for slot in one.slots),
        (len(needed), needed.count("number"), needed.count("text")),
        any("moment" in slot.roles or slot.wanted.layout for slot in one.slots),
    )


def chosen(one: PreparedTool, words: ToolVocabulary) -> frozenset[str]:
    """The stems of the options that a tool's parameters have."""
    options = (str(option) for slot in one.slots for option in slot.wanted.options)
    return frozenset(words.stem(fold(w)) for option in options for w in WORD.findall(option))


def told_units(one: PreparedTool, words: ToolVocabulary) -> frozenset[str]:
    """The measures that a tool speaks of: those of money, of length."""
    texts = (one.tool.description[:_READ], *(slot.wanted.description for slot in one.slots))
    told = [*(fold(w) for text in texts for w in WORD.findall(text))]
    told.extend(p for slot in one.slots for p in pieces(slot.wanted.name))
    return frozenset(u for w in told if w not in words.marks and len(w) > 1 and (u := words.units.get(w)))


def signs(
    tool: IndexedTool, said: SaidWords, rarity: Mapping[str, float], scored: tuple[float, float]
) -> dict[str, float]:
    """What speaks for a tool and against it; `scored` are its score by words, and the best one's."""
    score, best = scored
    weights, one = said.weights, tool.prepared
    unsaid = sum(rarity[s] for s in one.names if s not in weights)
    needed, numbers, texts = tool.needs
    content = sum(rarity.get(s, _UNKNOWN) for s in said.heavy) or 1.0
    return {
        "score": score / 10,
        "beside the best": score / best,
        "name unsaid": unsaid / 10,
        "last word of the name": float(tool.last in weights),
        "family of the name": float(len(said.roots & tool.roots)),
        "description": _share(one.told, weights, rarity),
        "words of the description": sum(rarity[s] * weights[s] for s in one.told - one.names if s in weights) / 10,
        "words of parameters": sum(rarity[s] * weights[s] for s in tool.parameters if s in weights) / 10,
        "words next to each other": float(len(said.pairs & tool.pairs)),
        "request accounted for": sum(rarity.get(s, _UNKNOWN) for s in said.heavy if s in tool.vocabulary) / content,
        "same act": float(bool(said.acts & one.acts)),
        "options said": float(sum(any(f" {o} " in said.text for o in options) for options in tool.options)),
        "numbers lacking": float(max(0, tool.numbers - said.numbers)),
        "as many numbers": float(numbers == said.numbers),
        "texts lacking": float(max(0, texts - said.names)),
        "time said": float(tool.takes_time and said.has_time),
        "needed": float(needed),
    }


def _share(stems: frozenset[str], weights: Mapping[str, float], rarity: Mapping[str, float]) -> float:
    """How much of what a tool says of itself was said."""
    whole = sum(rarity[s] for s in stems)
    return sum(rarity[s] for s in stems if s in weights) / whole if whole else 0.0
