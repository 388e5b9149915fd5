"""Strangers' regular expressions, matched in time that grows only with pattern times text: no backtracking.

A pattern becomes a net of states, and all states that a text can be in are followed at once. What no such net can do
(looking around, referring back) is not matched at all.
"""

import re
from collections.abc import Callable
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_STATES = 600
_LONGEST = 400  # letters of a pattern
_TEXT = 2000  # letters of a text
_REPEATED = 200
Takes = Callable[[str], bool]


class Unmatchable(Exception):  # noqa: N818  # an answer of this room, not an error of the world
    """The pattern is none that can be matched so."""


class _Net:
    """States: each takes a letter and goes on (`takes`), or goes on without one (`free`); `ends` want a place."""

    def __init__(self) -> None:
        self.takes: list[tuple[Takes, int] | None] = []
        self.free: list[list[tuple[int, str]]] = []

    def state(self) -> int:
        if len(self.takes) >= _STATES:
            raise Unmatchable
        self.takes.append(None)
        self.free.append([])
        return len(self.takes) - 1


def matches(pattern: str, text: str) -> bool | None:
    """Whether a pattern is found in a text, as JSON Schema asks; None where it cannot be told."""
    if len(pattern) > _LONGEST or len(text) > _TEXT:
        return None
    try:
        net = _Net()
        start = net.state()
        parsed = parser.parse(pattern)
        if parsed.state.flags & ~re.UNICODE:
            return None
        end = _chain(list(parsed), start, net)
    except (re.error, Unmatchable, RecursionError, OverflowError, Warning):
        return None
    now: set[int] = set()
    for at in range(len(text) + 1):
        now = _spread(now | {start}, at, text, net)
        if end in now:
            return True
        if at < len(text):
            now = {step[1] for s in now if (step := net.takes[s]) is not None and step[0](text[at])}
    return False


def _spread(states: set[int], at: int, text: str, net: _Net) -> set[int]:
    out, stack = set(states), list(states)
    while stack:
        for target, place in net.free[stack.pop()]:
            if target not in out and _is_at(place, at, text):
                out.add(target)
                stack.append(target)
    return out


def _is_at(place: str, at: int, text: str) -> bool:
    match place:
        case "start":
            return at == 0
        case "end":
            return at == len(text)
        case "edge" | "inside":
            before = at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_")
            after = at < len(text) and (text[at].isalnum() or text[at] == "_")
            return (before != after) == (place == "edge")
        case _:
            return True


_PLACES = {
    code.AT_BEGINNING: "start",
    code.AT_BEGINNING_STRING: "start",
    code.AT_END: "end",
    code.AT_END_STRING: "end",
    code.AT_BOUNDARY: "edge",
    code.AT_NON_BOUNDARY: "inside",
}


def _chain(parts: list[tuple[Any, Any]], start: int, net: _Net) -> int:
    for op, given in parts:
        start = _part(op, given, start, net)
    return start


def _part(op: Any, given: Any, start: int, net: _Net) -> int:
    if op in (code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN):
        end = net.state()
        net.takes[start] = (_taker(op, given), end)
        fresh = net.state()  # what comes next starts from a state of its own
        net.free[end].append((fresh, ""))
        return fresh
    end = net.state()
    if op is code.AT and given in _PLACES:
        net.free[start].append((end, _PLACES[given]))
    elif op is code.SUBPATTERN:
        inner = _fresh(start, net)
        net.free[_chain(list(given[3]), inner, net)].append((end, ""))
    elif op is code.BRANCH:
        for branch in given[1]:
            net.free[_chain(list(branch), _fresh(start, net), net)].append((end, ""))
    elif op in (code.MAX_REPEAT, code.MIN_REPEAT):
        _repeat(given, start, end, net)
    else:
        raise Unmatchable
    return end


def _fresh(start: int, net: _Net) -> int:
    inner = net.state()
    net.free[start].append((inner, ""))
    return inner


def _repeat(given: Any, start: int, end: int, net: _Net) -> None:
    least, most, parts = given
    if least > _REPEATED or (most is not code.MAXREPEAT and most > _REPEATED):
        raise Unmatchable
    at = start
    for _ in range(least):
        at = _chain(list(parts), _fresh(at, net), net)
    if most is code.MAXREPEAT:
        loop = _fresh(at, net)
        again = _chain(list(parts), _fresh(loop, net), net)
        net.free[again].append((loop, ""))
        net.free[loop].append((end, ""))
        return
    net.free[at].append((end, ""))
    for _ in range(most - least):
        at = _chain(list(parts), _fresh(at, net), net)
        net.free[at].append((end, ""))


def _taker(op: Any, given: Any) -> Takes:
    if op is code.ANY:
        return lambda c: c != "\n"
    if op is code.LITERAL:
        return lambda c: ord(c) == given
    if op is code.NOT_LITERAL:
        return lambda c: ord(c) != given
    is_not = bool(given) and given[0][0] is code.NEGATE
    tests = [_among(o, v) for o, v in given if o is not code.NEGATE]
    return lambda c: any(t(c) for t in tests) != is_not


_CATEGORIES: dict[Any, Takes] = {
    code.CATEGORY_DIGIT: str.isdecimal,
    code.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    code.CATEGORY_SPACE: str.isspace,
    code.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    code.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    code.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}


def _among(op: Any, value: Any) -> Takes:
    if op is code.LITERAL:
        return lambda c: ord(c) == value
    if op is code.RANGE:
        low, high = value
        return lambda c: low <= ord(c) <= high
    if op is code.CATEGORY and value in _CATEGORIES:
        return _CATEGORIES[value]
    raise Unmatchable
