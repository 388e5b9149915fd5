"""The records of a person, prepared once so that a mention finds its few candidates without reading them all."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from sayso.engine.nouns import Task
from sayso.engine.text import cut_deletes, fold

_WORD = re.compile(r"\w+")
Endings = tuple[tuple[str, str], ...]


def stem(word: str, endings: Endings) -> str:
    """The word less what inflection added to it."""
    for ending, bare in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + bare
    return word


@dataclass(frozen=True, slots=True)
class Index:
    """What is looked up: ids, numbers, whole titles, and each word of a title by its stem."""

    endings: Endings
    by_id: dict[str, int]
    by_number: dict[int, int]
    by_title: dict[str, list[int]]
    by_stem: dict[str, list[int]]
    slips: dict[str, list[str]]
    words: list[tuple[str, ...]]
    stems: list[frozenset[str]]


class Catalogue:
    """Tasks in the order the person last saw them, prepared for many requests."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.tasks: Sequence[Task] = tuple(tasks)
        self._index: Index | None = None

    def __len__(self) -> int:
        return len(self.tasks)

    def index(self, endings: Endings) -> Index:
        """The index for these inflections, made when it is first asked for."""
        if self._index is None or self._index.endings != endings:
            self._index = _index(self.tasks, endings)
        return self._index


def words_of(title: str) -> tuple[str, ...]:
    """The folded words of a title."""
    return tuple(_WORD.findall(fold(title)))


def _index(tasks: Sequence[Task], endings: Endings) -> Index:
    index = Index(endings, {}, {}, {}, {}, {}, [], [])
    for i, task in enumerate(tasks):
        words = words_of(task.title)
        stems = frozenset(stem(w, endings) for w in words)
        index.by_id.setdefault(task.id.casefold(), i)
        if task.number is not None:
            index.by_number.setdefault(task.number, i)
        index.by_title.setdefault(" ".join(words), []).append(i)
        index.words.append(words)
        index.stems.append(stems)
        for s in stems:
            index.by_stem.setdefault(s, []).append(i)
    for s in index.by_stem:
        if len(s) >= 4:
            for cut in cut_deletes(s):
                index.slips.setdefault(cut, []).append(s)
    return index


def near_stems(wanted: str, index: Index) -> list[str]:
    """The stems of the index that are the wanted one, or one slip away from it."""
    if wanted in index.by_stem:
        return [wanted]
    if len(wanted) < 4:
        return []
    near = {s for cut in (wanted, *cut_deletes(wanted)) for s in index.slips.get(cut, ())}
    near |= {cut for cut in cut_deletes(wanted) if len(cut) >= 4 and cut in index.by_stem}
    return sorted(s for s in near if OSA.distance(wanted, s, score_cutoff=1) <= 1)
