"""The part of JSON Schema that tools' inputs are written in: types, choices, limits."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

Schema = Mapping[str, object]
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
    given = schema.get("properties")
    if not isinstance(given, Mapping):
        return {}
    return {str(k): normal(v) if isinstance(v, Mapping) else {} for k, v in given.items()}


def required(schema: Schema) -> tuple[str, ...]:
    """The parameters that a tool cannot do without."""
    given = schema.get("required")
    return tuple(str(r) for r in given) if isinstance(given, Sequence) and not isinstance(given, str) else ()


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


def faults(value: object, schema: Schema, where: str = "") -> Iterator[tuple[str, str]]:
    """(parameter, what is wrong) for everything in a value that its schema does not allow."""
    kinds = types(schema)
    if kinds and not any(is_of(value, k) for k in kinds):
        yield where, f"must be {' or '.join(kinds)}"
        return
    allowed = choices(schema)
    if allowed and value not in allowed:
        yield where, f"must be one of {', '.join(map(str, allowed))}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield from _limits(value, schema, where)
    if isinstance(value, str):
        yield from _lengths(len(value), schema, ("minLength", "maxLength"), where)
        if schema.get("format") == "iso" and not is_time(value):
            yield where, "must be an ISO date or time"
    if isinstance(value, list | tuple):
        yield from _lengths(len(value), schema, ("minItems", "maxItems"), where)
        items = schema.get("items")
        if isinstance(items, Mapping):
            for i, item in enumerate(value):
                yield from faults(item, items, f"{where}[{i}]")
    if isinstance(value, Mapping):
        known = properties(schema)
        for name in required(schema):
            if name not in value:
                yield f"{where}.{name}" if where else name, "is missing"
        for name, inside in value.items():
            if name in known:
                yield from faults(inside, known[name], f"{where}.{name}" if where else str(name))


def is_time(text: str) -> bool:
    """Whether a text is an ISO date, or an ISO time."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _limits(value: float, schema: Schema, where: str) -> Iterator[tuple[str, str]]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if isinstance(least, int | float) and value < least:
        yield where, f"must be at least {least}"
    if isinstance(most, int | float) and value > most:
        yield where, f"must be at most {most}"


def _lengths(length: int, schema: Schema, keys: tuple[str, str], where: str) -> Iterator[tuple[str, str]]:
    least, most = schema.get(keys[0]), schema.get(keys[1])
    if isinstance(least, int) and length < least:
        yield where, f"is too short (at least {least})"
    if isinstance(most, int) and length > most:
        yield where, f"is too long (at most {most})"
