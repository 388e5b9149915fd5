"""Rows for training from the lines of a blind set say what their writer expected, and which words say what."""

import json
from pathlib import Path

import pytest

from sayso import Engine
from sayso_evals.hearing.said import Ear, folders, said_rows

WORLD = """
now: "2026-11-18T10:00:00+01:00"
timezone: Europe/Rome
user: Ann
tasks:
  en: [{title: pay the power bill, due: "2026-11-19"}]
  it: [{title: pagare la bolletta, due: "2026-11-19"}]
machines: []
"""
DONE = {"do": "act", "calls": [{"tool": "complete_task", "task": "pay the power bill"}]}
LINES = [
    {"message": "the power bill is paid", "expect": DONE},
    {"message": "what a day", "expect": {"do": "nothing"}},
    {"message": "which one then", "expect": {"do": "ask"}},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "world.yaml").write_text(WORLD, encoding="utf-8")
    for language in ("en", "it"):
        lines = "\n".join(json.dumps({"id": str(i), "class": "any", **line}) for i, line in enumerate(LINES))
        (tmp_path / f"single_{language}.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def test_a_line_is_learnt_as_its_writer_expected_it(folder: Path, engine: Engine) -> None:
    deciding = engine._deciding
    assert deciding.hear is not None
    ear = Ear(deciding.packs[0], deciding.languages.lexicon, deciding.hear)
    assert folders(folder) == [folder]
    done, idle, *more = said_rows(folder, "en", ear, engine)
    assert done["y"] == ["complete"]
    assert [w for w, tag in zip(done["w"], done["g"], strict=True) if tag != "O"] == ["the", "power", "bill"]
    assert "none" in idle["y"]
    assert "add" not in idle["y"]
    assert more == []  # of what is asked back nobody says what it is
