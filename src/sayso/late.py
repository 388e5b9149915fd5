"""Libraries that are loaded when they are first used, where most runs never use them and a start would pay for them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


class _LateModule:
    """Stands for a module, and has what was asked of it as its own."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)
        return found


def late(name: str) -> Any:
    """A module that is loaded when something of it is first used.

    >>> late("json").dumps([1])
    '[1]'
    """
    return _LateModule(name)


@contextmanager
def absent(name: str) -> Iterator[None]:
    """Within it a module is not there for those who can do without it; where it was loaded already, it stays."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # so Python itself marks what cannot be imported
    try:
        yield
    finally:
        del sys.modules[name]
