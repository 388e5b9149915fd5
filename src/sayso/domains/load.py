"""Reads a domain's folder: its domain.yaml, checked, with the line of whatever is wrong in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from sayso.domains.build import build
from sayso.domains.shape import misfits
from sayso.engine.tool import DomainTools
from sayso.errors import PackError

FILE = "domain.yaml"


def read_folder(folder: Path) -> dict[str, Any]:
    """What a domain's folder says of its tools and records; what only served to write it is left out."""
    path = folder / FILE
    try:
        text = path.read_text(encoding="utf-8")
        tree = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text)
    except FileNotFoundError:
        raise PackError(str(path), 0, "the file is missing", "see docs/domains.md for what a domain holds") from None
    except yaml.MarkedYAMLError as bad:
        line = bad.problem_mark.line + 1 if bad.problem_mark else 0
        raise PackError(str(path), line, f"not YAML: {bad.problem}", "mend the line") from None
    if not isinstance(data, dict):
        raise PackError(str(path), 1, "not a mapping of keys to values", "see docs/domains.md")
    for where, what, next_step in misfits(data):
        raise PackError(str(path), _line(dict(_lines(tree, ())), where), what, next_step)
    return {key: inside for key, inside in data.items() if key != "shared"}


def load(folder: Path) -> DomainTools:
    """The tools of a domain's folder."""
    return build(read_folder(folder))


def _lines(node: yaml.Node | None, at: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Where each key stands."""
    if isinstance(node, yaml.MappingNode):
        for key, inside in node.value:
            here = (*at, str(key.value))
            yield here, key.start_mark.line + 1
            yield from _lines(inside, here)


def _line(lines: dict[tuple[str, ...], int], where: tuple[str, ...]) -> int:
    """The line of a key; of what it stands in, where it comes from elsewhere."""
    while where and where not in lines:
        where = where[:-1]
    return lines.get(where, 1)
