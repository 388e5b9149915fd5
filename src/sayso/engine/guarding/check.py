"""JSON Schema, checked: strangers' schemas may refer to themselves, be huge or be wrong, and never take long.

Nothing is fetched: a reference that leads outside the schema cannot be checked, and what cannot be checked is a fault.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from sayso.engine.fault import is_time
from sayso.engine.guarding.regular import matches
from sayso.engine.guarding.schema import Schema, is_of, names, pointed
from sayso.late import late

uuid = late("uuid")  # it looks for the platform, which takes long
Fault = tuple[str, str]  # (parameter, what is wrong)
_STEPS = 20_000  # schemas that are looked at for one value
_DEPTH = 60
_UNKNOWN = "cannot be checked"
_MISSING = "is missing"


def faults(value: object, schema: Schema, where: str = "", root: Schema | None = None) -> Iterator[Fault]:
    """Everything in a value that its schema does not allow; `root` is the schema that its references point into."""
    yield from _Checking(schema if root is None else root).faults(value, schema, where, 0)


class _Checking:
    """One check: what references point into, and how many steps are left."""

    def __init__(self, root: Schema) -> None:
        self.root, self.left = root, _STEPS

    def faults(self, value: object, schema: object, where: str, depth: int) -> Iterator[Fault]:
        self.left -= 1
        if self.left < 0 or depth > _DEPTH:
            yield where, _UNKNOWN
        elif schema is False:
            yield where, "must not be there"
        elif isinstance(schema, Mapping):
            if "$ref" in schema:
                target = pointed(schema["$ref"], self.root)
                if target is None:
                    yield where, _UNKNOWN
                    return
                yield from self.faults(value, target, where, depth + 1)
            yield from _plain(value, schema, where)
            yield from self._combined(value, schema, where, depth + 1)
            if isinstance(value, list | tuple):
                yield from self._items(value, schema, where, depth + 1)
            if isinstance(value, Mapping):
                yield from self._members(value, schema, where, depth + 1)

    def _is_fine(self, value: object, schema: object, depth: int) -> bool:
        return next(self.faults(value, schema, "", depth), None) is None

    def _combined(self, value: object, schema: Schema, where: str, depth: int) -> Iterator[Fault]:
        for part in _list(schema.get("allOf")):
            yield from self.faults(value, part, where, depth)
        some, one = _list(schema.get("anyOf")), _list(schema.get("oneOf"))
        if some and not any(self._is_fine(value, part, depth) for part in some):
            yield where, "fits none of what it may be"
        if one and sum(self._is_fine(value, part, depth) for part in one) != 1:
            yield where, "must fit exactly one of what it may be"
        if "not" in schema and self._is_fine(value, schema["not"], depth):
            yield where, "is what it must not be"
        if "if" in schema:
            then = "then" if self._is_fine(value, schema["if"], depth) else "else"
            yield from self.faults(value, schema.get(then, True), where, depth)

    def _items(self, value: Sequence[object], schema: Schema, where: str, depth: int) -> Iterator[Fault]:
        items = schema.get("items")
        first = _list(schema.get("prefixItems")) or _list(items)
        rest = schema.get("additionalItems", True) if isinstance(items, list) else items
        for i, item in enumerate(value):
            inside = first[i] if i < len(first) else rest
            if inside is not None and inside is not True:
                yield from self.faults(item, inside, f"{where}[{i}]", depth)
        if "contains" in schema:
            held = sum(self._is_fine(item, schema["contains"], depth) for item in value)
            least, most = schema.get("minContains", 1), schema.get("maxContains", math.inf)
            if isinstance(least, int) and isinstance(most, int | float) and not least <= held <= most:
                yield where, "does not hold what it must"

    def _members(self, value: Mapping[object, object], schema: Schema, where: str, depth: int) -> Iterator[Fault]:
        for name in names(schema.get("required")):
            if name not in value:
                yield f"{where}.{name}" if where else name, _MISSING
        known = schema.get("properties")
        known = known if isinstance(known, Mapping) else {}
        shapes = schema.get("patternProperties")
        shapes = shapes if isinstance(shapes, Mapping) else {}
        for member, inside in value.items():
            here = f"{where}.{member}" if where else str(member)
            own = [known[member]] if member in known else []
            own += [s for shape, s in shapes.items() if matches(str(shape), str(member)) is not False]
            for part in own or [schema.get("additionalProperties", True)]:
                yield from self.faults(inside, part, here, depth)
            yield from self.faults(member, schema.get("propertyNames", True), here, depth)
        for key in ("dependentRequired", "dependencies", "dependentSchemas"):
            given = schema.get(key)
            for key_name, needs in given.items() if isinstance(given, Mapping) else ():
                if key_name in value and isinstance(needs, list):
                    yield from ((f"{where}.{n}" if where else n, _MISSING) for n in names(needs) if n not in value)
                elif key_name in value:
                    yield from self.faults(value, needs, where, depth)


def _list(given: object) -> list[object]:
    return list(given) if isinstance(given, list | tuple) else []


def _plain(value: object, schema: Schema, where: str) -> Iterator[Fault]:
    kinds = names(schema.get("type"))
    if kinds and not any(is_of(value, k) for k in kinds):
        yield where, f"must be {' or '.join(kinds)}"
        return
    options = schema.get("enum")
    if isinstance(options, list | tuple) and not any(_equal(value, o) for o in options):
        yield where, f"must be one of {', '.join(map(str, options[:20]))}"
    if "const" in schema and not _equal(value, schema["const"]):
        yield where, f"must be {schema['const']}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield from _bounds(value, schema, where)
    if isinstance(value, str):
        yield from _sizes(len(value), schema, ("minLength", "maxLength"), where)
        yield from _shapes(value, schema, where)
    if isinstance(value, list | tuple):
        yield from _sizes(len(value), schema, ("minItems", "maxItems"), where)
        if schema.get("uniqueItems") is True and _repeats(value):
            yield where, "holds something twice"
    if isinstance(value, Mapping):
        yield from _sizes(len(value), schema, ("minProperties", "maxProperties"), where)


def _equal(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _repeats(value: Sequence[object]) -> bool:
    seen = [repr(v) if not isinstance(v, int | float) or isinstance(v, bool) else repr(float(v)) for v in value]
    return len(set(seen)) < len(seen)


def _bounds(value: float, schema: Schema, where: str) -> Iterator[Fault]:
    least, most = _number(schema.get("minimum")), _number(schema.get("maximum"))
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if least is not None and (value < least or (above is True and value == least)):
        yield where, f"must be at least {least}"
    if most is not None and (value > most or (below is True and value == most)):
        yield where, f"must be at most {most}"
    over, under, step = _number(above), _number(below), _number(schema.get("multipleOf"))
    if over is not None and value <= over:
        yield where, f"must be more than {over}"
    if under is not None and value >= under:
        yield where, f"must be less than {under}"
    if step is not None and step > 0 and not _is_multiple(value, step):
        yield where, f"must be a multiple of {step}"


def _is_multiple(value: float, step: float) -> bool:
    if isinstance(value, int) and isinstance(step, int):
        return value % step == 0
    try:
        parts = value / step
    except OverflowError:
        return False
    return math.isfinite(parts) and abs(parts - round(parts)) < 1e-9


def _number(given: object) -> float | None:
    return given if isinstance(given, int | float) and not isinstance(given, bool) else None


def _sizes(size: int, schema: Schema, keys: tuple[str, str], where: str) -> Iterator[Fault]:
    least, most = (_number(schema.get(k)) for k in keys)
    if least is not None and size < least:
        yield where, f"is too short (at least {least})"
    if most is not None and size > most:
        yield where, f"is too long (at most {most})"


def _shapes(value: str, schema: Schema, where: str) -> Iterator[Fault]:
    pattern, form = schema.get("pattern"), schema.get("format")
    if isinstance(pattern, str):
        found = matches(pattern, value)
        if found is not True:
            yield where, _UNKNOWN if found is None else f"must match {pattern[:80]}"
    check = _FORMATS.get(form) if isinstance(form, str) else None
    if check is not None and not _holds(check, value):
        yield where, "must be an ISO date or time" if form == "iso" else f"must be of the format {form}"


def _holds(check: Callable[[str], object], value: str) -> bool:
    try:
        return check(value) is not False
    except (ValueError, AddressValueError):
        return False


_FORMATS: dict[str, Callable[[str], object]] = {
    "iso": is_time,
    "date": lambda v: len(v) == 10 and bool(date.fromisoformat(v)),
    "date-time": lambda v: bool(re.match(r"\d{4}-\d\d-\d\d[Tt ]", v)) and bool(datetime.fromisoformat(v)),
    "time": lambda v: bool(re.match(r"\d\d:\d\d", v)) and time.fromisoformat(v) is not None,
    "email": lambda v: bool(re.fullmatch(r"[^@\s]{1,64}@[^@\s]{1,255}", v)),
    "ipv4": IPv4Address,
    "ipv6": IPv6Address,
    "uuid": lambda v: len(v) == 36 and bool(uuid.UUID(v)),
    "uri": lambda v: bool(re.match(r"[A-Za-z][A-Za-z0-9+.-]*:\S+\Z", v)),
    "hostname": lambda v: len(v) < 254 and bool(re.fullmatch(r"(?!-)[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*", v)),
}
