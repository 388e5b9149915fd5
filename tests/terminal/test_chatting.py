"""`sayso chat` and `sayso doctor` as a person types them."""

import asyncio
import io
import os
import re
import signal
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import tables
from children import CommandLine, installed_sayso, sayso
from keyboard import CTRL_C, CTRL_D, PROMPT, TAB, UP, Terminal, told_to_end
from model_server import Fails, Says, model_server
from serving import Served

from sayso.assemble import assembled
from sayso.cli import main
from sayso.session import Session
from sayso.settings import Settings
from sayso.tasks.service import utc_now
from sayso.tasks.task import NewTask

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    for name in ("SAYSO_DATABASE_URL", "SAYSO_SERVER", "SAYSO_TOKEN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SAYSO_PORT", "0")


def test_a_conversation_is_had_line_by_line(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    lines = ["add buy milk", "add buy bread", "complete buy", "", "2", "delete milk", "y", "/undo", "/list", "", ""]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert main(["chat"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Added 'buy milk'.",
        "Added 'buy bread'.",
        "Which one do you mean: 'buy milk' or 'buy bread'?",
        "  [1] buy milk",
        "  [2] buy bread",
        "Well done: 'buy bread' is done.",
        "Delete 'buy milk'?",
        "Deleted 'buy milk'. You can still undo that.",
        "Undone: 'buy milk' is back on your list.",
        "You have 2 tasks:",
        "1. buy milk",
        "2. buy bread ✓",
    ]


def test_the_commands_speak_the_language_that_is_spoken(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    lines = ["/why", "aggiungi comprare il latte", "/list", "elimina il latte", "s", "/undo", "/again", "/quit", "x"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert main(["chat"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "There is no answer yet.",
        "Ho aggiunto 'comprare il latte'.",
        "Hai un'attività:",
        "1. comprare il latte",
        "Elimino 'comprare il latte'?",
        "Ho eliminato 'comprare il latte'. Puoi ancora annullare.",
        "Annullato: 'comprare il latte' è di nuovo nella tua lista.",
        "Everything was answered.",
    ]


def test_why_shows_sources_confidence_and_candidates(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    lines = ["add buy milk tomorrow", "/why", "add buy bread", "complete buy", "/why", "what a nice day", "/why"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert main(["chat"]) == 0
    told = capsys.readouterr().out
    assert "call  add_task  confidence 1.00" in told or "call  add_task  confidence 0.9" in told
    assert "title     buy milk  (from your words “buy milk”)" in told
    assert "priority  medium  (as usual)" in told
    assert "it could be:\n      [1] buy milk  0." in told
    assert "No tool fits this message." in told


@pytest.mark.parametrize(
    ("line", "said"),
    [("/nothing at all", "/nothing: there is no such command"), ("x" * 2001, "is longer than 2000 characters")],
)
def test_a_programs_mistake_ends_the_chat(
    line: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\nadd buy milk\n"))
    assert main(["chat"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, said in captured.err) == ("", True)


def test_a_message_on_the_command_line_is_for_say(capsys: Printed) -> None:
    assert main(["chat", "add", "milk"]) == 2
    assert "sayso say" in capsys.readouterr().err


def test_the_words_that_mattered_are_coloured_and_yes_or_no_is_a_key() -> None:
    with Terminal(["chat"]) as terminal:
        assert "Tell me what to do" in terminal.prompted()
        shown = terminal.answer("add buy milk tomorrow")
        assert "buy milk tomorrow\n  ■ title  ■ due" in shown
        assert "\x1b[36mbuy milk\x1b[0m" in terminal.written
        assert "\x1b[36m■ title\x1b[0m  \x1b[33m■ due\x1b[0m" in terminal.written
        assert "[y] Yes  [n] No" in terminal.answer("delete milk")
        assert "leave it" in terminal.answer("n")
        terminal.type(CTRL_D)
        assert terminal.end()[0] == 0


def test_no_colour_where_none_is_wanted() -> None:
    for settings in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with Terminal(["chat"], settings) as terminal:
            terminal.prompted()
            shown = terminal.answer("add buy milk tomorrow")
            assert "Added 'buy milk'" in shown
            assert not re.search(r"\x1b\[[\d;]*[34]\d[\d;]*m", terminal.written)
            terminal.type("/quit\r")
            assert terminal.end()[0] == 0


def test_tab_completes_commands_titles_and_suggestions() -> None:
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.answer("add water the plants")
        terminal.type(f"complete wa{TAB}")
        terminal.until("complete water the plants")
        terminal.type("\r")
        assert "'water the plants' is done" in terminal.prompted()
        terminal.type(f"/wh{TAB}")
        terminal.until("/why")
        terminal.type("\r")
        assert "complete_task" in terminal.prompted()
        terminal.type(f"sh{TAB}")  # as one may begin
        terminal.until("show my tasks")


def test_what_was_typed_comes_back_and_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.answer("add buy milk")
        terminal.answer(" add a secret present")
        terminal.type(CTRL_D)
        assert terminal.end()[0] == 0
    kept = tmp_path / "sayso/history"
    assert kept.read_text() == "add buy milk\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.type(UP)
        terminal.until("add buy milk")


def test_what_is_due_is_told_above_the_line_and_done_or_put_off_by_a_command() -> None:
    with Terminal(["chat"], {"NO_COLOR": "1"}) as terminal:
        terminal.prompted()
        assert "You were reminded of nothing." in terminal.answer("/done")
        asyncio.run(add_due("call Anna"))
        terminal.type("add wa")
        told = terminal.until("⏰") + terminal.until(f"{PROMPT} add wa")  # the line stays as it was
        assert "⏰ call Anna · Due at" in told
        terminal.type("ter\r")
        assert "Added 'water'" in terminal.prompted()
        assert "⏰ call Anna · In 10 minutes" in terminal.answer("/later")
        assert "You were reminded of nothing." in terminal.answer("/done")


async def add_due(title: str) -> None:
    """A task of whoever sits here, written down an hour ago and due a minute ago."""
    earlier = utc_now() - timedelta(hours=1)
    async with assembled(Settings.read(os.environ), lambda: earlier) as parts:
        person = await parts.local_person()
        due = (earlier + timedelta(minutes=59)).isoformat()
        await parts.tasks.add(Session(person.id, "test"), NewTask(title, due=due))


# a command is born with what its parent does about SIGINT: started by a script, it has to be that very process
@pytest.mark.parametrize(
    ("start", "before"),
    [(sayso, signal.default_int_handler), (installed_sayso, signal.SIG_IGN)],
    ids=["by hand", "by a script"],
)
def test_ctrl_c_clears_the_line_and_twice_on_an_empty_one_leaves(start: CommandLine, before: Any) -> None:
    with Terminal(["chat"], start=start, at_birth=lambda: signal.signal(signal.SIGINT, before)) as terminal:
        terminal.prompted()
        terminal.type("add something that was not me")
        terminal.until("not me")
        assert "leaves" not in terminal.interrupt()  # the line is what was not wanted
        assert "Ctrl-C once more leaves" in terminal.interrupt()
        terminal.type("add what I still want to write")
        terminal.until("still want to write")
        assert "leaves" not in terminal.interrupt()  # nor is that the second in a row
        assert "Your list is empty" in terminal.answer("show my tasks")
        terminal.interrupt()  # the first in a row again
        terminal.type(CTRL_C)
        assert terminal.end()[0] == 0


def test_it_ends_when_it_is_told_to_and_leaves_the_database_closed(tmp_path: Path) -> None:
    with Terminal(["chat"]) as terminal:
        terminal.prompted()
        terminal.answer("add buy milk")
        assert terminal.terminate()[0] == 143
    assert (tmp_path / "sayso/sayso.db").exists()
    assert not (tmp_path / "sayso/sayso.db-wal").exists()


def test_at_a_pipe_it_ends_when_it_is_told_to_as_well(tmp_path: Path) -> None:
    with subprocess.Popen(sayso("chat"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as chat:
        assert chat.stdin is not None
        assert chat.stdout is not None
        chat.stdin.write(b"add buy milk\n")
        chat.stdin.flush()
        assert chat.stdout.readline() == b"Added 'buy milk'.\n"
        assert told_to_end(chat) == 143
    assert not (tmp_path / "sayso/sayso.db-wal").exists()


def test_long_lists_are_folded_and_titles_cannot_paint_the_screen() -> None:
    with Terminal(["chat"], {"NO_COLOR": "1"}, columns=40) as terminal:
        terminal.prompted()
        terminal.answer("add water all the plants of the house and the garden")
        shown = terminal.answer("show my tasks")
        assert "1. water all the plants of the house and\n   the garden" in shown
    with Terminal(["say", "add buy\x1b[2J\x07 milk 🥛"], {"NO_COLOR": "1"}) as terminal:
        code, shown = terminal.end()
    assert (code, "milk 🥛" in shown) == (0, True)
    assert not {"\x1b", "\x07"} & set(terminal.written)


def test_the_doctor_says_what_is_well(capsys: Printed) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "!!" not in told
    assert "languages  en, it" in told
    assert "reachable" in told


@pytest.mark.parametrize(
    ("name", "value", "next_step"),
    [
        ("SAYSO_PORT", "many", "for example 8000"),
        ("SAYSO_DATABASE_URL", "postgresql://127.0.0.1:1/x", "try again"),
        ("SAYSO_MQTT_URL", "mqtt://127.0.0.1:1", "see SAYSO_MQTT_URL"),
    ],
)
def test_the_doctor_says_what_to_do_about_the_rest(
    name: str, value: str, next_step: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "!!" in told
    assert next_step in told


def test_the_doctor_has_the_model_say_a_word(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    tried = ((Says("ok"), 0, "answers"), (Fails(401), 1, "the key is refused"), (Fails(404), 1, "no such model"))
    with model_server() as scripted:
        for name, value in scripted.environment().items():
            monkeypatch.setenv(name, value)
        for turn, code, told in tried:
            script = scripted.plays(turn)
            assert main(["doctor"]) == code
            assert told in next(line for line in capsys.readouterr().out.splitlines() if "  model " in line)
            assert [asked["max_tokens"] for asked in script.asked] == [1]


def test_the_doctor_tries_keys_and_webhook(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setenv("SAYSO_PUSH_KEY", "no key")
    monkeypatch.setenv("SAYSO_REMIND_WEBHOOK", "http://127.0.0.1:1/due")
    monkeypatch.setenv("SAYSO_REMIND_SECRET", "a secret of some twenty-four letters")
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("!!  push") and "is no key" in line for line in lines)
    assert any(line.startswith("!!  webhook") and "nobody answers" in line for line in lines)
    assert any(line.startswith("ok  database") and "takes changes" in line for line in lines)
    assert any(line.startswith("ok  clock") for line in lines)


@pytest.mark.parametrize("is_file", [False, True], ids=["set", "kept"])
def test_the_doctor_takes_no_few_letters_for_a_key(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed, is_file: bool
) -> None:
    if is_file:
        path = Settings.read(os.environ).key_folder / "push"
        path.write_text("abcd")
        path.chmod(0o600)
    else:
        monkeypatch.setenv("SAYSO_PUSH_KEY", "abc")
    assert main(["doctor"]) == 1
    assert any(line.startswith("!!  push") and "is no key" in line for line in capsys.readouterr().out.splitlines())


def test_the_doctor_tries_the_platform(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setenv("SAYSO_FLEET", "things5")
    monkeypatch.setenv("SAYSO_THINGS5_URL", "http://127.0.0.1:1")
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "!!  machines" in told
    assert "nobody answers at http://127.0.0.1:1" in told
    assert "see that SAYSO_THINGS5_URL is the platform's address" in told


def test_the_doctor_knows_its_own_server(monkeypatch: pytest.MonkeyPatch, capsys: Printed, tmp_path: Path) -> None:
    with Served(tmp_path, "--local") as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("SAYSO_PORT", server.origin.rpartition(":")[2])
        assert main(["doctor"]) == 0
    assert "this installation's server runs there" in capsys.readouterr().out


def test_the_doctor_sees_that_nobody_is_behind_the_models_address(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("SAYSO_MODEL", "tiny")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "tiny at http://127.0.0.1:1/v1, mode cascade: nobody answers there" in told
    assert "the engine answers alone" in told
