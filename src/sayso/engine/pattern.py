"""The sentence-pattern language: parse "[please] add {title} [to <list>]" and match it fast.

word            that word            (a|b c)     one of these
[a]             a, or nothing        <name>      the pattern of that name
{slot}          words that fill it   ...         any words, or none
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import RLock
from typing import NamedTuple

from sayso.dataclass import dataclass
from sayso.regex import regex

Normal = Callable[[str], Iterable[str]]


class PatternError(ValueError):
    """A pattern cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Literal:
    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    name: str


@dataclass(frozen=True, slots=True)
class Gap:
    pass


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    part: "Node"


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro's tree, with what is asked of it again and again worked out once."""

    part: "Node"
    slots: tuple[str, ...]
    words: frozenset[str]
    first: tuple[frozenset[str] | None, bool]
    needs: tuple[frozenset[str], ...]  # where none of its slots holds only certain words


Node = Literal | Slot | Gap | Sequence | Choice | Maybe | Macro
WHOLE = "="  # marks a slot's expression that already ends with its last word's blank
_GAP = "(?:.+? )??"
_PIECE = regex(r"\.\.\.|[()\[\]|]|\{[^}]*\}|<[^>]*>|[^\s()\[\]{}<>|]+|\S")


class Parser:
    """Reads patterns of one language; `macros` are the named ones, `normal` how that language writes its words."""

    def __init__(self, macros: Mapping[str, str], normal: Normal) -> None:
        self._macros = macros
        self._normal = normal
        self._known: dict[str, Node] = {}
        self._words: dict[str, tuple[Literal, ...]] = {}
        self._open: list[str] = []
        self._reading = RLock()  # patterns are parsed when they are first tried, by whichever thread that is

    def parse(self, text: str) -> Node:
        """The tree of a pattern."""
        with self._reading:
            return self._parse(text)

    def _parse(self, text: str) -> Node:
        pieces = _PIECE.findall(text)
        node, rest = self._choice(pieces, 0)
        if rest != len(pieces):
            raise PatternError(f"unexpected {pieces[rest]!r} in {text!r}")
        return node

    def _choice(self, pieces: list[str], at: int) -> tuple[Node, int]:
        options: list[Node] = []
        while True:
            node, at = self._sequence(pieces, at)
            options.append(node)
            if at >= len(pieces) or pieces[at] != "|":
                break
            at += 1
        return (options[0] if len(options) == 1 else Choice(tuple(options))), at

    def _sequence(self, pieces: list[str], at: int) -> tuple[Node, int]:
        parts: list[Node] = []
        while at < len(pieces) and pieces[at] not in (")", "]", "|"):
            piece = pieces[at]
            if piece in ("(", "["):
                node, at = self._choice(pieces, at + 1)
                if at >= len(pieces) or pieces[at] != (")" if piece == "(" else "]"):
                    raise PatternError(f"{piece!r} is never closed")
                parts.append(node if piece == "(" else Maybe(node))
            else:
                parts.extend(self._piece(piece))
            at += 1
        return (parts[0] if len(parts) == 1 else Sequence(tuple(parts))), at

    def _piece(self, piece: str) -> Iterable[Node]:
        if piece == "...":
            return (Gap(),)
        if piece[0] == "{" and piece[-1] == "}" and piece[1:-1].isidentifier():
            return (Slot(piece[1:-1]),)
        if piece[0] == "<" and piece[-1] == ">":
            return (self._macro(piece[1:-1]),)
        if piece[0] in "{}<>":
            raise PatternError(f"{piece!r} is neither a slot nor a name")
        if piece not in self._words:
            self._words[piece] = tuple(Literal(word) for word in self._normal(piece))
        return self._words[piece]

    def _macro(self, name: str) -> Node:
        if name not in self._known:
            if name in self._open:
                raise PatternError(f"<{name}> is defined by itself")
            if name not in self._macros:
                raise PatternError(f"there is no <{name}>")
            self._open.append(name)
            node = self._parse(self._macros[name])
            slots, words = tuple(slot_names(node)), frozenset(literals(node))
            self._known[name] = Macro(node, slots, words, first_words(node), tuple(needed(node, {})))
            self._open.pop()
        return self._known[name]


def expression(node: Node, slots: Mapping[str, str]) -> str:
    """The regular expression of a tree over flat text, in which every word is followed by a blank."""
    match node:
        case Literal(text):
            return re.escape(text) + " "
        case Slot(name):
            typed = slots.get(name, ".+?")
            return f"(?P<{name}>{typed[1:]})" if typed[0] == WHOLE else f"(?P<{name}>{typed}) "
        case Gap():
            return _GAP
        case Sequence(parts):
            return "".join(expression(p, slots) for p in parts)
        case Choice(options):
            return "(?:" + "|".join(expression(o, slots) for o in options) + ")"
        case Maybe(part):
            return "(?:" + expression(part, slots) + ")?"
        case Macro(part):
            return "(?:" + expression(part, slots) + ")"


def slot_names(node: Node) -> list[str]:
    """The slots of a tree, in order."""
    match node:
        case Slot(name):
            return [name]
        case Sequence(parts):
            return [n for p in parts for n in slot_names(p)]
        case Choice(options):
            return [n for o in options for n in slot_names(o)]
        case Maybe(part):
            return slot_names(part)
        case Macro(_, slots):
            return list(slots)
        case _:
            return []


def literals(node: Node) -> set[str]:
    """Every word that a tree can read."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        match waiting.pop():
            case Literal(text):
                found.add(text)
            case Sequence(parts) | Choice(parts):
                waiting.extend(parts)
            case Maybe(part):
                waiting.append(part)
            case Macro(_, _, words):
                found |= words
    return found


def first_words(node: Node) -> tuple[frozenset[str] | None, bool]:
    """The words with which a match can start (None: any), and whether the tree can match nothing."""
    match node:
        case Literal(text):
            return frozenset((text,)), False
        case Slot():
            return None, False
        case Gap():
            return None, True
        case Choice(options):
            found = [first_words(o) for o in options]
            empty = any(e for _, e in found)
            if any(w is None for w, _ in found):
                return None, empty
            return frozenset().union(*(w for w, _ in found if w is not None)), empty
        case Maybe(part):
            return first_words(part)[0], True
        case Macro():
            return node.first
        case Sequence(parts):
            return _first_of_sequence(parts)


def _first_of_sequence(parts: tuple[Node, ...]) -> tuple[frozenset[str] | None, bool]:
    words: frozenset[str] = frozenset()
    for part in parts:
        more, can_be_empty = first_words(part)
        if more is None:
            return None, False
        words |= more
        if not can_be_empty:
            return words, False
    return words, True


def needed(node: Node, slot_words: Mapping[str, frozenset[str]]) -> list[frozenset[str]]:
    """Sets of words of each of which a match must hold at least one: a cheap test before the dear one."""
    match node:
        case Literal(text):
            return [frozenset((text,))]
        case Slot(name):
            return [slot_words[name]] if name in slot_words else []
        case Sequence(parts):
            return [s for p in parts for s in needed(p, slot_words)]
        case Choice(options):
            each = [needed(o, slot_words) for o in options]
            if all(each):
                return [frozenset().union(*(min(sets, key=len) for sets in each))]
            return []
        case Macro(part, slots):
            return list(node.needs) if slot_words.keys().isdisjoint(slots) else needed(part, slot_words)
        case _:
            return []


def _compiled(node: Node, slots: Mapping[str, str], lead: str = "") -> re.Pattern[str]:
    """The expression of a tree. Every group gets a name of its own (a slot may stand in several options), gaps too,
    so that their letters can be told from the pattern's own."""
    count = itertools.count()
    text = expression(node, slots).replace(_GAP, "(?P<gap>.+? )??")
    return re.compile(lead + re.sub(r"\(\?P<(\w+)>", lambda m: f"(?P<{m.group(1)}__{next(count)}>", text))


def spans_of(match: re.Match[str]) -> dict[str, tuple[int, int]]:
    """Where each slot of a match stands in the flat text; gaps are numbered."""
    spans: dict[str, tuple[int, int]] = {}
    for name in match.re.groupindex:
        if match.start(name) >= 0:
            slot, _, number = name.rpartition("__")
            spans[slot if slot != "gap" else f"gap {number}"] = match.span(name)
    return spans


class Slots(NamedTuple):
    """The slots that hold only certain words: their expressions, and the words of which one must be there."""

    expressions: Mapping[str, str]
    words: Mapping[str, frozenset[str]]


NO_SLOTS = Slots({}, {})


class Outline(NamedTuple):
    """What is known of a pattern without its tree, so that it need not be parsed before it is first tried."""

    parse: Callable[[str], Node]
    first: frozenset[str] | None
    needs: tuple[frozenset[str], ...]
    is_divisible: bool


def outline(text: str, parse: Callable[[str], Node], slots: Slots) -> Outline:
    """The outline of a pattern, by its tree."""
    node = parse(text)
    names = slot_names(node)
    first, can_be_empty = first_words(node)
    if can_be_empty and not names:
        raise PatternError(f"{text!r} can match nothing at all")
    needs = tuple(sorted(needed(node, slots.words), key=len)[:4])
    return Outline(parse, first, needs, len([n for n in names if n not in slots.expressions]) > 1)


class Pattern:
    """A pattern of one intent, parsed and compiled when it is first tried."""

    __slots__ = ("_halves", "_parse", "_regex", "_slots", "first", "grade", "intent", "is_divisible", "needs", "text")

    def __init__(self, text: str, known: Outline, intent: str = "", grade: str = "", slots: Slots = NO_SLOTS) -> None:
        self.text, self.intent, self.grade = text, intent, grade
        self._parse, self.first, self.needs, self.is_divisible = known
        self._slots = slots.expressions
        self._regex: re.Pattern[str] | None = None
        self._halves: tuple[re.Pattern[str], str, re.Pattern[str]] | None = None

    @property
    def node(self) -> Node:
        """Its tree, made anew each time: it is asked for once or twice."""
        return self._parse(self.text)

    def may_match(self, texts: frozenset[str]) -> bool:
        """Whether a line of these words has all that the pattern cannot do without."""
        for need in self.needs:  # noqa: SIM110 - a loop is twice as fast here, and this runs for every pattern
            if need.isdisjoint(texts):
                return False
        return True

    def match(self, flat: str, start: int, end: int) -> re.Match[str] | None:
        """The match of the whole range of flat text, its first slot as short as can be."""
        return self._anywhere().fullmatch(flat, start, end)

    def match_start(self, flat: str, start: int, end: int) -> re.Match[str] | None:
        """The match at the start of a range of flat text, wherever it ends."""
        return self._anywhere().match(flat, start, end)

    def divisions(self, flat: str, start: int, end: int) -> Iterator[dict[str, tuple[int, int]]]:
        """Every way in which the first slot can end at a word with the rest of the pattern matching after it."""
        if self._halves is None:
            self._halves = self._split()
        before, name, after = self._halves
        head = before.match(flat, start, end)
        if head is None or name == "":
            return
        stop = flat.find(" ", head.end(), end)
        while 0 <= stop < end - 1:
            tail = after.fullmatch(flat, stop + 1, end)
            if tail is not None:
                yield {**spans_of(head), name: (head.end(), stop), **spans_of(tail)}
            stop = flat.find(" ", stop + 1, end)

    def _split(self) -> tuple[re.Pattern[str], str, re.Pattern[str]]:
        node = self.node
        parts = node.parts if isinstance(node, Sequence) else (node,)
        for i, part in enumerate(parts):
            if isinstance(part, Slot) and part.name not in self._slots:
                return (
                    _compiled(Sequence(parts[:i]), self._slots),
                    part.name,
                    _compiled(Sequence(parts[i + 1 :]), self._slots),
                )
        nothing = re.compile("")
        return nothing, "", nothing

    def search_all(self, flat: str, start: int, end: int) -> Iterable[re.Match[str]]:
        """Every place in a range of flat text, at the start of a word, where the pattern matches."""
        return self._anywhere().finditer(flat, start, end)

    def _anywhere(self) -> re.Pattern[str]:
        """One expression for all ways to look, since compiling takes long; every range begins at a word."""
        if self._regex is None:
            self._regex = _compiled(self.node, self._slots, "(?<![^ ])")
        return self._regex

    def warm(self) -> None:
        """Compile now."""
        self.match("", 0, 0)
        if self.is_divisible:
            next(self.divisions("", 0, 0), None)
