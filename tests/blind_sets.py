"""The sets that were blind once: where they stand, and what of them may not be lost."""

from pathlib import Path
from typing import Any

import yaml

BLIND = Path(__file__).parent / "blind"
FLOORS: dict[str, dict[str, dict[str, Any]]] = yaml.load(
    (BLIND / "floors.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)


def folder_of(name: str) -> Path:
    """Where a set stands; the first one is beside the folders of the others."""
    return BLIND if name == "blind" else BLIND / name


def place_of(name: str) -> int:
    """Which set it is, from 0 on: by it each set gives other lines to those that every run of the tests plays."""
    return list(FLOORS).index(name)


def sets(part: str) -> list[tuple[str, str]]:
    """The sets and languages that have such lines."""
    return [(name, language) for name, known in FLOORS.items() for language in known if part in known[language]]
