"""Where strangers' templates run: jinja2's sandbox, without loops, with Home Assistant's filters, each bounded in size.

What a template costs is bounded by its length times that of the message: nothing in it repeats, nothing grows.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from jinja2 import StrictUndefined, Template, Undefined, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sayso.machines.mqtt import clockwork
from sayso.machines.mqtt.bounds import LARGEST, TooLargeError, bounded, measured, strung, text

LONGEST_TEMPLATE = 4096  # of any device that was ever seen, a tenth of that
_MOST_NODES = 600
_MOST_LISTS = 32  # that are made of texts: each takes many times the room of its text
_KEPT = 4096  # templates, compiled: devices of a kind all have the same

_NODES = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.Assign, nodes.Name, nodes.Const),
    *(nodes.List, nodes.Dict, nodes.Pair, nodes.Tuple, nodes.Getattr, nodes.Getitem, nodes.Slice, nodes.Keyword),
    *(nodes.CondExpr, nodes.Filter, nodes.Test, nodes.Call, nodes.Compare, nodes.Operand, nodes.Concat),
    *(nodes.And, nodes.Or, nodes.Not, nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod),
    *(nodes.Pow, nodes.Neg, nodes.Pos),
)
_METHODS = frozenset(
    ("get", "split", "strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith", "title", "capitalize")
) | {"keys", "values", "items", "find", "isnumeric", "isdigit", "timestamp", "isoformat", "replace", "join"}
_TESTS = frozenset(
    ("defined", "undefined", "none", "number", "string", "mapping", "boolean", "true", "false", "integer", "float")
) | {"in", "eq", "ne", "gt", "ge", "lt", "le", "==", "!=", ">", ">=", "<", "<=", "odd", "even", "sequence"}


class _Unset(StrictUndefined):
    """What a message does not say: whatever rests on it is not said, either."""

    @property
    def _undefined_message(self) -> str:
        return "not said"  # jinja2's own names what was looked for, however large


class Sandbox(ImmutableSandboxedEnvironment):
    """Reckons, but with bounds: neither numbers nor texts grow beyond them."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """What an operator makes of two values."""
        if not all(isinstance(v, int | float | str | datetime | timedelta) for v in (left, right)):
            raise TooLargeError  # lists that are added to themselves double
        if operator in ("*", "**", "%") and not all(isinstance(v, int | float) for v in (left, right)):
            raise TooLargeError  # texts and lists are neither multiplied nor filled in
        if operator == "**" and not (abs(right) <= 16 and abs(left) <= 1e9):
            raise TooLargeError
        bounded(left), bounded(right)
        return bounded(super().call_binop(context, operator, left, right))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a value has by a name; a method is no value, so that none is ever called by another name."""
        return self._unless_callable(super().getattr(obj, attribute), attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """The same for what stands in brackets, which may be the name of a method, too."""
        return self._unless_callable(super().getitem(obj, argument), argument)

    def _unless_callable(self, found: Any, name: Any) -> Any:
        return self.undefined(name=str(name)) if callable(found) and not isinstance(found, Undefined) else found


def _number(value: Any, otherwise: Any = None) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        if otherwise is None:
            raise
        return otherwise  # type: ignore[no-any-return]  # as the template says it


def _whole(value: Any, otherwise: Any = None, base: int = 10) -> int:
    try:
        if isinstance(value, str) and base != 10:
            return bounded(int(value, base))  # type: ignore[no-any-return]
        return bounded(int(float(value)))  # type: ignore[no-any-return]
    except (TypeError, ValueError, OverflowError):
        if otherwise is None:
            raise
        return otherwise  # type: ignore[no-any-return]


def _rounded(value: Any, digits: int = 0, method: str = "common", otherwise: Any = None) -> Any:
    try:
        number, shift = float(value), 10 ** min(max(int(digits), 0), 12)
    except (TypeError, ValueError):
        if otherwise is None:
            raise
        return otherwise
    if method in ("ceil", "floor"):
        whole = number * shift
        return (-int(-whole // 1) if method == "ceil" else int(whole // 1)) / shift
    found = round(number, min(max(int(digits), 0), 12))
    return int(found) if not digits else found


def _either(value: Any, so: Any = True, otherwise: Any = False, unknown: Any = None) -> Any:
    return unknown if value is None and unknown is not None else so if value else otherwise


def _truth(value: Any, otherwise: Any = None) -> Any:
    word = text(value).strip().casefold()
    if word in ("true", "yes", "on", "enable", "1", "1.0"):
        return True
    if word in ("false", "no", "off", "disable", "0", "0.0"):
        return False
    if otherwise is None:
        raise ValueError
    return otherwise


def _replaced(value: Any, old: Any, new: Any) -> str:
    whole, gone, put = text(value), text(old), text(new)
    if len(whole) + whole.count(gone) * len(put) > LARGEST:
        raise TooLargeError
    return whole.replace(gone, put)


def _joined(value: Any, mark: Any = "", _: Any = None) -> str:
    return strung(value, text(mark))


def _written(value: Any, *_: Any, **__: Any) -> str:
    return str(bounded(json.dumps(measured(value), ensure_ascii=False)))


def _otherwise(value: Any, instead: Any = "", is_any: bool = False) -> Any:
    return instead if isinstance(value, Undefined) or (is_any and not value) else value


def _defined(value: Any) -> Any:
    if isinstance(value, Undefined):
        raise LookupError
    return value


def _concatenated(*parts: Any) -> str:
    return strung(parts)


def _asked(value: Any, method: str, *given: Any, **named: Any) -> Any:
    """What a method of a value says: one of ours by name, and those that can make much of little by what is bounded."""
    if method == "join":
        return _joined(given[0], value)
    if method == "replace" and not isinstance(value, datetime):
        return _replaced(value, *given, **named)
    if not isinstance(value, str | dict | datetime):
        raise TypeError
    return getattr(value, method)(*given, **named)


def _is_number(value: Any) -> bool:
    try:
        return abs(float(value)) < float("inf")
    except (TypeError, ValueError):
        return False


def _of(worker: Callable[..., Any], value: Any, *more: Any) -> Any:
    """The least or the most, of a list or of what is given one by one."""
    return worker(value, *more) if more else worker(islice(iter(value), LARGEST))


_FILTERS: Mapping[str, Callable[..., Any]] = {
    "float": _number,
    "int": _whole,
    "round": _rounded,
    "default": _otherwise,
    "d": _otherwise,
    "is_defined": _defined,
    "iif": _either,
    "bool": _truth,
    "abs": lambda value: abs(_number(value)),
    "multiply": lambda value, by: _number(value) * _number(by),
    "add": lambda value, by: _number(value) + _number(by),
    "min": lambda value, *_: min(islice(value, LARGEST)),
    "max": lambda value, *_: max(islice(value, LARGEST)),
    "sum": lambda value, *_: sum(islice(value, LARGEST)),
    "length": len,
    "count": len,
    "first": lambda value: value[0],
    "last": lambda value: value[-1],
    "list": lambda value: list(islice(value, LARGEST)),
    "join": _joined,
    "replace": _replaced,
    "lower": lambda value: text(value).lower(),
    "upper": lambda value: text(value).upper(),
    "trim": lambda value: text(value).strip(),
    "title": lambda value: text(value).title(),
    "capitalize": lambda value: text(value).capitalize(),
    "string": text,
    "tojson": _written,
    "to_json": _written,
    "from_json": lambda value, *_: json.loads(text(value)),
    "is_number": _is_number,
    "contains": lambda value, part: part in value,
    "bitwise_and": lambda value, other: int(value) & int(other),
    "bitwise_or": lambda value, other: int(value) | int(other),
    "bitwise_xor": lambda value, other: int(value) ^ int(other),
    "ordinal": text,
    **clockwork.FILTERS,
}
_GLOBALS: Mapping[str, Callable[..., Any]] = {
    "float": _number,
    "int": _whole,
    "bool": _truth,
    "iif": _either,
    "is_number": _is_number,
    "min": lambda *values: _of(min, *values),
    "max": lambda *values: _of(max, *values),
    **clockwork.GLOBALS,
}


@cache
def _sandbox() -> Sandbox:
    """The one in which all of them run: it keeps nothing of any."""
    made = Sandbox(undefined=_Unset, finalize=text, optimized=False, autoescape=False, cache_size=0)
    made.filters = dict(_FILTERS)
    made.tests = {name: test for name, test in made.tests.items() if name in _TESTS}
    made.tests["contains"] = lambda value, part: part in value
    made.tests["is_number"] = _is_number
    made.globals = {**_GLOBALS, "__concat__": _concatenated, "__asked__": _asked}
    return made


def compiled(source: str) -> Template | None:
    """A template that is ready to run; None where it wants more than it is granted."""
    return None if len(source) > LONGEST_TEMPLATE or "\x00" in source else compiled_once(source)


@lru_cache(maxsize=_KEPT)
def compiled_once(source: str) -> Template | None:
    """The same for one that is not too long to be kept."""
    sandbox = _sandbox()
    try:
        tree = sandbox.parse(source)
        if not _is_granted(tree):
            return None
        code = sandbox.compile(_rewritten(tree))
    except Exception:  # whatever is wrong with one stranger's template holds up no other
        return None
    return Template.from_code(sandbox, code, sandbox.make_globals(None))


def rendered(template: Template, given: Mapping[str, object]) -> str | None:
    """What comes of it; None where it rests on something that was not said, or comes to nothing sensible."""
    size = 0
    pieces: list[str] = []
    try:
        for piece in template.root_render_func(template.new_context(dict(given))):
            size += len(piece)
            if size > LARGEST:
                return None
            pieces.append(piece)
    except Exception:  # whatever one stranger's template runs into holds up no other
        return None
    return "".join(pieces)


def _walked(tree: nodes.Node) -> Iterator[tuple[nodes.Node, bool]]:
    """Every node once, and whether it stands inside a list or an object that is written out."""
    waiting: list[tuple[nodes.Node, bool]] = [(tree, False)]
    while waiting:
        node, is_inside = waiting.pop()
        yield node, is_inside
        is_inside = is_inside or isinstance(node, nodes.List | nodes.Tuple | nodes.Dict)
        waiting.extend((child, is_inside) for child in node.iter_child_nodes())


def _is_granted(tree: nodes.Template) -> bool:
    """Whether nothing in it loops, calls what is not ours, or builds lists that hold each other."""
    every = list(islice(_walked(tree), _MOST_NODES + 1))
    if len(every) > _MOST_NODES or not all(isinstance(node, _NODES) for node, _ in every):
        return False
    if sum(_is_list_of_text(node) for node, _ in every) > _MOST_LISTS:
        return False
    targets = (node.target for node, _ in every if isinstance(node, nodes.Assign))
    made = {target.name for target in targets if isinstance(target, nodes.Name)}
    return all(_is_fit(node, made if is_inside else set()) for node, is_inside in every)


def _is_list_of_text(node: nodes.Node) -> bool:
    match node:
        case nodes.Filter():
            return node.name in ("list", "from_json")
        case nodes.Getattr():
            return node.attr == "split"
        case _:
            return False


def _is_fit(node: nodes.Node, made: set[str]) -> bool:
    match node:
        case nodes.Name():
            return not node.name.startswith("_") and node.name not in made
        case nodes.Getattr():
            return not node.attr.startswith("_")
        case nodes.Filter():
            return node.name in _FILTERS and node.node is not None
        case nodes.Test():
            return node.name in _TESTS or node.name in ("contains", "is_number")
        case nodes.Call():
            is_ours = isinstance(node.node, nodes.Name) and node.node.name in _GLOBALS
            is_method = isinstance(node.node, nodes.Getattr) and node.node.attr in _METHODS
            return (is_ours or is_method) and node.dyn_args is None and node.dyn_kwargs is None
        case nodes.Assign():
            return isinstance(node.target, nodes.Name) and node.target.name not in _GLOBALS
        case _:
            return True


def _rewritten(tree: nodes.Template) -> nodes.Template:
    """The same with what joins texts and asks methods done by what is bounded; what stands inside comes first."""
    for node in reversed([node for node, _ in _walked(tree)]):
        for field, value in node.iter_fields():
            if isinstance(value, nodes.Node):
                setattr(node, field, _swapped(value))
            elif isinstance(value, list):
                setattr(node, field, [_swapped(v) if isinstance(v, nodes.Node) else v for v in value])
    return tree


def _swapped(node: nodes.Node) -> nodes.Node:
    at = {"lineno": node.lineno, "environment": node.environment}
    if isinstance(node, nodes.Concat):
        return nodes.Call(nodes.Name("__concat__", "load", **at), node.nodes, [], None, None, **at)
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
        given = [node.node.node, nodes.Const(node.node.attr, **at), *node.args]
        return nodes.Call(nodes.Name("__asked__", "load", **at), given, node.kwargs, None, None, **at)
    return node
