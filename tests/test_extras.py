"""What is not installed is told with the command that brings it, whatever it is."""

import ast
import sys
from pathlib import Path

import pytest

from sayso.errors import MissingExtraError
from sayso.extras import missing, missing_as_extra, need

ROOT = Path(__file__).parent.parent / "src/sayso"
CORE = {"numpy", "rapidfuzz", "sayso", "sayso_evals", "yaml"}  # NumPy is used where it is there


def imported() -> set[str]:
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            more = [node.module] if isinstance(node, ast.ImportFrom) and node.module is not None else []
            found |= {name.partition(".")[0] for name in (*names, *more)}
    return found - set(sys.stdlib_module_names)


def test_every_library_is_of_the_core_or_of_an_extra() -> None:
    assert [name for name in sorted(imported() - CORE) if missing(name) is None] == []


def test_a_library_that_is_missing_is_told_as_the_extra_that_brings_it() -> None:
    told = r"needs paho, which is not installed \(pip install 'sayso\[mqtt\]'\)"
    with pytest.raises(MissingExtraError, match=told), missing_as_extra():
        raise ModuleNotFoundError("No module named 'paho.mqtt'", name="paho.mqtt")


def test_any_other_module_that_is_missing_is_an_error_as_before() -> None:
    with pytest.raises(ModuleNotFoundError, match="nowhere"), missing_as_extra():
        raise ModuleNotFoundError("No module named 'nowhere'", name="nowhere")


def test_what_is_there_is_needed_without_a_word() -> None:
    need("fastmcp")
