"""Frozen dataclasses with slots that cost little to define: their methods are compiled when they are first used.

The standard library compiles six methods for each such class when its module is loaded, which takes longer than the
rest of loading. There are hundreds of them here; a run makes values of some, and compares or prints hardly any.
"""

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_Method = Callable[..., Any]


@dataclass_transform(field_specifiers=(dataclasses.field,))
def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]:
    """The standard library's decorator; for what is frozen and has slots, quicker and otherwise the same.

    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, 0), dataclasses.replace(Point(1), y=2).y
    (Point(x=1, y=0), True, 2)
    """
    if not (frozen and slots):
        return dataclasses.dataclass(frozen=frozen, slots=slots, eq=eq)

    def made(cls: type[T]) -> type[T]:
        cls.__doc__ = cls.__doc__ or cls.__name__  # else one is made from its signature, which takes long
        own = dict(cls.__dict__)
        new: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
        late = ["__init__"] + (["__eq__"] if eq else []) + (["__hash__"] if eq else [])
        for name in late:
            if own.get(name) is None:  # a class with an `__eq__` of its own has None for its hash
                setattr(new, name, _compiled_later(new, name))
        if "__repr__" not in own:
            new.__repr__ = _shown
        new.__setattr__, new.__delattr__ = _set, _delete
        new.__getstate__, new.__setstate__ = _state, _restore
        result: type[T] = new
        return result

    return made


def _compiled_later(cls: Any, name: str) -> _Method:
    """A method that puts the compiled one into its place when it is first called."""

    def method(self: Any, *given: Any, **named: Any) -> Any:
        compiled = _COMPILERS[name](cls)
        setattr(cls, name, compiled)
        return compiled(self, *given, **named)

    return method


def _init(cls: Any) -> _Method:
    known: dict[str, Any] = {"_NEW": MISSING}
    given: dict[bool, list[str]] = {False: ["self"], True: []}  # by whether it must be named
    lines = []
    for field in fields(cls):
        name, has_factory = field.name, field.default_factory is not MISSING
        has_default = has_factory or field.default is not MISSING
        known[f"_set_{name}"] = getattr(cls, name).__set__  # of the slot itself: quicker than by its name
        known[f"_default_{name}"] = field.default_factory if has_factory else field.default
        value = name if field.init else f"_default_{name}{'()' if has_factory else ''}"
        if field.init and has_factory:
            given[field.kw_only is True].append(f"{name}=_NEW")
            value = f"_default_{name}() if {name} is _NEW else {name}"
        elif field.init:
            given[field.kw_only is True].append(f"{name}=_default_{name}" if has_default else name)
        if field.init or has_default:
            lines.append(f"_set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    named = ["*", *given[True]] if given[True] else []
    return _function(cls, f"__init__({', '.join(given[False] + named)})", lines or ["pass"], known)


def _eq(cls: Any) -> _Method:
    mine, theirs = (_tuple(owner, (f for f in fields(cls) if f.compare)) for owner in ("self", "other"))
    lines = [f"return {mine} == {theirs} if other.__class__ is self.__class__ else NotImplemented"]
    return _function(cls, "__eq__(self, other)", lines, {})


def _hash(cls: Any) -> _Method:
    counted = (f for f in fields(cls) if (f.compare if f.hash is None else f.hash))
    return _function(cls, "__hash__(self)", [f"return hash({_tuple('self', counted)})"], {})


_COMPILERS = {"__init__": _init, "__eq__": _eq, "__hash__": _hash}


def _tuple(owner: str, some: Iterable[Field[Any]]) -> str:
    return "(" + "".join(f"{owner}.{field.name}, " for field in some) + ")"


def _function(cls: Any, head: str, lines: list[str], known: dict[str, Any]) -> _Method:
    name = head.partition("(")[0]
    exec(f"def {head}:\n " + "\n ".join(lines), known)
    made: _Method = known[name]
    made.__module__, made.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
    return made


@recursive_repr()
def _shown(self: Any) -> str:
    values = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _set(self: Any, name: str, value: object) -> None:
    if name in self.__dataclass_fields__ or not hasattr(self, "__dict__"):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    if name in self.__dataclass_fields__ or not hasattr(self, "__dict__"):
        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _state(self: Any) -> list[Any]:
    return [getattr(self, f.name) for f in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
