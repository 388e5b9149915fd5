"""All statements about the use of the model: a sum for each person and day, a line of the audit for each message."""

from collections.abc import Callable
from datetime import date, datetime

from sqlalchemy import select

from sayso.assistant.model.budget import Spent
from sayso.assistant.model.cost import MICRO, Cost
from sayso.assistant.model.talker import Why
from sayso.audit import store as audit
from sayso.audit.entry import AuditEntry
from sayso.dataclass import dataclass
from sayso.session import Session
from sayso.storage.by_dialect import inserting
from sayso.storage.database import Database
from sayso.storage.tables import model_use
from sayso.storage.whole import whole


@dataclass(frozen=True, slots=True)
class Use:
    """A message about which the model was asked."""

    day: date  # where the person is
    model: str
    mode: str
    cost: Cost
    fallback: Why | None


class UsageLedger:
    """What everybody's messages cost."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @whole
    async def spent(self, user_id: str, day: date) -> Spent:
        """What a person has used up on a day."""
        columns = (model_use.c.tokens_in, model_use.c.tokens_out, model_use.c.micros)
        wanted = select(*columns).where(model_use.c.user_id == user_id, model_use.c.day == day)
        async with self._database.reading() as tx:
            row = (await tx.execute(wanted)).first()
        return Spent() if row is None else Spent(row[0] + row[1], row[2] / MICRO)

    @whole
    async def keep(self, session: Session, use: Use) -> None:
        """Add a message's cost to its day, and write it into the audit; both or neither."""
        cost = use.cost
        values = {
            "messages": 1,
            "tokens_in": cost.usage.tokens_in,
            "tokens_out": cost.usage.tokens_out,
            "micros": round(cost.money * MICRO),
        }
        told = {"in": cost.usage.tokens_in, "out": cost.usage.tokens_out, "money": cost.money, "fallback": use.fallback}
        entry = AuditEntry(
            session.user_id,
            session.door,
            "model",
            {"mode": use.mode, "model": use.model},
            "success" if use.fallback is None else "error",
            told,
            self._clock(),
            cost.seconds,
        )
        async with self._database.transaction() as tx:
            upsert = inserting(tx.dialect.name)
            first = upsert(model_use).values(user_id=session.user_id, day=use.day, **values)
            more = {name: model_use.c[name] + value for name, value in values.items()}
            await tx.execute(first.on_conflict_do_update(index_elements=["user_id", "day"], set_=more))
            await audit.append(tx, entry)
