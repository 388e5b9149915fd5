"""Inserts that each kind of database has in its own form; that of the one in use is loaded when it is first needed."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def inserting(dialect: str) -> Callable[[Any], Any]:
    """The insert of a dialect, which knows what to do where the row is there already."""
    found: Callable[[Any], Any] = import_module(f"sqlalchemy.dialects.{dialect}").insert
    return found


class ByDialect(dict[str, Any]):
    """A statement by the name of the dialect; made from its insert when it is first used."""

    def __init__(self, make: Callable[[Callable[[Any], Any]], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, dialect: str) -> Any:
        self[dialect] = made = self._make(inserting(dialect))
        return made
