"""The rules of the house that a machine can hold."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import sayso
from sayso.domains.shipped import shipped_tools

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py")) + sorted((ROOT / "evals").rglob("*.py"))
PACKS = [ROOT / "src/sayso/languages/en", ROOT / "src/sayso/languages/it", ROOT / "tests/languages/es"]
DOMAINS = ROOT / "src/sayso/domains"
TOOLS = {"list_tasks", "update_task"}  # a tool's signature is what the contract says, however long
NAMELESS = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree_of(path)))


def loaded_by(statement: str) -> set[str]:
    script = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    return set(
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
        ).stdout.split()
    )


@pytest.mark.parametrize("statement", ["import sayso.engine.engine", "from sayso import *"])
def test_importing_loads_nothing_of_the_world(statement: str) -> None:
    heavy = {"sqlite3", "asyncio", "httpx2", "fastmcp", "pydantic", "numpy", "yaml", "fastapi", "sqlalchemy", "socket"}
    heavy |= {"aiomqtt", "paho"}
    heavy |= {"agents", "openai", "opentelemetry"}
    assert not heavy & loaded_by(statement)


def test_the_face_is_sorted_and_whole() -> None:
    assert list(sayso.__all__) == sorted(sayso.__all__)
    assert all(hasattr(sayso, name) for name in sayso.__all__)


def test_the_face_is_the_same_for_type_checkers() -> None:
    """Its names are loaded when they are asked for, from where the stub imports them."""
    stub = ast.parse((ROOT / "src/sayso/__init__.pyi").read_text(encoding="utf-8"))
    told = {a.name: node.module for node in stub.body if isinstance(node, ast.ImportFrom) for a in node.names}
    assert sorted(told) == list(sayso.__all__)
    for name, home in told.items():
        assert getattr(sayso, name) is getattr(import_module(str(home)), name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sayso.nothing  # type: ignore[attr-defined]
    assert {"guard", "decide"} <= set(dir(sayso))


@pytest.mark.parametrize(
    ("start", "later"),
    [
        ("sayso.cli", {"importlib.metadata", "email", "sayso.face"}),
        ("sayso.terminal.mapping", {"numpy", "rapidfuzz", "zoneinfo", "uuid", "sqlite3"}),
        ("sayso.terminal.saying", {"numpy", "cryptography", "jwt", "fastapi", "pydantic", "httpx2"}),
        ("sayso.terminal.hosting", {"numpy", "cryptography", "jwt", "fastmcp", "httpx2", "pydantic.v1"}),
        ("sayso.assistant.memory", {"sqlalchemy.dialects.postgresql"}),
    ],
)
def test_a_start_loads_nothing_that_it_may_never_use(start: str, later: set[str]) -> None:
    assert not later & loaded_by(f"import {start}")


def test_importing_costs_next_to_nothing() -> None:
    """What it hands out is loaded when it is asked for."""
    assert {m for m in loaded_by("import sayso") if m.startswith("sayso")} == {"sayso"}
    assert "guarding" not in " ".join(loaded_by("from sayso import SaysoError"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rooms_are_small_named_and_say_what_they_are_for(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert path.stem not in NAMELESS
    assert len(text.splitlines()) <= 400
    assert ast.get_docstring(tree_of(path))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_is_imported_late_hidden_or_patched(path: Path) -> None:
    imports = [node.lineno for node in nodes_of(path) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            late = [line for line in imports if node.lineno <= line <= (node.end_lineno or 0)]
            assert not late, f"{path}: {node.name} imports inside itself"
            given = [a for a in (*node.args.args, *node.args.kwonlyargs) if a.arg not in ("self", "cls")]
            assert len(given) <= 5 or node.name in TOOLS, f"{path}: {node.name} takes {len(given)} parameters"
    assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8")


def test_no_test_patches_the_code_it_tests() -> None:
    forbidden = "mock" + ".patch"
    for path in (ROOT / "tests").rglob("*.py"):
        assert forbidden not in path.read_text(encoding="utf-8"), path


def keys(data: object, depth: int) -> Iterator[str]:
    if isinstance(data, Mapping) and depth:
        for key, inside in data.items():
            yield str(key)
            yield from (f"{key}.{k}" for k in keys(inside, depth - 1))


@pytest.mark.parametrize(
    ("file", "depth"), [("replies.yaml", 3), ("model.yaml", 3), ("tasks.yaml", 1), ("grammar.yaml", 1)]
)
def test_every_language_has_the_same_keys(file: str, depth: int) -> None:
    files = [p / file if (p / file).exists() else DOMAINS / Path(file).stem / f"{p.name}.yaml" for p in PACKS]
    first, *others = [yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader) for path in files]
    for other in others:
        assert set(keys(other, depth)) == set(keys(first, depth))


def test_every_command_and_error_is_in_the_docs() -> None:
    told = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))))
    commands = ast.parse((ROOT / "src/sayso/cli.py").read_text(encoding="utf-8"))
    table = next(n for n in ast.walk(commands) if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "COMMANDS")
    assert isinstance(table.value, ast.Dict)
    for key in table.value.keys:
        assert isinstance(key, ast.Constant)
        assert "sayso " + str(key.value) in told
    errors = ast.parse((ROOT / "src/sayso/errors.py").read_text(encoding="utf-8"))
    for node in errors.body:
        if isinstance(node, ast.ClassDef):
            assert node.name in told, f"{node.name} is in no doc"


def test_every_setting_is_in_the_docs() -> None:
    told = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    names = ("settings.py", "reminder_settings.py", "authorization_settings.py")
    files = [ROOT / "src/sayso" / name for name in names]
    read = set(re.findall(r"SAYSO_[A-Z0-9_]+", "".join(path.read_text(encoding="utf-8") for path in files)))
    assert read
    assert all(f"`{name}`" in told for name in read)


def test_no_pack_speaks_of_another_projects_data() -> None:
    assert not list((ROOT / "src").rglob("*.jsonl"))


ENGINE = sorted((ROOT / "src/sayso/engine").rglob("*.py"))
OF_A_DOMAIN = re.compile(r"task|machine|device|fridge", re.IGNORECASE)


@pytest.mark.parametrize("path", ENGINE, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_engine_knows_no_domain(path: Path) -> None:
    """Tools, kinds of records and their words are data; an example in a docstring may name one."""
    told = {
        line
        for node in nodes_of(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert [text for number, text in lines if OF_A_DOMAIN.search(text) and number not in told] == []


def test_the_engine_names_no_tool() -> None:
    names = {name for tool in shipped_tools() for name in (tool.name, tool.intent) if "_" in name}
    code = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE)
    assert [name for name in sorted(names) if f'"{name}"' in code] == []


def test_one_name_means_one_thing() -> None:
    """No public class name is defined twice: who reads it knows which one it is."""
    where: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src/sayso").rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(str(path.relative_to(ROOT / "src")))
    assert {name: found for name, found in where.items() if len(found) > 1} == {}
