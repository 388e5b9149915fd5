"""What the bundle says of patterns so that none has to be parsed at the start, and how it is written down."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sayso.engine.pattern import Node, Outline, Slots, outline

_Row = tuple[int, tuple[int, ...], bool]  # the words to start with and those needed, by their places among the sets
_ANY = -1  # it starts with any word


class Outlines:
    """The outlines of a language's patterns, by their reader and text: those that the bundle has, and new ones."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        given: Mapping[str, Any] = data or {"sets": [], "readers": {}, "words": {}}
        self._sets = [frozenset(words) for words in given["sets"]]
        self._rows: dict[str, dict[str, _Row]] = given["readers"]
        self._words: dict[str, frozenset[str]] = {name: frozenset(words) for name, words in given["words"].items()}
        self._places: dict[frozenset[str], int] = {}

    def of(self, reader: str, text: str, parse: Callable[[str], Node], slots: Slots) -> Outline:
        """The outline of a pattern; parsed where it is not known."""
        rows = self._rows.setdefault(reader, {})
        known, sets = rows.get(text), self._sets
        if known is not None:
            first, needs, is_divisible = known
            return Outline(
                parse, None if first == _ANY else sets[first], tuple(map(sets.__getitem__, needs)), is_divisible
            )
        new = outline(text, parse, slots)
        first = _ANY if new.first is None else self._place(new.first)
        rows[text] = (first, tuple(self._place(need) for need in new.needs), new.is_divisible)
        return new

    def words(self, name: str, found: Callable[[], Iterable[str]]) -> frozenset[str]:
        """All the words of some patterns; looked for where they are not known."""
        if name not in self._words:
            self._words[name] = frozenset(found())
        return self._words[name]

    def to_data(self) -> dict[str, Any]:
        """All that is known, as the bundle has it."""
        words = {name: sorted(each) for name, each in self._words.items()}
        return {"sets": [sorted(each) for each in self._sets], "readers": self._rows, "words": words}

    def _place(self, words: frozenset[str]) -> int:
        if words not in self._places:
            self._places[words] = len(self._sets)
            self._sets.append(words)
        return self._places[words]
