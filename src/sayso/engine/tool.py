"""A tool with what it takes, whoever defines it, and the tools that there are; the data stands in `domains/`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, Literal, get_args

from sayso.dataclass import dataclass

Kind = Literal[
    "text",
    "choice",
    "truth",
    "number",
    "moment",
    "window",
    "repetition",
    "record",
    "capability",
    "reading",
    "settings",
    "listing",
]
KINDS: tuple[str, ...] = get_args(Kind)
Does = Literal[
    "",  # whatever its parameters say, and nothing besides
    "make",
    "list",
    "finish",
    "remove",
    "change",
    "undo",
    "redo",
    "whoami",
    "command",
    "measure",
    "inspect",
    "survey",
    "states",
    "events",
]
DOES: tuple[str, ...] = get_args(Does)
Schema = dict[str, object]
_DAY: Mapping[str, object] = {"type": "string", "format": "date"}
_SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "truth": {"type": "boolean"},
    "settings": {"type": "object"},
    "listing": {"type": "array", "items": {"type": "string"}},
    "window": {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"from": _DAY, "to": _DAY},
                "additionalProperties": False,
                "minProperties": 1,
            },
        ]
    },
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a tool takes: of which kind, within which bounds, and what it is to the tool (its role)."""

    name: str
    kind: Kind
    description: str = ""
    role: str = ""  # what it is to the tool: docs/domains.md lists the roles
    of: str = ""  # the kind of record
    is_required: bool = False
    is_many: bool = False
    is_whole: bool = True  # of a number
    may_be_empty: bool = False  # an empty text takes away what was there
    options: tuple[str, ...] = ()
    least: float | None = None  # of a number; else letters, or entries
    most: float | None = None
    default: object = None
    is_written: bool = False  # whether the default is written out in a decision

    def schema(self) -> Schema:
        """The parameter in JSON Schema."""
        one: Schema = dict(_SCHEMAS.get(self.kind, {"type": "string"}))
        if self.options:
            one["enum"] = list(self.options)
        keys = ("minLength", "maxLength")
        if self.kind == "number":
            one["type"], keys = "integer" if self.is_whole else "number", ("minimum", "maximum")
        bounds = {k: v for k, v in zip(keys, (self.least, self.most), strict=True) if v is not None}
        if self.is_many:
            one = {"type": "array", "items": one}
        one |= bounds
        if self.default is not None:
            one["default"] = self.default
        return {**one, "description": self.description} if self.description else one


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool, ours or a stranger's: what MCP says of it, and of ours what else the engine has to know.

    Of a stranger's tool the schema is all that is known of what it takes, and a hint is None where nothing is said.
    """

    name: str
    description: str = ""
    schema: Mapping[str, object] = field(default_factory=dict)
    is_destructive: bool | None = None
    is_read_only: bool | None = None
    title: str = ""
    intent: str = ""
    domain: str = ""
    parameters: tuple[Parameter, ...] = ()
    is_idempotent: bool = False
    is_open_world: bool = False
    does: Does = ""

    def input_schema(self) -> Schema:
        """What it takes, in JSON Schema; nothing else is let in."""
        if not self.domain:
            return dict(self.schema)
        properties = {p.name: p.schema() for p in self.parameters}
        schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        required = [p.name for p in self.parameters if p.is_required]
        return {**schema, "required": required} if required else schema

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name."""
        return next(p for p in self.parameters if p.name == name)

    def named(self, *roles: str) -> tuple[str, ...]:
        """The names of the parameters that play one of these roles."""
        return tuple(p.name for p in self.parameters if p.role in roles)

    def key(self, role: str) -> str:
        """The name of the parameter that plays a role; empty where none does."""
        return next((p.name for p in self.parameters if p.role == role), "")

    def role(self, name: str) -> str:
        """What a parameter of this name is to the tool."""
        return next((p.role for p in self.parameters if p.name == name), "")

    def of_kind(self, *kinds: Kind) -> tuple[str, ...]:
        """The names of the parameters of these kinds."""
        return tuple(p.name for p in self.parameters if p.kind in kinds)

    def defaults(self) -> Iterator[tuple[str, object]]:
        """What a decision writes out where nobody said anything else."""
        return ((p.name, p.default) for p in self.parameters if p.is_written)

    @property
    def always_confirms(self) -> bool:
        """Whether it destroys whatever it is given; where it has a capability do something, that one decides."""
        return bool(self.is_destructive) and not self.of_kind("capability")


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record: under which key of the context it comes, what names it, and what else it has."""

    kind: str
    context: str
    name: str
    attributes: tuple[str, ...] = ()
    done: str = ""  # the attribute that says whether it is done
    rank: str = ""  # how much it matters
    when: str = ""  # when it is due, or takes place
    repeat: str = ""  # the rule by which it comes again


@dataclass(frozen=True, slots=True)
class DomainTools:
    """The tools of a domain, its records, and how sure a step must be to be carried out."""

    name: str
    threshold: float
    tools: tuple[Tool, ...] = ()
    records: tuple[RecordKind, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)  # what else its definition says, whatever the language

    @property
    def has_capabilities(self) -> bool:
        """Whether its records can do something by themselves, so that they are told what to do."""
        return any(tool.of_kind("capability") for tool in self.tools)

    def key(self, role: str) -> str:
        """The name that the tools have for the parameter of a role; empty where none has such."""
        return next((name for tool in self.tools if (name := tool.key(role))), "")

    def doing(self, does: Does) -> Tool | None:
        """The tool that does something."""
        return next((t for t in self.tools if t.does == does), None)

    @property
    def record(self) -> RecordKind:
        """The kind of record that it is about."""
        return self.records[0] if self.records else RecordKind("", "", "")


NO_DOMAIN = DomainTools("", 1.0)


class Toolbox:
    """The tools of all domains, in the order of their definitions.

    >>> box = Toolbox([DomainTools("notes", 0.8, (Tool("write_note", intent="note", domain="notes"),))])
    >>> box["write_note"].domain, box.of_intent("note").name, box.threshold_of("notes")
    ('notes', 'write_note', 0.8)
    """

    def __init__(self, domains: Iterable[DomainTools] = ()) -> None:
        self.domains = tuple(domains)
        tools = [tool for domain in self.domains for tool in domain.tools]
        self._by_name = {tool.name: tool for tool in tools}
        self._by_intent = {tool.intent: tool for tool in tools}
        self._domains = {domain.name: domain for domain in self.domains}
        self._commanded = frozenset(t.intent for d in self.domains if d.has_capabilities for t in d.tools)
        self.commanding = next((d for d in self.domains if d.has_capabilities), None)  # whose records do something
        self.lists = tuple(d for d in self.domains if d.records and not d.has_capabilities)  # whose records are listed

    def __getitem__(self, name: str) -> Tool:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def get(self, name: object) -> Tool | None:
        """The tool of this name, if there is one."""
        return self._by_name.get(name) if isinstance(name, str) else None

    def of_intent(self, intent: str) -> Tool:
        """The tool that an intent leads to."""
        return self._by_intent[intent]

    def has_intent(self, intent: object) -> bool:
        """Whether an intent leads to a tool."""
        return intent in self._by_intent

    def intents(self, domain: str | None = None) -> tuple[str, ...]:
        """The intents of one domain, or of all."""
        return tuple(tool.intent for tool in self if domain in (None, tool.domain))

    def domain_of(self, intent: str) -> str:
        """Which domain an intent belongs to; empty where none does."""
        tool = self._by_intent.get(intent)
        return tool.domain if tool is not None else ""

    def threshold_of(self, domain: str) -> float | None:
        """How sure a step of a domain must be."""
        found = self._domains.get(domain)
        return found.threshold if found is not None else None

    def domain(self, name: str) -> DomainTools:
        """The domain of this name; an empty one where there is none."""
        return self._domains.get(name, NO_DOMAIN)

    def has_capabilities(self, intent: str) -> bool:
        """Whether an intent belongs to a domain whose records can do something by themselves."""
        return intent in self._commanded

    def doing(self, does: Does, domain: str) -> Tool | None:
        """The tool of a domain that does something."""
        return self.domain(domain).doing(does)

    def always_confirms(self, name: object) -> bool:
        """Whether a tool of this name always waits for a yes."""
        tool = self.get(name)
        return tool is not None and tool.always_confirms

    def is_reading(self, name: object) -> bool:
        """Whether a tool of this name changes nothing."""
        tool = self.get(name)
        return tool is not None and bool(tool.is_read_only)
