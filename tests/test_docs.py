"""Every Python example of the docs runs and prints what its comments say."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sayso.cli import COMMANDS, main
from sayso_evals.moving import picture, scenes

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
EXAMPLES = [
    pytest.param(block, id=f"{path.name}-{i}")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for i, block in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("block", EXAMPLES)
def test_the_example_prints_what_it_says(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(block, "example", "exec"), {})
    promised = [line[2:] for line in block.splitlines() if line.startswith("# ")]
    assert printed.getvalue().splitlines() == promised


def test_the_readme_shows_a_picture_one_command_and_one_example() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/page.png" in text
    assert "docs/demo.svg" in text
    assert (ROOT / "docs/page.png").stat().st_size <= 250_000
    assert "make run" in text
    assert "make test" in text


@pytest.mark.parametrize("name", ["quick-add", "quick-add-it", "reminder", "reminder-it", "why", "chart", "settings"])
def test_pictures_of_parts_are_small_and_shown(name: str) -> None:
    told = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert f"({name}.png)" in told
    assert (ROOT / f"docs/{name}.png").stat().st_size <= 120_000


def test_the_moving_picture_shows_what_is_decided_now() -> None:
    drawn = (ROOT / "docs/demo.svg").read_text(encoding="utf-8")
    assert drawn == picture(scenes()), "make picture"
    root = ElementTree.fromstring(drawn)
    assert not [part.tag for part in root.iter() if part.tag.rpartition("}")[2] in ("script", "image", "foreignObject")]
    assert re.findall(r"https?://[^\s\"]+", drawn) == ["http://www.w3.org/2000/svg"]  # it loads nothing


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"sayso {command}" in capsys.readouterr().out
