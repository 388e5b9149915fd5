"""Records of strangers' servers: what a reference means is looked up with the tools that list or search, and kept for a
short time. Nothing is guessed: one record that holds all the words is meant, several are asked about."""

import json
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from fastmcp.tools import ToolResult

from sayso.engine.capabilities.lexicon import pieces
from sayso.engine.text import fold
from sayso.face import Engine
from sayso.gateway.earlier import answer_text
from sayso.gateway.rules import GatewayPolicy

Shape = Mapping[str, object]
Run = Callable[[str, dict[str, object]], Awaitable[ToolResult]]
SHOWN = 5
_KEPT = timedelta(seconds=60)
_LISTS = 500
_RECORDS = 2000
_DEEPEST = 4
_IDENTITY = "identity"  # the role of words such as "id" in the languages' data
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 200  # letters of a field that is compared


@dataclass(frozen=True, slots=True)
class ListedRecord:
    """A record: what tools call it, what people call it, and the words of all that is said of it."""

    id: object
    name: str
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class Meant:
    """The records that all the words fit; one is meant, several have to be asked about."""

    parameter: str
    records: tuple[ListedRecord, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A parameter that names a record, and the tool that lists such records."""

    parameter: str
    listing: str


class StrangersRecords:
    """Looks references up for one gateway."""

    def __init__(self, engine: Engine, policy: GatewayPolicy, clock: Callable[[], datetime]) -> None:
        self._engine, self._policy, self._clock = engine, policy, clock
        self._kept: OrderedDict[tuple[str, str, str], tuple[datetime, tuple[ListedRecord, ...]]] = OrderedDict()

    def reference(self, tool: Shape, known: Shape, tools: Sequence[Shape]) -> Reference | None:
        """The one parameter that a tool still needs, where it names a record that can be looked up."""
        schema = _mapping(tool.get("inputSchema"))
        needed = [n for n in _list(schema.get("required")) if isinstance(n, str) and n not in known]
        if len(needed) != 1:
            return None
        parameter = needed[0]
        by_hand = self._policy.lookups.get(f"{tool['name']}.{parameter}") or self._policy.lookups.get(parameter)
        if by_hand is not None:
            return Reference(parameter, by_hand) if any(t["name"] == by_hand for t in tools) else None
        listing = self._listing(parameter, tools)
        return None if listing is None else Reference(parameter, listing)

    def _listing(self, parameter: str, tools: Sequence[Shape]) -> str | None:
        """The tool that lists what a parameter names: `list_projects` for `project_id`."""
        words = self._engine.matcher.words
        parts = [fold(p) for p in pieces(parameter)]
        subject = {words.stem(p) for p in parts if _IDENTITY not in words.roles.get(p, ())}
        if not subject or len(subject) == len(set(parts)):  # it does not say that it is an id
            return None
        found = []
        for tool in tools:
            named = {words.stem(p) for p in pieces(str(tool["name"]))}
            rest = {stem for stem in named - subject if stem not in words.act_stems}
            schema = _mapping(tool.get("inputSchema"))
            if subject <= named and not rest and not schema.get("required") and self._engine.danger(tool) == "reads":
                found.append((len(named), str(tool["name"])))
        return min(found)[1] if found else None

    async def meant(self, place: tuple[str, str], wanted: Reference, tool: Shape, said: str, run: Run) -> Meant | None:
        """The records that the person's words name; None where none does."""
        records = await self._listed((*place, wanted.listing), wanted.parameter, run)
        own = set(self._engine.telling(" ".join((*pieces(str(tool["name"])), *pieces(wanted.parameter)))))
        spoken = [w for w in self._engine.telling(said[: _LONGEST * 5]) if w not in own]
        if not spoken:
            return None
        fit = tuple(record for record in records if all(word in record.stems for word in spoken))
        return Meant(wanted.parameter, fit) if fit else None

    async def _listed(self, key: tuple[str, str, str], parameter: str, run: Run) -> tuple[ListedRecord, ...]:
        now = self._clock()
        kept = self._kept.get(key)
        if kept is not None and kept[0] + _KEPT > now:
            return kept[1]
        result = await run(key[2], {})
        records = () if result.is_error else tuple(self._records(answer_text(result), parameter))
        self._kept[key] = (now, records)
        while len(self._kept) > _LISTS:
            self._kept.popitem(last=False)
        return records

    def _records(self, text: str, parameter: str) -> Iterator[ListedRecord]:
        try:
            data = json.loads(text)
        except ValueError:
            return
        last = pieces(parameter)[-1] if pieces(parameter) else parameter
        for row in _rows(data, 0)[:_RECORDS]:
            key = next((k for k in (parameter, last) if isinstance(row.get(k), str | int)), None)
            texts = [v for k, v in row.items() if k != key and isinstance(v, str) and len(v) <= _LONGEST and v.strip()]
            if key is None or not texts:
                continue
            inside = [str(one) for v in row.values() if isinstance(v, list) for one in v if isinstance(one, str)]
            stems = frozenset(s for t in (*texts, *inside) for s in self._engine.telling(t))
            yield ListedRecord(row[key], texts[0], stems)


def fitting(value: object, tool: Shape, parameter: str) -> object:
    """A record's id as the tool takes it."""
    schema = _mapping(_mapping(_mapping(tool.get("inputSchema")).get("properties")).get(parameter))
    if schema.get("type") == "string":
        return str(value)
    return int(value) if schema.get("type") == "integer" and isinstance(value, str) and value.isdecimal() else value


def _rows(data: object, depth: int) -> list[Shape]:
    """The first list of objects in an answer."""
    if isinstance(data, list):
        return [one for one in data if isinstance(one, dict)]
    if isinstance(data, dict) and depth < _DEEPEST:
        for inside in data.values():
            found = _rows(inside, depth + 1)
            if found:
                return found
    return []


def _mapping(given: object) -> Shape:
    return given if isinstance(given, Mapping) else {}


def _list(given: object) -> Sequence[object]:
    return given if isinstance(given, list | tuple) else ()
