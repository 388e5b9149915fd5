"""Every Python example of the docs runs and prints what its comments say."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from sayso.cli import COMMANDS, main

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
    assert (ROOT / "docs/page.png").stat().st_size <= 250_000
    assert "make run" in text
    assert "make test" in text


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"sayso {command}" in capsys.readouterr().out
