"""README, typed as it stands: every command line works, with the files that are here, and prints what is said of it."""

import io
import json
import os
import re
import subprocess
from importlib.metadata import metadata
from pathlib import Path

import children
import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [
    line.partition("  #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
COMMANDS = [line.removeprefix(".venv/bin/") for line in LINES if "sayso " in line]
INSTALLS = re.findall(r"(?:pip|pipx|uv tool) install ('?[^`,;:)]+)", README)


def typed(line: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """What comes of a line that is typed where the repository is; where it asks for more, nobody types anything."""
    quoted = [part or whole for whole, part in re.findall(r"(\"([^\"]*)\"|\S+)", line)]
    assert quoted[0] == "sayso"
    return subprocess.run(
        children.sayso(*quoted[1:]),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        timeout=children.PATIENCE,
    )


@pytest.mark.parametrize("line", COMMANDS)
def test_the_line_works_as_typed(line: str, tmp_path: Path) -> None:
    done = typed(line, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or line.endswith("chat")


def test_there_are_lines_for_each_door_and_all_are_of_a_kind_that_is_tried() -> None:
    assert len(COMMANDS) >= 8
    assert {line for line in LINES if "sayso " not in line} == {"make run"}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`?make (\w+)", README))))
def test_make_knows_the_target(target: str) -> None:
    dry = ["make", "--dry-run", "--always-make", target, "DATA=folder"]
    done = subprocess.run(dry, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr


def test_what_is_to_be_installed_exists() -> None:
    extras = set(metadata("sayso").json["provides_extra"])
    assert INSTALLS
    for what in INSTALLS:
        name, _, extra = what.strip("'] ").partition("[")
        assert name in ("sayso", ".")
        assert not extra or extra in extras


def test_the_entry_of_a_client_guards_the_server_behind_it() -> None:
    entry = json.loads(re.findall(r"```json\n(.*?)```", README, re.DOTALL)[0])["mcpServers"]["files"]
    assert entry["command"] == "sayso"
    assert entry["args"][:2] == ["guard", "--"]
    assert entry["args"][2] == "npx"  # tests/gateway/test_inspector.py stands such a guard before this very server


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)", README):
        assert link.startswith("http") or (ROOT / link).exists(), link


def test_every_figure_names_its_command() -> None:
    for line in io.StringIO(README):
        if re.search(r"\d+(\.\d+)? ?(ms|MB|seconds|times|%)", line):
            assert "`make " in line or "`sayso " in line, line
