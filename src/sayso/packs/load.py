"""Reads a language folder (its YAML files and the trained likeness) into a frozen pack."""

import json
import sys
from pathlib import Path
from typing import Any

import yaml

from sayso.domains.shipped import shipped_tools
from sayso.engine.pack import Pack
from sayso.errors import PackError
from sayso.packs.build import build
from sayso.packs.reader import Files
from sayso.packs.shape import faults
from sayso.packs.shipped import kinds_of, load_domain

_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_RESOLVERS = {
    first: [(tag, rule) for tag, rule in rules if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class _Loader(yaml.SafeLoader):
    """YAML in which "on", "off", "yes" and "no" are words, as they are in a language."""

    yaml_implicit_resolvers = _RESOLVERS


class _FastLoader(_Safe):  # type: ignore[misc]  # the C loader where there is one, which only run time knows
    """The same, many times faster; but it fails while a debugger or a coverage tool traces the program."""

    yaml_implicit_resolvers = _RESOLVERS


class Folder:
    """A language folder being read: where its texts stand, so that an error can name the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._texts: dict[str, str] = {}

    def read(self, name: str) -> dict[str, Any]:
        """A YAML file of the folder, checked for missing and unknown keys."""
        path = self.path / name
        try:
            self._texts[name] = path.read_text(encoding="utf-8")
            data = yaml.load(self._texts[name], Loader=_FastLoader if sys.gettrace() is None else _Loader)
        except FileNotFoundError:
            raise PackError(
                str(path), 0, "the file is missing", "see docs/languages.md for what a pack holds"
            ) from None
        except yaml.MarkedYAMLError as bad:
            line = bad.problem_mark.line + 1 if bad.problem_mark else 0
            raise PackError(str(path), line, f"not YAML: {bad.problem}", "mend the line") from None
        if not isinstance(data, dict):
            raise PackError(str(path), 1, "not a mapping of keys to values", "see docs/languages.md")
        for near, what in faults(name, data, kinds_of(load_domain()), shipped_tools()):
            raise self.fail(name, near, what)
        return data

    def fail(self, name: str, near: str, what: str) -> PackError:
        """An error at the line that holds a text."""
        lines = self._texts.get(name, "").splitlines()
        line = next((i for i, text in enumerate(lines, 1) if near and near in text), 0)
        return PackError(str(self.path / name), line, what, "mend it; docs/languages.md says what a pack holds")


def read_folder(path: Path) -> Files:
    """What a language folder holds."""
    folder = Folder(path)
    trained = path / "likeness.json"
    return Files(
        folder.read("grammar.yaml"),
        folder.read("tasks.yaml"),
        folder.read("machines.yaml"),
        folder.read("replies.yaml"),
        folder.read("model.yaml"),
        folder.read("tools.yaml"),
        folder.read("values.yaml"),
        json.loads(trained.read_text(encoding="utf-8")) if trained.exists() else None,
        folder.fail,
    )


def load(path: Path) -> Pack:
    """The pack of a language folder."""
    return build(read_folder(path))
