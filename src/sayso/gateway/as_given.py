"""Blanks and empty values of a call that came without words: nobody can say that they were not meant, so they stay."""

from collections.abc import Mapping

from sayso.engine.guarding.check import faults
from sayso.engine.guarding.schema import choices, properties, required

Shape = Mapping[str, object]
_WRITTEN = ("pattern", "format")
_LEAST = ("minLength", "minItems", "minProperties")


def as_given(tool: Shape, given: Shape, mended: Shape) -> dict[str, object]:
    """The mended arguments, with the blanks around texts as they came (a file ends with a line's end), and what was
    left out for being empty where the tool takes that (a file may be empty)."""
    schema = tool.get("inputSchema")
    known = properties(schema) if isinstance(schema, Mapping) else {}
    out = dict(mended)
    for name, value in given.items():
        if name in known:
            kept = _with_blanks(value, out[name]) if name in out else value
            if (name in out or _may_be_empty(known[name], value)) and _takes(known[name], kept, tool):
                out[name] = kept
    return out


def is_complete(tool: Shape, arguments: Shape) -> bool:
    """Whether a tool has all that it needs."""
    schema = tool.get("inputSchema")
    return not isinstance(schema, Mapping) or all(name in arguments for name in required(schema))


def _with_blanks(given: object, mended: object) -> object:
    if isinstance(given, str) and isinstance(mended, str):
        return given if given.strip() == mended else mended
    if isinstance(given, list) and isinstance(mended, list) and len(given) == len(mended):
        return [_with_blanks(one, other) for one, other in zip(given, mended, strict=True)]
    return mended


def _may_be_empty(schema: Shape, value: object) -> bool:
    """Whether a value was left out for saying nothing ("", "none", []), and nothing may be said there."""
    return (isinstance(value, str) or value in ([], {})) and not any(bound in schema for bound in _LEAST)


def _takes(schema: Shape, value: object, tool: Shape) -> bool:
    """Whether a schema takes a value as it came; of options and written forms only what was mended stands."""
    if choices(schema) or any(bound in schema for bound in _WRITTEN):
        return False
    whole = tool.get("inputSchema")
    return not any(faults(value, schema, root=whole if isinstance(whole, Mapping) else None))
