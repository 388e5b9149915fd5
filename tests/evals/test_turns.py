"""Rows for training from the turns of a blind set: what their writer expected, which words say it, what went before."""

import gzip
import json
from pathlib import Path

import pytest

from sayso import Engine
from sayso_evals.hearing.turns import Listener, folders, main, turns_of

WORLD = """
now: "2026-11-18T10:00:00+01:00"
timezone: Europe/Rome
user: Ann
tasks:
  en: [{title: pay the power bill, due: "2026-11-19"}, {title: wash the dog}]
  it: [{title: pagare la bolletta, due: "2026-11-19"}, {title: lavare il cane}]
machines: []
"""
DONE = {"do": "act", "calls": [{"tool": "complete_task", "task": "pay the power bill"}]}
MOVED = {"do": "act", "calls": [{"tool": "update_task", "task": "wash the dog", "values": {"new_due": "2026-11-20"}}]}
LATER = {"do": "act", "calls": [{"tool": "update_task", "task": "wash the dog", "values": {"new_due": "2026-11-21"}}]}
NEW = {"do": "act", "calls": [{"tool": "add_task", "values": {"title": "buy soap", "due": "2026-11-19"}}]}
LINES = [
    {"message": "the power bill is paid", "expect": DONE},
    {"message": "what a day", "expect": {"do": "nothing"}},
    {"message": "which one then", "expect": {"do": "ask"}},
    {"message": "tomorrow we buy soap, note it", "expect": NEW},
    {"message": "the soap and the bill", "expect": {"do": "act", "calls": [*DONE["calls"], *NEW["calls"]]}},
]
STORY = {
    "id": "s",
    "class": "any",
    "turns": [
        {"say": "wash the dog goes to friday", "expect": MOVED},
        {"say": "saturday suits it better", "expect": LATER},
        {"say": "what a day", "expect": {"do": "nothing"}},
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "world.yaml").write_text(WORLD, encoding="utf-8")
    for language in ("en", "it"):
        told = LINES if language == "en" else LINES[1:2]
        lines = "\n".join(json.dumps({"id": str(i), "class": "any", **line}) for i, line in enumerate(told))
        (tmp_path / f"single_{language}.jsonl").write_text(lines, encoding="utf-8")
        (tmp_path / f"stories_{language}.jsonl").write_text(json.dumps(STORY), encoding="utf-8")
    return tmp_path


def tagged(row: dict[str, list[str]], slot: str) -> list[str]:
    return [w for w, tag in zip(row["w"], row["g"], strict=True) if tag[2:] == slot]


def test_a_turn_is_learnt_as_its_writer_expected_it_after_what_went_before(folder: Path, engine: Engine) -> None:
    deciding = engine._deciding
    assert deciding.hear is not None
    listener = Listener(deciding.packs[0], deciding.languages.lexicon, deciding.hear)
    assert folders(folder) == [folder]
    rows = [dict(r) for r in turns_of(folder, listener, engine)]
    done, idle, which, new, several, moved, later, talk = rows
    assert done["y"] == ["complete"]
    assert tagged(done, "task") == ["the", "power", "bill"]
    assert "none" in idle["y"]
    assert (which["y"], which["g"]) == (["open"], None)
    assert (tagged(new, "title"), tagged(new, "when")) == (["buy", "soap"], ["tomorrow"])
    assert (several["y"], several["g"]) == (["several"], None)
    assert tagged(moved, "new_when")[-1] == "friday"
    assert "last:update_task:done" in later["f"]
    assert later["w"][later["before"] :] == ["saturday", "suits", "it", "better"]
    assert tagged(later, "new_when") == ["saturday"]
    assert {"amend", "update"} <= set(later["y"])
    assert {"none", "no"} <= set(talk["y"])


def test_the_command_mixes_them_with_the_sentences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = {"w": ["to", "friday"], "f": ["", "tb"], "y": ["amend"], "a": None, "g": ["O", "B-new_when"], "l": "en"}
    with gzip.open(folder / "rows.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(template) + "\n" for _ in range(50))
    out = folder / "out.gz"
    assert main([str(out), str(folder / "rows.gz"), str(folder)]) == 0
    with gzip.open(out, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    assert all(len(r["w"]) == len(r["f"]) and (r["g"] is None or len(r["g"]) == len(r["w"])) for r in rows)
    mine = [r for r in rows if r["y"] == ["amend"]]
    assert 5 < len(mine) < 30
    assert all(r["w"][-2:] == ["to", "friday"] and r["f"][0] != "start" for r in mine)
    assert str(len(rows)) in capsys.readouterr().out
