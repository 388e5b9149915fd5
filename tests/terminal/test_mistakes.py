"""Getting it wrong at the command line: what is told is true of this case, and says what to do."""

import io
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sayso.cli import main
from sayso.storage.outage import unmade

RUNS = "see that the database runs"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    for name in ("SAYSO_DATABASE_URL", "SAYSO_SERVER", "SAYSO_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    (tmp_path / "file").write_text("not a database, but some text that is longer than the head of one\n" * 20)
    (tmp_path / "object.json").write_text('{"a": 1}')
    (tmp_path / "broken.json").write_text("{nope")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite:///{}/file/sayso.db", ("its folder cannot be made: a file is in the way", "name another place in")),
        (
            "sqlite:////proc/nowhere/sayso.db",
            ("file cannot be made: No such file", "see that /proc/nowhere can be made"),
        ),
        ("sqlite:///{}", ("this is a folder, and the database is a file", "name a file in it, such as sayso.db")),
        ("sqlite:///{}/file", ("file is not a database", "bring back a copy")),
        ("postgresql://127.0.0.1:1/x", ("Connection refused", "see that it runs at this address")),
        ("postgresql://no-such-host.invalid/x", ("failed to resolve host", "check the host in SAYSO_DATABASE_URL")),
    ],
)
def test_a_database_that_cannot_be_used_is_told_as_what_is_wrong_with_it(
    url: str,
    told: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", url.format(tmp_path))
    assert main(["say", "hello"]) == 4
    said = capsys.readouterr().err
    assert all(part in said for part in told), said
    assert RUNS not in said
    assert len(said.splitlines()) == 1


def test_a_folder_for_everything_that_cannot_be_made_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert main(["say", "hello"]) == 4
    said = capsys.readouterr().err
    assert "its folder cannot be made: a file is in the way" in said
    assert "XDG_DATA_HOME" in said
    assert RUNS not in said


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield int(listening.getsockname()[1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["servee"], "there is no such command (did you mean: sayso serve?)"),
        (["xyzzy"], "there is no such command (sayso --help lists them)"),
        (["map"], "no message, and nothing on stdin"),
        (["map", "x", "--tasks", "{}/nowhere.json"], "cannot be read: No such file or directory (check the path)"),
        (["map", "x", "--tasks", "{}"], "cannot be read: Is a directory"),
        (["map", "x", "--tasks", "{}/object.json"], "object.json: holds no list"),
        (["try", "--tasks", "{}/object.json"], "object.json: holds no list"),
        (["map", "x", "--machines", "{}/broken.json"], "broken.json: not JSON"),
        (["map", "x", "--call", "{{"], "--call: not JSON"),
        (["serve", "--local", "--port", "99999"], "99999: is no port (use 0 to 65535"),
        (["serve", "--local", "--port", "{port}"], "Address already in use (end what listens there, or use --port "),
        (["serve", "--host", "203.0.113.7", "--port", "0"], "this machine does not have that address"),
        (["say", "hi", "--server", "http://127.0.0.1:1"], "cannot be reached"),
        (["approve", "nothing"], "nothing of this id waits for your yes (see: sayso approve)"),
        (["user", "delete", "zoe@example.org"], "there is no account of this address (see: sayso user list)"),
    ],
)
def test_what_was_mistaken_is_named(
    arguments: list[str],
    told: str,
    taken: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([one.format(tmp_path, port=taken) for one in arguments]) in (2, 5)
    said = capsys.readouterr().err
    assert told in said
    assert len(said.splitlines()) == 1


def test_where_one_may_not_write_that_is_said() -> None:
    what, next_step = unmade(PermissionError(13, "Permission denied", "/srv"))
    assert what == "the database's file cannot be made: Permission denied"
    assert next_step.startswith("see that you may write in /srv, or name another place")
