"""How often a tool may be called: counted for each person in the database, by all gateways on it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from conftest import FreshUrl
from sqlalchemy import func, select

from sayso.accounts.accounts import Accounts
from sayso.audit.audit import Audit
from sayso.confirmations.confirmations import Confirmations
from sayso.gateway.desk import GatewayDesk
from sayso.gateway.policy_file import read_policy
from sayso.gateway.rules import CallLimit
from sayso.rate_limit.rate_limit import RateLimit
from sayso.storage.database import Database
from sayso.storage.tables import rate_counts


def desk_of(database: Database, clock: Callable[[], datetime], who: str = "ann") -> GatewayDesk:
    confirmations = Confirmations(database, clock, timedelta(minutes=5))
    return GatewayDesk(database, Accounts(database, clock), confirmations, Audit(database, clock), lambda: who, clock)


async def test_all_limits_of_a_tool_hold(tmp_path: Path, database: Database) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text('tools:\n  send: {at_most: 20 per day}\n  "*": {at_most: 2 per minute}\n')
    limits = read_policy(file).rule("mail", "send").limits
    now = [datetime(2026, 11, 18, tzinfo=UTC)]
    desk = desk_of(database, lambda: now[0])
    assert [await desk.counted("send", limits) is None for _ in range(3)] == [True, True, False]
    for _ in range(30):
        now[0] += timedelta(minutes=1)
        await desk.counted("send", limits)
    reached = await desk.counted("send", limits)
    assert reached is not None
    assert reached.told == "20 times per day"
    assert await desk.counted("other", limits) is None


@pytest.mark.parametrize(("seconds", "told"), [(1, "second"), (60, "minute"), (3600, "hour"), (86_400, "day")])
async def test_within_no_such_time_it_is_more_often(database: Database, seconds: int, told: str) -> None:
    """Also where the clock begins another minute, hour or day meanwhile."""
    limit = CallLimit(3, seconds, f"3 times per {told}")
    now = [datetime(2026, 11, 18, 23, 59, 59, 900_000, tzinfo=UTC)]
    desk = desk_of(database, lambda: now[0])
    passed: list[datetime] = []
    for _ in range(60):
        if await desk.counted("send", [limit]) is None:
            passed.append(now[0])
        now[0] += timedelta(seconds=seconds / 10)
    window = timedelta(seconds=seconds)
    assert all(after - before >= window for before, after in zip(passed, passed[3:], strict=False))
    assert len(passed) >= 15  # of the 18 that fit


async def test_gateways_on_one_database_count_together(fresh_url: FreshUrl) -> None:
    limit = CallLimit(3, 3600, "3 times per hour")
    now = datetime(2026, 11, 18, tzinfo=UTC)
    url = fresh_url()
    async with Database(url) as here, Database(url) as elsewhere:
        desks = [desk_of(one, lambda: now) for one in (here, elsewhere)] * 6
        reached = await asyncio.gather(*(desk.counted("send", [limit]) for desk in desks))
        assert reached.count(None) == 3
        bob = desk_of(elsewhere, lambda: now, "bob")
        assert await bob.counted("send", [limit]) is None


async def test_what_was_counted_is_forgotten_when_it_counts_no_longer(database: Database) -> None:
    limit = CallLimit(3, 3600, "3 times per hour")
    now = [datetime(2026, 11, 18, tzinfo=UTC)]
    desk, rows = desk_of(database, lambda: now[0]), select(func.count()).select_from(rate_counts)

    async def kept() -> int:
        async with database.reading() as tx:
            return int((await tx.execute(rows)).scalar_one())

    await desk.counted("send", [limit])
    now[0] += timedelta(minutes=30)
    await RateLimit(database, lambda: now[0]).tidy()
    assert await kept() == 1  # it still counts
    assert [await desk.counted("send", [limit]) is None for _ in range(3)] == [True, True, False]
    now[0] += timedelta(hours=3)
    await RateLimit(database, lambda: now[0]).tidy()
    assert await kept() == 0
