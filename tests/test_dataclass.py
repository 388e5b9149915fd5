"""Dataclasses whose methods are compiled late do what the standard library's do."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, field, fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import sayso
from sayso.dataclass import dataclass


def made(decorator: Callable[..., Any]) -> Any:
    @decorator(frozen=True, slots=True)
    class Box:
        width: int
        height: int = 2
        labels: list[str] = field(default_factory=list, compare=False)
        secret: str = field(default="", repr=False)
        area: int = field(init=False, default=0)
        colour: str = field(kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "area", self.width * self.height)

    return Box


@dataclass(frozen=True, slots=True)
class Kept:
    name: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptLonger(Kept):
    until: int = 0


Boxes = pytest.mark.parametrize("box", [made(dataclasses.dataclass), made(dataclass)], ids=["standard", "late"])


@Boxes
def test_values_are_made_compared_and_shown(box: Any) -> None:
    one = box(3, colour="red")
    assert (one.width, one.height, one.labels, one.area, one.colour) == (3, 2, [], 6, "red")
    assert one == box(3, 2, ["not compared"], colour="red") != box(3, colour="blue")
    assert one != (3, 2)
    assert hash(one) == hash(box(3, colour="red"))
    assert repr(one).endswith("Box(width=3, height=2, labels=[], area=6, colour='red')")
    assert one.labels is not box(3, colour="red").labels
    assert box.__match_args__ == ("width", "height", "labels", "secret")


@Boxes
def test_values_do_not_change(box: Any) -> None:
    one = box(3, colour="red")
    with pytest.raises(FrozenInstanceError):
        one.width = 4
    with pytest.raises(FrozenInstanceError):
        del one.width
    with pytest.raises((AttributeError, TypeError)):  # with slots, the standard library's stumbles over itself
        one.depth = 4
    assert replace(one, width=5).area == 10
    with pytest.raises(TypeError):
        box(colour="red")
    with pytest.raises(TypeError):
        box(3)
    with pytest.raises(TypeError):
        box(3, 2, [], "", "red")


def test_values_are_copied_and_inherited() -> None:
    longer = KeptLonger("a", ("b",), 3)
    assert pickle.loads(pickle.dumps(longer)) == copy.deepcopy(longer) == longer
    assert longer != Kept("a", ("b",))
    assert [f.name for f in fields(longer)] == ["name", "tags", "until"]


def late_classes() -> Iterator[Any]:
    root = Path(sayso.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if "from sayso.dataclass import dataclass" in path.read_text(encoding="utf-8"):
            module = import_module("sayso." + ".".join(path.relative_to(root).with_suffix("").parts))
            yield from (c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__)


def test_every_class_takes_what_the_standard_librarys_would() -> None:
    seen = 0
    for one in late_classes():
        if "__dataclass_fields__" not in vars(one) or "__slots__" not in vars(one):
            continue
        parts = [(f.name, object, copy.copy(f)) for f in fields(one)]
        standard = dataclasses.make_dataclass(one.__name__, parts, frozen=True)
        given = [(p.name, p.kind) for p in inspect.signature(standard).parameters.values()]
        from_late = dict.fromkeys(name for name, _ in given)
        with pytest.raises(TypeError, match="unexpected keyword argument 'no_such_field'"):
            one(**from_late, no_such_field=None)
        signature = inspect.signature(one.__init__)
        assert [(p.name, p.kind) for p in list(signature.parameters.values())[1:]] == given, one
        seen += 1
    assert seen > 300
