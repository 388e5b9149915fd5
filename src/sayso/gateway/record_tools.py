"""Which tools tell of a server's records: those that list or search what a parameter names, by their annotations, their
names and the schema of what they answer."""

from collections.abc import Iterator, Mapping, Sequence

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.text import fold
from sayso.face import Engine

Shape = Mapping[str, object]
_IDENTITY, _WORDS = "identity", "words"  # roles of words such as "id" and "query" in the languages' data
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class RecordTool:
    """A tool that tells of records: of all, or with `query` of those that some words find."""

    name: str
    query: str | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A parameter that names a record, and the tools that tell of such records, those that list all of them first."""

    parameter: str
    tools: tuple[RecordTool, ...]


def reference(
    engine: Engine, tool: Shape, known: Shape, tools: Sequence[Shape], by_hand: str | None
) -> Reference | None:
    """The one parameter that a tool still needs, where it names a record that can be looked up."""
    parameter = needed(tool, known)
    if parameter is None:
        return None
    ways = RecordWays(engine, parameter)
    found = [way for one in tools if ways.tells(one, by_hand) for way in ways.of(one)]
    found.sort(key=lambda way: (way.query is not None, len(pieces(way.name)), way.name))
    return Reference(parameter, tuple(found)) if found else None


def needed(tool: Shape, known: Shape) -> str | None:
    """The only parameter that is still missing."""
    missing = [n for n in _list(_mapping(tool.get("inputSchema")).get("required")) if n not in known]
    return missing[0] if len(missing) == 1 and isinstance(missing[0], str) else None


class RecordWays:
    """Finds the ways to the records that a parameter names."""

    def __init__(self, engine: Engine, parameter: str) -> None:
        self._engine, self._parameter = engine, parameter
        self._words = engine.matcher.words
        self._parts = [fold(p) for p in pieces(parameter)]

    def tells(self, tool: Shape, by_hand: str | None) -> bool:
        """Whether a tool tells of such records; where one was named by hand, only that one does."""
        if by_hand is not None:
            return tool["name"] == by_hand
        if self._engine.danger(tool) != "reads":
            return False
        return self._by_name(tool) or self._by_answer(tool)

    def _by_name(self, tool: Shape) -> bool:
        """`list_projects` for `project_id`: an act, and the thing whose id it is."""
        roles = self._words.roles
        subject = [p for p in self._parts if _IDENTITY not in roles.get(p, ())]
        says_so = len(set(subject)) < len(set(self._parts))
        return says_so and self._is_about(tool, subject)

    def _by_answer(self, tool: Shape) -> bool:
        """The rows that it answers have that very field and no other id, or are about the thing and number it so:
        `list_issues` with a `number` for `issue_number`."""
        fields = {fold(name) for name in row_fields(tool.get("outputSchema"))}
        last = self._parts[-1] if self._parts else ""
        if fold(self._parameter) in fields:
            return not any(f != fold(self._parameter) and (pieces(f) or [""])[-1] == last for f in fields)
        return len(self._parts) > 1 and last in fields and self._is_about(tool, self._parts[:-1])

    def _is_about(self, tool: Shape, subject: Sequence[str]) -> bool:
        named = {self._words.stem(p) for p in pieces(str(tool["name"]))}
        stems = {self._words.stem(p) for p in subject}
        return bool(stems) and stems <= named and named - stems <= self._words.act_stems

    def of(self, tool: Shape) -> Iterator[RecordTool]:
        """How a tool is asked: for all that there is, for what some words find, or either."""
        schema, name = _mapping(tool.get("inputSchema")), str(tool["name"])
        required = [n for n in _list(schema.get("required")) if isinstance(n, str)]
        queries = [n for n, about in _mapping(schema.get("properties")).items() if self._takes_words(n, about)]
        if not required:
            yield RecordTool(name)
        for query in queries[:1] if not required else [q for q in queries if required == [q]]:
            yield RecordTool(name, query)

    def _takes_words(self, name: str, about: object) -> bool:
        roles = {role for p in pieces(name) for role in self._words.roles.get(fold(p), ())}
        return _mapping(about).get("type") == "string" and _WORDS in roles


def row_fields(schema: object) -> frozenset[str]:
    """The fields of the rows that an output schema promises."""
    top = _mapping(schema)
    defined = _mapping(top.get("$defs"))

    def resolved(part: object) -> Shape:
        named = str(_mapping(part).get("$ref", ""))
        return _mapping(defined.get(named.removeprefix("#/$defs/"))) if named else _mapping(part)

    def inside(part: object, depth: int) -> Iterator[str]:
        here = resolved(part)
        items = resolved(here.get("items"))
        yield from map(str, _mapping(items.get("properties")))
        if depth:
            for one in _mapping(here.get("properties")).values():
                yield from inside(one, depth - 1)

    return frozenset(inside(top, _DEEPEST))


def _mapping(given: object) -> Shape:
    return given if isinstance(given, Mapping) else {}


def _list(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else ()
