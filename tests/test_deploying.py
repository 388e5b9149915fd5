"""The files to deploy with: what they start, starts, with settings that exist, and answers its health check."""

import importlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import children
import pytest
import yaml
from broker import Broker
from serving import free_port

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSED = ("compose.yaml", "compose-postgres.yaml", "compose-kitchen.yaml")
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


def test_a_build_is_sent_what_the_image_is_made_of_and_nothing_else() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    copied = {
        name for line in re.findall(r"^COPY (?!--from)(.+)$", CONTAINER, re.MULTILINE) for name in line.split()[:-1]
    }
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == copied


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


def test_the_first_account_is_made_as_the_user_of_the_service_in_its_folder() -> None:
    unit = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "sayso.service").read_text(encoding="utf-8"), re.MULTILINE))
    told = (ROOT / "docs/deploying.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^systemd-run .*$", told, re.MULTILINE)
    given = dict(part.split("=", 1) for part in shlex.split(line) if re.match(r"[A-Za-z_]+=", part))
    assert given.pop("XDG_DATA_HOME") == unit["Environment"].removeprefix("XDG_DATA_HOME=")
    assert given == {name: unit[name] for name in ("DynamicUser", "User", "StateDirectory")}
    assert f"venv {unit['ExecStart'].partition('/bin/')[0]} &&" in told


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not here: the unit was not verified")
    unit = (DEPLOY / "sayso.service").read_text(encoding="utf-8")
    program = str(Path(sys.executable).with_name("sayso"))  # it looks whether the program is there
    (tmp_path / "sayso.service").write_text(unit.replace("/opt/sayso/bin/sayso", program), encoding="utf-8")
    verify = [analyze, "verify", "--man=no", str(tmp_path / "sayso.service")]
    done = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")  # what it does not know, it only tells


MANIFEST = [one for one in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")) if one]


def test_the_manifest_runs_what_the_container_runs_as_nobody_and_read_only() -> None:
    kinds = {one["kind"]: one for one in MANIFEST}
    assert set(kinds) == {"Deployment", "Service", "PodDisruptionBudget", "Ingress"}
    pod = kinds["Deployment"]["spec"]["template"]["spec"]
    (server,), (migrate,) = pod["containers"], pod["initContainers"]
    assert server["args"] == json.loads(re.findall(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)[0])
    assert migrate["args"] == ["sayso", "migrate"]
    assert str(pod["securityContext"]["runAsUser"]) in re.findall(r"^USER (\d+)$", CONTAINER, re.MULTILINE)
    for container in (server, migrate):
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["image"] == server["image"]
    assert {one["name"] for one in server["env"]} <= SETTINGS
    assert server["readinessProbe"]["httpGet"]["path"] == "/ready"
    assert server["livenessProbe"]["httpGet"]["path"] == "/health"
    hosts = {one["value"] for one in server["env"] if one["name"] == "SAYSO_ALLOWED_HOSTS"}
    asked = [server[probe]["httpGet"]["httpHeaders"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert {header["value"] for headers in asked for header in headers} == hosts  # any other name is refused
    assert {rule["host"] for rule in kinds["Ingress"]["spec"]["rules"]} == hosts
    told = (DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"--from-literal=(\w+)", told)) <= SETTINGS


def test_kubernetes_own_schemas_take_the_manifest() -> None:
    if find_spec("kubernetes_validate") is None:
        pytest.skip("the schemas are 72 MB: make kubernetes")
    validate = importlib.import_module("kubernetes_validate").validate
    for one in MANIFEST:
        validate(one, desired_version="1.37", strict=True)


def test_the_kitchen_is_on_the_broker_and_the_server_beside_it_finds_it(broker: Broker, tmp_path: Path) -> None:
    file = composed("compose-kitchen.yaml")
    assert file["configs"]["broker"]["content"].splitlines() == ["listener 1883", *broker.lines]
    address = file["services"]["sayso"]["environment"]["SAYSO_MQTT_URL"]
    arguments = [broker.url if part == address else part for part in file["services"]["kitchen"]["command"][1:]]
    kitchen = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "kitchen")}
    server = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "server"), "SAYSO_MQTT_URL": broker.url}
    with children.watched(
        subprocess.Popen(children.sayso(*arguments), env=kitchen, stdout=subprocess.PIPE, text=True)
    ) as showing:
        assert "showing the kitchen" in children.next_line(showing, showing.stdout)
        deadline, listed = time.monotonic() + children.PATIENCE, ""
        while "Frigo" not in listed:  # devices are announced after the line
            assert time.monotonic() < deadline, listed
            asking = children.sayso("machines")
            listed = subprocess.run(asking, env=server, capture_output=True, text=True, check=False, timeout=60).stdout
        children.end(showing)


def _works(builder: str) -> bool:
    """Whether a builder has the engine that it needs; Docker's command may be there without one."""
    return subprocess.run([builder, "info"], capture_output=True, check=False, timeout=120).returncode == 0


def test_the_image_is_built_and_runs_read_only() -> None:
    """Only where there is a builder and a registry; elsewhere the same command is started without it, above."""
    builder = next((found for name in ("docker", "podman") if (found := shutil.which(name)) and _works(found)), None)
    if builder is None:
        pytest.skip("neither podman nor docker with a running engine is here: the image was not built")
    build = [builder, "build", "--file", str(DEPLOY / "Containerfile"), "--tag", "sayso-test", str(ROOT)]
    subprocess.run(build, check=True, timeout=1800)
    start = [builder, "run", "--detach", "--rm", "--read-only", "--tmpfs", "/tmp", "--volume", "/data", "sayso-test"]
    started = subprocess.run(start, check=True, capture_output=True, text=True, timeout=120).stdout.strip()
    try:
        check = shlex.split(re.findall(r"CMD (python -c .*)$", CONTAINER, re.MULTILINE)[0])
        deadline = time.monotonic() + children.PATIENCE
        while subprocess.run([builder, "exec", started, *check], capture_output=True, check=False).returncode:
            assert time.monotonic() < deadline
        asking = [builder, "exec", started, "id", "-u"]
        who = subprocess.run(asking, check=True, capture_output=True, text=True, timeout=60)
        assert who.stdout.strip() != "0"
    finally:
        subprocess.run([builder, "rm", "--force", started], check=False, timeout=60)
