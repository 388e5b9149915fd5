"""The command lines of the docs, typed page by page in a shell: each works with what the page says before it."""

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import children
import pytest

from sayso.cli import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
STAYS = ("sayso serve", "sayso mcp --http", "sayso gateway mcp.json --http", "sayso machines simulate")
ELSEWHERE = {  # lines that need more than this machine has, or a person at a terminal; and where they are tried, if so
    "docker compose": "",
    "make train": "",
    "python -m sayso_evals.zigbee": "machines/mqtt/test_mqtt_zigbee.py",
    "npm install --prefix build/servers": "",
    "python3 -m venv build/servers": "",
    "python -m sayso_evals.servers tests/blind/servers.jsonl": "evals/test_servers.py",
    "build/train/bin/python": "",
    "python3 -m venv env": "test_readme.py",
    "env/bin/python examples/mcp_client.py": "test_readme.py",
    "python3 -m venv /opt/sayso": "test_deploying.py",
    "cp deploy/sayso.service": "test_deploying.py",
    "systemctl": "",
    "systemd-run": "test_deploying.py",
    "deploy/": "test_backups.py",
    "sayso link": "terminal/test_linking.py",
    "sayso token --user": "terminal/test_people.py",
    "sayso chat --server": "terminal/test_chatting.py",
    "sayso user add": "terminal/test_people.py",
    "sayso user password": "web/test_accounts_web.py",
    "sayso user pin": "web/test_accounts_web.py",
    "curl -X POST https://sayso.example.org": "",
    "sayso user delete": "terminal/test_people.py",
    "sayso machines simulate": "test_deploying.py",
    "sayso machines key": "terminal/test_keys.py",
    "sayso approve k7": "terminal/test_approving.py",
    "pip install 'opentelemetry-distro": "",
    "OTEL_SERVICE_NAME=sayso": "test_tracing.py",
}
DATA = re.compile(r"\b(FILE|FILES|FOLDER)\b")  # what a reader puts in: such a line is asked what it takes
PROGRAMS = re.compile(
    r"\s*(\$ )?(\S*/)?(sayso|python3?|pip|pipx|uv|make|npm|npx|docker|curl|systemctl|sh|cp) ", re.MULTILINE
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}[^\n]*\n)+(?=\n)")
CODES = {'sayso say "delete milk"': 3}  # a question is open
ADD_ANN = """
import asyncio, os
from sayso.accounts.accounts import NewPerson
from sayso.assemble import assembled
from sayso.settings import Settings

async def main():
    async with assembled(Settings.read(os.environ)) as parts:
        await parts.accounts.add(NewPerson("Ann", "ann@example.org", "a long password", "Europe/Rome"))

asyncio.run(main())
"""


def lines_of(page: Path) -> list[str]:
    """The lines to type, with those that go on in the next one put together, and without what is said about them."""
    text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    whole = re.sub(r"\|\n\s*|\\\n\s*", lambda found: found[0][0].strip("\\") + " ", text)
    return [line for one in whole.splitlines() if (line := re.sub(r"\s+# .*$", "", one).strip())]


TYPED = [pytest.param(page, id=page.stem) for page in PAGES if lines_of(page)]


class Shell:
    """A person's shell in a folder with the repository's files at hand, and `sayso` on the path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("examples", "deploy", "src", "tests", "Makefile", "pyproject.toml", "uv.lock"):
            (folder / name).symlink_to(ROOT / name)
        (folder / "mcp.json").write_text('{"mcpServers": {"notes": {"command": "sayso", "args": ["mcp"]}}}')
        programs = folder / "bin"
        programs.mkdir()
        (programs / "sayso").write_text(f'#!/bin/sh\nexec {shlex.join(children.sayso())} "$@"\n')
        (programs / "sayso").chmod(0o755)
        (programs / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        (programs / "python").chmod(0o755)
        data = {"XDG_DATA_HOME": str(folder / "data"), "SAYSO_PORT": "0", "HOME": str(folder)}
        self.around = {**os.environ, **data, "PATH": f"{programs}:{os.environ['PATH']}"}

    def type(self, line: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.around,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=children.PATIENCE,
        )

    def start(self, line: str) -> str:
        """A line that goes on until it is ended: what it says first."""
        command = ["sh", "-c", f"exec {line.replace('9000', '0')} 2>&1"]
        with children.watched(
            subprocess.Popen(command, cwd=self.folder, env=self.around, stdout=subprocess.PIPE, text=True)
        ) as running:
            said = children.next_line(running, running.stdout)
            while "http" not in said and running.poll() is None:  # it says first what it is doing
                said = children.next_line(running, running.stdout)
            children.end(running)
        return said


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.mark.parametrize("page", TYPED)
def test_every_line_of_the_page_works_as_typed(page: Path, shell: Shell) -> None:
    lines = lines_of(page)
    if any("ann@example.org" in line for line in lines):
        (shell.folder / "ann.py").write_text(ADD_ANN)
        added = subprocess.run(
            children.forked(str(shell.folder / "ann.py")), env=shell.around, check=False, timeout=120
        )
        assert added.returncode == 0
    for line in lines:
        if any(line.startswith(begins) for begins in ELSEWHERE):
            continue
        if line.startswith("export "):
            shell.around |= dict(part.partition("=")[::2] for part in shlex.split(line)[1:])
        elif DATA.search(line):
            command = shlex.split(DATA.split(line)[0])
            helped = shell.type(shlex.join([*command[: 3 if command[1] == "-m" else 2], "--help"]))
            assert helped.returncode == 0, (line, helped.stderr)
            assert all(option in helped.stdout for option in re.findall(r"--\w+", line)), line
        elif line.startswith("make "):
            done = shell.type(f"{line.replace('make ', 'make --dry-run --always-make ')}")
            assert done.returncode == 0, (line, done.stderr)
        elif line.startswith(STAYS):
            assert "http" in shell.start(line), line
        else:
            done = shell.type(line)
            assert "usage:" not in done.stderr, (line, done.stderr)
            assert done.returncode == CODES.get(line, 0), (line, done.stdout, done.stderr)


def test_what_is_tried_elsewhere_is_tried_there() -> None:
    for file in filter(None, ELSEWHERE.values()):
        assert (ROOT / "tests" / file).exists(), file
    typed = [line for page in PAGES for line in lines_of(page)]
    assert all(any(line.startswith(begins) for line in typed) for begins in ELSEWHERE)
    assert len(typed) > 60


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.stem)
def test_no_command_stands_where_none_is_typed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    bare = [block for language, block in FENCE.findall(text) if language in ("", "text", "console", "bash", "shell")]
    for block in [*bare, *INDENTED.findall(FENCE.sub("", text))]:
        assert not PROGRAMS.match(block), block


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.stem)
def test_every_command_that_is_named_in_passing_exists(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)  # where such a line is typed
    text = re.sub(r"\s+", " ", FENCE.sub("", page.read_text(encoding="utf-8")))
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for quoted in re.findall(r"`([^`]+)`", text):
        for module in re.findall(r"^python -m ([\w.]+)", quoted):
            assert find_spec(module) is not None, quoted
        for script in re.findall(r"^python (\w+/[\w/]+\.py)", quoted):
            assert (ROOT / script).exists(), quoted
        for target in re.findall(r"^make (\w+)", quoted):
            assert re.search(rf"^{target}:", targets, re.MULTILINE), quoted
        for command in re.findall(r"^sayso (\w+)\b", quoted):
            assert command in COMMANDS, quoted
