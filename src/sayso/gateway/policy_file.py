"""The policy file: read, checked, and told with its line and the next step where something is wrong with it."""

import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from sayso.engine.guarding.regular import matches
from sayso.errors import PolicyError
from sayso.gateway.rules import ArgumentRule, CallLimit, GatewayPolicy, ToolEntry, ToolRule, is_number
from sayso.regex import regex

Path_ = tuple[str, ...]
_TOP = ("tools", "configuration", "records")
_TOOL = ("act", "by", "who", "at_most", "arguments")
_ARGUMENT = ("pattern", "never", "from", "to", "options", "otherwise")
_ACTS, _BY, _OTHERWISE = ("allow", "confirm", "deny"), ("person", "client"), ("confirm", "deny")
_OFTEN = regex(r"(\d{1,6}) per (second|minute|hour|day)")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_SEE = "docs/gateway.md says what a policy holds"


def read_policy(path: Path) -> GatewayPolicy:
    """The policy of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise PolicyError(str(path), 0, f"cannot be read: {wrong}", "name the file of the policy") from None
    try:
        tree, data = yaml.compose(text, Loader=yaml.SafeLoader), yaml.safe_load(text)
    except yaml.MarkedYAMLError as bad:
        line = bad.problem_mark.line + 1 if bad.problem_mark else 0
        raise PolicyError(str(path), line, f"not YAML: {bad.problem}", "mend the line") from None
    except yaml.YAMLError as bad:
        raise PolicyError(str(path), 0, f"not YAML: {bad}", "mend it") from None
    lines: dict[Path_, int] = {}
    for at, line in _lines(tree, ()):
        if at in lines:
            step = f"leave one of them out; the other is in line {lines[at]}"
            raise PolicyError(str(path), line, f"the key {at[-1]!r} is there twice", step)
        lines[at] = line
    return _Reader(str(path), lines).policy({} if data is None else data)


def _lines(node: yaml.Node | None, at: Path_) -> Iterator[tuple[Path_, int]]:
    """Where each key stands."""
    if isinstance(node, yaml.MappingNode):
        for key, inside in node.value:
            here = (*at, _key(key))
            yield here, key.start_mark.line + 1
            yield from _lines(inside, here)
    elif isinstance(node, yaml.SequenceNode):
        for number, inside in enumerate(node.value):
            yield from _lines(inside, (*at, f"[{number}]"))


def _key(node: yaml.Node) -> str:
    """A key as it is read: `on` and `yes` are one, and so are `1` and `"1"`."""
    is_plain = isinstance(node, yaml.ScalarNode) and not node.tag.endswith((":str", ":merge"))
    return str(yaml.safe_load(node.value)) if is_plain else str(node.value)


class _Reader:
    """Turns what stands in a file into the policy's own nouns."""

    def __init__(self, path: str, lines: Mapping[Path_, int]) -> None:
        self._path, self._lines = path, lines

    def _fail(self, at: Path_, what: str, next_step: str = _SEE) -> PolicyError:
        while at and at not in self._lines:
            at = at[:-1]
        return PolicyError(self._path, self._lines.get(at, 1), what, next_step)

    def _mapping(self, given: object, at: Path_, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
        if not isinstance(given, dict):
            raise self._fail(at, f"{at[-1] if at else 'the file'} must be a mapping of keys to values")
        for key in given:
            if known and key not in known:
                near = get_close_matches(str(key), known, 1)
                step = f"did you mean {near[0]!r}?" if near else f"use one of: {', '.join(known)}"
                raise self._fail((*at, str(key)), f"unknown key {key!r}", step)
        return {str(key): value for key, value in given.items()}

    def _one_of(self, given: object, at: Path_, known: tuple[str, ...]) -> Any:
        if given not in known:
            near = get_close_matches(str(given), known, 1)
            step = f"did you mean {near[0]!r}?" if near else f"use one of: {', '.join(known)}"
            raise self._fail(at, f"{at[-1]} cannot be {given!r}", step)
        return given

    def policy(self, data: object) -> GatewayPolicy:
        """The whole."""
        top = self._mapping(data, (), _TOP)
        tools = self._mapping(top.get("tools") or {}, ("tools",))
        entries = tuple(ToolEntry(name, self._rule(given, ("tools", name))) for name, given in tools.items())
        configured = self._mapping(top.get("configuration") or {}, ("configuration",))
        values = {name: self._mapping(given, ("configuration", name)) for name, given in configured.items()}
        records = self._mapping(top.get("records") or {}, ("records",))
        for name, tool in records.items():
            if not isinstance(tool, str):
                raise self._fail(
                    ("records", name), f"{name} must name a tool that lists records", "write issue_id: list_issues"
                )
        return GatewayPolicy(entries, values, records)

    def _rule(self, given: object, at: Path_) -> ToolRule:
        if isinstance(given, str):  # "delete_*: deny"
            given = {"act": given}
        data = self._mapping(given, at, _TOOL)
        arguments = self._mapping(data.get("arguments") or {}, (*at, "arguments"))
        return ToolRule(
            self._one_of(data["act"], (*at, "act"), _ACTS) if "act" in data else None,
            self._one_of(data.get("by", "person"), (*at, "by"), _BY),
            self._who(data["who"], (*at, "who")) if "who" in data else None,
            (self._limit(data["at_most"], (*at, "at_most")),) if "at_most" in data else (),
            tuple((name, self._argument(one, (*at, "arguments", name))) for name, one in arguments.items()),
        )

    def _who(self, given: object, at: Path_) -> frozenset[str]:
        people = [given] if isinstance(given, str) else given
        if not isinstance(people, list) or not people or not all(isinstance(one, str) for one in people):
            raise self._fail(at, "who must list people", "give their email addresses, such as [ada@example.org]")
        return frozenset(people)

    def _limit(self, given: object, at: Path_) -> CallLimit:
        found = _OFTEN.fullmatch(given) if isinstance(given, str) else None
        if found is None or int(found[1]) < 1:
            raise self._fail(at, f"at_most cannot be {given!r}", 'write "5 per hour" (second, minute, hour, day)')
        return CallLimit(int(found[1]), _SECONDS[found[2]], f"{found[1]} times per {found[2]}")

    def _argument(self, given: object, at: Path_) -> ArgumentRule:
        data = self._mapping(given, at, _ARGUMENT)
        if not set(data) - {"otherwise"}:
            raise self._fail(at, "says nothing of the argument", "give a pattern, never, from, to or options")
        options = data.get("options", [])
        if not isinstance(options, list) or ("options" in data and not options):
            raise self._fail((*at, "options"), "options must be a list of some", "write [one, two]")
        rule = ArgumentRule(
            self._given(data, (*at, "pattern"), self._pattern),
            self._given(data, (*at, "never"), self._pattern),
            self._given(data, (*at, "from"), self._number),
            self._given(data, (*at, "to"), self._number),
            tuple(str(option) for option in options),
            self._one_of(data.get("otherwise", "deny"), (*at, "otherwise"), _OTHERWISE),
        )
        if rule.least is not None and rule.most is not None and rule.least > rule.most:
            what = f"nothing is from {rule.least:g} to {rule.most:g}"
            raise self._fail((*at, "to"), what, "write the smaller number after from")
        return rule

    def _given(self, data: Mapping[str, Any], at: Path_, read: Callable[[object, Path_], Any]) -> Any:
        return read(data[at[-1]], at) if at[-1] in data else None

    def _pattern(self, given: object, at: Path_) -> str:
        if not isinstance(given, str) or matches(given, "") is None:
            raise self._fail(
                at, f"{given!r} is no pattern that can be matched", "use a plain regular expression, in quotes"
            )
        return given

    def _number(self, given: object, at: Path_) -> float:
        if not is_number(given) or abs(given) > sys.float_info.max:
            raise self._fail(at, f"{at[-1]} must be a number")
        return float(given)
