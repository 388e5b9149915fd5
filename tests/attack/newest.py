"""Attacks on what came last: reminders, the calendar's address, files that come in, names, and steps that are taken
back; and on every route that changes something, as the server itself lists them."""

import json
from datetime import timedelta
from uuid import uuid4

import httpx2
from doors import TOKENS
from served import PAGE
from sqlalchemy import insert

from attack.attacks import ATTACKS, Attack, attack
from attack.target import PASSWORD, Json, Target
from sayso.audit.audit import Audit
from sayso.audit.store import AuditFilter
from sayso.storage.tables import reminders
from sayso.tasks.service import utc_now

MARKUP = "<img src=x onerror=alert(1)>\u202e\x1b[2J{{7*7}}${x}"


async def signed_in(on: Target, browser: httpx2.AsyncClient) -> None:
    """Sign the victim in, as the page does."""
    body = {"email": str(on.person.email), "password": PASSWORD}
    headers = {**PAGE, "X-Forwarded-For": f"10.3.{uuid4().bytes[0]}.{uuid4().bytes[1]}"}
    assert (await browser.post("/api/signin", json=body, headers=headers)).status_code == 200


@attack("other pages", "every route that changes something, by the cookie alone")
async def all_routes(on: Target) -> None:
    described = (await on.send("GET", "/api/openapi.json")).json()["paths"]
    changing = [(m, path) for path, verbs in described.items() for m in verbs if m not in ("get", "head", "options")]
    assert len(changing) >= 20
    async with on.client as browser:
        await signed_in(on, browser)
        for method, path in changing:
            whole = path.replace("{", "").replace("}", "")
            for headers in ({}, {**PAGE, "Sec-Fetch-Site": "cross-site"}, {"Content-Type": "text/plain"}):
                on.tries += 1
                got = await browser.request(method.upper(), whole, content=b"{}", headers=headers)
                assert got.status_code == 403, (method, path, got.status_code)
        assert (await browser.get("/api/me")).status_code == 200  # it is still signed in


@attack("other pages", "every route, without anybody")
async def nobody(on: Target) -> None:
    described = (await on.send("GET", "/api/openapi.json")).json()["paths"]
    open_to_all = {"/api/signin", "/api/signout", "/health", "/ready", "/metrics", "/api/decide"}
    async with on.client as stranger:
        for path, verbs in described.items():
            for method in verbs if path not in open_to_all else ():
                on.tries += 1
                body: Json | None = {} if method != "get" else None
                got = await stranger.request(method.upper(), path.replace("{", "").replace("}", ""), json=body)
                assert got.status_code in (401, 403, 422), (method, path, got.status_code)
                assert on.person.id not in got.text


@attack("isolation", "renames another's conversation")
async def renamed(on: Target) -> None:
    path = f"/api/conversations/{on.ann.conversation}"
    assert (await on.send("PATCH", path, on.bob, json={"title": "mine"})).status_code == 404
    assert (await on.send("PATCH", path, on.bob, json={"mode": None})).status_code == 404
    assert (await on.send("POST", f"{path}/cancel", on.bob)).status_code == 404


@attack("isolation", "sees to, puts off and ends another's reminder")
async def reminded(on: Target) -> None:
    due = utc_now() + timedelta(days=1)
    task = (await on.ann.client.post("/api/tasks", json={"title": "call Bo", "due": due.isoformat()})).json()
    key, now = str(uuid4()), utc_now()
    row = {"id": key, "user_id": on.person.id, "task_id": task["task_id"], "due_at": due, "at": now, "state": "over"}
    async with on.database.transaction() as tx:
        await tx.execute(insert(reminders).values(**row, turn=0, tries=0, channels="", shown_at=now))
    tried: list[tuple[str, str, Json]] = [
        ("DELETE", "", {}),
        ("POST", "/done", {}),
        ("POST", "/snooze", {"json": {"minutes": 5}}),
    ]
    for method, end, body in tried:
        assert (await on.send(method, f"/api/reminders/{key}{end}", on.bob, **body)).status_code == 404
    shown = (await on.ann.client.get("/api/reminders")).json()["reminders"]
    assert [one["id"] for one in shown] == [key]
    assert (await on.bob.client.get("/api/reminders")).json()["reminders"] == []
    assert "call Bo" in await on.titles()


@attack("isolation", "takes back another's change, by its task and time")
async def anothers_change(on: Target) -> None:
    task = await on.task("hers alone")
    body = {"task_id": task["task_id"], "updated_at": task["updated_at"]}
    await on.bob.client.post("/api/tasks", json={"title": "his"})
    for path in ("/api/undo", "/api/redo"):
        got = await on.send("POST", path, on.bob, json=body)
        assert got.status_code in (404, 409, 422), got.text
        assert "hers alone" not in got.text
    assert "hers alone" in await on.titles()


@attack("isolation", "the calendar of another, and one that was closed")
async def calendars(on: Target) -> None:
    due = (utc_now() + timedelta(days=1)).date().isoformat()
    await on.ann.client.post("/api/tasks", json={"title": "her secret", "due": due})
    hers = (await on.send("POST", "/api/calendar", on.ann)).json()["path"]
    his = (await on.send("POST", "/api/calendar", on.bob)).json()["path"]
    assert "her secret" in (await on.send("GET", hers)).text
    assert "her secret" not in (await on.send("GET", his)).text
    for path in (
        hers.upper(),
        hers[:-5] + ".ics",
        "/calendar/.ics",
        "/calendar/%25.ics",
        f"/calendar/{'a' * 5000}.ics",
    ):
        assert (await on.send("GET", path)).status_code in (404, 405), path
    again = (await on.send("POST", "/api/calendar", on.ann)).json()["path"]
    assert (await on.send("GET", hers)).status_code == 404
    await on.send("DELETE", "/api/calendar", on.ann)
    assert (await on.send("GET", again)).status_code == 404


@attack("confirmations", "an inbox that a program opens")
async def inbox(on: Target) -> None:
    await on.task("the deed")
    waiting = await on.call("delete_task", {"task_identifier": "the deed"}, on.ann)
    path = f"/api/approvals/{waiting['confirmation_id']}"
    for who in (on.ann, on.bob):
        assert (await on.send("GET", "/api/approvals", who)).status_code == 403
        assert (await on.send("POST", path, who, json={"decision": "once"})).status_code == 403
    async with on.client as browser:  # of nobody
        assert (await browser.post(path, json={"decision": "once"}, headers=PAGE)).status_code == 403
    assert "the deed" in await on.titles()


@attack("confirmations", "a token for MCP alone, at the page's own doors")
async def bound(on: Target) -> None:
    task = await on.task("stays here")
    token = TOKENS.issue(on.person.id, f"{on.served.address}/mcp")
    headers = {"Authorization": f"Bearer {token}"}
    for method, path in (("DELETE", f"/api/tasks/{task['task_id']}"), ("POST", "/api/undo"), ("GET", "/api/tasks")):
        body = {"confirm": True} if method == "DELETE" else None
        assert (await on.send(method, path, headers=headers, json=body)).status_code == 401
    assert "stays here" in await on.titles()


ENDPOINTS = [
    "https://127.0.0.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com.evil.example.org/x",
    "https://evil.example.org%2f.fcm.googleapis.com/x",
    "https://evil.example.org\\.fcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x",
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:22/x",
    "file:///etc/passwd",
]
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
}


@attack("files", "a browser's subscription that makes the server post elsewhere")
async def pushed(on: Target) -> None:
    async with on.client as browser:
        await signed_in(on, browser)
        for endpoint in ENDPOINTS:
            on.tries += 1
            got = await browser.post("/api/push", json={"endpoint": endpoint, **KEYS}, headers=PAGE)
            assert got.status_code in (422, 429), (endpoint, got.status_code)
    body = {"endpoint": "https://fcm.googleapis.com/x", **KEYS}
    assert (await on.send("POST", "/api/push", on.ann, json=body)).status_code == 403


FILES = {
    "a calendar of odd kinds": "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:a\r\nRRULE;VALUE=UTC-OFFSET:2\r\n"
    "PRIORITY;VALUE=DATE:20260101\r\nDUE;VALUE=PERIOD:x\r\nEND:VTODO\r\nEND:VCALENDAR",
    "JSON that is nested": "[" * 20_000,
    "JSON of other things": json.dumps({"tasks": [None, 5, [], {"title": {}}, {"title": "x" * 5000, "due": "x"}]}),
    "half characters": '{"tasks": [{"title": "a\\ud800b", "description": "\\udfff"}]}',
    "very many columns": ",".join(["title", *(f"c{i}" for i in range(20_000))]) + "\nx",
    "a rule without a day": json.dumps([{"title": "x", "repeat": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"}]),
}


def _file_attack(name: str, text: str) -> None:
    @attack("files", name)
    async def deed(on: Target) -> None:
        headers = {"Content-Type": "application/json"}
        got = await on.send("POST", "/api/import", on.bob, content=json.dumps({"text": text}), headers=headers)
        assert got.status_code == 200, got.text
        assert got.json()["passed_over"] or got.json()["added"]
        for form in ("json", "csv", "ics"):
            assert (await on.send("GET", f"/api/export?format={form}", on.bob)).status_code == 200


for _name, _text in FILES.items():
    _file_attack(_name, _text)


@attack("files", "markup, escapes and formulas in names, out of every door")
async def marked(on: Target) -> None:
    await on.ann.client.post("/api/tasks", json={"title": MARKUP, "description": "=cmd|' /C calc'!A0"})
    await on.ann.client.post("/api/tasks", json={"title": "=1+1"})
    path = f"/api/conversations/{on.ann.conversation}"
    assert (await on.send("PATCH", path, on.ann, json={"title": MARKUP})).status_code == 200
    for place in ("/api/tasks", "/api/conversations", "/api/export?format=csv", "/api/export?format=ics"):
        got = await on.send("GET", place, on.ann)
        assert got.headers["x-content-type-options"] == "nosniff"
        assert "html" not in got.headers["content-type"]
    table = (await on.send("GET", "/api/export?format=csv", on.ann)).text
    assert "\n=" not in table
    assert ",=" not in table
    assert '"=' not in table


@attack("audit", "what opens or closes an account, and leaves no line")
async def unwritten(on: Target) -> None:
    async with on.client as browser:
        await signed_in(on, browser)
        begun = (await browser.post("/api/conversations", headers=PAGE)).json()["id"]
        where = {"endpoint": "https://fcm.googleapis.com/x"}
        for method, path, body in (
            ("DELETE", f"/api/conversations/{begun}", None),
            ("GET", "/api/export", None),
            ("POST", "/api/calendar", None),
            ("DELETE", "/api/calendar", None),
            ("POST", "/api/push", {**where, **KEYS}),
            ("DELETE", "/api/push", where),
            ("POST", "/api/signout", None),
        ):
            on.tries += 1
            assert (await browser.request(method, path, json=body, headers=PAGE)).is_success, path
    lines = Audit(on.database, utc_now).read(AuditFilter(user_id=on.person.id))
    seen = {line.tool async for line in lines}
    assert {"sign_in", "sign_out", "conversation_removed", "tasks_exported", "calendar_opened"} <= seen
    assert {"calendar_closed", "push_subscribed", "push_unsubscribed"} <= seen


@attack("protocol", "a challenge to a server that is not local")
async def challenged(on: Target) -> None:
    for nonce in ("0" * 64, "x", ""):
        got = await on.send("GET", "/health", headers={"X-Sayso-Nonce": nonce})
        assert "x-sayso-instance" not in got.headers


ALL: list[Attack] = ATTACKS  # those of before, and these
