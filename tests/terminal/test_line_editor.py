"""Typing at a prompt: several lines, what is pasted, searching, plain terminals; exit and help at every question."""

import subprocess
import sys
from pathlib import Path

import pytest
import tables
from keyboard import ALT_ENTER, CTRL_D, CTRL_R, TAB, Terminal

LOADED = """
import sys
import sayso.terminal.approving, sayso.terminal.chatting, sayso.terminal.hosting, sayso.terminal.prompt
sys.exit("prompt_toolkit" in sys.modules)
"""
PASTED = "\x1b[200~{}\x1b[201~"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    for name in ("SAYSO_DATABASE_URL", "SAYSO_SERVER", "SAYSO_TOKEN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


def test_what_is_pasted_waits_and_what_was_typed_is_found_again(tmp_path: Path) -> None:
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.type(PASTED.format("add wash the car\ndelete everything\x1b[2J"))
        terminal.until("delete everything^[[2J")  # shown as what it is, and sent by nobody
        terminal.interrupt()
        assert "Your list is empty" in terminal.answer("show my tasks")
        terminal.type(f"add buy milk{ALT_ENTER}add call mom")
        terminal.until("> add buy milk\n  add call mom")
        terminal.type("\r")
        shown = terminal.prompted()
        assert "buy milk" in shown
        assert "call mom" in shown
        terminal.answer("show my tasks")
        terminal.type(f"{CTRL_R}call")
        terminal.until("(reverse-i-search)`call': add call mom")
        terminal.type("\x07")  # and the search is given up
        terminal.type(f"fri{TAB}{TAB}")
        terminal.until("Frigo Sala")  # machines are one's own, too
        terminal.interrupt()
        terminal.type(CTRL_D)
        assert terminal.end()[0] == 0
    assert "add buy milk\\nadd call mom\n" in (tmp_path / "sayso/history").read_text()


def test_a_terminal_that_only_shows_what_it_is_told_gets_no_control_characters() -> None:
    with Terminal(["chat"], {"TERM": "dumb"}) as terminal:
        terminal.prompted()
        assert "Added 'buy milk'" in terminal.answer("add buy milk")
        assert "Ctrl-C once more leaves" in terminal.interrupt()
        terminal.type("exit\r")
        assert terminal.end()[0] == 0
        assert "\x1b" not in terminal.written


def test_help_and_exit_work_at_a_question_in_every_language_and_do_nothing_else() -> None:
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.answer("add buy milk")
        assert "Delete 'buy milk'?" in terminal.answer("delete milk")
        shown = terminal.answer("aiuto")
        assert "/quit" in shown
        assert "Delete 'buy milk'?" in shown.partition("/quit")[2]  # the question is still open
        assert "task_identifier  buy milk" in terminal.answer("/why")
        terminal.type("esci\r")
        assert terminal.end()[0] == 0
    with Terminal(["say", "show my tasks"], {"NO_COLOR": "1"}) as terminal:
        assert "buy milk" in terminal.end()[1]


def test_trying_is_at_the_same_prompt() -> None:
    with Terminal(["try"]) as terminal:
        terminal.prompted()
        terminal.type(PASTED.format("add buy milk\nadd call mom"))
        terminal.until("  add call mom")
        terminal.type("\r")
        assert "add_task(title='buy milk'" in terminal.prompted()
        assert "exit or Ctrl-D leaves" in terminal.answer("help")
        terminal.type("esci\r")
        assert terminal.end()[0] == 0


def test_nobody_pays_for_the_line_editor_who_does_not_type() -> None:
    assert subprocess.run([sys.executable, "-c", LOADED], timeout=120, check=False).returncode == 0
