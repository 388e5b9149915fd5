"""`sayso migrate` as a person types it."""

from pathlib import Path

import pytest

from sayso.cli import main


def test_migrate_makes_the_file_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["migrate"]) == 0
    assert main(["migrate"]) == 0
    assert "is ready" in capsys.readouterr().out
    assert (tmp_path / "sayso/sayso.db").exists()


def test_a_wrong_setting_ends_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", "mysql://x")
    assert main(["migrate"]) == 2
    assert "SAYSO_DATABASE_URL" in capsys.readouterr().err
