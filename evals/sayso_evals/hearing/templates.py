"""Sentence templates and the values that fill them, as the domains' files hold them.

A line is `INTENT<TAB>template`; `{slot}` is filled from a list, `{slot:words}` tags those very words; `{task!}` is a
record that is surely listed, where the same words would else ask for something new.
`VALUE<TAB>slot<TAB>words` adds to a list.
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

LISTED = "!"  # after a slot: its words are borne by a listed record
_SLOT = re.compile(r"\{(\w+!?)(?::([^}]*))?\}")
_SAME = {"new_when": "when", "new_title": "title", "new_priority": "priority", "new_status": "status"}


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with places, and what it asks for; `act` is what a machine is to do."""

    intents: tuple[str, ...]  # more than one: nobody said which of them
    act: str | None  # None: not said
    text: str


@dataclass(slots=True)
class Templates:
    """The templates of a language, and its lists of values."""

    language: str
    templates: list[Template] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)

    def value(self, slot: str, chance: random.Random) -> str:
        """Something that may stand in a slot."""
        name = slot.rstrip(LISTED)
        known = self.values.get(name) or self.values.get(_SAME.get(name, ""))
        return chance.choice(known) if known else name.replace("_", " ")


Part = tuple[str, str | None]  # words, and the slot that they fill


def filled(template: str, values: Templates, chance: random.Random) -> list[Part]:
    """The parts of a sentence."""
    out: list[Part] = []
    at = 0
    for found in _SLOT.finditer(template):
        if template[at : found.start()]:
            out.append((template[at : found.start()], None))
        words = found.group(2) if found.group(2) is not None else values.value(found.group(1), chance)
        out.append((words, found.group(1)))
        at = found.end()
    if template[at:]:
        out.append((template[at:], None))
    return out


def read(language: str, files: Iterable[Path]) -> Templates:
    """The templates of these files."""
    out = Templates(language)
    for path in sorted(files):
        for template in _lines(path, out.values):
            out.templates.append(template)
    for words in out.values.values():
        words[:] = list(dict.fromkeys(words))
    out.templates[:] = list(dict.fromkeys(out.templates))
    return out


def _lines(path: Path, values: dict[str, list[str]]) -> Iterator[Template]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        head, _, rest = line.partition("\t")
        if head == "VALUE":
            slot, _, words = rest.partition("\t")
            if words.strip():
                values.setdefault(slot.strip(), []).append(words.strip())
            continue
        if not rest.strip():
            raise ValueError(f"{path}:{number}: no template after the intent")
        intents, _, act = head.strip().partition(" ")
        yield Template(tuple(intents.split("|")), act or None, rest.strip())
