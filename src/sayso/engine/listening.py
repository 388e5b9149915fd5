"""The tagger beside a request: which words the listed records bear, and which intents can be here at all."""

from collections.abc import Mapping
from typing import Protocol

from sayso.engine.read.heard import Hear
from sayso.engine.records.languages import Languages
from sayso.engine.request import Request
from sayso.engine.thread import Around
from sayso.engine.understand.wording import Hearing, Meaning

_ANSWERS = frozenset(("yes", "no", "unsure", "pick"))
_FOLLOWING = frozenset(("refine", "amend"))


class Listening(Protocol):
    """What hears, and what it hears stands for."""

    @property
    def hear(self) -> Hear | None: ...
    @property
    def meanings(self) -> Mapping[str, Meaning]: ...
    @property
    def languages(self) -> Languages: ...


def hearing_of(listening: Listening, around: Around, request: Request) -> Hearing | None:
    """The tagger, with which records are listed."""
    if listening.hear is None:
        return None
    lexicon = listening.languages.lexicon
    entries = [records.index() for records in around.all_records()]
    subjects = around.fleet.index(lexicon) if around.fleet is not None else None

    def listed(bare: str) -> str:
        if subjects is not None and subjects.is_borne(bare):
            return "m"
        if any(index.is_borne(bare) for index in entries):
            return "r"
        return "m" if subjects is not None and bare in subjects.by_alias else ""

    impossible = frozenset() if request.pending is not None else _ANSWERS
    if not request.history:
        impossible |= _FOLLOWING
    return Hearing(listening.hear, listening.meanings, lexicon, listed, impossible, bool(entries))
