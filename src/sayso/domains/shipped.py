"""The domains that come with Sayso, from the bundle that `make packs` makes of their folders: no YAML is read."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sayso.domains.build import build
from sayso.engine.fault import Wording
from sayso.engine.tool import Toolbox

FOLDER = Path(__file__).parent
BUNDLE = FOLDER / "domains.json"
DOMAINS = ("tasks", "machines")  # what messages are about
OWN = "sayso"  # Sayso itself as a tool: served, never decided on


@cache  # it never changes while the program runs
def _bundled() -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(BUNDLE.read_text(encoding="utf-8"))
    return data


@cache
def shipped_tools() -> Toolbox:
    """Our own tools: those of the tasks, then those of the machines."""
    return Toolbox([build(_bundled()["domains"][name]) for name in DOMAINS])


@cache
def served_tools() -> Toolbox:
    """All that a server offers: our own tools, and Sayso itself as one."""
    return Toolbox([*shipped_tools().domains, build(_bundled()["domains"][OWN])])


def facts(domain: str) -> Mapping[str, Any]:
    """What else a domain's definition says: which commands are dangerous, what is asked for next."""
    given: Mapping[str, Any] = _bundled()["domains"][domain]
    return given


@cache
def wording() -> Wording:
    """The sentences for values that cannot be, as programs are told them: those of the first language."""
    told = _bundled()["wording"]
    return Wording(told["replies"], told["labels"])
