"""Which tasks words could be about: all of them, or, of very many, those that share words with them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Protocol

from sayso.dataclass import dataclass
from sayso.engine.records.find import Found
from sayso.engine.records.index import IndexedEntries
from sayso.regex import regex
from sayso.storage.database import Transaction
from sayso.tasks.store import records
from sayso.tasks.store.since import touched_since
from sayso.tasks.task import StoredTask, fold

WHOLE = 1000  # tasks that are handed over as they are
_FEW = 60  # of very many
_EACH = 20  # that hold one phrase
_WORDS = 40  # of the message that are looked up
_TOGETHER = 8  # words of a name that one title may hold
_WORD = regex(r"\w+")
_EVERY = records.Selection("all", datetime.min.replace(tzinfo=UTC), date.min)


class TaskFinder(Protocol):
    """Knows which record words mean."""

    def find(self, text: str, records: IndexedEntries, is_partial: bool = False) -> Found:
        """Which of the records a text means."""
        ...

    def telling(self, text: str) -> tuple[str, ...]:
        """The words of a text that tell one record from another, less their inflection."""
        ...


@dataclass(frozen=True, slots=True)
class NearbyTasks:
    """Tasks in the order of their numbers; `is_partial` where there are more that cannot be meant."""

    tasks: tuple[StoredTask, ...]
    is_partial: bool = False


async def named(tx: Transaction, user_id: str, name: str, finder: TaskFinder) -> NearbyTasks:
    """Of very many tasks, those whose titles hold every word of a name: none fits it better."""
    words = _long(finder.telling(name))
    found = await records.by_parts(tx, user_id, words, _EACH) if 0 < len(words) <= _TOGETHER else ()
    return NearbyTasks(found if len(found) < _EACH else (), is_partial=True)


async def renewed(tx: Transaction, user_id: str, seen: NearbyTasks, mark: int) -> NearbyTasks | None:
    """All of a person's tasks, as they are after what was changed since a mark; None where they are too many by now."""
    known = {task.id: task for task in seen.tasks}
    known |= {task.id: task for task in await touched_since(tx, user_id, mark)}
    there = (task for task in known.values() if task.deleted_at is None)
    tasks = tuple(sorted(there, key=lambda task: task.number))
    return None if seen.is_partial or len(tasks) > WHOLE else NearbyTasks(tasks)


async def look(tx: Transaction, user_id: str, said: str, finder: TaskFinder) -> NearbyTasks:
    """The tasks that could be meant."""
    found, total = await records.page(tx, user_id, _EVERY, WHOLE, 0)
    if total <= WHOLE:
        return NearbyTasks(found)
    words = _WORD.findall(fold(said))[:_WORDS]
    meant: dict[str, StoredTask] = {}
    for number in (int(word) for word in words if word.isdecimal() and len(word) < 10):
        meant |= {task.id: task for task in await records.by_number(tx, user_id, number)}
    for parts in _phrases(words, finder.telling(said)[:_WORDS]):
        if len(meant) >= _FEW:
            break
        holding = await records.by_parts(tx, user_id, parts, _EACH)
        if not holding and len(parts) == 1:  # one of its halves is free of the slip
            holding = tuple([t for half in _halves(parts[0]) for t in await records.by_part(tx, user_id, half, _EACH)])
        meant |= {task.id: task for task in holding}
    if len(meant) < _FEW:  # what is written a little differently
        near = await records.sharing(tx, user_id, fold(said))
        meant |= {task.id: task for task in near[: _FEW - len(meant)]}
    return NearbyTasks(tuple(sorted(meant.values(), key=lambda task: task.number)), is_partial=True)


def _phrases(words: list[str], telling: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What titles are searched for: all words of a name together; else the longest phrases first, since a task that
    holds three of the words comes before one that holds one; else the words less their inflection."""
    long = _long(telling)
    if 1 < len(long) <= _TOGETHER:
        yield long
    for length in (3, 2, 1):
        for at in range(len(words) - length + 1):
            phrase = " ".join(words[at : at + length])
            if len(phrase) > 2 and not (length == 1 and phrase in long):
                yield (phrase,)
    yield from ((word,) for word in long)


def _long(telling: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in telling if len(word) > 2))


def _halves(word: str) -> tuple[str, ...]:
    middle = len(word) // 2
    return (word[:middle], word[middle:]) if middle > 2 else ()
