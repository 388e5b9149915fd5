"""`sayso chat` and `sayso doctor` as a person types them."""

import io
import sys
from pathlib import Path

import pytest

from sayso.cli import main


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)
    monkeypatch.setenv("SAYSO_PORT", "0")


def test_a_conversation_is_had_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["add buy milk", "add buy bread", "complete buy", "2", "delete milk", "yes", "undo", "", ""]
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
    ]


def test_one_message_can_be_said_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chat", "aggiungi", "comprare", "il", "latte"]) == 0
    assert capsys.readouterr().out == "Ho aggiunto 'comprare il latte'.\n"
    assert main(["chat", "show my tasks"]) == 0
    assert capsys.readouterr().out == "You have one task:\n1. comprare il latte\n"


def test_the_doctor_says_what_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "!!" not in told
    assert "languages  en, it" in told
    assert "reachable" in told


@pytest.mark.parametrize(
    ("name", "value", "next_step"),
    [("SAYSO_PORT", "many", "for example 8000"), ("SAYSO_DATABASE_URL", "postgresql://127.0.0.1:1/x", "try again")],
)
def test_the_doctor_says_what_to_do_about_the_rest(
    name: str, value: str, next_step: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "!!" in told
    assert next_step in told
