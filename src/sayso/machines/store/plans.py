"""What machines are told at another time: claimed by one replica, and only while its task is open."""

import json
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select, update

from sayso.dataclass import dataclass
from sayso.machines.outcome import About
from sayso.storage.by_dialect import inserting
from sayso.storage.database import Transaction
from sayso.storage.tables import plans, tasks

HOLD = timedelta(seconds=60)  # for which whoever claimed a plan carries it out, and nobody else
_WAITING, _CLAIMED, _OVER, _FAILED = "waiting", "claimed", "over", "failed"


@dataclass(frozen=True, slots=True)
class Ending:
    """What takes a command back, and when."""

    about: About
    at: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A command for another time, and the task that stands for it in the person's list."""

    id: str
    user_id: str
    task_id: str
    about: About
    then: Ending | None = None
    language: str = ""
    is_agreed: bool = False
    is_end: bool = False


async def put(tx: Transaction, plan: Plan) -> None:
    """Keep a plan; one that is there already stays as it is."""
    then = None if plan.then is None else json.dumps({"about": plan.then.about.to_dict(), "at": plan.then.at})
    values: dict[str, object] = {"id": plan.id, "user_id": plan.user_id, "task_id": plan.task_id, "then": then}
    values |= {"about": json.dumps(plan.about.to_dict()), "language": plan.language, "state": _WAITING}
    values |= {"is_agreed": plan.is_agreed, "is_end": plan.is_end, "holder": None, "held_until": None}
    insert = inserting(tx.dialect.name)
    await tx.execute(insert(plans).values(**values).on_conflict_do_nothing())


def _is_due(now: datetime) -> ColumnElement[bool]:
    is_open = and_(tasks.c.completed_at.is_(None), tasks.c.deleted_at.is_(None), tasks.c.due_at <= now)
    is_free = or_(plans.c.state == _WAITING, and_(plans.c.state == _CLAIMED, plans.c.held_until <= now))
    return and_(is_open, is_free)


async def is_anything(tx: Transaction, now: datetime) -> bool:
    """Whether something is to be carried out now."""
    found = select(plans.c.id).join(tasks, tasks.c.id == plans.c.task_id).where(_is_due(now))
    return (await tx.execute(found.limit(1))).first() is not None


async def claim(tx: Transaction, holder: str, now: datetime, most: int) -> list[tuple[Plan, datetime]]:
    """Plans that are due, with when; until they are given up, nobody else has them."""
    found = select(plans, tasks.c.due_at).join(tasks, tasks.c.id == plans.c.task_id).where(_is_due(now))
    found = found.order_by(tasks.c.due_at).limit(most).with_for_update(skip_locked=True, of=plans)
    taken: list[tuple[Plan, datetime]] = []
    for row in (await tx.execute(found)).mappings().all():
        told = None if row["then"] is None else json.loads(row["then"])
        then = None if told is None else Ending(_about(told["about"]), told["at"])
        about = _about(json.loads(row["about"]))
        rest = (row["language"], row["is_agreed"], row["is_end"])
        taken.append((Plan(row["id"], row["user_id"], row["task_id"], about, then, *rest), row["due_at"]))
        held = {"state": _CLAIMED, "holder": holder, "held_until": now + HOLD}
        await tx.execute(update(plans).where(plans.c.id == row["id"]).values(**held))
    return taken


async def finish(tx: Transaction, plan: Plan, holder: str, is_done: bool) -> None:
    """Note what became of a plan; from then on its task reminds like any other, where it is still open."""
    own = and_(plans.c.id == plan.id, plans.c.holder == holder, plans.c.state == _CLAIMED)
    await tx.execute(update(plans).where(own).values(state=_OVER if is_done else _FAILED, held_until=None))


def _about(told: dict[str, Any]) -> About:
    return About(
        told["device_id"], told["device_name"], told["machine_command_id"], told["command_name"], told["overrides"]
    )
