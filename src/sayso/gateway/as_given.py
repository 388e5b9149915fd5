"""Blanks and empty values of a call that came without words: nobody can say that they were not meant, so they stay."""

from collections.abc import Mapping

from sayso.engine.guarding.schema import choices, is_of, properties, required, types

Shape = Mapping[str, object]
_BOUNDS = ("pattern", "format", "minLength", "minItems", "minProperties")


def as_given(tool: Shape, given: Shape, mended: Shape) -> dict[str, object]:
    """The mended arguments, with the blanks around texts as they came (a file ends with a line's end), and what was
    left out for being empty where the tool takes that (a file may be empty)."""
    schema = tool.get("inputSchema")
    known = properties(schema) if isinstance(schema, Mapping) else {}
    out = dict(mended)
    for name, value in given.items():
        if name in known:
            if name in out:
                out[name] = _with_blanks(value, out[name])
            elif _takes(known[name], value):
                out[name] = value
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


def _takes(schema: Shape, value: object) -> bool:
    """Whether a schema takes an empty value as it is; where it bounds its values, what was left out stays out."""
    if choices(schema) or any(bound in schema for bound in _BOUNDS):
        return False
    if not isinstance(value, str | list | dict):
        return False
    return any(is_of(value, kind) for kind in types(schema))
