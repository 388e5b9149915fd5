"""Patterns on their shelves: found by the words they need or start with, so that most are never tried."""

from collections.abc import Iterable, Iterator

from sayso.engine.pattern import Pattern


class PatternIndex:
    """Patterns by a word that they cannot do without, so that most are never tried."""

    __slots__ = ("_always", "_at_any_word", "_by_word", "_given", "_last", "_words", "patterns")

    def __init__(self, patterns: Iterable[Pattern], given: frozenset[str] = frozenset()) -> None:
        self.patterns = tuple(patterns)
        self._given = given
        self._by_word: dict[str, list[int]] | None = None  # made when something is first looked up: few ever are
        self._words: frozenset[str] = frozenset()
        self._at_any_word: list[int] = []
        self._always: list[Pattern] = []
        self._last: tuple[frozenset[str], list[Pattern]] = (frozenset(), [])  # one line is looked up many times

    def _made(self) -> dict[str, list[int]]:
        by_word: dict[str, list[int]] = {}
        at_any_word: list[int] = []
        for i, pattern in enumerate(self.patterns):
            telling = [need for need in pattern.needs if need.isdisjoint(self._given)]
            for word in telling[0] if telling else ():
                by_word.setdefault(word, []).append(i)
            if not telling:
                at_any_word.append(i)
        self._words, self._at_any_word = frozenset(by_word), at_any_word
        self._always = [self.patterns[i] for i in at_any_word]
        self._by_word = by_word
        return by_word

    def of(self, texts: frozenset[str]) -> list[Pattern]:
        """The patterns that a line of these words may hold, in their order."""
        known, patterns = self._last
        if known is not texts:
            patterns = self._found(texts)
            self._last = (texts, patterns)
        return patterns

    def _found(self, texts: frozenset[str]) -> list[Pattern]:
        by_word = self._by_word if self._by_word is not None else self._made()
        always, patterns = self._always, self.patterns
        if self._words.isdisjoint(texts):
            return [p for p in always if p.may_match(texts)] if always else []
        found = {*self._at_any_word, *(i for word in self._words & texts for i in by_word[word])}
        return [p for p in (patterns[i] for i in sorted(found)) if p.may_match(texts)]


class Starting:
    """Patterns found by the word with which they start."""

    __slots__ = ("by_word", "floating")

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        by_word: dict[str, list[Pattern]] = {}
        floating: list[Pattern] = []
        for pattern in patterns:
            if pattern.first is None:
                floating.append(pattern)
            for word in sorted(pattern.first or ()):
                by_word.setdefault(word, []).append(pattern)
        self.by_word = {w: PatternIndex(ps, frozenset((w,))) for w, ps in by_word.items()}
        self.floating = PatternIndex(floating)

    def at(self, word: str, texts: frozenset[str]) -> list[Pattern]:
        """The patterns with this first word that a line of these words may hold."""
        index = self.by_word.get(word)
        return index.of(texts) if index is not None else []

    def all(self) -> Iterator[Pattern]:
        """Every pattern."""
        yield from dict.fromkeys(p for index in self.by_word.values() for p in index.patterns)
        yield from self.floating.patterns

    def touches(self, texts: frozenset[str]) -> bool:
        """Whether a line of these words could hold any of the patterns at all."""
        return not texts.isdisjoint(self.by_word) or bool(self.floating.of(texts))
