"""What the machines of the kitchen are called, and where they stand, in each language: data of the domain.

A machine has one name, that of the language its reader reads. The description says the others, as fleets do it with
whatever else a thing is called, so that the words of every language find it.
"""

import json
from collections.abc import Mapping
from functools import cache

from sayso.dataclass import dataclass
from sayso.domains.shipped import FOLDER

_FILE = FOLDER / "machines" / "kitchen.json"


@dataclass(frozen=True, slots=True)
class PlantName:
    """A machine in one language."""

    name: str
    place: str
    description: str


@cache  # it never changes while the program runs
def _all() -> Mapping[str, Mapping[str, PlantName]]:
    told = json.loads(_FILE.read_text(encoding="utf-8"))
    return {key: {code: PlantName(**words) for code, words in named.items()} for key, named in told.items()}


def named(key: str, language: str) -> PlantName:
    """A machine in a language; in the first one of the data where it has no name in it.

    >>> named("cella", "en").name
    'Cold Room'
    """
    names = _all()[key]
    return names.get(language) or next(iter(names.values()))
