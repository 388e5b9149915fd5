"""Which task is meant: by id, by number, by title, by a part of the title; several and none are answers too."""

import re
from uuid import UUID

from rapidfuzz import fuzz, process

from sayso.storage.database import Transaction
from sayso.tasks.outcome import SHOWN, Invalid, NotFound, SeveralMatch
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask, fold
from sayso.tools.wrong import Wrong, check_text

_NUMBER = re.compile(r"(#|number )?\s*([0-9]+)")
_LARGEST = 2**31 - 1  # that the databases can hold
_ALIKE = 60  # of 100: below this two titles have little in common


async def resolve(tx: Transaction, user_id: str, identifier: object) -> StoredTask | SeveralMatch | NotFound | Invalid:
    """The one task of this person that an identifier means, or why there is not exactly one.

    A number is nothing else: "#3" never means a title, and a bare "3" only a title that is exactly "3".
    """
    text = check_text(identifier, "task_identifier")
    if isinstance(text, Wrong):
        return Invalid(text)
    folded = fold(text)
    if not folded:
        return Invalid(Wrong("task_identifier", "No task was named.", "Give its number, its title or its id."))
    task_id = _uuid(text)
    if task_id is not None:
        task = await records.by_id(tx, user_id, task_id)
        return task if task is not None and task.deleted_at is None else NotFound(text)
    number = _NUMBER.fullmatch(folded)
    if number is not None:
        found = await records.by_number(tx, user_id, min(int(number[2]), _LARGEST))
        if not found and not number[1]:
            found = await records.by_title(tx, user_id, folded, SHOWN + 1)
        return _one(text, found) or NotFound(text)
    found = await records.by_title(tx, user_id, folded, SHOWN + 1)
    found = found or await records.by_part(tx, user_id, folded, SHOWN + 1)
    return _one(text, found) or NotFound(text, await _nearest(tx, user_id, folded))


def _one(text: str, found: tuple[StoredTask, ...]) -> StoredTask | SeveralMatch | None:
    if len(found) > 1:
        return SeveralMatch(text, found[:SHOWN], len(found) <= SHOWN)
    return found[0] if found else None


def _uuid(text: str) -> str | None:
    try:
        return str(UUID(text.strip())) if len(text.strip()) in (32, 36) else None
    except ValueError:
        return None


async def _nearest(tx: Transaction, user_id: str, folded: str) -> tuple[StoredTask, ...]:
    candidates = dict(enumerate(await records.sharing(tx, user_id, folded)))
    titles = {i: fold(task.title) for i, task in candidates.items()}
    ranked = process.extract(folded, titles, scorer=fuzz.WRatio, limit=SHOWN - 2, score_cutoff=_ALIKE)
    return tuple(candidates[i] for _, _, i in ranked)
