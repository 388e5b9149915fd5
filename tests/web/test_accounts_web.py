"""Who may come in, how often they may try, and how they are thrown out again: over HTTP, on both databases."""

import asyncio
import os
import stat
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx2
import pytest
from children import sayso
from doors import TOKENS
from served import PAGE, Served

from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.rate_limit.rate_limit import RateLimit
from sayso.storage.database import Database
from sayso.tasks.service import utc_now

PASSWORD = "correct horse battery staple"


@pytest.fixture
def url(fresh_url: Callable[[], str]) -> str:
    return fresh_url()


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    running = Served(url)
    yield running
    await asyncio.to_thread(running.end)


async def command(served: Served, *given: str, stdin: str = "") -> str:
    environment = {
        **os.environ,
        "SAYSO_DATABASE_URL": served.url,
        "SAYSO_SECRET": "a key that is only for the tests, and long enough",
    }
    done = await asyncio.to_thread(
        subprocess.run, sayso(*given), env=environment, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def sign_in(client: httpx2.AsyncClient, password: str = PASSWORD, **headers: str) -> httpx2.Response:
    body = {"email": "ann@example.org", "password": password}
    return await client.post("/api/signin", json=body, headers={**PAGE, **headers})


async def test_an_account_is_closed_to_whoever_had_it_when_its_password_is_changed(served: Served) -> None:
    await command(served, "user", "add", "Ann", "ann@example.org", "--password-stdin", stdin=PASSWORD)
    token = (await command(served, "token", "--user", "ann@example.org", "--password-stdin", stdin=PASSWORD)).strip()
    bearing = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=served.address, headers=PAGE, timeout=60) as browser:
        assert (await sign_in(browser)).status_code == 200
        (session,) = (await browser.get("/api/sessions")).json()["sessions"]
        assert session["address"] == "127.0.0.1"
        assert session["id"] in await command(served, "user", "sessions", "ann@example.org")
        assert (await browser.get("/api/me", headers=bearing)).status_code == 200
        calendar = (await browser.post("/api/calendar")).json()["path"]
        assert (await browser.get(calendar)).status_code == 200

        await command(served, "user", "password", "ann@example.org", "--password-stdin", stdin="another long password")
        assert (await browser.get("/api/me")).status_code == 401
        assert (await browser.get("/api/me", headers=bearing)).status_code == 401
        assert (await sign_in(browser)).status_code == 401
        assert (await browser.get(calendar)).status_code == 404
        assert (await sign_in(browser, "another long password")).status_code == 200
        calendar = (await browser.post("/api/calendar")).json()["path"]
        assert "calendar" in await command(served, "user", "revoke", "ann@example.org")
        assert (await browser.get(calendar)).status_code == 404
        assert (await sign_in(browser, "another long password")).status_code == 200
        (session,) = (await browser.get("/api/sessions")).json()["sessions"]
        assert (await browser.delete(f"/api/sessions/{session['id']}")).status_code == 204
        assert (await browser.get("/api/me")).status_code == 401
    async with Database(served.url) as database:
        seen = [(e.tool, e.status) async for e in Audit(database, utc_now).read(AuditFilter())]
    for event in ("token_issued", "password_changed", "revoked", "session_ended"):
        assert (event, "success") in seen
    assert ("sign_in", "refused") in seen
    assert seen.count(("sign_in", "success")) == 3


async def test_tries_are_counted_by_all_replicas_whatever_they_say_about_where_they_come_from(url: str) -> None:
    first, second = Served(url), Served(url)
    try:
        codes = []
        for i in range(30):
            one = (first, second)[i % 2]
            async with httpx2.AsyncClient(base_url=one.address, timeout=60) as client:
                tried = await sign_in(client, "wrong password", **{"X-Forwarded-For": f"10.0.0.{i}"})
                codes.append(tried.status_code)
        assert codes.count(401) <= 21  # a minute may begin meanwhile, and the one before counts less
        assert codes[-1] == 429
    finally:
        await asyncio.to_thread(first.end)
        await asyncio.to_thread(second.end)


async def test_a_link_from_another_site_does_not_sign_anybody_in_by_itself(tmp_path: Path) -> None:
    served = Served(f"sqlite:///{tmp_path / 'sayso.db'}", "--local")
    try:
        async with httpx2.AsyncClient(timeout=60) as client:
            asked = await client.get(served.link, headers={"Sec-Fetch-Site": "cross-site"})
            assert "set-cookie" not in asked.headers
            assert 'href="/signin?key=' in asked.text
            assert "set-cookie" in (await client.get(served.link, headers={"Sec-Fetch-Site": "none"})).headers
    finally:
        await asyncio.to_thread(served.end)


async def test_the_database_is_its_owners_alone_also_where_the_folder_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    path = folder / "sayso.db"
    path.touch(mode=0o644)
    async with Database(f"sqlite:///{path}") as database:
        await database.migrate()
        assert {stat.S_IMODE(f.stat().st_mode) for f in folder.iterdir()} == {0o600}


async def test_a_limit_holds_for_any_sixty_seconds(database: Database) -> None:
    now = [1_000_000_000.0 - 1_000_000_000.0 % 60 + 59]

    def clock() -> object:
        return utc_now().fromtimestamp(now[0], utc_now().tzinfo)

    limit = RateLimit(database, clock)  # type: ignore[arg-type]
    assert [await limit.admit("ann", 2) for _ in range(2)] == [0, 0]
    assert await limit.admit("ann", 2) == 1
    now[0] += 2  # another minute of the clock, and not a minute later
    assert await limit.admit("ann", 2) > 0
    assert await limit.admit("bo", 2) == 0
    now[0] += 60
    assert await limit.admit("ann", 2) == 0
    await limit.tidy()
    await limit.forget("ann")
    assert await limit.admit("ann", 1) == 0


async def test_programs_may_call_so_often_and_no_more(url: str) -> None:
    served = Served(url, settings={"SAYSO_CALLS_PER_MINUTE": "3"})
    try:
        token = await served.token()
        assert TOKENS.verify(token)
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_tasks", "arguments": {}}}
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
        async with httpx2.AsyncClient(base_url=served.address, headers=headers, timeout=60) as client:
            told = [(await client.post("/mcp", json=call)).json()["result"]["structuredContent"] for _ in range(4)]
        assert [one["status"] for one in told[:3]] == ["success"] * 3
        assert told[3]["error"] == "too_many"
    finally:
        await asyncio.to_thread(served.end)


async def test_a_pin_is_set_by_the_person_alone_and_changed_with_the_one_before(served: Served) -> None:
    await command(served, "user", "add", "Ann", "ann@example.org", "--password-stdin", stdin=PASSWORD)
    token = (await command(served, "token", "--user", "ann@example.org", "--password-stdin", stdin=PASSWORD)).strip()
    async with httpx2.AsyncClient(base_url=served.address, headers=PAGE, timeout=60) as browser:
        bearing = {"Authorization": f"Bearer {token}"}
        assert (await browser.put("/api/pin", json={"pin": "2468"}, headers=bearing)).status_code == 403
        await sign_in(browser)
        assert (await browser.get("/api/pin")).json() == {"has_pin": False}
        assert (await browser.put("/api/pin", json={"pin": "two"})).status_code == 422
        assert (await browser.put("/api/pin", json={"pin": "2468"})).json() == {"has_pin": True}
        assert (await browser.put("/api/pin", json={"pin": None})).json()["error"] == "pin_required"
        wrong = await browser.put("/api/pin", json={"pin": "1357", "current": "1111"})
        assert wrong.json()["error"] == "pin_wrong"
        right = await browser.put("/api/pin", json={"pin": None, "current": "2468"})
        assert right.json() == {"has_pin": False}
        await command(served, "user", "pin", "ann@example.org", "--password-stdin", stdin="9753")
        assert (await browser.get("/api/pin")).json() == {"has_pin": True}
        await command(served, "user", "pin", "ann@example.org", "--remove")
        assert (await browser.get("/api/pin")).json() == {"has_pin": False}
    async with Database(served.url) as database:
        noted = [e.tool async for e in Audit(database, utc_now).read(AuditFilter())]
    assert noted.count("pin") == 2


async def test_a_password_is_changed_by_the_person_alone_with_the_one_before(served: Served) -> None:
    await command(served, "user", "add", "Ann", "ann@example.org", "--password-stdin", stdin=PASSWORD)
    token = (await command(served, "token", "--user", "ann@example.org", "--password-stdin", stdin=PASSWORD)).strip()
    other = "another long password"
    async with (
        httpx2.AsyncClient(base_url=served.address, headers=PAGE, timeout=60) as browser,
        httpx2.AsyncClient(base_url=served.address, headers=PAGE, timeout=60) as phone,
    ):
        wanted = {"current": PASSWORD, "password": other}
        bearing = {"Authorization": f"Bearer {token}"}
        assert (await browser.put("/api/password", json=wanted, headers=bearing)).status_code == 403
        assert (await browser.put("/api/password", json=wanted)).status_code == 403
        for one in (browser, phone):
            assert (await sign_in(one)).status_code == 200
        short = await browser.put("/api/password", json={"current": PASSWORD, "password": "short"})
        assert (short.status_code, short.json()["error"]) == (422, "password_rejected")
        wrong = await browser.put("/api/password", json={"current": "guessed by somebody", "password": other})
        assert (wrong.status_code, wrong.json()["error"]) == (403, "wrong_password")
        assert (await phone.get("/api/me")).status_code == 200
        calendar = (await phone.post("/api/calendar")).json()["path"]

        assert (await browser.put("/api/password", json=wanted)).json() == {"ended": 1}
        assert (await browser.get("/api/me")).status_code == 200
        assert (await phone.get("/api/me")).status_code == 401
        assert (await phone.get("/api/me", headers=bearing)).status_code == 401
        assert (await phone.get(calendar)).status_code == 404
        assert (await sign_in(phone)).status_code == 401
        assert (await sign_in(phone, other)).status_code == 200
        tried = [
            await browser.put("/api/password", json={"current": f"guess {i}", "password": other}) for i in range(7)
        ]
        assert [one.status_code for one in tried][-1] == 429
    async with Database(served.url) as database:
        seen = [(e.tool, e.status) async for e in Audit(database, utc_now).read(AuditFilter())]
    assert seen.count(("password_changed", "success")) == 1
    assert ("password", "refused") in seen
