"""Format errors of a proposed call are mended: no value is lost, none is made up, and every repair is told."""

import ast
import json
from collections.abc import Mapping
from typing import NamedTuple

from sayso.engine.fuzzy import OSA, fuzz
from sayso.engine.guarding.schema import Schema, choices, is_of, properties, types
from sayso.engine.nouns import Proposal
from sayso.regex import regex

PROMPT = "_user_prompt"
_WRAPPERS = ("arguments", "parameters", "input", "args", "kwargs", "params", "properties", "payload")
_FENCE = regex(r"^```\w*\s*|\s*```$")
_COMMA = regex(r",\s*([}\]])")
_LITERAL_AT_MOST = 20_000  # letters
_NOTHING = frozenset(("", "null", "none", "undefined", "n/a", "nil", "unknown", "string", "<unknown>"))
_CLOSE = 84.0  # how alike an argument's name must be to a real one
_PLAIN = regex(r"[\W_]+")
_TRUE, _FALSE = frozenset(("true", "yes", "1")), frozenset(("false", "no", "0"))
_REFUSED = frozenset(("user_id", "userid", "user"))  # who is speaking is never a parameter


class Repair(NamedTuple):
    """What was mended about which argument."""

    name: str
    what: str


class Clean(NamedTuple):
    """The arguments as they should have been given, the message that came with them, and what was mended."""

    arguments: dict[str, object]
    prompt: str
    repairs: tuple[Repair, ...]


def sanitise(call: Proposal, schema: Schema) -> Clean:
    """The arguments of a call, mended as far as the tool's schema says how."""
    repairs: list[Repair] = []
    given = _unwrapped(_read(call.arguments, repairs), schema, repairs)
    prompt = given.pop(PROMPT, None)
    if prompt is not None:
        repairs.append(Repair(PROMPT, "taken out as the message"))
    known = properties(schema)
    out: dict[str, object] = {}
    for name, value in given.items():
        real = name if name in known or not known else _real_name(name, known, {*given, *out})
        if name.casefold() in _REFUSED and name not in known:
            repairs.append(Repair(name, "left out: the user is never a parameter"))
            continue
        if real is None:
            repairs.append(Repair(name, "left out: the tool has no such parameter"))
            continue
        if real != name:
            repairs.append(Repair(real, f"was called {name!r}"))
        if _is_nothing(value):
            repairs.append(Repair(real, "left out: it was empty"))
            continue
        mended = fitted(value, known.get(real, {}))
        if (mended is not value and mended != value) or type(mended) is not type(value):
            repairs.append(Repair(real, f"{_kind(value)} became {_kind(mended)}"))
        out[real] = mended
    return Clean(out, prompt if isinstance(prompt, str) else "", tuple(repairs))


def _read(given: Mapping[str, object] | str, repairs: list[Repair]) -> dict[str, object]:
    if isinstance(given, Mapping):
        return {str(k): v for k, v in given.items()}
    read = _lenient(given) if given.strip() else {}
    if isinstance(read, str) and read != given:
        return _read(read, repairs)
    if isinstance(read, list) and len(read) == 1:
        read = read[0]
    if not isinstance(read, dict):
        repairs.append(Repair("arguments", "left out: they were no JSON object"))
        return {}
    repairs.append(Repair("arguments", "were a string of JSON"))
    return {str(k): v for k, v in read.items()}


def _lenient(text: str) -> object:
    """What a string of JSON holds, though it be fenced, quoted the wrong way or have a comma too many."""
    bare = _FENCE.sub("", text.strip())
    for form in (bare, _COMMA.sub(r"\1", bare)):
        try:
            return json.loads(form)
        except (ValueError, RecursionError):
            continue
    try:
        return ast.literal_eval(bare) if len(bare) < _LITERAL_AT_MOST else None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _unwrapped(given: dict[str, object], schema: Schema, repairs: list[Repair]) -> dict[str, object]:
    """The arguments out of an envelope that the tool does not know."""
    inside = [n for n in given if n != PROMPT]
    if len(inside) == 1 and inside[0] in _WRAPPERS and inside[0] not in properties(schema):
        value = given[inside[0]]
        if isinstance(value, Mapping | str):
            read = _read(value, [])
            if read or value in ("", {}):
                repairs.append(Repair(inside[0], "was an envelope"))
                kept = {PROMPT: given[PROMPT]} if PROMPT in given else {}
                return {**read, **kept}
    return given


def _real_name(name: str, known: Mapping[str, object], taken: set[str]) -> str | None:
    plain = _PLAIN.sub("", name).casefold()
    free = [k for k in known if k not in taken]
    for real in free:
        if _PLAIN.sub("", real).casefold() == plain:
            return real
    near = [k for k in free if len(plain) > 3 and OSA.distance(plain, _PLAIN.sub("", k).casefold()) <= 1]
    if len(near) == 1:
        return near[0]
    scored = sorted(((fuzz.ratio(plain, _PLAIN.sub("", k).casefold()), k) for k in free), reverse=True)
    return scored[0][1] if scored and scored[0][0] >= _CLOSE else None


def _is_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.strip().casefold() in _NOTHING) or value in ([], {})


def fitted(value: object, schema: Schema) -> object:
    """A value as the type that its schema asks for, where it is that value written otherwise."""
    kinds = types(schema)
    options = choices(schema)
    if options and isinstance(value, str | bool | int) and value not in options:
        same = [o for o in options if str(o).casefold() == str(value).strip().casefold()]
        if len(same) == 1:
            return same[0]
    if not kinds or any(is_of(value, k) for k in kinds):
        if isinstance(value, str) and value != value.strip():
            return value.strip()
        items = schema.get("items")
        if isinstance(value, list) and isinstance(items, Mapping):
            return [fitted(v, items) for v in value if not _is_nothing(v)]
        return int(value) if isinstance(value, float) and "integer" in kinds and value.is_integer() else value
    for kind in kinds:
        found = _as(value, kind, schema)
        if found is not None:
            return found
    return value


def _as(value: object, kind: str, schema: Schema) -> object:
    """The value as another type, or None where it is none of it."""
    if isinstance(value, Mapping) and set(value) == {"value"} and kind != "object":
        inside = value["value"]
        return inside if is_of(inside, kind) else _as(inside, kind, schema)
    match kind:
        case "array":
            return _as_list(value, schema)
        case "object" if isinstance(value, str):
            return _json(value, dict)
        case "number" | "integer" if isinstance(value, str):
            return _as_number(value, kind)
        case "boolean" if isinstance(value, str):
            word = value.strip().casefold()
            return True if word in _TRUE else False if word in _FALSE else None
        case "string" if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        case "string" | "number" | "integer" | "boolean" if isinstance(value, list | tuple) and len(value) == 1:
            return value[0] if is_of(value[0], kind) else _as(value[0], kind, schema)
        case _:
            return None


def _as_number(text: str, kind: str) -> object:
    try:
        number = float(text.strip().replace(" ", ""))
    except (ValueError, OverflowError):
        return None
    if not abs(number) < 1e15:
        return None
    if number.is_integer() and (kind == "integer" or "." not in text):
        return int(number)
    return number if kind == "number" else None


def _as_list(value: object, schema: Schema) -> object:
    items = schema.get("items")
    inside: Schema = items if isinstance(items, Mapping) else {}
    if isinstance(value, str):
        read = _json(value, list)
        if isinstance(read, list):
            return [fitted(v, inside) for v in read]
        parts = [p.strip() for p in value.split(",")] if "," in value else [value.strip()]
        return [fitted(p, inside) for p in parts if p]
    return [fitted(value, inside)]


def _json(text: str, kind: type) -> object:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, kind) else None


def _kind(value: object) -> str:
    names = {str: "text", int: "a number", float: "a number", bool: "true or false", list: "a list", dict: "an object"}
    return names.get(type(value), "a value")
