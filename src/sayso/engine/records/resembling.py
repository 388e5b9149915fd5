"""The titles that are most like some words: those that cannot be are passed over before the dear comparison."""

from collections.abc import Sequence

from sayso.engine.fuzzy import LCSseq, fuzz, process

_SHARED = 0.7  # of the letters of the shorter text, in order: what a likeness of 75 cannot do without
LEAST = 75  # of 100: below it, what is passed over could count


class ResemblingTitles:
    """Titles, prepared to be compared with many texts.

    `fuzz.WRatio` compares two texts as they are and with sorted words, and the shorter with parts of the longer.
    Where they have no word in common, each of these gives 75 only if five in seven letters of the shorter text stand in
    the longer one in their order, as written or with sorted words: that is counted many times faster.
    """

    __slots__ = ("_by_word", "_repeating", "_shortest", "_sorted", "_titles")

    def __init__(self, titles: Sequence[str]) -> None:
        self._titles = list(titles)
        parts = [title.split() for title in self._titles]
        self._sorted = [" ".join(sorted(words)) for words in parts]
        self._repeating = {i for i, words in enumerate(parts) if len(set(words)) < len(words)}
        self._shortest = min((len(title) for title in self._sorted), default=0)
        self._by_word: dict[str, list[int]] = {}
        for i, words in enumerate(parts):
            for word in set(words):
                self._by_word.setdefault(word, []).append(i)

    def most_like(self, said: str, limit: int, least: float = LEAST) -> list[tuple[int, float]]:
        """The places of the titles that are likest to a text, and how like; `least` is 75 or more."""
        words = said.split()
        pool = self._could_be(said, words) if len(set(words)) == len(words) else range(len(self._titles))
        titles = {i: self._titles[i] for i in pool}
        found = process.extract(said, titles, scorer=fuzz.WRatio, limit=limit, score_cutoff=least)
        return [(i, score) for _, score, i in found]

    def _could_be(self, said: str, words: list[str]) -> list[int]:
        ordered = " ".join(sorted(words))
        enough = int(_SHARED * min(len(ordered), self._shortest))
        pool = set(self._repeating)
        for text, titles in ((said, self._titles), (ordered, self._sorted)):
            found = process.extract(text, titles, scorer=LCSseq.similarity, limit=None, score_cutoff=enough)
            pool.update([i for _, _, i in found])
        for word in words:
            pool.update(self._by_word.get(word, ()))
        return sorted(pool)
