"""The command about machines, as a person types it."""

import io
import sys
from pathlib import Path

import pytest
import tables

from sayso.cli import main


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tables.laid(tmp_path / "sayso/sayso.db")
    monkeypatch.delenv("SAYSO_DATABASE_URL", raising=False)


def test_the_machines_are_shown_and_one_is_unplugged(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in shown] == ["Frigo Cucina", "Frigo Sala", "Abbattitore", "Forno", "Cella"]
    assert all("online" in line and "temperature" in line for line in shown)
    assert main(["machines", "unplug", "cella", "--minutes", "5"]) == 0
    assert capsys.readouterr().out == "Cella is unplugged for 5 minutes\n"
    assert main(["machines", "list"]) == 0
    assert "OFFLINE" in capsys.readouterr().out.splitlines()[-1]
    assert main(["machines", "plug", "CELLA"]) == 0
    assert capsys.readouterr().out == "Cella is plugged in\n"


def test_people_of_another_organisation_have_another_kitchen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse\n"))
    bistro = ["--organisation", "bistro"]
    assert main(["user", "add", "Ann", "ann@example.org", "--password-stdin", *bistro]) == 0
    assert main(["machines", "unplug", "forno"]) == 0
    capsys.readouterr()
    assert main(["machines", "--user", "ann@example.org"]) == 0
    assert "OFFLINE" not in capsys.readouterr().out
    assert main(["user", "list"]) == 0
    assert "bistro" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "fleet", "said"),
    [
        (["unplug", "frigo"], "simulated", "several machines match"),
        (["unplug", "cella bar"], "simulated", "did you mean Cella"),
        (["unplug", "cella", "--minutes", "0"], "simulated", "0 minutes cannot be"),
        (["plug", "cella"], "none", "only simulated machines"),
        ([], "broken", "use one of: simulated"),
    ],
)
def test_a_mistake_is_told_with_a_next_step(
    arguments: list[str], fleet: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAYSO_FLEET", fleet)
    assert main(["machines", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_who_has_no_machines_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SAYSO_FLEET", "none")
    monkeypatch.setenv("SAYSO_PORT", "0")
    assert main(["machines"]) == 0
    assert capsys.readouterr().out == "no machines\n"
    assert main(["doctor"]) == 0
    assert "machines   none" in capsys.readouterr().out
