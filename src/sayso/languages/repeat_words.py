"""How a language says that something repeats, from its grammar.yaml."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sayso.engine.pack import Numbers
from sayso.engine.pattern import Parser, Slots
from sayso.engine.repeating import RepeatWords
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import fold
from sayso.languages.reader import Files, Reader

Normal = Callable[[str], Iterable[str]]


def repeat_words(files: Files, normal: Normal, slots: Slots, numbers: Numbers) -> RepeatWords:
    """The words and patterns of repetition."""
    grammar = files.grammar
    data: Mapping[str, Any] = grammar["repeats"]
    plurals = {fold(str(w)): n for w, n in data["days"].items()}
    days = {**{fold(str(w)): n for w, n in grammar["times"]["weekdays"].items()}, **plurals}
    parts = {fold(str(w)): half for words in (grammar["times"]["parts"], data["parts"]) for w, half in words.items()}
    last = frozenset(fold(w) for w in data["last"])
    places = {w for w, n in numbers.ordinals.items() if n <= 5}
    between = f"(?: (?:{_one_of(w for text in data['between'] for w in normal(text))}))*"
    typed = {
        "days": f"(?:{_one_of(days)})(?:{between} (?:{_one_of(days)}))*",
        "plurals": f"(?:{_one_of(plurals)})(?:{between} (?:{_one_of(days)}))*" if plurals else "(?!)",
        "last_day": _one_of(days),
        "parts": _one_of(parts),
        "nth": rf"{_one_of(places | last)}|[1-5](?:[^\W\d_]{{1,2}}|[°ªº])",
    }
    words = {"days": frozenset(days), "plurals": frozenset(plurals), "last_day": frozenset(days)}
    words["parts"] = frozenset(parts)
    typed_slots = Slots({**slots.expressions, **typed}, {**slots.words, **words})
    reader = Reader(files, "grammar.yaml repeats", Parser(grammar["macros"], normal), typed_slots)
    return RepeatWords(
        fold(data["stand_in"]),
        days,
        parts,
        last,
        frozenset(fold(w) for w in data["nouns"]),
        PatternIndex(reader.grouped(data["rules"])),
        PatternIndex(reader.grouped(data["adverbs"])),
        PatternIndex(reader.grouped(data["adjectives"])),
        reader.many(data["lead"]),
        reader.many(data["until"]),
        reader.many(data["until_end"]),
        reader.many(data["starting"]),
        reader.many(data["times"]),
        frozenset(w for text in grammar["joiners"] for w in normal(text.split()[0])),
    )


def _one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(w) for w in sorted(set(words), key=lambda w: (-len(w), w)))
