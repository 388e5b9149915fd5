"""What was learned from each person's own choices: kept, shown, and forgotten when they say so."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from sayso.dataclass import dataclass
from sayso.engine.nouns import Decision
from sayso.learning import forget as without
from sayso.learning import learn, learn_sequence, learn_usual
from sayso.storage.database import Transaction
from sayso.storage.joined import Joined, TransactionSource
from sayso.storage.often import OFTEN
from sayso.storage.tables import preferences as kept
from sayso.storage.whole import whole

MOST = 500  # of one person; the longest unused are forgotten first
_LONGEST = 400  # characters of a hint or a record
Preference = dict[str, object]
# made once: to make and read a statement takes longer than to carry it out
_FIND = (
    select(kept.c.hint, kept.c.record, kept.c.count, kept.c.of, kept.c.last)
    .where(kept.c.user_id == bindparam("whose"))
    .order_by(kept.c.last.desc(), kept.c.seq)
    .execution_options(**OFTEN)
)
_ADD = insert(kept).inline().execution_options(**OFTEN)
_COUNT = (
    update(kept)
    .where(kept.c.user_id == bindparam("whose"), kept.c.hint == bindparam("said"), kept.c.record == bindparam("meant"))
    .execution_options(**OFTEN)
)


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

    def __init__(self, database: TransactionSource, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def within(self, tx: Transaction) -> "Preferences":
        """The same, in a transaction that is open."""
        return Preferences(Joined(tx), self._clock)

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
                await _renew(tx, user_id, before, after)

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
    rows = (await tx.execute(_FIND, {"whose": user_id})).mappings()
    return [
        {"hint": r["hint"], "record": r["record"], "count": r["count"], "of": r["of"], "last": r["last"].isoformat()}
        for r in rows
    ]


async def _renew(tx: Transaction, user_id: str, before: list[Preference], after: list[Preference]) -> None:
    """Keep what is different: one lesson touches few of many."""
    known = {(p["hint"], p["record"]): p for p in before}
    if len(after) > MOST:
        await _write(tx, user_id, after)
        return
    for p in after:
        which = (p["hint"], p["record"])
        if known.get(which) == p or len(str(p["hint"])) > _LONGEST or len(str(p["record"])) > _LONGEST:
            continue
        row = {"count": p["count"], "of": p["of"], "last": datetime.fromisoformat(str(p["last"]))}
        if which in known:
            await tx.execute(_COUNT, {"whose": user_id, "said": p["hint"], "meant": p["record"], **row})
        else:
            await tx.execute(_ADD, {"user_id": user_id, "hint": p["hint"], "record": p["record"], **row})


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
