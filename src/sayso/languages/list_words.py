"""What a language says about the entries of a list that people keep."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sayso.engine.pack import ListWords
from sayso.engine.pattern import WHOLE, Parser, Pattern, Slots, expression
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import QUOTE, fold
from sayso.languages.command_words import Normal
from sayso.languages.reader import Files, Reader, macros_of


def one_of(patterns: Iterable[Pattern]) -> str:
    """A slot that holds what one of these patterns reads, and nothing else."""
    return WHOLE + "(?:" + "|".join(expression(p.node, {}) for p in patterns) + ")"


def list_reader(files: Files, domain: str, normal: Normal, slots: Slots) -> Reader:
    """The reader for the patterns of a list's domain."""
    file, parser = f"{domain}.yaml", Parser(macros_of(files, domain), normal)
    values = _value_slots(Reader(files, f"{file} values", parser, slots), files.domains[domain])
    return Reader(files, file, parser, Slots({**slots.expressions, **values}, slots.words))


def intents(reader: Reader, data: Mapping[str, Any]) -> list[Pattern]:
    """The patterns of a domain, each with the intent that it leads to."""
    return [
        reader.one(text, intent, grade)
        for intent, grades in data["intents"].items()
        for grade, texts in grades.items()
        for text in texts or ()
    ]


def list_words(reader: Reader, data: Mapping[str, Any], foreign: Mapping[str, PatternIndex]) -> ListWords:
    """What is said about the entries of a list."""
    return ListWords(
        foreign,
        frozenset(fold(w) for w in data["doubtful"]),
        frozenset(fold(w) for w in data["unnamed"]),
        frozenset(fold(w) for w in data["verbs"] if w[0] != "*"),
        tuple(fold(w[1:]) for w in data["verbs"] if w[0] == "*"),
        PatternIndex(reader.grouped(data["statuses"])),
        PatternIndex(reader.many(data["undated"])),
        PatternIndex(reader.grouped(data["priorities"])),
        PatternIndex(reader.grouped(data["limits"])),
        PatternIndex(reader.many(data["details"])),
        PatternIndex(reader.grouped(data["values"])),
        reader.grouped(data["implied"]),
        frozenset(fold(w) for w in data["destinations"]),
        PatternIndex(reader.many(data["own"])),
        PatternIndex(reader.many(data["brings_back"])),
        _alike(data["deeds"]),
        _alike(data["things"]),
        {fold(word): weight for weight, words in data["spoken_values"].items() for word in words},
        frozenset(fold(w) for w in data["people"]),
        {fold(word): frozenset(fold(w) for w in others) for word, others in data["pairs"].items()},
    )


def _alike(groups: Sequence[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Each word with the others for the same; one may stand for several: "message"."""
    out: dict[str, dict[str, None]] = {}
    for group in groups:
        for word in group:
            out.setdefault(fold(word), {}).update(dict.fromkeys(fold(o) for o in group if o != word))
    return {word: tuple(others) for word, others in out.items()}


def _value_slots(reader: Reader, data: Mapping[str, Any]) -> dict[str, str]:
    """The slots that hold a priority, a status or a quoted passage and nothing else."""
    return {
        "quoted_title": QUOTE,
        "priority": one_of(reader.grouped(data["priorities"])),
        "status": one_of(reader.grouped(data["values"])),
    }
