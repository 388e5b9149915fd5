"""People, their passwords and tokens, and what is kept about them."""

import asyncio
import json
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import jwt
import pytest
from argon2 import PasswordHasher
from household import Clock, delete, serve, settle
from sqlalchemy import func, select, text

from sayso.accounts.accounts import AccountRejected, Accounts, NewPerson
from sayso.accounts.here import timezone_here
from sayso.accounts.person import LOCAL_ID, Person
from sayso.accounts.secret import kept_secret
from sayso.accounts.tokens import Tokens, resource_of
from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.errors import SettingsError
from sayso.session import Session
from sayso.storage.database import Database
from sayso.storage.tables import METADATA, users
from sayso.tasks.belongings import Belongings
from sayso.tasks.outcome import Added
from sayso.tasks.task import NewTask, Query
from sayso.tools.told import NoAccount

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANN = NewPerson("Ann", "Ann@Example.org", "correct horse", "Europe/Rome")
SECRET = "s" * 32


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database, Clock(), QUICK)


async def test_a_person_is_known_by_address_and_password(accounts: Accounts) -> None:
    ann = await accounts.add(ANN)
    assert isinstance(ann, Person)
    assert await accounts.verify("ann@example.ORG ", "correct horse") == ann
    assert await accounts.verify("ann@example.org", "wrong horse") is None
    assert await accounts.verify("bo@example.org", "correct horse") is None
    assert await accounts.by_email("ANN@example.org") == ann
    assert await accounts.find(ann.id) == ann
    assert await accounts.all() == (ann,)


async def test_an_address_is_had_once_also_when_two_try_at_once(accounts: Accounts) -> None:
    made = await asyncio.gather(*(accounts.add(replace(ANN, email=email)) for email in ("a@x.it", "A@X.it", "a@X.IT")))
    assert sum(isinstance(person, Person) for person in made) == 1
    assert {r.field for r in made if isinstance(r, AccountRejected)} == {"email"}


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (replace(ANN, name=" "), "name"),
        (replace(ANN, name="a\0b"), "name"),
        (replace(ANN, email="ann"), "email"),
        (replace(ANN, email="a\0@x.it"), "email"),
        (replace(ANN, password="short"), "password"),
        (replace(ANN, timezone="Mars/Base"), "timezone"),
        (replace(ANN, timezone="../etc/passwd"), "timezone"),
    ],
)
async def test_an_account_that_cannot_be_is_refused_with_its_field(
    new: NewPerson, field: str, accounts: Accounts
) -> None:
    refused = await accounts.add(new)
    assert isinstance(refused, AccountRejected)
    assert refused.field == field


async def test_passwords_are_kept_as_argon2_and_renewed_when_the_measure_grows(database: Database) -> None:
    await Accounts(database, Clock(), QUICK).add(ANN)
    stronger = Accounts(database, Clock(), PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert await stronger.verify(ANN.email, ANN.password)
    async with database.reading() as tx:
        kept = (await tx.execute(select(users.c.password_hash))).scalar_one()
    assert kept.startswith("$argon2id$")
    assert "m=16,t=2" in kept
    assert await stronger.verify(ANN.email, ANN.password)


async def test_the_local_person_is_made_once_and_has_no_password(accounts: Accounts) -> None:
    made = await asyncio.gather(*(accounts.local(f"me {i}", "UTC") for i in range(5)))
    assert len(set(made)) == 1
    assert made[0].id == LOCAL_ID
    assert await accounts.verify("", "") is None


def test_a_token_is_good_for_its_person_and_time() -> None:
    clock = Clock()
    tokens = Tokens(SECRET, timedelta(hours=12), clock)
    token = tokens.issue(LOCAL_ID)
    assert tokens.verify(token) == LOCAL_ID
    clock.go(hours=12)
    assert tokens.verify(token) is None


@pytest.mark.parametrize(
    "change",
    [
        {"iss": "other"},
        {"aud": "other"},
        {"aud": []},
        {"aud": {"sayso": 1}},
        {"sub": "u1"},
        {"sub": None},
        {"exp": None},
        {"iat": None},
        {"iat": 9e12},
    ],
)
def test_a_token_of_another_make_is_no_good(change: dict[str, object]) -> None:
    now = Clock().now
    claims = {"iss": "sayso", "aud": "sayso", "sub": LOCAL_ID, "iat": now.timestamp(), "exp": now.timestamp() + 60}
    tokens = Tokens(SECRET, timedelta(hours=12), Clock())
    assert tokens.verify(jwt.encode(claims, SECRET, "HS256")) == LOCAL_ID
    changed = {name: value for name, value in {**claims, **change}.items() if value is not None}
    assert tokens.verify(jwt.encode(changed, SECRET, "HS256")) is None


def test_a_token_is_good_at_what_it_was_made_for_however_that_is_spelt() -> None:
    clock = Clock()
    tokens = Tokens(SECRET, timedelta(hours=12), clock)
    door = resource_of("HTTPS://Tasks.Example.org:443/mcp/")
    assert door == "https://tasks.example.org/mcp"
    bound = tokens.issue(LOCAL_ID, door)
    assert tokens.verify(bound) is None  # it opens nothing else
    for _ in range(2):  # known tokens are held to the same
        assert tokens.claims(bound, (door,)) is not None
        assert tokens.claims(bound, ("https://tasks.example.org/other",)) is None
    clock.go(hours=12)
    assert tokens.claims(bound, (door,)) is None


@pytest.mark.parametrize(
    ("url", "resource"),
    [
        ("http://127.0.0.1:8000/mcp", "http://127.0.0.1:8000/mcp"),
        ("http://[::1]:80/mcp/", "http://[::1]/mcp"),
        ("https://tasks.example.org", "https://tasks.example.org"),
        ("ftp://tasks.example.org", None),
        ("https://", None),
        ("https://ann:secret@tasks.example.org/mcp", None),
        ("https://tasks.example.org/mcp#x", None),
        ("https://tasks.example.org/mcp?x=1", None),
        ("https://tasks.example.org:port/mcp", None),
        ("https://tasks.example.org/a b", None),
        ("tasks", None),
    ],
)
def test_an_address_that_a_token_can_be_made_for(url: str, resource: str | None) -> None:
    assert resource_of(url) == resource


def test_a_token_that_is_unsigned_altered_or_no_token_is_no_good() -> None:
    tokens = Tokens(SECRET, timedelta(hours=12), Clock())
    token = tokens.issue(LOCAL_ID)
    claims = jwt.decode(token, options={"verify_signature": False})
    for other in (jwt.encode(claims, "", "none"), jwt.encode(claims, "t" * 32, "HS256"), token[:-2], "", "x.y.z", "é"):
        assert tokens.verify(other) is None


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path / "new")
    assert kept_secret(tmp_path / "new") == secret
    assert len(secret) == 64
    assert stat.S_IMODE((tmp_path / "new/secret").stat().st_mode) == 0o600
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["secret"]
    (tmp_path / "secret").write_text("short")
    with pytest.raises(SettingsError, match="no key"):
        kept_secret(tmp_path)
    with pytest.raises(SettingsError, match="SAYSO_SECRET"):
        kept_secret(tmp_path / "secret")


def test_the_machines_zone_is_found_from_what_it_says(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    assert timezone_here({"TZ": ":Asia/Tokyo"}, link) == "Asia/Tokyo"
    assert timezone_here({"TZ": "nonsense"}, link) == "UTC"
    link.symlink_to("/usr/share/zoneinfo/Europe/Rome")
    assert timezone_here({}, link) == "Europe/Rome"


async def test_a_person_gets_all_that_is_kept_and_nothing_of_others(database: Database) -> None:
    service, ann, bo = serve(database), await settle(database), await settle(database, "Bo")
    await service.add(ann, NewTask("buy milk"))
    await service.add(ann, NewTask("a secret love"))
    await service.complete(ann, "1")
    await service.add(bo, NewTask("bo's own"))
    belongings = Belongings(database, Clock())
    kept = await belongings.export(ann.user_id)
    assert kept is not None
    told = json.dumps(kept)
    assert [row["title"] for row in kept["tasks"]] == ["buy milk", "a secret love"]
    assert [row["name"] for row in kept["users"]] == ["Ann"]
    assert (len(kept["changes"]), len(kept["results"]), len(kept["audit"])) == (3, 3, 3)
    assert "password" not in told
    assert "bo's own" not in told
    assert await belongings.export(LOCAL_ID) is None


async def test_a_removed_person_leaves_nothing_but_a_count(database: Database) -> None:
    service, ann, bo = serve(database), await settle(database), await settle(database, "Bo")
    for session in (ann, bo):
        await service.add(session, NewTask("buy milk"))
        await service.add(session, NewTask("zebra crossing"))
        await delete(service, session, "1")
    belongings = Belongings(database, Clock())
    assert await belongings.remove(ann.user_id)
    assert not await belongings.remove(ann.user_id)
    async with database.reading() as tx:
        for table in METADATA.sorted_tables:
            owner = table.c.id if table is users else table.c.get("user_id")
            if owner is None:
                continue  # what machines measured is nobody's own
            count = select(func.count()).select_from(table).where(owner == ann.user_id)
            assert (await tx.execute(count)).scalar_one() == 0, table.name
        if database.is_sqlite:
            matching = text("SELECT count(*) FROM task_titles WHERE task_titles MATCH 'zeb'")
            assert (await tx.execute(matching)).scalar_one() == 1  # Bo's
    last = [entry async for entry in Audit(database, Clock()).read(AuditFilter())][-1]
    assert (last.user_id, last.tool, last.result) == (None, "user_removed", {"audit_lines": 4})
    assert isinstance(await service.list(ann, Query()), NoAccount)
    assert len((await service.list(bo, Query())).to_dict()["tasks"]) == 1  # type: ignore[arg-type]


async def test_the_local_person_has_tasks_without_any_set_up(accounts: Accounts, database: Database) -> None:
    person = await accounts.local("me", "UTC")
    assert isinstance(await serve(database).add(Session(person.id, "mcp"), NewTask("buy milk")), Added)
