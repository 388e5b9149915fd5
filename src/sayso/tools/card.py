"""A tool as its readers see it: its definition, and the schemas of what comes out."""

from collections.abc import Mapping
from dataclasses import field

from sayso.dataclass import dataclass
from sayso.domains.shipped import served_tools
from sayso.engine.tool import Tool
from sayso.tools.wrong import Wrong

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
    """One tool, as it is listed: its definition, and the shapes of what it answers."""

    tool: Tool
    answers: tuple[Shape, ...]
    refused: tuple[Wrong, ...] = ()  # arguments that it never takes, and why

    @property
    def name(self) -> str:
        """Of the tool."""
        return self.tool.name

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of what it takes."""
        return tuple(parameter.name for parameter in self.tool.parameters)

    def output_schema(self) -> Schema:
        """What the tool answers: one of its shapes, told apart by `status`."""
        properties: dict[str, Schema] = {"status": {"type": "string", "enum": [shape.status for shape in self.answers]}}
        for shape in self.answers:
            properties |= {**shape.always, **shape.perhaps}
        variants = [{"properties": {"status": {"const": s.status}}, "required": list(s.always)} for s in self.answers]
        return {"type": "object", "properties": properties, "required": ["status"], "oneOf": variants}


def cards(answers: Mapping[str, tuple[Shape, ...]]) -> tuple[ToolCard, ...]:
    """The cards of these tools of ours, by what they answer."""
    return tuple(ToolCard(served_tools()[name], shapes) for name, shapes in answers.items())
