"""What was learned from each person's own choices: kept, shown, and forgotten when they say so."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from sayso.engine.nouns import Decision
from sayso.learning import forget as without
from sayso.learning import learn, learn_sequence, learn_usual
from sayso.storage.database import Database, Transaction
from sayso.storage.tables import preferences as kept
from sayso.storage.whole import whole

MOST = 500  # of one person; the longest unused are forgotten first
_LONGEST = 400  # characters of a hint or a record
Preference = dict[str, object]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an answered message may teach: the question that was open, how it was answered, and what followed what."""

    answered: Decision
    asked: Decision | None = None
    sequence: tuple[str, str] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there can be nothing to learn from it."""
        return self.asked is None and self.sequence is None and not _names_a_priority(self.answered)

    def taught(self, before: list[Preference], now: datetime) -> list[Preference]:
        """The preferences after it."""
        after = before if self.asked is None else learn(before, self.asked, self.answered, now)
        after = learn_usual(after, self.answered, now)
        return after if self.sequence is None else learn_sequence(after, *self.sequence, now)


class Preferences:
    """Everybody's preferences, each person's apart."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    @whole
    async def of(self, user_id: str) -> list[Preference]:
        """A person's preferences, the latest first, as the decision contract lists them."""
        async with self._database.reading() as tx:
            return await _read(tx, user_id)

    @whole
    async def learn(self, user_id: str, lesson: Lesson) -> None:
        """Count what a person has just chosen, if anything."""
        now = self._clock()
        async with self._database.transaction() as tx:
            before = await _read(tx, user_id)
            after = lesson.taught(before, now)
            if after != before:
                await _write(tx, user_id, after)

    @whole
    async def forget(self, user_id: str, hint: str | None = None, record: str | None = None) -> int:
        """Forget what was chosen for a hint, or of a record, or all of it; gives how many went."""
        async with self._database.transaction() as tx:
            before = await _read(tx, user_id)
            after = without(before, hint, record)
            if after != before:
                await _write(tx, user_id, after)
            return len(before) - len(after)


def _names_a_priority(decision: Decision) -> bool:
    return any(
        step.action.intent == "add_task"
        and any(a.name == "priority" and a.source.kind == "message" for a in step.action.arguments)
        for step in decision.steps
    )


async def _read(tx: Transaction, user_id: str) -> list[Preference]:
    found = select(kept).where(kept.c.user_id == user_id).order_by(kept.c.last.desc(), kept.c.seq)
    rows = (await tx.execute(found)).mappings()
    return [
        {"hint": r["hint"], "record": r["record"], "count": r["count"], "of": r["of"], "last": r["last"].isoformat()}
        for r in rows
    ]


async def _write(tx: Transaction, user_id: str, after: list[Preference]) -> None:
    await tx.execute(delete(kept).where(kept.c.user_id == user_id))
    latest = sorted(after, key=lambda p: str(p["last"]), reverse=True)[:MOST]
    rows = [
        {**p, "user_id": user_id, "last": datetime.fromisoformat(str(p["last"]))}
        for p in latest
        if len(str(p["hint"])) <= _LONGEST and len(str(p["record"])) <= _LONGEST
    ]
    if rows:
        await tx.execute(insert(kept), rows)
