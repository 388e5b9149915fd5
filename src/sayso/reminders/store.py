"""All statements about reminders, quiet hours and browsers that are told."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping, Select, and_, bindparam, delete, exists, func, insert, or_, select, update

from sayso.accounts.person import zone
from sayso.dataclass import dataclass
from sayso.reminders.reminder import QuietHours, RemindedTask, Reminder, reminder_id
from sayso.storage.by_dialect import inserting
from sayso.storage.database import Transaction
from sayso.storage.often import OFTEN
from sayso.storage.tables import plans, push_subscriptions, quiet_hours, reminders, tasks, users, web_sessions

STALE = timedelta(days=1)  # what was due before that is told no more: it stands in the list as overdue
HOLD = timedelta(seconds=60)  # for which whoever claimed a reminder delivers it, and nobody else
SHOWN_AT_MOST = 50
_JUST_BEFORE = timedelta(microseconds=1)
_CLAIMED_WITHIN = timedelta(seconds=10)  # what nobody claimed by then is waited for with less haste
BROWSERS = 20  # of one person that are told
_WAITING, _CLAIMED, _OVER = "waiting", "claimed", "over"
_TASK = (tasks.c.number, tasks.c.title, tasks.c.description, tasks.c.priority, tasks.c.due, tasks.c.repeat)
_PERSON = (users.c.email, users.c.timezone, quiet_hours.c.starts, quiet_hours.c.ends)
_IS_OPEN = and_(tasks.c.completed_at.is_(None), tasks.c.deleted_at.is_(None))
_HOLDS = and_(_IS_OPEN, tasks.c.due_at == reminders.c.due_at)  # it is still about the task as it is


@dataclass(frozen=True, slots=True)
class Raised:
    """A task that somebody was reminded of."""

    task_id: str
    shown_at: datetime
    holds: bool  # it is still to be done, and due when it was


@dataclass(frozen=True, slots=True)
class Claim:
    """Who delivers now, through which channels besides the page, how many at a time, and due since when."""

    holder: str
    now: datetime
    channels: tuple[str, ...]
    most: int
    since: datetime


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """A browser that is told: where, with which keys, in which language."""

    key_hash: str
    session: str
    token: str
    language: str


def _fresh(now: datetime) -> Select[Any]:
    """Tasks that fell due and have no reminder yet; not what was already past when it was written down, nor what is
    carried out by itself."""
    told = exists().where(reminders.c.task_id == tasks.c.id, reminders.c.due_at == tasks.c.due_at)
    fell_due = and_(tasks.c.due_at <= now, tasks.c.due_at > now - STALE, tasks.c.created_at <= tasks.c.due_at)
    is_planned = exists().where(plans.c.task_id == tasks.c.id, plans.c.state.in_(("waiting", "claimed")))
    return select(tasks.c.id.label("task_id")).where(fell_due, _IS_OPEN, ~told, ~is_planned)


def _ready(now: datetime) -> Any:
    """Reminders that are to be delivered: their time came, or whoever held them is gone."""
    is_waiting = and_(reminders.c.state == _WAITING, reminders.c.at <= now)
    return or_(is_waiting, and_(reminders.c.state == _CLAIMED, reminders.c.held_until <= now))


async def is_anything(tx: Transaction, now: datetime) -> bool:
    """Whether something is to be delivered now."""
    for found in (_fresh(now).limit(1), select(reminders.c.id).where(_ready(now)).limit(1)):
        if (await tx.execute(found)).first() is not None:
            return True
    return False


async def claim_fresh(tx: Transaction, claim: Claim) -> tuple[list[Reminder], int]:
    """Make reminders of what fell due; those that this transaction made are the claimer's, and no other's. Gives them,
    and how many tasks were looked at."""
    found = _fresh(claim.since).add_columns(tasks.c.user_id, tasks.c.due_at, *_TASK, *_PERSON)
    found = found.join(users, users.c.id == tasks.c.user_id)
    found = found.outerjoin(quiet_hours, quiet_hours.c.user_id == users.c.id).order_by(tasks.c.due_at)
    rows = (await tx.execute(found.limit(claim.most))).mappings().all()
    if not rows:
        return [], 0
    made = {reminder_id(row["task_id"], row["due_at"]): row for row in rows}
    values = [_new(claim, key, row) for key, row in made.items()]
    put = inserting(tx.dialect.name)
    kept = put(reminders).values(values).on_conflict_do_nothing().returning(reminders.c.id, reminders.c.shown_at)
    own = {row.id for row in (await tx.execute(kept)).all() if row.shown_at is not None}
    return [_reminder(key, row, claim.channels) for key, row in made.items() if key in own], len(rows)


def _new(claim: Claim, key: str, row: RowMapping) -> dict[str, object]:
    about = {"id": key, "user_id": row["user_id"], "task_id": row["task_id"], "due_at": row["due_at"]}
    counts = {"turn": 0, "tries": 0, "seen_at": None}
    quiet = _quiet_until(row, claim.now)
    if quiet is not None:
        rest = {"at": quiet, "state": _WAITING, "holder": None, "held_until": None, "channels": "", "shown_at": None}
        return {**about, **counts, **rest}
    return {**about, **counts, "at": claim.now, "shown_at": claim.now, **_held(claim, claim.channels)}


def _held(claim: Claim, channels: tuple[str, ...]) -> dict[str, object]:
    """Claimed, or over at once where the page is all there is."""
    if not channels:
        return {"state": _OVER, "holder": claim.holder, "held_until": None, "channels": ""}
    until = claim.now + HOLD
    return {"state": _CLAIMED, "holder": claim.holder, "held_until": until, "channels": ",".join(channels)}


def _quiet_until(row: RowMapping, now: datetime) -> datetime | None:
    where = zone(row["timezone"])
    quiet = QuietHours.of(row["starts"] or "", row["ends"] or "")
    return None if quiet is None or where is None else quiet.end(now, where)


async def claim_waiting(tx: Transaction, claim: Claim) -> tuple[list[Reminder], int]:
    """Take reminders whose time came, or whose holder is gone; nobody else sees them meanwhile."""
    columns = (reminders, *_TASK, *_PERSON, _HOLDS.label("holds"))
    found = select(*columns).join(tasks, tasks.c.id == reminders.c.task_id)
    found = found.join(users, users.c.id == reminders.c.user_id)
    found = found.outerjoin(quiet_hours, quiet_hours.c.user_id == users.c.id).where(_ready(claim.since))
    found = found.order_by(reminders.c.at).limit(claim.most).with_for_update(skip_locked=True, of=reminders)
    rows = (await tx.execute(found)).mappings().all()
    taken: list[Reminder] = []
    for row in rows:
        is_begun = row["shown_at"] is not None
        quiet = None if is_begun else _quiet_until(row, claim.now)
        channels = tuple(row["channels"].split(",")) if is_begun and row["channels"] else claim.channels
        if not row["holds"]:
            values: dict[str, object] = {"state": _OVER, "seen_at": claim.now}
        elif quiet is not None:
            values = {"state": _WAITING, "at": quiet}
        else:
            values = {"shown_at": row["shown_at"] or claim.now, **_held(claim, channels)}
            taken.append(_reminder(row["id"], row, channels))
        await tx.execute(update(reminders).where(reminders.c.id == row["id"]).values(**values))
    return taken, len(rows)


def _reminder(key: str, row: RowMapping, channels: tuple[str, ...]) -> Reminder:
    told = (row["title"], row["description"], row["priority"], row["due"], row["repeat"])
    task = RemindedTask(row["task_id"], row["number"], *told)
    turn, tries = row.get("turn", 0), row.get("tries", 0)
    return Reminder(key, row["user_id"], row["email"], row["timezone"], task, row["due_at"], turn, tries, channels)


async def finish(tx: Transaction, key: str, claim: Claim, left: Sequence[str], again: datetime | None) -> None:
    """Note what was delivered; what is `left` is tried `again`, or given up where there is no such time."""
    values: dict[str, object] = {"state": _OVER, "held_until": None, "channels": ",".join(left)}
    if left and again is not None:
        values |= {"state": _WAITING, "at": again, "tries": reminders.c.tries + 1}
    mine = and_(reminders.c.id == key, reminders.c.holder == claim.holder, reminders.c.state == _CLAIMED)
    await tx.execute(update(reminders).where(mine).values(**values))


async def shown(tx: Transaction, user_id: str) -> tuple[RowMapping, ...]:
    """What a person was reminded of, and has not seen to yet; the oldest first."""
    found = select(reminders.c.id, reminders.c.task_id, reminders.c.turn, reminders.c.shown_at, *_TASK)
    found = found.join(tasks, tasks.c.id == reminders.c.task_id)
    told = and_(reminders.c.shown_at.is_not(None), reminders.c.seen_at.is_(None))
    found = found.where(reminders.c.user_id == user_id, tasks.c.user_id == user_id, told, _HOLDS)
    return tuple((await tx.execute(found.order_by(reminders.c.shown_at).limit(SHOWN_AT_MOST))).mappings().all())


_RAISED = (  # made once: it is asked with every message
    select(reminders.c.task_id, reminders.c.shown_at, _HOLDS.label("holds"))
    .join(tasks, tasks.c.id == reminders.c.task_id)
    .where(
        reminders.c.user_id == bindparam("whose"),
        tasks.c.user_id == bindparam("whose"),
        reminders.c.shown_at > bindparam("since"),
        reminders.c.seen_at.is_(None),
    )
    .order_by(reminders.c.shown_at.desc())
    .limit(SHOWN_AT_MOST)
    .execution_options(**OFTEN)
)


async def raised(tx: Transaction, user_id: str, since: datetime) -> tuple[Raised, ...]:
    """What a person was reminded of since then, and has not seen to on the notice; the latest last."""
    found = (await tx.execute(_RAISED, {"whose": user_id, "since": since})).mappings()
    return tuple(Raised(row["task_id"], row["shown_at"], bool(row["holds"])) for row in found)[::-1]


async def next_at(tx: Transaction, user_id: str, now: datetime) -> datetime | None:
    """When the person is reminded next, as far as it is known; now, where something fell due that is about to be
    claimed."""
    just = _fresh(now).where(tasks.c.user_id == user_id, tasks.c.due_at > now - _CLAIMED_WITHIN).limit(1)
    if (await tx.execute(just)).first() is not None:
        return now
    coming = select(func.min(tasks.c.due_at)).where(tasks.c.user_id == user_id, tasks.c.due_at > now, _IS_OPEN)
    put_off = select(func.min(reminders.c.at)).where(reminders.c.user_id == user_id, reminders.c.state == _WAITING)
    times = [(await tx.execute(found)).scalar_one_or_none() for found in (coming, put_off.where(reminders.c.at > now))]
    return min((each for each in times if each is not None), default=None)


async def find(tx: Transaction, user_id: str, key: str) -> RowMapping | None:
    """One of a person's reminders, also one that was put off meanwhile."""
    found = select(reminders).where(reminders.c.id == key, reminders.c.user_id == user_id)
    return (await tx.execute(found)).mappings().one_or_none()


async def see(tx: Transaction, user_id: str, key: str, now: datetime) -> None:
    """Note that the person has seen to it."""
    own = and_(reminders.c.id == key, reminders.c.user_id == user_id, reminders.c.seen_at.is_(None))
    own = and_(own, reminders.c.shown_at.is_not(None))  # what is put off comes again
    await tx.execute(update(reminders).where(own).values(seen_at=now))


async def put_off(tx: Transaction, user_id: str, key: str, until: datetime) -> None:
    """Let it come again later, through all channels."""
    own = and_(reminders.c.id == key, reminders.c.user_id == user_id)
    again = {"turn": reminders.c.turn + 1, "tries": 0, "channels": "", "shown_at": None, "seen_at": None}
    await tx.execute(update(reminders).where(own).values(state=_WAITING, at=until, held_until=None, **again))


async def forget(tx: Transaction, before: datetime) -> None:
    """Forget reminders of long ago."""
    await tx.execute(delete(reminders).where(reminders.c.state == _OVER, reminders.c.due_at < before))


async def quiet_of(tx: Transaction, user_id: str) -> tuple[str, str] | None:
    """A person's quiet hours."""
    found = select(quiet_hours.c.starts, quiet_hours.c.ends).where(quiet_hours.c.user_id == user_id)
    row = (await tx.execute(found)).one_or_none()
    return None if row is None else (row.starts, row.ends)


async def keep_quiet(tx: Transaction, user_id: str, hours: tuple[str, str] | None) -> None:
    """Keep other quiet hours, or none."""
    await tx.execute(delete(quiet_hours).where(quiet_hours.c.user_id == user_id))
    if hours is not None:
        await tx.execute(insert(quiet_hours).values(user_id=user_id, starts=hours[0], ends=hours[1]))


async def release_held(tx: Transaction, user_id: str, now: datetime) -> None:
    """Have what quiet hours hold back be looked at anew, since they are about to change: what is put off otherwise
    stays so."""
    columns = (reminders.c.id, reminders.c.turn, reminders.c.at, *_PERSON)
    found = select(*columns).join(users, users.c.id == reminders.c.user_id)
    found = found.outerjoin(quiet_hours, quiet_hours.c.user_id == users.c.id)
    is_unseen = and_(reminders.c.state == _WAITING, reminders.c.shown_at.is_(None), reminders.c.at > now)
    rows = (await tx.execute(found.where(reminders.c.user_id == user_id, is_unseen))).mappings().all()
    held = [row["id"] for row in rows if row["turn"] == 0 or _quiet_until(row, row["at"] - _JUST_BEFORE) == row["at"]]
    await tx.execute(update(reminders).where(reminders.c.id.in_(held)).values(at=now))


async def subscribe(tx: Transaction, user_id: str, one: PushSubscription, now: datetime) -> None:
    """Keep a browser that is told. It is one person's: whoever used it before is not told there any longer;
    of very many of one person the newest are told."""
    await unsubscribe(tx, one.key_hash)
    values = {"session": one.session, "token": one.token, "language": one.language, "at": now}
    await tx.execute(insert(push_subscriptions).values(key_hash=one.key_hash, user_id=user_id, **values))
    own = select(push_subscriptions.c.key_hash).where(push_subscriptions.c.user_id == user_id)
    newest = own.order_by(push_subscriptions.c.at.desc(), (push_subscriptions.c.key_hash == one.key_hash).desc())
    older = (await tx.execute(newest.offset(BROWSERS))).scalars().all()
    await tx.execute(delete(push_subscriptions).where(push_subscriptions.c.key_hash.in_(older)))


async def unsubscribe(tx: Transaction, key_hash: str, user_id: str | None = None) -> bool:
    """Tell a browser no longer; of a person, where it is theirs."""
    gone = delete(push_subscriptions).where(push_subscriptions.c.key_hash == key_hash)
    if user_id is not None:
        gone = gone.where(push_subscriptions.c.user_id == user_id)
    return bool((await tx.execute(gone)).rowcount)


async def subscriptions(tx: Transaction, user_id: str, now: datetime) -> tuple[PushSubscription, ...]:
    """The browsers that a person is told at: those that are still signed in."""
    columns = [push_subscriptions.c[name] for name in ("key_hash", "session", "token", "language")]
    found = select(*columns).join(web_sessions, web_sessions.c.secret_hash == push_subscriptions.c.session)
    found = found.where(push_subscriptions.c.user_id == user_id, web_sessions.c.expires_at > now)
    rows = (await tx.execute(found)).all()
    return tuple(PushSubscription(*row) for row in rows)
