"""`sayso say` as a person or a script calls it, here and at a server."""

import asyncio
import io
import json
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import tables
from elsewhere import Between, Elsewhere, reply
from keyboard import TAB, Terminal
from served import Served
from serving import free_port

from sayso.cli import main

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    for name in ("SAYSO_DATABASE_URL", "SAYSO_SERVER", "SAYSO_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def served(sqlite_served: Served) -> Served:
    return sqlite_served


@pytest.fixture
def token(served: Served, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of somebody new."""
    made = asyncio.run(served.token())
    monkeypatch.setenv("SAYSO_TOKEN", made)
    return made


@pytest.fixture(params=["here", "there"])
def door(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The assistant of this machine, and the one of a server."""
    if request.param == "there":
        request.getfixturevalue("token")
        monkeypatch.setenv("SAYSO_SERVER", request.getfixturevalue("served").address)
    return str(request.param)


def test_a_question_stays_open_for_the_next_one_who_says_something(door: str, capsys: Printed) -> None:
    said = [
        (["add", "buy", "milk"], 0, "Added 'buy milk'.\n"),
        (["add buy bread"], 0, "Added 'buy bread'.\n"),
        (["complete buy"], 3, "Which one do you mean: 'buy milk' or 'buy bread'?\n  [1] buy milk\n  [2] buy bread\n"),
        (["2"], 0, "Well done: 'buy bread' is done.\n"),
        (["delete milk"], 3, "Delete 'buy milk'?\n"),
        (["no"], 0, "Okay, I'll leave it as it is.\n"),
        (["elimina milk"], 3, "Elimino 'buy milk'?\n"),
        (["sì"], 0, "Ho eliminato 'buy milk'. Puoi ancora annullare.\n"),
        (["undo"], 0, "Undone: 'buy milk' is back on your list.\n"),
        (["delete the unicorn"], 3, None),
        (["--new", "yes"], 1, None),
        (["what a nice day"], 1, None),
    ]
    for words, code, told in said:
        assert main(["say", *words]) == code, words
        out = capsys.readouterr().out
        assert told is None or out == told


def test_one_conversation_can_be_named_and_the_exchange_read_as_json(door: str, capsys: Printed) -> None:
    assert main(["say", "--json", "add buy milk"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["assistant"]["results"][0]["result"]["title"] == "buy milk"
    where = ["--conversation", first["conversation_id"]]
    assert main(["say", *where, "delete it"]) == 3
    assert main(["say", *where, "--json", "y"]) == 0
    second = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert second["conversation_id"] == first["conversation_id"]
    assert second["user"]["content"] == "Yes"
    for unknown in ("not-an-id", "../me", "00000000-0000-4000-8000-000000000000"):
        assert main(["say", "--conversation", unknown, "add buy bread"]) == 2
        assert "no such conversation" in capsys.readouterr().err


def test_the_message_may_come_from_stdin(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    for words in ([], ["-"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO("add buy\nmilk\n"))
        assert main(["say", "--new", *words]) in (0, 3)
    for nothing in ("", "  \n", "x" * 3000):
        monkeypatch.setattr(sys, "stdin", io.StringIO(nothing))
        assert main(["say"]) == 2
    assert main(["say", "add half a \udcff character"]) == 0
    assert "half a \ufffd character" in capsys.readouterr().out


def test_only_the_place_of_an_open_question_is_kept_and_for_its_owner_alone(tmp_path: Path, capsys: Printed) -> None:
    kept = tmp_path / "sayso/said"
    assert main(["say", "add buy milk"]) == 0
    assert not kept.exists()
    assert main(["say", "delete milk"]) == 3
    (file,) = kept.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("no id at all")  # somebody else's doing
    assert main(["say", "yes"]) == 1
    assert main(["say", "show my tasks"]) == 0
    assert "1. buy milk" in capsys.readouterr().out


def test_two_people_at_one_server_answer_their_own_questions(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("SAYSO_SERVER", served.address)
    people = [asyncio.run(served.token(name)) for name in ("Ann", "Bo")]
    for token, title in zip(people, ("milk", "bread"), strict=True):
        monkeypatch.setenv("SAYSO_TOKEN", token)
        assert main(["say", f"add buy {title}"]) == 0
        assert main(["say", f"delete {title}"]) == 3
    for token, title in zip(people, ("milk", "bread"), strict=True):
        monkeypatch.setenv("SAYSO_TOKEN", token)
        assert main(["say", "y"]) == 0
        assert f"Deleted 'buy {title}'" in capsys.readouterr().out


def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(
    served: Served, token: str, capsys: Printed
) -> None:
    between = Between(served.port, to_lose=2)
    with Elsewhere(between) as server:
        assert main(["say", "--server", server.address, "add buy milk"]) == 0
        assert between.posts == 3
        assert main(["say", "--server", server.address, "show my tasks"]) == 0
        assert capsys.readouterr().out == "Added 'buy milk'.\nYou have one task:\n1. buy milk\n"
        between.to_lose = 100
        assert main(["say", "--server", server.address, "add buy bread"]) == 5
    told = capsys.readouterr().err
    assert "the connection broke before an answer came" in told
    assert "it may have been carried out" in told


Answer = Callable[[BaseHTTPRequestHandler], None]


def _problem(status: int, headers: dict[str, str]) -> Answer:
    body = json.dumps({"error": "x", "message": "Not\x1b[2J now.", "next": "Wait."}).encode()
    return lambda request: reply(request, status, body, headers)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda request: reply(request, 200, b"<html>"), "is no Sayso server"),
        (lambda request: reply(request, 201, b'{"id": 7}'), "is no Sayso server"),
        (lambda request: reply(request, 404, b"nothing here"), "is no Sayso server"),
        (lambda request: reply(request, 502, b"<html>"), "answers with an error (502)"),
        (
            lambda request: reply(request, 301, b"", {"Location": "https://a.example/"}),
            "use that address: https://a.ex",
        ),
        (_problem(503, {}), "Not[2J now (503) (Wait)"),
        (_problem(429, {"Retry-After": "7"}), "(wait 7 seconds)"),
        (_problem(401, {}), "does not take this access token, or wants one (`sayso token`"),
    ],
)
def test_each_kind_of_trouble_is_told_with_what_to_do(answer: Answer, told: str, capsys: Printed) -> None:
    def read_first(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(int(request.headers.get("content-length", 0)))
        answer(request)

    with Elsewhere(read_first) as server:
        assert main(["say", "--server", server.address, "--token", "s3cret", "add buy milk"]) == 5
    wrong = capsys.readouterr().err
    assert told in wrong
    assert "may have been" not in wrong  # it was never sent
    assert "s3cret" not in wrong


def test_nobody_there_is_told(capsys: Printed) -> None:
    assert main(["say", "--server", f"http://127.0.0.1:{free_port()}", "add buy milk"]) == 5
    assert "cannot be reached" in capsys.readouterr().err


def test_a_token_that_is_not_good_is_told(served: Served, capsys: Printed) -> None:
    for options in (["--token", "e30.e30.e30"], []):
        assert main(["say", "--server", served.address, *options, "add buy milk"]) == 5
        assert "set SAYSO_TOKEN to it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--server", "tasks.example.org"], "--server: is no address of a server"),
        (["--server", "ftp://tasks.example.org"], "--server: is no address of a server"),
        (["--server", "http://[::1"], "--server: is no address of a server"),
        (["--server", "http://host:port"], "--server: is no address of a server"),
        (["--server", "https://ann:s3cret@tasks.example.org"], "must be an address alone"),
        (["--server", "https://tasks.example.org/?key=s3cret"], "must be an address alone"),
        (["--server", "http://tasks.example.org", "--token", "s3cret"], "others on the way can read it"),
        (["--server", "https://tasks.example.org", "--token", "s3cret s3cret"], "--token: is no access token"),
        (["--token", "s3cret"], "name it with --server"),
    ],
)
def test_an_address_that_cannot_be_or_would_give_the_token_away_is_refused(
    options: list[str], told: str, capsys: Printed
) -> None:
    assert main(["say", *options, "add buy milk"]) == 2
    wrong = capsys.readouterr().err
    assert told in wrong
    assert "s3cret" not in wrong


def test_the_doctor_looks_at_the_server_that_is_talked_to(
    served: Served, token: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("SAYSO_PORT", "0")
    monkeypatch.setenv("SAYSO_SERVER", served.address)
    assert main(["doctor"]) == 0
    assert f"ok  server     {served.address} answers, as Ann" in capsys.readouterr().out
    monkeypatch.setenv("SAYSO_TOKEN", "e30.e30.e30")
    assert main(["doctor"]) == 1
    assert "set SAYSO_TOKEN to it" in capsys.readouterr().out


def test_a_chat_with_a_server_says_whose_it_is(served: Served, token: str) -> None:
    with Terminal(["chat", "--server", served.address]) as terminal:
        assert f"{served.address}, as Ann" in terminal.prompted()
        assert "Added 'buy milk'" in terminal.answer("add buy milk")
        terminal.type(f"delete bu{TAB}")
        terminal.until("delete buy milk")
        assert "[y] Yes" in terminal.answer("")
        assert "Deleted 'buy milk'" in terminal.answer("y")
        terminal.type("/quit\r")
        assert terminal.end()[0] == 0


def test_ctrl_c_ends_the_waiting_says_so_and_nothing_is_done_twice(served: Served, token: str) -> None:
    between = Between(served.port)
    with Elsewhere(between) as server, Terminal(["chat", "--server", server.address]) as terminal:
        terminal.prompted()
        between.is_free.clear()
        terminal.type("add buy milk\r")
        assert between.has_arrived.wait(60)
        assert "it may have been carried out. /again asks" in terminal.interrupt()
        between.is_free.set()
        assert "Added 'buy milk'." in terminal.answer("/again")
        assert "You have one task:" in terminal.answer("/list")
        assert "Everything was answered." in terminal.answer("/again")


def test_a_server_that_went_away_loses_nothing_that_was_typed(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "away.db"
    shutil.copy(sqlite_template, path)
    with ExitStack() as running:
        first = running.enter_context(Served(f"sqlite:///{path}"))
        monkeypatch.setenv("SAYSO_TOKEN", asyncio.run(first.token()))
        terminal = running.enter_context(Terminal(["chat", "--server", first.address]))
        terminal.prompted()
        terminal.answer("add buy milk")
        first.kill()
        shown = terminal.answer("add buy bread")
        assert "cannot be reached" in shown or "the connection broke" in shown
        assert "/again" in shown
        running.enter_context(Served(first.url, port=first.port))
        assert "Added 'buy bread'" in terminal.answer("/again")
