"""A tool that was handed in, prepared: the stems of its name, description and parameters, and what it does."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from itertools import pairwise

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.kinds.wanted import Wanted, wanted
from sayso.engine.kinds.written import Writing, is_code, style, writing
from sayso.engine.pack import Pack
from sayso.engine.records.words import Endings, stem
from sayso.engine.text import fold
from sayso.engine.tool import Tool
from sayso.regex import regex

_WORD = regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_QUOTED = regex(r"(?<!\w)['\"‘“`]([^'\"‘’“”`\n]{1,60})['\"’”`](?!\w)")
_COUNTED = regex(r"(.*[^\W\d_])_?\d")
_TOLD = 400  # letters of a tool's description that are read
_STATEMENTS = "sql"
_PLACES = ("city", "state", "country")
_JOINTS = ("/", "@", "_", ":")
_RULE = 2  # examples of one shape that make it a rule
_AFTER = 80  # letters after "e.g." in which examples stand


@dataclass(frozen=True, slots=True)
class ToolVocabulary:
    """The languages' words for tools, all together, and a memory of stems: the same words come again and again."""

    endings: Endings
    acts: Mapping[str, str]
    marks: Mapping[str, str]
    small: frozenset[str]
    roles: Mapping[str, frozenset[str]]
    units: Mapping[str, str]
    things: Mapping[str, str]
    examples: re.Pattern[str]
    truths: frozenset[str]
    act_stems: frozenset[str]
    denied: re.Pattern[str]
    written: Writing
    known: dict[str, str] = field(default_factory=dict)

    def stem(self, word: str) -> str:
        """A word as it is compared: the name of the thing it stands for in any language, else its stem."""
        found = self.known.get(word)
        if found is None:
            found = self.things.get(word) or stem(word, self.endings)
            if len(self.known) < 50_000:
                self.known[word] = found
        return found


def wording(packs: Iterable[Pack], endings: Endings, zones: Iterable[str] = ()) -> ToolVocabulary:
    """The words of all these languages; of a word that several have, the first one's. `zones` are time zones."""
    packs = tuple(packs)
    lists = [p.tools for p in packs]
    denials = "|".join(re.escape(w) for p in packs for w in sorted(p.negations))

    def merged(key: str) -> dict[str, str]:
        return {w: name for words in reversed(lists) for w, name in getattr(words, key).items()}

    roles: dict[str, frozenset[str]] = {}
    for words in lists:
        for word, names in words.roles.items():
            roles[word] = roles.get(word, frozenset()) | names
    things = {w: f"={name}" for w, name in merged("things").items()}
    shown = "|".join(re.escape(e) for words in lists for e in words.examples)
    return ToolVocabulary(
        endings,
        merged("acts"),
        merged("marks"),
        frozenset(w for words in lists for w in words.small),
        roles,
        merged("units"),
        things,
        re.compile(rf"(?<!\w)(?:{shown})\.?,?:?\s+", re.IGNORECASE),
        frozenset(w for words in lists for w in words.truths),
        frozenset(things.get(w) or stem(w, endings) for words in lists for w in words.acts),
        re.compile(rf"(?<!\w)(?:{denials})\s+\w+[^,.;:()\n]*", re.IGNORECASE),
        writing(packs, zones),
    )


@dataclass(frozen=True, slots=True)
class ToolParameter:
    """A parameter, prepared: its stems, what it holds, and what its description shows."""

    wanted: Wanted
    names: frozenset[str]  # stems of its name
    told: frozenset[str]  # stems of its description
    roles: frozenset[str]
    marks: frozenset[str]  # what its name's own small words state: "from" in "from_city"
    units: frozenset[str]
    examples: tuple[str, ...]
    shown: frozenset[str]  # the same, folded
    joint: str  # what every example has inside and so every value must: "/" in "Europe/Rome", or nothing
    sample: tuple[bool, bool, bool, bool] | None = (
        None  # has the first example a comma, a digit, is it a code, has it "_"
    )
    city: str = ""  # how a city is shown written: with its state's "code", with its "region", or by itself
    code: int = 0  # letters of the codes that are shown, or none
    is_zone: bool = False  # whether time zones are shown
    scales: Mapping[str, float] = field(default_factory=dict)  # of each measure the unit that is wanted
    place: str = ""  # which kind of place it is called: a "city", a "state", a "country"
    literal: str = ""  # what alone it takes: "email", "url", "path", "statement", or anything
    series: str = ""  # its name without the number that counts it among others: "team" of "team_1", or nothing


@dataclass(frozen=True, slots=True)
class PreparedTool:
    """A tool, prepared."""

    tool: Tool
    slots: tuple[ToolParameter, ...]
    names: frozenset[str]
    told: frozenset[str]
    acts: frozenset[str]
    vocabulary: frozenset[str]  # all of it, with the parameters'


def offer(tool: Tool, words: ToolVocabulary) -> PreparedTool:
    """A tool, prepared."""
    slots = tuple(_slot(w, words) for w in wanted(tool.schema))
    name = pieces(tool.name)
    told = [fold(w) for w in _WORD.findall(_done(tool.description[:_TOLD], words))]
    names = frozenset(words.stem(p) for p in name if p not in words.small or p == name[-1])  # "get_file_info" is info
    about = frozenset(words.stem(w) for w in told if w not in words.small and w not in words.marks)
    acts = {a for w in (*name, *told[:3]) if (a := words.acts.get(w) or words.acts.get(w.removesuffix("s"), ""))}
    vocabulary = names | about | {s for slot in slots for s in (*slot.names, *slot.told)}
    return PreparedTool(tool, slots, names, about, frozenset(acts), vocabulary)


def _done(description: str, words: ToolVocabulary) -> str:
    """A description without what it says the tool does not do: "without reading the content"."""
    return words.denied.sub(" ", description)


def _slot(one: Wanted, words: ToolVocabulary) -> ToolParameter:
    named = [p for part in one.path[-2:] for p in pieces(part)]
    told = [fold(w) for w in _WORD.findall(one.description)]
    names = frozenset(words.stem(p) for p in named if p not in words.small or len(named) == 1)
    about = frozenset(words.stem(w) for w in told if w not in words.small and w not in words.marks)
    if one.kind == "truth":
        plain = [p for p in named if not (p in words.truths or p in words.small or p in words.marks)]
        names = frozenset(words.stem(p) for p in plain) or names
    roles = {r for w in named for r in words.roles.get(w, ())}
    roles |= {r for w in told[: 4 if roles else 7] for r in words.roles.get(w, ())}
    marks = frozenset(m for p in named if (m := words.marks.get(p)))
    units = frozenset(u for w in (*named, *told) if len(w) > 1 and (u := words.units.get(w)))
    examples = _examples(one, words)
    zones = words.written.zones.values()
    shown = frozenset(fold(e) for e in examples)
    bare = ToolParameter(one, names, about, frozenset(roles), marks, units, examples, shown, _joint(one, examples))
    return replace(
        bare,
        sample=_sample(examples[0]) if examples else None,
        city=style(examples, words.written) if "place" in roles else "",
        code=is_code(examples),
        is_zone=any(e in zones for e in examples),
        scales=_scales(one, named, words),
        place=next((p for p in _PLACES if any(words.things.get(n) == f"={p}" for n in named)), ""),
        literal=_literal(named, told, words),
        series=found[1] if (found := _COUNTED.fullmatch(one.path[-1])) else "",
    )


def _sample(first: str) -> tuple[bool, bool, bool, bool]:
    return "," in first, any(c.isdigit() for c in first), first.isupper() and len(first) < 6, "_" in first


def _scales(one: Wanted, named: list[str], words: ToolVocabulary) -> dict[str, float]:
    """The units that a parameter's name bears, or that its description wants something in; one for each measure."""
    told = [fold(w) for w in _WORD.findall(one.description)]
    wanted_ = [*named, *(w for before, w in pairwise(told) if words.marks.get(before) == "in")]
    found = [words.written.scales[w] for w in wanted_ if w in words.written.scales and len(w) > 1]
    return {kind: much for kind, much in found if all(m == much for k, m in found if k == kind)}


def _literal(named: list[str], told: list[str], words: ToolVocabulary) -> str:
    """What alone a parameter takes: an address where it is called one, or its description says so."""
    last = words.roles.get(named[-1], frozenset()) if named else frozenset()
    if "email" in last or ("place" in last and any("email" in words.roles.get(w, ()) for w in named)):
        return "email"
    for before, after in pairwise(told[:8]):
        if "email" in words.roles.get(before, ()) and "place" in words.roles.get(after, ()):
            return "email"
    if _STATEMENTS in named or _STATEMENTS in told:
        return "statement"
    return next((r for r in ("url", "path") if r in last), "")


def _joint(one: Wanted, examples: tuple[str, ...]) -> str:
    """The sign that joins the parts of every example; one example alone is no rule."""
    if one.layout or len(examples) < _RULE:
        return ""
    return next((j for j in _JOINTS if all(_is_joined(e, j) for e in examples)), "")


def _is_joined(example: str, joint: str) -> bool:
    left, found, right = example.partition(joint)
    return bool(found) and left[-1:].isalnum() and right[:1].isalnum()


def _examples(one: Wanted, words: ToolVocabulary) -> tuple[str, ...]:
    """What a description shows in quotes, or after "e.g."; short passages only."""
    found = [m.group(1) for m in _QUOTED.finditer(one.description)]
    if not found:
        for m in words.examples.finditer(one.description):
            rest = re.split(r"[.;()]\s|[.;()]$|\)", one.description[m.end() : m.end() + _AFTER], maxsplit=1)[0]
            found.append(rest.strip(" '\""))
    return tuple(f for f in found[:12] if f)
