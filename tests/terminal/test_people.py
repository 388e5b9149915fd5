"""The commands about people, as a person types them."""

import io
import json
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import tables
from keyboard import at_terminal

from sayso.accounts.person import LOCAL_ID
from sayso.accounts.tokens import Tokens
from sayso.cli import main
from sayso.tasks.service import utc_now


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)
    monkeypatch.setenv("TZ", "Europe/Rome")


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert main(["user", "add", "Ann", "ann@example.org", "--password-stdin"]) == 0
    return capsys.readouterr().out.split()[0]


def test_accounts_are_added_and_listed(ann: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["user", "list"]) == 0
    assert capsys.readouterr().out.split() == [ann, "ann@example.org", "Ann", "Europe/Rome", "home"]


def test_a_password_is_typed_unseen_and_twice() -> None:
    add = ["user", "add", "Bo", "bo@example.org"]
    code, shown = at_terminal(add, [("Password: ", "battery staple"), ("Once more: ", "battery staple")])
    assert code == 0
    assert "bo@example.org" in shown
    assert "staple" not in shown
    code, shown = at_terminal(
        ["user", "add", "Cy", "cy@example.org"], [("Password: ", "battery staple"), ("Once more: ", "typo staple")]
    )
    assert code == 2
    assert "not the same" in shown


def test_a_token_is_given_for_the_right_password(
    ann: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAYSO_SECRET", "s" * 32)
    for password, code in (("correct horse", 0), ("wrong horse", 2)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(password))
        assert main(["token", "--user", "ann@example.org", "--password-stdin"]) == code
    said = capsys.readouterr()
    assert said.out.count(".") == 2
    assert "do not fit" in said.err


def test_the_local_persons_token_needs_no_password_and_is_signed_by_the_kept_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["token"]) == 0
    token = capsys.readouterr().out.strip()
    secret = (tmp_path / "sayso/secret").read_text()
    tokens = Tokens(secret, timedelta(hours=1), utc_now)
    assert tokens.verify(token) == LOCAL_ID


def test_a_token_for_one_address_is_good_there_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "--for", "HTTP://127.0.0.1:8000/mcp/"]) == 0
    token = capsys.readouterr().out.strip()
    tokens = Tokens((tmp_path / "sayso/secret").read_text(), timedelta(hours=1), utc_now)
    assert tokens.verify(token) is None
    assert tokens.claims(token, ("http://127.0.0.1:8000/mcp",)) is not None
    assert main(["token", "--for", "the gateway"]) == 2
    assert "is no address that a token can be made for" in capsys.readouterr().err


def test_all_that_is_kept_is_exported(ann: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["user", "export", "ann@example.org"]) == 0
    kept = json.loads(capsys.readouterr().out)
    assert kept["users"][0]["id"] == ann
    assert kept["tasks"] == []
    assert main(["user", "export"]) == 0
    assert json.loads(capsys.readouterr().out)["users"][0]["id"] == LOCAL_ID


def test_a_person_is_removed_only_after_a_yes(ann: str, capsys: pytest.CaptureFixture[str]) -> None:
    remove = ["user", "delete", "ann@example.org"]
    code, shown = at_terminal(remove, [("Type yes: ", "no")])
    assert (code, "nothing was done" in shown) == (2, True)
    code, shown = at_terminal(remove, [("Type yes: ", "yes")])
    assert (code, "is removed" in shown) == (0, True)
    assert main([*remove, "--yes"]) == 2
    assert "no account" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["user", "add", "Ann", "ann", "--password-stdin"], "email: is no address"),
        (["user", "add", "Ann", "ann@example.org"], "--password-stdin"),
        (["user", "delete"], "needs a person at a terminal"),
        (["user", "export", "nobody@example.org"], "there is no account"),
        (["audit", "--since", "yesterday"], "--since"),
    ],
)
def test_a_mistake_is_told_with_a_next_step(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
