"""Reads a language folder (its YAML files and the trained likeness) into a frozen pack."""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from sayso.domains import shipped as domains
from sayso.domains.load import load as load_domain
from sayso.engine.pack import Pack
from sayso.engine.tool import DomainTools, Toolbox
from sayso.errors import PackError
from sayso.languages.build import build
from sayso.languages.outlines import Outlines
from sayso.languages.reader import Files
from sayso.languages.shape import domain_faults, faults
from sayso.languages.shipped import FOLDER, LANGUAGES

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

    def __init__(self, path: Path, tools: Toolbox, homes: Mapping[str, Path]) -> None:
        self.path, self.tools, self.homes = path, tools, homes
        self._texts: dict[str, str] = {}

    def read(self, name: str) -> dict[str, Any]:
        """A YAML file of the folder."""
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
        return data

    def checked(self, name: str) -> dict[str, Any]:
        """A file of the language itself, checked for missing and unknown keys."""
        data = self.read(name)
        ours = Toolbox(d for d in self.tools.domains if d.name in domains.DOMAINS)
        for near, what in faults(name, data, ours):
            raise self.fail(name, near, what)
        return data

    def domain(self, domain: DomainTools, language: str) -> dict[str, Any]:
        """What a language says about a domain: its own file, else the one that stands in the domain's folder."""
        name = f"{domain.name}.yaml"
        if not (self.path / name).exists():
            name = str(self.homes.get(domain.name, domains.FOLDER / domain.name) / f"{language}.yaml")
        data = self.read(name)
        for near, what in domain_faults(domain, data):
            raise self.fail(name, near, what)
        return data

    def fail(self, name: str, near: str, what: str) -> PackError:
        """An error at the line that holds a text."""
        lines = self._texts.get(name, "").splitlines()
        line = next((i for i, text in enumerate(lines, 1) if near and near in text), 0)
        return PackError(str(self.path / name), line, what, "mend it; docs/languages.md says what a pack holds")


def read_folder(path: Path, tools: Toolbox | None = None, homes: Mapping[str, Path] | None = None) -> Files:
    """What a language folder holds, and what the domains say in that language; `homes` are the folders of domains that
    do not come with Sayso."""
    known = tools or domains.shipped_tools()
    folder = Folder(path, known, homes or {})
    grammar = folder.checked("grammar.yaml")
    trained = path / "likeness.json"
    return Files(
        grammar,
        {d.name: folder.domain(d, str(grammar["language"])) for d in known.domains},
        folder.checked("elsewhere.yaml"),
        folder.checked("replies.yaml"),
        folder.checked("model.yaml"),
        folder.checked("tools.yaml"),
        folder.checked("values.yaml"),
        json.loads(trained.read_text(encoding="utf-8")) if trained.exists() else None,
        folder.fail,
        Outlines(),
    )


def load_with(folders: Iterable[Path]) -> tuple[tuple[Pack, ...], Toolbox]:
    """The shipped languages and our own tools, with the domains of these folders besides.

    >>> packs, tools = load_with([])
    >>> [pack.language for pack in packs], len(tools) == len(domains.shipped_tools())
    (['en', 'it'], True)
    """
    more = {folder: load_domain(folder) for folder in folders}
    tools = Toolbox([*domains.shipped_tools().domains, *more.values()])
    homes = {domain.name: folder.resolve() for folder, domain in more.items()}
    return tuple(load(FOLDER / language, tools, homes) for language in LANGUAGES), tools


def load(path: Path, tools: Toolbox | None = None, homes: Mapping[str, Path] | None = None) -> Pack:
    """The pack of a language folder, for our own domains or for these tools."""
    return build(read_folder(path, tools, homes), tools or domains.shipped_tools())
