"""Machines of one's own instead of the demo kitchen: who may connect them, what is told, and what is kept how."""

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import children
import httpx2
import pytest
from broker import Broker, announce, guarded_broker
from serving import Served, free_port, invitation, newcomer, said
from things5 import ANN, BAKERY, BOTH, Platform, device, staged

Json = dict[str, object]


def at(broker: Broker, **more: object) -> Json:
    return {"platform": "mqtt", "host": "127.0.0.1", "port": broker.port, **more}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("own"), "--local") as running:
        yield running


@contextmanager
def signed_in(server: Served, link: str | None = None) -> Iterator[httpx2.Client]:
    """A browser of whoever sits here, or of somebody else."""
    with httpx2.Client(base_url=server.origin, headers={"X-Sayso": "1"}, timeout=60, trust_env=False) as client:
        client.get(link or invitation(server), follow_redirects=True).raise_for_status()
        yield client


@pytest.fixture
def me(server: Served) -> Iterator[httpx2.Client]:
    with signed_in(server) as client:
        yield client
        client.delete("/api/machines/connection").raise_for_status()


def names(client: httpx2.Client) -> list[str]:
    return [one["name"] for one in client.get("/api/machines").json()["machines"]]


def test_a_broker_is_tried_connected_kept_encrypted_and_forgotten(
    server: Served, me: httpx2.Client, broker: Broker
) -> None:
    announce(broker)
    before = names(me)
    assert me.get("/api/machines").json()["connectable"] is True
    body = at(broker, user="ann", password="hunter2hunter2")
    tried = me.post("/api/machines/connection/try", json=body)
    assert tried.json() == {"count": 1, "names": ["Salt Lamp"], "address": broker.url}
    assert names(me) == before  # nothing was kept
    assert me.put("/api/machines/connection", json=body).json()["count"] == 1
    shown = me.get("/api/machines").json()
    assert (shown["simulated"], [one["name"] for one in shown["machines"]]) == (False, ["Salt Lamp"])
    assert me.get("/api/machines/connection").json() == {"platform": "mqtt", "address": broker.url}
    assert said(server, "machines").startswith("Salt Lamp")  # other commands, and the next start, use it too
    kept = Path(server.environment["SAYSO_DATABASE_URL"].removeprefix("sqlite:///"))
    with sqlite3.connect(kept) as database:
        assert "hunter2" not in "\n".join(database.iterdump())
    assert me.delete("/api/machines/connection").json() == {"platform": "simulated", "address": ""}
    assert names(me) == before
    (line,) = [line for line in said(server, "audit", "--json").splitlines() if "machines_connected" in line]
    assert broker.url in line
    assert "hunter2" not in line


def test_what_is_wrong_with_a_broker_is_told_as_it_is(me: httpx2.Client, broker: Broker, tmp_path: Path) -> None:
    guarded = guarded_broker(tmp_path)
    try:
        wrong: list[tuple[Json, str]] = [
            (at(broker, port=free_port()), "refused"),
            (at(broker, host="no-such-host.invalid"), "unknown_host"),
            (at(broker, tls=True), "not_encrypted"),
            (at(guarded, tls=True), "certificate"),
            (at(broker, prefix="home/#"), "bad_prefix"),
        ]
        for body, trouble in wrong:
            for method, path in (("POST", "/api/machines/connection/try"), ("PUT", "/api/machines/connection")):
                answered = me.request(method, path, json=body)
                assert (answered.status_code, answered.json()["error"]) == (422, trouble), answered.text
                assert answered.json()["next"]
        assert me.get("/api/machines").json()["simulated"] is True
    finally:
        guarded.remove()


def test_a_broker_that_wants_a_name_says_so(me: httpx2.Client, tmp_path: Path) -> None:
    (tmp_path / "people").touch()
    subprocess.run(["mosquitto_passwd", "-b", "people", "ann", "s@cret"], cwd=tmp_path, check=True, capture_output=True)
    closed = Broker(("allow_anonymous false", f"password_file {tmp_path}/people")).start()
    try:
        for more, trouble in (({}, "credentials"), ({"user": "ann", "password": "wrong"}, "credentials")):
            answered = me.post("/api/machines/connection/try", json=at(closed, **more))
            assert answered.json()["error"] == trouble
        good = me.post("/api/machines/connection/try", json=at(closed, user="ann", password="s@cret"))
        assert good.json()["count"] == 0
    finally:
        closed.remove()


def test_a_platform_is_connected_by_address_and_token(server: Served, me: httpx2.Client) -> None:
    with staged() as stage:
        stage.play(Platform(devices={BAKERY: [device("d1", "Chiller"), device("d2", "Oven")]}))
        body: Json = {"platform": "things5", "url": stage.address, "token": ANN}
        refused = me.post("/api/machines/connection/try", json={**body, "token": "wrong"})
        assert refused.json()["error"] == "credentials"
        several = me.post("/api/machines/connection/try", json={**body, "token": BOTH})
        assert (several.json()["error"], "Hotel" in several.json()["next"]) == ("organisation", True)
        elsewhere = me.post("/api/machines/connection/try", json={**body, "url": f"{server.origin}/nowhere"})
        assert elsewhere.json()["error"] == "odd"  # any web server, which knows of no organisations
        unsafe = me.post("/api/machines/connection/try", json={**body, "url": "http://10.0.0.1/v1"})
        assert unsafe.json()["error"] == "bad_url"
        found = me.put("/api/machines/connection", json=body).json()
        assert (found["count"], found["names"]) == (2, ["Chiller", "Oven"])
        assert sorted(names(me)) == ["Chiller", "Oven"]
        kept = Path(server.environment["SAYSO_DATABASE_URL"].removeprefix("sqlite:///"))
        with sqlite3.connect(kept) as database:
            assert ANN not in "\n".join(database.iterdump())
        me.delete("/api/machines/connection").raise_for_status()


def test_nobody_else_makes_the_server_connect_anywhere(server: Served, broker: Broker) -> None:
    body = at(broker)
    path = "/api/machines/connection"
    with httpx2.Client(base_url=server.origin, trust_env=False) as stranger:
        assert stranger.put(path, json=body, headers={"X-Sayso": "1"}).status_code == 401
    token = said(server, "token")
    with httpx2.Client(
        base_url=server.origin, headers={"Authorization": f"Bearer {token}"}, trust_env=False
    ) as program:
        assert program.put(path, json=body).json()["error"] == "forbidden"
        assert program.post(f"{path}/try", json=body).json()["error"] == "forbidden"
        assert program.delete(path).json()["error"] == "forbidden"
    with signed_in(server, newcomer(server)) as guest:
        assert guest.get("/api/machines").json()["connectable"] is False
        assert guest.post(f"{path}/try", json=body).json()["error"] == "forbidden"
    with signed_in(server) as me:
        del me.headers["X-Sayso"]  # as another page would have to
        assert me.put(path, json=body).status_code == 403


def test_with_accounts_or_where_the_environment_says_it_the_form_is_not_there(tmp_path: Path, broker: Broker) -> None:
    for options, settings, error in (([], {}, "forbidden"), (["--local"], {"SAYSO_FLEET": "none"}, "set_elsewhere")):
        folder = tmp_path / error
        folder.mkdir()
        with Served(folder, *options, settings=settings) as server:
            link = newcomer(server) if not options else None
            with signed_in(server, link) as somebody:
                assert somebody.get("/api/machines").json()["connectable"] is False
                answered = somebody.post("/api/machines/connection/try", json=at(broker))
                assert answered.json()["error"] == error
                assert "SAYSO_MQTT_URL" in answered.json()["message"] + answered.json()["next"]


def test_a_server_that_starts_again_uses_what_was_connected(tmp_path: Path, broker: Broker) -> None:
    announce(broker)
    with Served(tmp_path, "--local") as first, signed_in(first) as me:
        me.put("/api/machines/connection", json=at(broker)).raise_for_status()
    with Served(tmp_path, "--local") as second, signed_in(second) as me:
        assert names(me) == ["Salt Lamp"]
    doctor = children.sayso("doctor")
    told = subprocess.run(doctor, env=second.environment, text=True, capture_output=True, timeout=120, check=False)
    assert f"{broker.url} (connected on the page), 1 found" in told.stdout
