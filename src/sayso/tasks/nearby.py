"""Which tasks a message could be about: all of them, or, of very many, those that share words with it."""

import re
from dataclasses import dataclass

from sayso.storage.database import Transaction
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask, fold

WHOLE = 200  # tasks that are handed over as they are
_FEW = 60  # of very many
_EACH = 20  # that hold one phrase
_WORDS = 40  # of the message that are looked up
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Seen:
    """Tasks in the order of their numbers; `is_partial` where there are more that cannot be meant."""

    tasks: tuple[StoredTask, ...]
    is_partial: bool = False


async def look(tx: Transaction, user_id: str, wanted: records.Selection, said: str) -> Seen:
    """The tasks that could be meant."""
    found, total = await records.page(tx, user_id, wanted, WHOLE, 0)
    if total <= WHOLE:
        return Seen(found)
    words = _WORD.findall(fold(said))[:_WORDS]
    meant: dict[str, StoredTask] = {}
    for number in (int(word) for word in words if word.isdecimal() and len(word) < 10):
        meant |= {task.id: task for task in await records.by_number(tx, user_id, number)}
    for length in (3, 2, 1):  # the longest first: a task that holds three of the words comes before one that holds one
        for at in range(len(words) - length + 1):
            phrase = " ".join(words[at : at + length])
            if len(phrase) > 2 and len(meant) < _FEW:
                meant |= {task.id: task for task in await records.by_part(tx, user_id, phrase, _EACH)}
    if len(meant) < _FEW:  # what is written a little differently
        near = await records.sharing(tx, user_id, fold(said))
        meant |= {task.id: task for task in near[: _FEW - len(meant)]}
    return Seen(tuple(sorted(meant.values(), key=lambda task: task.number)), is_partial=True)
