"""A PIN at the terminal: typed where nobody sees it, at this machine and at a server, and kept in no history."""

import subprocess
from pathlib import Path

import children
import pytest
from keyboard import Terminal
from serving import Served

PIN, WRONG = "735190246813", "864209753124"  # as long as one may be: six digits stand in a large file by chance
OPEN = "open the door of the cold room"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("SAYSO_DATABASE_URL", "SAYSO_SERVER", "SAYSO_TOKEN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


def keep_pin() -> None:
    given = {"input": f"{PIN}\n", "text": True, "capture_output": True, "timeout": 120}
    subprocess.run(children.sayso("user", "pin", "--password-stdin"), check=True, **given)  # type: ignore[call-overload]


def assert_is_nowhere(folder: Path, terminal: Terminal) -> None:
    """Neither on the screen nor in any file."""
    kept = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    for pin in (PIN, WRONG):
        assert pin not in terminal.written
        assert pin.encode() not in kept


def test_a_yes_asks_for_it_unseen_and_typed_too_early_it_is_not_kept(tmp_path: Path) -> None:
    keep_pin()
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        assert "Open the door" in terminal.answer(OPEN)
        terminal.type("y\r")
        terminal.until("PIN:")
        assert "not your PIN" in terminal.answer(WRONG)
        terminal.type("yes\r")
        terminal.until("PIN:")
        terminal.interrupt()  # thought better of it: nothing is done, and it is still asked
        terminal.type("y\r")
        terminal.until("PIN:")
        assert "Done: Open the door" in terminal.answer(PIN)
        assert_is_nowhere(tmp_path, terminal)
        terminal.answer(OPEN)
        assert "Done: Open the door" in terminal.answer(PIN)  # at the prompt: seen by whoever looks on
        terminal.type("\x04")
        assert terminal.end()[0] == 0
    history = (tmp_path / "sayso/history").read_text()
    assert OPEN in history
    assert PIN not in history


def test_what_is_said_once_asks_for_it_too(tmp_path: Path) -> None:
    keep_pin()
    with Terminal(["say", OPEN]) as terminal:
        assert terminal.end()[0] == 3
    with Terminal(["say", "yes"]) as terminal:
        terminal.until("PIN:")
        terminal.type(f"{PIN}\r")
        code, shown = terminal.end()
        assert code == 0
        assert "Done: Open the door" in shown
        assert_is_nowhere(tmp_path, terminal)


def test_a_server_gets_it_with_the_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(tmp_path, "--local") as served:
        for name in ("SAYSO_DATABASE_URL", "XDG_DATA_HOME"):
            monkeypatch.setenv(name, served.environment[name])
        keep_pin()
        token = subprocess.run(children.sayso("token"), check=True, capture_output=True, text=True, timeout=120)
        with Terminal(["chat", "--server", served.origin], {"SAYSO_TOKEN": token.stdout.strip()}) as terminal:
            terminal.prompted()
            terminal.answer(OPEN)
            terminal.type("y\r")
            terminal.until("PIN:")
            assert "Done: Open the door" in terminal.answer(PIN)
            assert_is_nowhere(tmp_path, terminal)
