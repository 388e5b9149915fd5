"""The scripts of deploy/ that back a database up and restore it, on both databases, by what a person sees of it."""

import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import children
import pytest
from postgres import programs

DEPLOY = Path(__file__).parent.parent / "deploy"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a database and its keys are."""

    url: str
    folder: Path

    def _run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        around = {**os.environ, "SAYSO_DATABASE_URL": self.url, "XDG_DATA_HOME": str(self.folder)}
        if self.url.startswith("postgresql"):
            around["PATH"] = f"{programs()}:{os.environ['PATH']}"
        return subprocess.run(
            command, env=around, capture_output=True, text=True, check=False, timeout=children.PATIENCE
        )

    def say(self, *words: str) -> str:
        return self._run(*children.sayso("say", *words)).stdout

    def sayso(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return self._run(*children.sayso(*arguments))

    def script(self, name: str, folder: Path) -> "subprocess.CompletedProcess[str]":
        return self._run(str(DEPLOY / name), str(folder))


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Place]:
    """Makes places that nobody used, of a name."""

    def made(name: str) -> Place:
        folder = tmp_path / name
        if kind == "sqlite":
            return Place(f"sqlite:///{folder}/sayso/sayso.db", folder)
        return Place(request.getfixturevalue("postgres").new_database(), folder)

    return made


def test_what_is_restored_is_what_was_backed_up(place: Callable[[str], Place], tmp_path: Path) -> None:
    before, after, backup = place("before"), place("after"), tmp_path / "backup"
    before.say("add buy milk")
    before.say("add call mom")
    before.say("mark milk as done")
    token = before.sayso("token").stdout
    done = before.script("backup.sh", backup)
    assert done.returncode == 0, done.stderr
    assert backup.stat().st_mode & 0o077 == 0
    before.say("add written after the back-up")

    restored = after.script("restore.sh", backup)
    assert restored.returncode == 0, restored.stderr
    listed = after.say("show all my tasks")
    assert "buy milk" in listed
    assert "call mom" in listed
    assert "written after" not in listed
    assert "buy milk" in after.say("undo")  # the history came with it
    verified = after.sayso("audit", "--verify")
    assert verified.returncode == 0, verified.stderr
    assert (after.folder / "sayso/secret").read_text() == (before.folder / "sayso/secret").read_text()
    assert token


def test_a_place_that_is_taken_and_a_torn_backup_are_refused(place: Callable[[str], Place], tmp_path: Path) -> None:
    one, other, backup = place("one"), place("other"), tmp_path / "backup"
    one.say("add buy milk")
    other.say("add call mom")
    assert one.script("backup.sh", backup).returncode == 0
    assert one.script("backup.sh", backup).returncode != 0  # it is there already

    taken = other.script("restore.sh", backup)
    assert taken.returncode == 1
    assert "nothing was restored" in taken.stderr
    assert "call mom" in other.say("show my tasks")

    (stored,) = [path for path in backup.iterdir() if path.name.startswith("sayso.")]
    content = bytearray(stored.read_bytes())
    content[len(content) // 2] ^= 1
    stored.write_bytes(bytes(content))
    torn = place("empty").script("restore.sh", backup)
    assert torn.returncode == 1
    assert "nothing was restored" in torn.stderr


DOCKER = """#!/bin/sh
# docker compose -f FILE (exec|run) [OPTION…] sayso COMMAND…, with a folder in the place of the container's /data
[ "$4" = exec ] || [ "$4" = run ] || exit 0
shift 4
while [ "$1" != sayso ]; do shift; done
shift
for part; do
    shift
    set -- "$@" "$(echo "$part" | sed "s#^/data#$XDG_DATA_HOME#")"
done
exec "$@"
"""


def test_the_lines_for_containers_bring_database_and_keys_out_of_the_volume_and_back(tmp_path: Path) -> None:
    told = (DEPLOY.parent / "docs/backups.md").read_text(encoding="utf-8").partition("## In containers")[2]
    back_up, restore, _ = re.findall(r"```sh\n(.*?)```", told, re.DOTALL)
    folder = tmp_path / "data"
    volume = Place(f"sqlite:///{folder}/sayso/sayso.db", folder)
    (tmp_path / "deploy").symlink_to(DEPLOY)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/docker").write_text(DOCKER)
    (tmp_path / "bin/docker").chmod(0o755)
    around = {**os.environ, "XDG_DATA_HOME": str(folder), "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}

    def typed(lines: str) -> None:
        command = ["sh", "-ec", lines]
        done = subprocess.run(
            command, cwd=tmp_path, env=around, capture_output=True, text=True, check=False, timeout=children.PATIENCE
        )
        assert done.returncode == 0, done.stderr

    volume.say("add buy milk")
    volume.sayso("token")  # makes the key
    keys = (folder / "sayso/secret").read_bytes()
    typed(back_up)
    volume.say("add call mom")
    typed(restore)
    assert "buy milk" in volume.say("--new", "show my tasks")
    assert "call mom" not in volume.say("--new", "show my tasks")
    assert "call mom" in Place(f"sqlite:///{folder}/before/sayso.db", folder).say("--new", "show my tasks")
    assert (folder / "sayso/secret").read_bytes() == keys
    assert {path.name for path in folder.iterdir()} == {"sayso", "before"}
