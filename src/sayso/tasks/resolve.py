"""Which task is meant: by id, by number, by what it is called; several and none are answers too."""

from uuid import UUID

from sayso.engine.records.index import IndexedEntries
from sayso.regex import regex
from sayso.storage.database import Transaction
from sayso.tasks.nearby import WHOLE, NearbyTasks, TaskFinder, look, named
from sayso.tasks.outcome import SHOWN, InvalidTaskCall, SeveralMatch, TaskNotFound
from sayso.tasks.store import records
from sayso.tasks.task import StoredTask, fold
from sayso.tools.wrong import Wrong, check_text

_NUMBER = regex(r"(#|number )?\s*([0-9]+)")
_LARGEST = 2**31 - 1  # that the databases can hold
_OFFERED = 3
_Told = tuple[tuple[StoredTask, ...], tuple[StoredTask, ...]]


async def resolve(
    tx: Transaction, user_id: str, identifier: object, finder: TaskFinder
) -> StoredTask | SeveralMatch | TaskNotFound | InvalidTaskCall:
    """The one task of this person that an identifier means, or why there is not exactly one.

    A number is nothing else: "#3" never means a title, and a bare "3" only a title that is exactly "3". Words mean what
    they mean in a conversation: the same finder looks for them.
    """
    text = check_text(identifier, "task_identifier")
    if isinstance(text, Wrong):
        return InvalidTaskCall(text)
    folded = fold(text)
    if not folded:
        return InvalidTaskCall(Wrong("task_identifier", "No task was named.", "Give its number, its title or its id."))
    task_id = _uuid(text)
    if task_id is not None:
        task = await records.by_id(tx, user_id, task_id)
        return task if task is not None and task.deleted_at is None else TaskNotFound(text)
    number = _NUMBER.fullmatch(folded)
    if number is not None:
        found = await records.by_number(tx, user_id, min(int(number[2]), _LARGEST))
        if not found and not number[1]:
            found = await records.by_title(tx, user_id, folded, SHOWN + 1)
        return _one(text, found) or TaskNotFound(text)
    same = await records.by_title(tx, user_id, folded, SHOWN + 1)
    meant, nearest = (same, ()) if same else await called(tx, user_id, text, finder)
    return _one(text, meant) or TaskNotFound(text, nearest)


async def called(tx: Transaction, user_id: str, text: str, finder: TaskFinder) -> _Told:
    """The tasks that words mean, and where they mean none the nearest."""
    count = await records.count_up_to(tx, user_id, WHOLE + 1)
    if count > WHOLE:
        meant, nearest = _found(text, await named(tx, user_id, text, finder), finder)
        if meant:
            return meant, nearest
    return _found(text, await look(tx, user_id, text, finder), finder)


def _found(text: str, seen: NearbyTasks, finder: TaskFinder) -> _Told:
    found = finder.find(text, IndexedEntries(task.as_seen() for task in seen.tasks), seen.is_partial)
    meant, nearest = (tuple(seen.tasks[i] for i in places) for places in (found.meant, found.nearest[:_OFFERED]))
    return meant, nearest


def _one(text: str, found: tuple[StoredTask, ...]) -> StoredTask | SeveralMatch | None:
    if len(found) > 1:
        return SeveralMatch(text, found[:SHOWN], len(found) <= SHOWN)
    return found[0] if found else None


def _uuid(text: str) -> str | None:
    try:
        return str(UUID(text.strip())) if len(text.strip()) in (32, 36) else None
    except ValueError:
        return None
