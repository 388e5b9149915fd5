"""What a parameter wants, read from its JSON Schema: a kind, its options, bounds and default; bounded in every way."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from sayso.dataclass import dataclass
from sayso.engine.guarding.schema import Schema
from sayso.engine.kinds import moment

Kind = Literal["text", "choice", "truth", "number", "moment", "list", "object", "any"]
DEEPEST = 6  # schemas within schemas
AT_MOST = 120  # parameters of a tool that are looked at
_OPTIONS = 400
_KINDS: dict[str, Kind] = {
    "string": "text",
    "integer": "number",
    "number": "number",
    "boolean": "truth",
    "array": "list",
    "object": "object",
}
_SHOWN = 600  # letters of a description that are read


@dataclass(frozen=True, slots=True)
class Wanted:
    """One value that a tool takes: where it goes (`path`, for values in objects), and what it must be."""

    path: tuple[str, ...]
    kind: Kind
    description: str = ""
    is_required: bool = False
    is_whole: bool = False  # of numbers: no fraction
    options: tuple[object, ...] = ()
    bounds: tuple[float, float] = (float("-inf"), float("inf"))
    layout: str = ""  # of moments, and of texts that hold one
    default: tuple[object, ...] = ()  # the default, where there is one
    items: "Wanted | None" = None
    lengths: tuple[int, int] = (0, 1_000_000)

    @property
    def name(self) -> str:
        """The parameter's own name."""
        return self.path[-1] if self.path else ""


def wanted(schema: Schema) -> tuple[Wanted, ...]:
    """What a tool takes, those in nested objects with their path; a schema may refer to itself, nothing goes round."""
    out: list[Wanted] = []
    for one in _walk(schema, _Place((), True, schema, 0)):
        out.append(one)
        if len(out) >= AT_MOST:
            break
    return tuple(out)


@dataclass(frozen=True, slots=True)
class _Place:
    path: tuple[str, ...]
    is_required: bool
    root: Schema
    depth: int


def _walk(schema: Schema, place: _Place) -> Iterator[Wanted]:
    inside = schema.get("properties")
    needed = schema.get("required")
    names = {str(n) for n in needed} if isinstance(needed, Sequence) and not isinstance(needed, str) else set()
    for name, given in inside.items() if isinstance(inside, Mapping) else ():
        plain = resolved(given if isinstance(given, Mapping) else {}, place.root)
        must = place.is_required and str(name) in names
        here = _Place((*place.path, str(name)), must, place.root, place.depth + 1)
        if isinstance(plain.get("properties"), Mapping) and plain["properties"] and place.depth < DEEPEST:
            yield from _walk(plain, here)
        else:
            yield _one(plain, here)


def _one(schema: Schema, place: _Place) -> Wanted:
    kind = kind_of(schema)
    told = schema.get("description")
    description = told[:_SHOWN] if isinstance(told, str) else ""
    format_ = schema.get("format")
    layout = moment.layout(format_ if isinstance(format_, str) else "", description) if kind == "text" else ""
    items = None
    if kind == "list" and place.depth < DEEPEST:
        inner = schema.get("items")
        inner_plain = resolved(inner if isinstance(inner, Mapping) else {}, place.root)
        items = _one(inner_plain, _Place(place.path, False, place.root, place.depth + 1))
    return Wanted(
        place.path,
        kind,
        description,
        place.is_required,
        schema.get("type") == "integer",
        _options(schema),
        (_bound(schema, "minimum", float("-inf")), _bound(schema, "maximum", float("inf"))),
        layout,
        (schema["default"],) if "default" in schema else (),
        items,
        (int(_bound(schema, "minLength", 0)), int(_bound(schema, "maxLength", 1_000_000))),
    )


def kind_of(schema: Schema) -> Kind:
    """The kind of a schema without references: by its options, else its type."""
    given = schema.get("type")
    types = [given] if isinstance(given, str) else list(given) if isinstance(given, Sequence) else []
    named = [t for t in types if t != "null"]
    kind = _KINDS.get(str(named[0]), "any") if named else "any"
    if _options(schema) and kind != "list":
        return "truth" if {"true", "false"} <= {str(o).lower() for o in _options(schema)} else "choice"
    return "text" if kind == "any" and not named else kind


def _options(schema: Schema) -> tuple[object, ...]:
    given = schema.get("enum")
    if isinstance(given, Sequence) and not isinstance(given, str):
        return tuple(given[:_OPTIONS])
    return (schema["const"],) if "const" in schema else ()


def _bound(schema: Schema, key: str, otherwise: float) -> float:
    given = schema.get(key)
    return otherwise if isinstance(given, bool) or not isinstance(given, int | float) else given


def resolved(schema: Schema, root: Schema) -> Schema:
    """A schema with its reference followed and its alternatives settled: the first that is not null, or all constants
    as options; at most a few steps."""
    for _ in range(DEEPEST):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            beside = {k: v for k, v in schema.items() if k != "$ref"}
            schema = {**_pointed(reference, root), **beside}
            continue
        merged = _settled(schema)
        if merged is schema:
            return schema
        schema = merged
    return {k: v for k, v in schema.items() if k != "$ref"}


def _settled(schema: Schema) -> Schema:
    for key in ("allOf", "anyOf", "oneOf"):
        given = schema.get(key)
        if not isinstance(given, Sequence) or isinstance(given, str):
            continue
        parts = [p for p in given[:_OPTIONS] if isinstance(p, Mapping) and p.get("type") != "null"]
        rest = {k: v for k, v in schema.items() if k != key}
        if key == "allOf":
            return {**{k: v for p in parts for k, v in p.items()}, **rest}
        constants = [p["const"] for p in parts if "const" in p]
        if constants and len(constants) == len(parts):
            return {**rest, "enum": constants}
        return {**(parts[0] if parts else {}), **rest}
    return schema


def _pointed(reference: str, root: Schema) -> Schema:
    found: object = root
    for part in reference.removeprefix("#").strip("/").split("/") if reference.startswith("#") else ():
        if not part:
            continue
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) and found is not root else {}
