"""The files to deploy with: what they start, starts, with settings that exist, and answers its health check."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import children
import pytest
import yaml
from serving import free_port

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSED = ("compose.yaml", "compose-postgres.yaml")
READ = "".join(
    (ROOT / "src/sayso" / name).read_text(encoding="utf-8")
    for name in ("settings.py", "reminder_settings.py", "authorization_settings.py")
)
SETTINGS = set(re.findall(r"SAYSO_[A-Z0-9_]+", READ))


def composed(file: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / file).read_text(encoding="utf-8"))
    return read


@pytest.mark.parametrize("file", COMPOSED)
def test_every_setting_exists_and_nothing_is_written_but_into_volumes(file: str) -> None:
    service = composed(file)["services"]["sayso"]
    assert set(service["environment"]) <= SETTINGS
    assert service["read_only"] is True
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"


def test_several_servers_have_the_keys_in_common_that_each_would_make_for_itself() -> None:
    given = composed("compose-postgres.yaml")["services"]["sayso"]["environment"]
    for name in ("SAYSO_SECRET", "SAYSO_VAULT_KEYS", "SAYSO_PUSH_KEY"):
        assert given[name].startswith(f"${{{name}:?")


def test_everything_that_is_copied_into_the_image_is_here_and_it_does_not_run_as_root() -> None:
    for line in re.findall(r"^COPY (?!--from)(.+)$", CONTAINER, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
    assert re.search(r"^USER \d{2,}$", CONTAINER, re.MULTILINE)


def test_what_the_container_starts_is_well_by_its_own_check(tmp_path: Path) -> None:
    port = str(free_port())
    command = json.loads(re.findall(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)[0])
    assert command[0] == "sayso"
    check = shlex.split(re.findall(r"CMD (python -c .*)$", CONTAINER, re.MULTILINE)[0].replace("8000", port))
    around = {**os.environ, **composed("compose.yaml")["services"]["sayso"]["environment"]}
    around |= {"XDG_DATA_HOME": str(tmp_path)}
    arguments = [port if part == "8000" else part for part in command[1:]]
    starting = children.sayso(*arguments)
    with children.watched(
        subprocess.Popen(starting, env=around, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    ) as running:
        assert children.next_line(running, running.stdout).startswith("open http://0.0.0.0")
        subprocess.run([sys.executable, *check[1:]], check=True, timeout=60)
        assert children.end(running) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["sayso"]  # all that it wrote


def test_the_service_starts_the_same_command() -> None:
    unit = (DEPLOY / "sayso.service").read_text(encoding="utf-8")
    (started,) = re.findall(r"^ExecStart=/opt/sayso/bin/sayso (.*)$", unit, re.MULTILINE)
    told = subprocess.run(
        children.sayso(*started.split(), "--help"), capture_output=True, text=True, check=True, timeout=60
    )
    assert "sayso serve" in told.stdout
