"""Records of strangers' servers: what a reference means is looked up with the tools that list or search, and kept for a
short time. Nothing is guessed: one record that holds all the words is meant, several are asked about."""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from fastmcp.tools import InputRequiredToolResult, ToolResult
from mcp.shared.exceptions import MCPError

from sayso.dataclass import dataclass
from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.text import fold
from sayso.face import Engine
from sayso.gateway.earlier import answer_text
from sayso.gateway.record_tools import RecordTool, Reference, needed, reference
from sayso.gateway.rules import GatewayPolicy
from sayso.regex import regex

Shape = Mapping[str, object]
Run = Callable[[str, dict[str, object]], Awaitable[ToolResult]]
SHOWN = 5
_KEPT = timedelta(seconds=60)
_LISTS = 500
_RECORDS = 2000
_DEEPEST = 4
_NAMES = ("title", "person")  # roles of the fields that people call a record by
_WORD = regex(r"[^\W_]+")
_LONGEST = 200  # letters of a field that is compared


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """A record: what tools call it, what people call it, and the words of all that is said of it."""

    id: object
    name: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class Meant:
    """The records that all the words fit, or that the server's own search found for them. Only one that the words fit
    is meant without asking."""

    parameter: str
    records: tuple[ListedRecord, ...]
    fits: bool = True

    @property
    def only(self) -> ListedRecord | None:
        """The one that is meant."""
        return self.records[0] if self.fits and len(self.records) == 1 else None


class StrangersRecords:
    """Looks references up for one gateway."""

    def __init__(self, engine: Engine, policy: GatewayPolicy, clock: Callable[[], datetime]) -> None:
        self._engine, self._policy, self._clock = engine, policy, clock
        self._kept: OrderedDict[tuple[str, ...], tuple[datetime, tuple[ListedRecord, ...]]] = OrderedDict()

    def reference(self, tool: Shape, known: Shape, tools: Sequence[Shape]) -> Reference | None:
        """The one parameter that a tool still needs, where it names a record that can be looked up."""
        parameter, lookups = needed(tool, known), self._policy.lookups
        by_hand = lookups.get(f"{tool['name']}.{parameter}") or lookups.get(str(parameter))
        return reference(self._engine, tool, known, tools, by_hand)

    async def meant(self, place: tuple[str, str], wanted: Reference, tool: Shape, said: str, run: Run) -> Meant | None:
        """The records that the person's words name; None where none does."""
        own = set(self._engine.telling(" ".join((*pieces(str(tool["name"])), *pieces(wanted.parameter)))))
        spoken = [w for w in self._engine.telling(said[: _LONGEST * 5]) if w not in own]
        if not spoken:
            return None
        query = " ".join(w for w in _WORD.findall(said[: _LONGEST * 5]) if set(self._engine.telling(w)) & set(spoken))
        near: tuple[ListedRecord, ...] = ()
        for one in wanted.tools:
            records = await self._told(place, one, wanted.parameter, query, run)
            fit = tuple(record for record in records if all(word in record.stems for word in spoken))
            if fit:
                return Meant(wanted.parameter, fit)
            near = near or (records if one.query is not None else ())
        return Meant(wanted.parameter, near[:SHOWN], fits=False) if near else None

    async def _told(
        self, place: tuple[str, str], tool: RecordTool, parameter: str, query: str, run: Run
    ) -> tuple[ListedRecord, ...]:
        """What a tool tells, for this person and server, as it was a moment ago."""
        asked: dict[str, object] = {} if tool.query is None else {tool.query: query}
        key, now = (*place, tool.name, *map(str, asked.values())), self._clock()
        kept = self._kept.get(key)
        if kept is not None and kept[0] + _KEPT > now:
            return kept[1]
        try:
            result = await run(tool.name, asked)
        except MCPError:
            return ()
        is_told = not isinstance(result, InputRequiredToolResult) and not result.is_error
        records = tuple(self._records(answer_text(result), parameter)) if is_told else ()
        self._kept[key] = (now, records)
        while len(self._kept) > _LISTS:
            self._kept.popitem(last=False)
        return records

    def _records(self, text: str, parameter: str) -> Iterator[ListedRecord]:
        try:
            data = json.loads(text)
        except ValueError:
            return
        keys = (parameter, *pieces(parameter)[-1:])
        for row in _rows(data, keys, 0)[:_RECORDS]:
            key = next(k for k in keys if _is_id(row.get(k)))
            texts = {
                k: v for k, v in row.items() if k != key and isinstance(v, str) and len(v) <= _LONGEST and v.strip()
            }
            if not texts:
                continue
            inside = [str(one) for v in row.values() if isinstance(v, list) for one in v if isinstance(one, str)]
            stems = frozenset(s for t in (*texts.values(), *inside) for s in self._engine.telling(t))
            yield ListedRecord(row[key], self._name(texts), stems)

    def _name(self, texts: Mapping[str, str]) -> str:
        """What people call a record: its title or name, where it says which field that is."""
        roles = self._engine.matcher.words.roles
        titled = (v for role in _NAMES for k, v in texts.items() if role in roles.get(fold(k), ()))
        return next(titled, None) or next(iter(texts.values()))


def fitting(value: object, tool: Shape, parameter: str) -> object:
    """A record's id as the tool takes it."""
    schema = _mapping(_mapping(_mapping(tool.get("inputSchema")).get("properties")).get(parameter))
    if schema.get("type") == "string":
        return str(value)
    return int(value) if schema.get("type") == "integer" and isinstance(value, str) and value.isdecimal() else value


def _rows(data: object, keys: Sequence[str], depth: int) -> list[Shape]:
    """The first list in an answer whose objects bear an id."""
    if isinstance(data, list):
        return [one for one in data if isinstance(one, dict) and any(_is_id(one.get(key)) for key in keys)]
    if isinstance(data, dict) and depth < _DEEPEST:
        for inside in data.values():
            found = _rows(inside, keys, depth + 1)
            if found:
                return found
    return []


def _is_id(given: object) -> bool:
    return isinstance(given, str | int) and not isinstance(given, bool)


def _mapping(given: object) -> Shape:
    return given if isinstance(given, Mapping) else {}
