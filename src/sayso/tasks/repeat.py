"""No doubles: the same call made again is answered with the first answer."""

from datetime import datetime, timedelta

from sayso.storage.database import Transaction
from sayso.tasks.outcome import Change, TaskKeyReused, from_text, to_text
from sayso.tasks.store import history
from sayso.tasks.store.history import PastResult
from sayso.tools.call import CallKey, is_soon

_GOING = ("undo", "redo")
KEPT = timedelta(days=1)  # how long an answer to a given key is kept


async def earlier(
    tx: Transaction, user_id: str, call: CallKey, now: datetime, window: timedelta
) -> Change | TaskKeyReused | None:
    """What the same call was answered before.

    Without a given key, the call counts as a retry only while what it did still stands: whoever completes, undoes and
    completes again within seconds means it. A second undo or redo goes one further.
    """
    if call.tool in _GOING and not call.is_given:
        return None
    past = await history.find_result(tx, user_id, call.key)
    if past is None:
        return None
    if call.is_given:
        is_same = past.arguments_hash == call.arguments_hash
        return from_text(past.result) if is_same else TaskKeyReused()
    if not is_soon(past.at, now, window) or await history.is_overtaken(tx, user_id, past, now + window):
        return None
    return from_text(past.result)


async def keep(tx: Transaction, user_id: str, call: CallKey, change: Change, now: datetime) -> None:
    """Keep an answer for those who ask again."""
    kept = PastResult(0, call.tool, call.arguments_hash, change.task.id, to_text(change), now)
    if not call.is_given:  # a given key that has an answer is not carried out again
        await history.drop_result(tx, user_id, call.key)
    await history.keep_result(tx, user_id, call.key, kept)
