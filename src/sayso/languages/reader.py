"""A language's files as they were read, and the reader that turns their patterns into parsed ones."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sayso.dataclass import dataclass
from sayso.engine.pattern import Parser, Pattern, PatternError, Slots
from sayso.errors import PackError
from sayso.languages.outlines import Outlines

Fail = Callable[[str, str, str], PackError]  # (file, near which text, what is wrong)


@dataclass(frozen=True, slots=True)
class Files:
    """What a language folder holds, read but not yet understood; `fail` says where a text stands in it."""

    grammar: Mapping[str, Any]
    domains: Mapping[str, Mapping[str, Any]]  # what is said about each domain
    elsewhere: Mapping[str, Any]  # what is somebody else's business
    replies: Mapping[str, Any]
    model: Mapping[str, Any]
    tools: Mapping[str, Any]
    values: Mapping[str, Any]
    likeness: Mapping[str, Any] | None
    fail: Fail
    outlines: Outlines


class Reader:
    """Turns the patterns of one file into parsed ones; a second word in its name tells two for one file apart."""

    def __init__(self, files: Files, name: str, parser: Parser, slots: Slots) -> None:
        self._files, self._name, self._parser, self._slots = files, name, parser, slots

    def one(self, text: str, intent: str = "", grade: str = "") -> Pattern:
        """A parsed pattern."""
        try:
            outline = self._files.outlines.of(self._name, text, self._parser.parse, self._slots)
        except PatternError as bad:
            raise self._files.fail(self._name.partition(" ")[0], text, str(bad)) from None
        return Pattern(text, outline, intent, grade, self._slots)

    def many(self, texts: Iterable[str], intent: str = "") -> tuple[Pattern, ...]:
        """Parsed patterns, in order."""
        return tuple(self.one(t, intent) for t in texts)

    def grouped(self, groups: Mapping[str, Iterable[str]]) -> tuple[Pattern, ...]:
        """Patterns by what they stand for."""
        return tuple(self.one(t, str(name)) for name, texts in groups.items() for t in texts)


def macros_of(files: Files, domain: str) -> dict[str, str]:
    """The macros of a domain's patterns: the language's, and its own."""
    shared, own = files.grammar["macros"], files.domains[domain]["macros"]
    for name in sorted(set(shared) & set(own)):
        raise files.fail(f"{domain}.yaml", f"  {name}:", f"<{name}> is defined in grammar.yaml too")
    return {**shared, **own}
