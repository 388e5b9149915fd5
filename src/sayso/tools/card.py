"""A tool as its readers see it: its name, words for a model, and the schemas of what goes in and comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Schema = dict[str, object]
TEXT: Schema = {"type": "string"}
WHEN: Schema = {"type": "string", "format": "date-time"}
COUNT: Schema = {"type": "integer", "minimum": 0}
YES_NO: Schema = {"type": "boolean"}
PERHAPS: Schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Shape:
    """An answer of one `status`: what is always in it, and what may be."""

    status: str
    always: Mapping[str, Schema]
    perhaps: Mapping[str, Schema] = field(default_factory=dict)


def error_shape(perhaps: Mapping[str, Schema]) -> Shape:
    """An answer that says what went wrong, with what helps to go on."""
    return Shape("error", {"error": TEXT, "error_message": TEXT, "suggestion": TEXT}, {"field": TEXT, **perhaps})


@dataclass(frozen=True, slots=True)
class ToolCard:
    """One tool, as it is listed. The hints are MCP's: what a client may do without asking."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Schema]
    answers: tuple[Shape, ...]
    required: tuple[str, ...] = ()
    is_read_only: bool = False
    is_destructive: bool = False
    is_idempotent: bool = False
    is_open_world: bool = False

    def input_schema(self) -> Schema:
        """What the tool takes; nothing else is let in, and never a user."""
        schema: Schema = {"type": "object", "properties": dict(self.properties), "additionalProperties": False}
        return {**schema, "required": list(self.required)} if self.required else schema

    def output_schema(self) -> Schema:
        """What the tool answers: one of its shapes, told apart by `status`."""
        properties: dict[str, Schema] = {"status": {"type": "string", "enum": [shape.status for shape in self.answers]}}
        for shape in self.answers:
            properties |= {**shape.always, **shape.perhaps}
        variants = [{"properties": {"status": {"const": s.status}}, "required": list(s.always)} for s in self.answers]
        return {"type": "object", "properties": properties, "required": ["status"], "oneOf": variants}
