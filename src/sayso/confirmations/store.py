"""All statements about confirmations and PINs. Whether one is used is decided by the database, in one statement."""

import json
from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, bindparam, delete, insert, not_, or_, select, update

from sayso.confirmations.pending import Pending, canonical
from sayso.storage.by_dialect import ByDialect
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import confirmations, pins

OPEN, GRANTED, STANDING, REFUSED = "open", "granted", "standing", "refused"
LONGEST_DECISION = 20_000
_SKEW = timedelta(minutes=1)  # by which the clocks of two machines may differ
# made once: to make and read a statement takes longer than to carry it out
_IS_THEIRS = confirmations.c.user_id == bindparam("whose")
_IS_OLD = confirmations.c.expires_at <= bindparam("now")
_IS_AHEAD = confirmations.c.asked_at > bindparam("ahead")  # asked later than now: the clock was set back since
_IS_GOOD = not_(or_(_IS_OLD, _IS_AHEAD))
_ALIVE = (
    select(confirmations)
    .where(_IS_THEIRS, or_(confirmations.c.state == OPEN, confirmations.c.state == GRANTED), _IS_GOOD)
    .order_by(confirmations.c.asked_at)
)
_SAME = _ALIVE.where(confirmations.c.arguments_hash == bindparam("what")).execution_options(**OFTEN)
_CLEAR = delete(confirmations).where(_IS_THEIRS, or_(_IS_OLD, _IS_AHEAD))
_CLEAR = _CLEAR.execution_options(**OFTEN)
_PUT = ByDialect(lambda insert: insert(confirmations).inline().on_conflict_do_nothing().execution_options(**OFTEN))
_MOVE = update(confirmations).where(_IS_THEIRS, _IS_GOOD).returning(confirmations.c.id).execution_options(**OFTEN)
_DECIDE = _MOVE.where(confirmations.c.id == bindparam("which"), confirmations.c.state == OPEN)
_SPEND = _MOVE.where(confirmations.c.arguments_hash == bindparam("what"), confirmations.c.state == GRANTED)
_DECIDE_UNTIL = _DECIDE.values(expires_at=bindparam("until"))
_TOOL_OF = (
    select(confirmations.c.tool)
    .where(confirmations.c.id == bindparam("which"), confirmations.c.user_id == bindparam("whose"))
    .execution_options(**OFTEN)
)
_DECIDED = (
    select(confirmations.c.id)
    .where(_IS_THEIRS, _IS_GOOD, confirmations.c.arguments_hash == bindparam("what"))
    .where(confirmations.c.state == bindparam("how"))
    .limit(1)
    .execution_options(**OFTEN)
)


async def put(tx: Transaction, pending: Pending, now: datetime) -> Pending:
    """Keep a question; where the same one is already open or granted, that one is it."""
    text, digest = canonical(pending.tool, pending.arguments, pending.behind)
    # with what is out of date also goes what the same question would be held up by
    await tx.execute(_CLEAR, {"whose": pending.user_id, **_at(now)})
    row = {
        "id": pending.id,
        "user_id": pending.user_id,
        "tool": pending.tool,
        "arguments": text,
        "arguments_hash": digest,
        "summary": pending.summary[:500],
        "door": pending.door[:64],
        "asked_at": now,
        "expires_at": pending.expires_at,
        "state": OPEN,
        "decision": None if pending.decision is None else json.dumps(pending.decision, default=str)[:LONGEST_DECISION],
    }
    await tx.execute(_PUT[tx.dialect.name], row)
    same = {"whose": pending.user_id, **_at(now), "what": digest}
    return _pending((await tx.execute(_SAME, same)).mappings().one())


async def decide(tx: Transaction, pending_id: str, user_id: str, now: datetime, state: str) -> bool:
    """Bring the open one of an id into another state, if it is this person's and not out of date."""
    which = {"which": pending_id, "whose": user_id, **_at(now), "state": state, "decided_at": now}
    return (await tx.execute(_DECIDE, which)).first() is not None


async def tool_of(tx: Transaction, pending_id: str, user_id: str) -> str | None:
    """The tool that a question of a person is about."""
    return (await tx.execute(_TOOL_OF, {"which": pending_id, "whose": user_id})).scalar_one_or_none()


async def asked(tx: Transaction, user_id: str, pending_ids: Collection[str]) -> tuple[Pending, ...]:
    """The questions of these ids that were put to a person, whatever became of them."""
    theirs = select(confirmations).where(_IS_THEIRS, confirmations.c.id.in_(pending_ids))
    return tuple(_pending(row) for row in (await tx.execute(theirs, {"whose": user_id})).mappings())


async def spend(tx: Transaction, user_id: str, digest: str, now: datetime) -> bool:
    """Use the granted one of a call up; False where there is none, or it is out of date."""
    which = {"whose": user_id, "what": digest, **_at(now), "state": "spent", "decided_at": now}
    return (await tx.execute(_SPEND, which)).first() is not None


async def allow_for(tx: Transaction, pending_id: str, user_id: str, now: datetime, until: datetime) -> bool:
    """Let exactly this call through until a time, if it is this person's and not out of date."""
    which = {"which": pending_id, "whose": user_id, **_at(now), "until": until}
    return (await tx.execute(_DECIDE_UNTIL, {**which, "state": STANDING, "decided_at": now})).first() is not None


async def refuse(tx: Transaction, pending_id: str, user_id: str, now: datetime, until: datetime) -> bool:
    """Keep the person's no to exactly this call until a time, if it is theirs and not out of date."""
    which = {"which": pending_id, "whose": user_id, **_at(now), "until": until}
    return (await tx.execute(_DECIDE_UNTIL, {**which, "state": REFUSED, "decided_at": now})).first() is not None


async def stands(tx: Transaction, user_id: str, digest: str, now: datetime) -> bool:
    """Whether a call was allowed for a while that is not over."""
    return await _is_decided(tx, user_id, digest, now, STANDING)


async def is_refused(tx: Transaction, user_id: str, digest: str, now: datetime) -> bool:
    """Whether the person said no to a call, a while ago that is not over."""
    return await _is_decided(tx, user_id, digest, now, REFUSED)


async def _is_decided(tx: Transaction, user_id: str, digest: str, now: datetime, state: str) -> bool:
    which = {"whose": user_id, "what": digest, **_at(now), "how": state}
    return (await tx.execute(_DECIDED, which)).first() is not None


async def waiting(tx: Transaction, user_id: str, now: datetime) -> tuple[Pending, ...]:
    """What waits for this person's yes, the oldest first."""
    rows = (await tx.execute(_ALIVE.where(confirmations.c.state == OPEN), {"whose": user_id, **_at(now)})).mappings()
    return tuple(_pending(row) for row in rows)


async def has_pin(tx: Transaction, user_id: str) -> bool:
    """Whether a person has a PIN."""
    return (await tx.execute(select(pins.c.user_id).where(pins.c.user_id == user_id))).first() is not None


async def locked_pin(tx: Transaction, user_id: str) -> RowMapping | None:
    """A person's PIN with its tries, which nobody else counts meanwhile."""
    found = select(pins).where(pins.c.user_id == user_id).with_for_update()
    return (await tx.execute(found)).mappings().one_or_none()


async def put_pin(tx: Transaction, user_id: str, pin_hash: str | None) -> None:
    """Keep another PIN for a person, or none."""
    await tx.execute(delete(pins).where(pins.c.user_id == user_id))
    if pin_hash is not None:
        await tx.execute(insert(pins).values(user_id=user_id, pin_hash=pin_hash, tries=0, blocked_until=None))


async def count_pin_tries(tx: Transaction, user_id: str, tries: int, blocked_until: datetime | None) -> None:
    """Keep how often a person's PIN was tried in vain, and until when nobody may."""
    await tx.execute(update(pins).where(pins.c.user_id == user_id).values(tries=tries, blocked_until=blocked_until))


def _at(now: datetime) -> dict[str, datetime]:
    """What tells whether a question is good at a time."""
    return {"now": now, "ahead": now + _SKEW}


def _read(text: str | None) -> dict[str, object] | None:
    try:
        return None if text is None else dict(json.loads(text))
    except ValueError:  # cut off for its length
        return None


def _pending(row: RowMapping) -> Pending:
    return Pending(
        id=row["id"],
        user_id=row["user_id"],
        tool=row["tool"],
        arguments=json.loads(row["arguments"]),
        summary=row["summary"],
        door=row["door"],
        expires_at=row["expires_at"],
        is_granted=row["state"] == GRANTED,
        decision=_read(row["decision"]),
    )
