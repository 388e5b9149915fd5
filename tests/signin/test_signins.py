"""Keys that let somebody in once, and the sessions behind cookies, on both databases."""

import asyncio
import json
from datetime import timedelta

import pytest
from household import Clock, settle
from sqlalchemy import select

from sayso.signin.signins import SignedIn, SignIns
from sayso.storage.database import Database
from sayso.storage.tables import signin_keys, web_sessions
from sayso.tasks.belongings import Belongings

MONTH = timedelta(days=30)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def signins(database: Database, clock: Clock) -> SignIns:
    return SignIns(database, clock, MONTH)


async def test_a_key_lets_its_person_in_once(signins: SignIns, database: Database) -> None:
    ann, bo = await settle(database), await settle(database, "Bo")
    keys = [await signins.invite(person.user_id) for person in (ann, bo)]
    signed = await signins.accept(keys[0])
    assert signed is not None
    assert signed.user_id == ann.user_id
    assert await signins.who(signed.secret) == ann.user_id
    assert await signins.accept(keys[0]) is None
    assert await signins.who(keys[1]) is None  # a key is no session


async def test_of_many_who_try_a_key_at_once_one_comes_in(signins: SignIns, database: Database) -> None:
    key = await signins.invite((await settle(database)).user_id)
    tried = await asyncio.gather(*(signins.accept(key) for _ in range(8)))
    assert sum(isinstance(signed, SignedIn) for signed in tried) == 1


async def test_a_key_is_good_for_ten_minutes(signins: SignIns, database: Database, clock: Clock) -> None:
    key = await signins.invite((await settle(database)).user_id)
    clock.go(minutes=10)
    assert await signins.accept(key) is None


async def test_a_session_lasts_as_long_as_it_is_said_to(signins: SignIns, database: Database, clock: Clock) -> None:
    signed = await signins.open((await settle(database)).user_id)
    clock.go(days=29)
    assert await signins.who(signed.secret) == signed.user_id
    again = SignIns(database, clock, MONTH)  # another replica, or the same after a restart
    assert await again.who(signed.secret) == signed.user_id
    clock.go(days=1)
    assert await again.who(signed.secret) is None


async def test_signing_out_ends_one_session_and_no_other(signins: SignIns, database: Database) -> None:
    ann = await settle(database)
    first, second = [await signins.open(ann.user_id) for _ in range(2)]
    await signins.close(first.secret)
    await signins.close("nobody's")
    assert await signins.who(first.secret) is None
    assert await signins.who(second.secret) == ann.user_id


async def test_when_somebody_was_here_is_written_down_now_and_then(
    signins: SignIns, database: Database, clock: Clock
) -> None:
    signed = await signins.open((await settle(database)).user_id)
    seen = []
    for minutes in (0, 59, 1):
        clock.go(minutes=minutes)
        await signins.who(signed.secret)
        async with database.reading() as tx:
            seen.append((await tx.execute(select(web_sessions.c.last_seen_at))).scalar_one())
    assert [moment - seen[0] for moment in seen] == [timedelta(0), timedelta(0), timedelta(hours=1)]


async def test_neither_keys_nor_secrets_are_kept_and_what_is_too_old_goes(
    signins: SignIns, database: Database, clock: Clock
) -> None:
    ann = await settle(database)
    key, signed = await signins.invite(ann.user_id), await signins.open(ann.user_id)
    kept = json.dumps(await Belongings(database, clock).export(ann.user_id))
    assert "last_seen_at" in kept
    async with database.reading() as tx:
        rows = [str((await tx.execute(select(table))).all()) for table in (signin_keys, web_sessions)]
    assert all(secret not in kept + "".join(rows) + repr(signed) for secret in (key, signed.secret))
    assert "hash" not in kept
    clock.go(days=31)
    await signins.invite(ann.user_id)
    async with database.reading() as tx:
        assert (await tx.execute(select(web_sessions))).all() == []
        assert len((await tx.execute(select(signin_keys))).all()) == 1


async def test_who_is_removed_is_signed_out(signins: SignIns, database: Database, clock: Clock) -> None:
    ann = await settle(database)
    signed, key = await signins.open(ann.user_id), await signins.invite(ann.user_id)
    assert await Belongings(database, clock).remove(ann.user_id)
    assert await signins.who(signed.secret) is None
    assert await signins.accept(key) is None
