"""The wheel in environments of its own: the core is light and whole, and a missing part says how to get it."""

import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from importlib.metadata import metadata
from pathlib import Path

import pytest
from broker import Broker
from fresh import megabytes
from model_server import Says, model_server
from postgres import Server

ROOT = Path(__file__).parent.parent
UV = str(ROOT / ".tools/bin/uv")
OTHER_CLIENTS = {
    "httpx",
    "httpcore",
    "requests",
    "urllib3",
    "aiohttp",
}  # HTTP beside httpx2, which speaks for all of it
CLASSIFIED = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GUARDED = """
import sys
from sayso import guard
tool = {"name": "send_email", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}}
call = {"name": "send_email", "arguments": {"to": "ann@example.org"}}
step = guard([{"role": "user", "content": "send the email"}], [tool], call).to_dict()["steps"][0]
print(step["status"], step["parameters"])
print(sorted({"fastmcp", "pydantic", "sqlalchemy", "httpx2", "opentelemetry", "asyncio"} & set(sys.modules)))
"""


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with the wheel in it."""

    folder: Path

    def run(
        self, program: str, *arguments: str, more: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        programs = self.folder / "bin"
        around = {"XDG_DATA_HOME": str(self.folder / "data"), "PATH": f"{programs}:{os.environ['PATH']}"}
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("SAYSO_", "PYTHON"))}
        return subprocess.run(
            [program, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env={**bare, **around, **(more or {})},
            timeout=120,
        )

    def packages(self) -> dict[str, str]:
        listed = _uv("pip", "list", "--format", "json", "--python", str(self.folder / "bin/python"))
        return {one["name"]: one["version"] for one in json.loads(listed)}


def _uv(*arguments: str) -> str:
    done = subprocess.run([UV, *arguments], capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _install(folder: Path, wheel: Path, extra: str = "") -> Installed:
    _uv("venv", "-q", "--python", sys.executable, str(folder))
    return _add(Installed(folder), wheel, extra)


def _add(installed: Installed, wheel: Path, extra: str) -> Installed:
    program = str(installed.folder / "bin/python")
    _uv("pip", "install", "-q", "--python", program, f"sayso{extra} @ {wheel.as_uri()}")
    return installed


def _python(version: str) -> str | None:
    """A Python of this machine, of a version: on the path, or among those of pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [*sorted(versions.glob(f"{version}.*/bin/python")), shutil.which(f"python{version}")]
    for python in filter(None, found):
        asked = [str(python), "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
        if told.stdout.strip() == version:
            return str(python)
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _uv("build", "-q", "--wheel", "--out-dir", str(folder))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return _install(tmp_path_factory.mktemp("core"), wheel)


def test_the_core_is_the_engine_and_the_guard_and_little_else(core: Installed) -> None:
    assert set(core.packages()) == {"sayso", "pyyaml", "rapidfuzz", "tzdata"}
    weight = megabytes(core.folder / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")
    told = {
        tuple(map(int, found))
        for name, written in (
            ("README.md", r"(\d+) packages, (\d+) to (\d+) MB"),
            ("docs/dependencies.md", r"tzdata \| (\d+) \| (\d+) \(ARM\) to (\d+) \(x86\)"),
        )
        for found in re.findall(written, (ROOT / name).read_text(encoding="utf-8"))
    }
    assert len(told) == 1  # the same at every place
    ((count, on_arm, on_x86),) = told
    assert count == len(core.packages())
    weighs = on_arm if platform.machine() == "aarch64" else on_x86  # what is compiled in RapidFuzz and PyYAML
    assert abs(weight - weighs) <= 2, "python tests/fresh.py"


@pytest.mark.parametrize("version", CLASSIFIED)
def test_the_core_decides_and_guards_on_every_python_that_it_names(version: str, wheel: Path, tmp_path: Path) -> None:
    python = _python(version)
    if python is None:
        pytest.skip(f"Python {version} is not here: the wheel was not tried on it")
    _uv("venv", "-q", "--python", python, str(tmp_path / "env"))
    there = _add(Installed(tmp_path / "env"), wheel, "")
    decided = json.loads(there.run("sayso", "map", "would you mind jotting down that I owe Ann a lunch").stdout)
    assert decided["steps"][0]["tool_name"] == "add_task"
    assert there.run("python", "-W", "error", "-c", GUARDED).stdout == "confirm {}\n[]\n"


def test_the_core_decides_hears_and_guards(core: Installed) -> None:
    decided = json.loads(core.run("sayso", "map", "add buy milk tomorrow").stdout)
    assert decided["steps"][0]["parameters"]["title"] == "buy milk"
    heard = json.loads(core.run("sayso", "map", "would you mind jotting down that I owe Ann a lunch").stdout)
    assert heard["steps"][0]["tool_name"] == "add_task"
    said = core.run("python", "-c", GUARDED)
    assert said.stdout == "confirm {}\n[]\n", said.stderr


def test_the_core_can_be_tried_without_the_line_editor(core: Installed) -> None:
    told = core.run("sh", "-c", "printf 'help\\nadd buy milk\\nexit\\n' | sayso try")
    assert "add_task(title='buy milk'" in told.stdout, told.stderr


@pytest.mark.parametrize("command", ["serve", "chat", "say", "mcp", "gateway", "migrate", "user", "doctor"])
def test_a_command_that_needs_more_says_which_command_brings_it(core: Installed, command: str) -> None:
    told = core.run("sayso", command, *(["hello"] if command == "say" else []))
    assert told.returncode == 3, told.stderr
    assert told.stderr.startswith(f"sayso {command}: needs ")
    assert told.stderr.endswith("which is not installed (pip install 'sayso[server]')\n")


def test_the_middleware_says_so_too(core: Installed) -> None:
    told = core.run("python", "-c", "from sayso.gateway.middleware import SaysoMiddleware")
    assert "MissingExtraError: needs fastmcp, which is not installed (pip install 'sayso[server]')" in told.stderr


@pytest.fixture(scope="module")
def server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return _install(tmp_path_factory.mktemp("server"), wheel, "[server]")


def test_with_the_server_it_talks_and_names_what_else_is_missing(server: Installed) -> None:
    assert not {"psycopg", "aiomqtt", "openai-agents", "mypy", "playwright"} & set(server.packages())
    assert not OTHER_CLIENTS & set(server.packages())
    assert server.run("sayso", "say", "add buy milk").stdout == "Added 'buy milk'.\n"
    for settings, extra in (
        ({"SAYSO_DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "postgres"),
        ({"SAYSO_MQTT_URL": "mqtt://127.0.0.1:1"}, "mqtt"),
        ({"SAYSO_MODEL": "tiny", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, "model"),
    ):
        told = server.run("sayso", "say", "hello", more=settings)
        assert f"(pip install 'sayso[{extra}]')" in told.stderr, told
        assert len(told.stderr.splitlines()) == 1


def test_each_extra_works_from_the_wheel_and_can_be_added_later(
    wheel: Path, server: Installed, postgres: Server, broker: Broker
) -> None:
    whole = _add(
        server, wheel, "[all]"
    )  # what the server brings is compiled already, which takes longer than to use it
    assert OTHER_CLIENTS & set(whole.packages()) == {"requests", "urllib3"}  # openai-agents wants them
    stored = {"SAYSO_DATABASE_URL": postgres.new_database(), "SAYSO_FLEET": "none"}
    assert whole.run("sayso", "say", "add buy milk", more=stored).stdout == "Added 'buy milk'.\n"
    reached = whole.run("sayso", "machines", more={"SAYSO_MQTT_URL": broker.url})
    assert (reached.returncode, reached.stderr) == (0, "")
    with model_server() as scripted:
        scripted.plays(Says("Hello there."))
        told = whole.run(
            "sayso", "say", "what do you think of Rome?", more={**scripted.environment(), "SAYSO_FLEET": "none"}
        )
    assert told.stdout == "Hello there.\n", told.stderr


def test_the_same_sources_give_the_same_wheel_elsewhere_and_later(wheel: Path, tmp_path: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=60,
    )
    copy = tmp_path / "copy"
    for name in listed.stdout.split("\0"):
        if name.startswith(("src/", "evals/", "pyproject.toml", "README.md", "LICENSE")) and (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
            os.utime(copy / name, (2_000_000_000, 2_000_000_000))
    done = subprocess.run(
        [UV, "build", "-q", "--wheel", "--out-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=copy,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_wheel_says_what_it_is_and_that_it_has_types(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as inside:
        names = inside.namelist()
        (about,) = [inside.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
    assert "sayso/py.typed" in names
    assert not [name for name in names if "/site/" in name or "/sentences/" in name or name.startswith("tests")]
    for line in ("Classifier: Typing :: Typed", "License-Expression: Apache-2.0", "Requires-Python: >=3.11"):
        assert line in about.splitlines()
    assert "Description-Content-Type: text/markdown" in about
    assert "Project-URL" not in about  # there is no public home yet
    assert CLASSIFIED[0] == "3.11"  # as it requires


def test_the_bill_of_materials_names_every_package_of_an_installation_with_its_hashes(tmp_path: Path) -> None:
    recipe = subprocess.run(
        ["make", "--dry-run", "--always-make", "sbom"], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    ).stdout
    (line,) = [line for line in recipe.splitlines() if "export" in line]
    command = shlex.split(line.replace("build/sayso.cdx.json", str(tmp_path / "sbom.json")))
    _uv(*command[1:])
    written = json.loads((tmp_path / "sbom.json").read_text(encoding="utf-8"))
    assert (written["bomFormat"], written["specVersion"]) == ("CycloneDX", "1.5")
    parts = {part["name"]: part for part in written["components"]}
    assert {"pyyaml", "rapidfuzz", "tzdata", "fastapi", "fastmcp", "psycopg", "aiomqtt", "openai-agents"} <= set(parts)
    assert not {"pytest", "mypy", "mkdocs", "playwright"} & set(parts)
    for part in parts.values():
        assert part["purl"].startswith("pkg:pypi/")
        assert all(file["hashes"] for file in part["externalReferences"])


def test_all_brings_what_each_extra_brings() -> None:
    about = metadata("sayso").json
    assert sorted(about["provides_extra"]) == ["all", "fast", "model", "mqtt", "postgres", "server"]
    extras = {
        extra: {line.partition(";")[0].strip() for line in about["requires_dist"] if f"extra == '{extra}'" in line}
        for extra in about["provides_extra"]
    }
    assert extras["all"] == extras["postgres"] | extras["mqtt"] | extras["model"]
    assert extras["fast"] < extras["server"] == extras["postgres"] & extras["mqtt"] & extras["model"]
