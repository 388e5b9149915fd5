"""No regular expression of ours repeats what repeats: such a one can take time without end, unseen by any count of
calls, for it does all of its work within one."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants as signs  # type: ignore[attr-defined]  # there is no public reader of expressions
from re import _parser as reader  # type: ignore[attr-defined]
from typing import Any

import pytest

import sayso

_REPEATS = (signs.MAX_REPEAT, signs.MIN_REPEAT)
_MANY = 100  # times; fewer are a bound
PLAIN = [
    *((r"(a+)+b", True), (r"(?:a|b+)*", True), (r"([.!?]+(?=\s)|[.!?])*", True), (r"(\w+\s?)*x", True)),
    *((r"(,\s*\w+)*", False), (r"\d+(?:[.,]\d+)*", False), (r"a+b+", False)),
]


def expressions() -> Iterator[tuple[str, str, int]]:
    """Every expression that a module of ours holds, with its name and its flags."""
    for module in pkgutil.walk_packages(sayso.__path__, "sayso."):
        if module.name.endswith("__main__") or ".migrations." in module.name:
            continue
        for name, held in vars(importlib.import_module(module.name)).items():
            if isinstance(held, re.Pattern) and isinstance(held.pattern, str):
                yield f"{module.name}.{name}", held.pattern, held.flags


def is_parted(inside: Any) -> bool:
    """Whether each round begins with a sign that parts it from the last: one of a few."""
    sign, about = inside[0]
    if sign is signs.SUBPATTERN:
        return is_parted(about[-1])
    if sign is signs.BRANCH:
        return all(len(one) > 0 and is_parted(one) for one in about[1])
    is_few = sign is signs.IN and all(part[0] is signs.LITERAL for part in about)
    return (sign is signs.LITERAL or is_few) and len(inside) > 1


def repeats_what_repeats(parts: Any, is_inside: bool = False) -> bool:
    """Whether an endless repetition stands in another one, without a sign of its own that begins each round."""
    for sign, about in parts:
        if sign in _REPEATS:
            _, most, inside = about
            is_endless = most > _MANY
            if is_endless and is_inside:
                return True
            if repeats_what_repeats(inside, is_inside or (is_endless and not is_parted(inside))):
                return True
        elif sign is signs.SUBPATTERN:
            if repeats_what_repeats(about[-1], is_inside):
                return True
        elif sign is signs.BRANCH:
            if any(repeats_what_repeats(one, is_inside) for one in about[1]):
                return True
        elif sign in (signs.ASSERT, signs.ASSERT_NOT) and repeats_what_repeats(about[1], is_inside):
            return True
    return False


@pytest.mark.parametrize(("written", "is_bad"), PLAIN)
def test_such_an_expression_is_known(written: str, is_bad: bool) -> None:
    assert repeats_what_repeats(reader.parse(written)) == is_bad


def test_no_expression_repeats_what_repeats() -> None:
    found = list(expressions())
    assert len(found) > 30
    assert [name for name, written, flags in found if repeats_what_repeats(reader.parse(written, flags))] == []
