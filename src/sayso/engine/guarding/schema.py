"""What a tool's schema says of its parameters: their types and choices, wherever in it they stand."""

from collections.abc import Mapping, Sequence
from urllib.parse import unquote

Schema = Mapping[str, object]
_DEEPEST = 8  # references that are followed
_BRANCHES = 20
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (Mapping,),
    "null": (type(None),),
}


def properties(schema: Schema) -> dict[str, Schema]:
    """The parameters of a tool and their schemas."""
    given = _top(schema).get("properties")
    if not isinstance(given, Mapping):
        return {}
    return {str(k): plain(v, schema) for k, v in given.items()}


def required(schema: Schema) -> tuple[str, ...]:
    """The parameters that a tool cannot do without."""
    given = _top(schema).get("required")
    return () if isinstance(given, str) else names(given)


def names(given: object) -> tuple[str, ...]:
    """A name, or several, as a schema writes them."""
    if isinstance(given, str):
        return (given,)
    return tuple(str(n) for n in given) if isinstance(given, list | tuple) else ()


def pointed(reference: object, root: Schema) -> object:
    """What a reference points at inside a schema; None where it points nowhere, or outside."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found: object = root
    for part in reference[1:].split("/")[1:]:
        key = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping):
            found = found.get(key)
        elif isinstance(found, list) and key.isdigit() and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found if reference == "#" or "/" in reference else None


def plain(schema: object, root: Schema, depth: int = 0) -> Schema:
    """A schema as far as a value's kind depends on it: references followed, and what it may be besides null."""
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return {}
    if "$ref" in schema:
        rest = {k: v for k, v in schema.items() if k != "$ref"}
        return {**plain(pointed(schema["$ref"], root), root, depth + 1), **rest}
    for key in ("anyOf", "oneOf", "allOf"):
        options = schema.get(key)
        if isinstance(options, list) and "type" not in schema and len(options) <= _BRANCHES:
            kept = [o for o in options if not (isinstance(o, Mapping) and o.get("type") == "null")]
            if len(kept) == 1:
                rest = {k: v for k, v in schema.items() if k != key}
                return {**plain(kept[0], root, depth + 1), **rest}
    inside = schema.get("items")
    if isinstance(inside, Mapping) and "$ref" in inside:
        return normal({**schema, "items": plain(inside, root, depth + 1)})
    return normal(schema)


def _top(schema: Schema) -> Schema:
    return plain(schema, schema) if "properties" not in schema and ("$ref" in schema or "allOf" in schema) else schema


def types(schema: Schema) -> tuple[str, ...]:
    """The types that a value may have; none said: any."""
    given = schema.get("type")
    if isinstance(given, str):
        return (given,)
    if isinstance(given, Sequence):
        return tuple(str(t) for t in given)
    out: list[str] = []
    for key in ("anyOf", "oneOf"):
        options = schema.get(key)
        if isinstance(options, Sequence) and not isinstance(options, str):
            for option in options:
                out.extend(types(option) if isinstance(option, Mapping) else ())
    return tuple(out)


def normal(schema: Schema) -> Schema:
    """A schema with what is often written in the wrong place put right: the options of a list's items."""
    options = schema.get("enum")
    if types(schema) == ("array",) and isinstance(options, Sequence) and not any(isinstance(o, list) for o in options):
        items = schema.get("items")
        inside = items if isinstance(items, Mapping) else {}
        return {**{k: v for k, v in schema.items() if k != "enum"}, "items": {**inside, "enum": options}}
    return schema


def choices(schema: Schema) -> tuple[object, ...]:
    """The values among which one must be, where there are only some."""
    given = schema.get("enum")
    if isinstance(given, Sequence) and not isinstance(given, str):
        return tuple(given)
    return (schema["const"],) if "const" in schema else ()


def is_of(value: object, kind: str) -> bool:
    """Whether a value is of a type; true is no number."""
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES.get(kind, (object,)))
