"""What a typed line means, what Tab offers, and what is kept of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from sayso.assistant.message import Pick, Said, Words, YesNo
from sayso.errors import CommandError
from sayso.languages.shipped import load_replies
from sayso.terminal.talk.turn import Offer, turn_of
from sayso.terminal.typed.completing import CompletionSources, completions
from sayso.terminal.typed.history import History
from sayso.terminal.typed.kept import Kept
from sayso.terminal.typed.meant import COMMANDS, TerminalCommand, meant

REPLIES = load_replies()
CLOSED = turn_of({"user": {"content": "x"}, "assistant": {"id": "m1", "content": "y"}})
ASKED = replace(CLOSED, is_open=True, offers=(Offer("buy milk"), Offer("buy bread")), next=("Show my tasks",))
SURE = replace(CLOSED, is_open=True, is_confirm=True)


@pytest.mark.parametrize(
    ("line", "last", "said"),
    [
        ("2", ASKED, Pick("m1", 1)),
        (" [1] ", ASKED, Pick("m1", 0)),
        ("3", ASKED, Words("3")),
        ("²", ASKED, Words("²")),
        ("2", replace(ASKED, is_open=False), Words("2")),
        ("2", None, Words("2")),
        ("y", SURE, YesNo("m1", True)),
        ("Yes", SURE, YesNo("m1", True)),
        ("N", SURE, YesNo("m1", False)),
        ("yes please", SURE, Words("yes please")),
        ("y", ASKED, Words("y")),
        ("add\0 milk", None, Words("add milk")),
    ],
)
def test_a_line_means_what_is_open(line: str, last: object, said: Said) -> None:
    assert meant(line, last, REPLIES["en"]) == said  # type: ignore[arg-type]


def test_yes_is_a_letter_in_every_language() -> None:
    assert meant("s", SURE, REPLIES["it"]) == meant("sì", SURE, REPLIES["it"]) == YesNo("m1", True)
    assert meant("s", SURE, REPLIES["en"]) == Words("s")


def test_every_command_means_something_and_any_other_is_told() -> None:
    for name in COMMANDS:
        assert isinstance(meant(name.upper(), None, REPLIES["it"]), TerminalCommand | Words)
    assert meant("/list", None, REPLIES["it"]) == Words("Mostra le mie attività")
    for wrong in ("/", "/lists", "", "\0", "x" * 2001):
        with pytest.raises(CommandError):
            meant(wrong, None, REPLIES["en"])


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("/h", ["/help"]),
        ("/", list(COMMANDS)),
        ("", ["buy milk", "buy bread", "1", "2"]),
        ("buy m", ["buy milk", "buy milk and honey"]),
        ("complete the b", ["complete the buy milk and honey", "complete the Brush teeth"]),
        ("complete bRu", ["complete Brush teeth"]),
        ("complete buy milk and honey", []),
        ("nothing like it", []),
    ],
)
def test_tab_offers_what_fits(line: str, offered: list[str]) -> None:
    known = CompletionSources(ASKED, ("add", "show my tasks"), ("buy milk and honey", "Brush\x1b teeth"))
    assert completions(line, known) == offered


def test_tab_offers_how_to_begin_where_nothing_is_open() -> None:
    known = CompletionSources(replace(ASKED, is_open=False), ("add", "show my tasks"), ("buy milk",))
    assert completions("", known) == ["Show my tasks", "add", "show my tasks"]
    assert completions("a", CompletionSources(beginnings=("add",))) == ["add"]


def test_history_is_bounded_and_does_without_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new/history"
    assert History(path).lines() == []
    for number in range(7):
        assert History(path, most=5).keep(f"add {number}")
    history = History(path, most=5)
    assert history.lines() == [f"add {number}" for number in range(2, 7)]
    assert path.read_text().count("\n") == 5
    assert [history.keep(line) for line in ("x", "x", " y", "", "two\nlines")] == [True, False, False, False, True]
    assert path.read_text().endswith("x\ntwo\\nlines\n")
    assert history.keep(r"C:\new  one")
    assert history.lines()[-2:] == ["two\nlines", r"C:\new one"]
    assert [name.name for name in path.parent.iterdir()] == ["history"]
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert History(in_the_way / "history").keep("add buy milk")
    assert History(in_the_way / "history").lines() == []


def test_where_the_place_of_a_question_cannot_be_kept_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "said").write_text("")
    kept = Kept(tmp_path, "here")
    assert not kept.keep("00000000-0000-4000-8000-000000000000")
    assert kept.conversation() is None
    kept.drop()
