"""`sayso machines key`, as a person types it."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import tables
from things5 import ANN, BAKERY, BOTH, HOTEL, Platform, Stage, staged

from sayso.cli import main
from sayso.errors import CommandError, FleetUnavailable, SettingsError
from sayso.machines.key import Key
from sayso.terminal.keys import run_key


class Shelf:
    """A store in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, Key] = {}

    async def keep(self, user_id: str, key: Key) -> None:
        self.kept[user_id] = key

    async def forget(self, user_id: str) -> bool:
        return self.kept.pop(user_id, None) is not None


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


@pytest.fixture
def platform(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Platform:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)
    monkeypatch.setenv("SAYSO_THINGS5_URL", stage.address)
    return stage.play(Platform())


@pytest.fixture
def shelf(platform: Platform) -> Shelf:
    return Shelf()


@pytest.fixture
def ann(platform: Platform, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    assert main(["user", "add", "Ann", "ann@example.org", "--password-stdin"]) == 0
    return capsys.readouterr().out.split()[0]


def key(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, token: str, *options: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{token}\n"))
    return run_key(["--user", "ann@example.org", *options], lambda _: shelf)


def test_a_token_is_proven_kept_and_forgotten_and_never_shown(
    ann: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert key(shelf, monkeypatch, f"Bearer {ANN}") == 0
    assert shelf.kept == {ann: Key(ANN, BAKERY)}
    said = capsys.readouterr()
    assert BAKERY in said.out
    assert ANN not in said.out + said.err
    assert key(shelf, monkeypatch, "", "--forget") == 0
    assert shelf.kept == {}
    assert key(shelf, monkeypatch, "", "--forget") == 0
    assert "has no key" in capsys.readouterr().out


@pytest.mark.parametrize("named", [HOTEL, "hotel"])
def test_an_organisation_is_named_by_id_or_name_where_a_token_opens_several(
    ann: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    with pytest.raises(CommandError, match=f"Bakery .{BAKERY}., Hotel"):
        key(shelf, monkeypatch, BOTH)
    assert shelf.kept == {}
    assert key(shelf, monkeypatch, BOTH, "--organisation", named) == 0
    assert shelf.kept[ann].organisation == HOTEL


def test_a_token_that_may_not_list_organisations_is_proven_by_the_one_that_is_named(
    ann: str, shelf: Shelf, platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform.hides_organisations = True
    assert key(shelf, monkeypatch, ANN, "--organisation", BAKERY) == 0
    assert shelf.kept[ann].organisation == BAKERY
    with pytest.raises(CommandError, match="opens: none"):
        key(shelf, monkeypatch, ANN, "--organisation", HOTEL)
    assert shelf.kept[ann].organisation == BAKERY


@pytest.mark.parametrize("token", ["", "two words", "ü", "x" * 9000])
def test_what_is_no_token_is_refused_before_it_is_sent(
    ann: str, shelf: Shelf, platform: Platform, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    with pytest.raises(CommandError, match="no token"):
        key(shelf, monkeypatch, token)
    assert platform.asked == []


def test_a_token_that_the_platform_refuses_is_not_kept(ann: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FleetUnavailable, match="refuses the key"):
        key(shelf, monkeypatch, "wrong")
    with pytest.raises(CommandError, match="opens: Bakery"):
        key(shelf, monkeypatch, ANN, "--organisation", HOTEL)
    assert shelf.kept == {}


def test_it_is_told_where_nobody_said_where_the_platform_is(
    ann: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SAYSO_THINGS5_URL")
    with pytest.raises(SettingsError, match="SAYSO_THINGS5_URL"):
        key(shelf, monkeypatch, ANN)


def test_nobody_can_pass_a_token_where_others_could_read_it(
    ann: str, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit):
        key(shelf, monkeypatch, "", ANN)
