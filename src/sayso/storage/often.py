"""Statements that every message needs, compiled once for each database and handed to its driver without ceremony.

To have a statement looked up, its parameters bound and its result described anew takes ten times as long as SQLite
takes to carry it out. A statement is one of these by its execution options: `select(...).execution_options(**OFTEN)`.
"""

from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable, exc
from sqlalchemy.engine import CursorResult, IteratorResult
from sqlalchemy.engine.result import SimpleResultMetaData
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.types import TypeEngine

from sayso.dataclass import dataclass

_OFTEN = "sayso_often"
OFTEN = {_OFTEN: True}
Turn = Callable[[Any], Any]  # a value of ours into one of the driver's, or back


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """A statement in the words of one database, with what turns values into its own and back."""

    text: str
    places: tuple[str, ...] | None  # the names in their order, where the driver knows no names
    fixed: Mapping[str, Any]
    given: Mapping[str, Turn]
    found: tuple[tuple[int, Turn], ...]
    columns: SimpleResultMetaData
    gives_rows: bool

    def bound(self, parameters: Mapping[str, Any]) -> Any:
        """The parameters, as the driver takes them."""
        values = {**self.fixed, **parameters}
        for name, turn in self.given.items():
            values[name] = turn(values[name])
        return values if self.places is None else tuple(values[name] for name in self.places)

    def result(self, rows: list[tuple[Any, ...]]) -> Any:
        """What was found, as SQLAlchemy's results are read."""
        if not self.found:
            return IteratorResult(self.columns, iter(rows))
        turned = []
        for row in rows:
            values = list(row)
            for at, turn in self.found:
                values[at] = turn(values[at])
            turned.append(tuple(values))
        return IteratorResult(self.columns, iter(turned))


class StatementCache:
    """What was made for one database."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._made: WeakKeyDictionary[Executable, dict[frozenset[str], CompiledStatement]] = WeakKeyDictionary()

    def made(self, statement: Executable, parameters: Mapping[str, Any]) -> CompiledStatement:
        """A statement with parameters of these names."""
        known = self._made.setdefault(statement, {})
        names = frozenset(parameters)
        if names not in known:
            known[names] = _make(statement, self.dialect, sorted(names))
        return known[names]

    def wrong(self, made: CompiledStatement, cause: Exception, connection: Any) -> BaseException:
        """A driver's error as SQLAlchemy tells it, without what people said."""
        dbapi = self.dialect.loaded_dbapi
        is_lost = self.dialect.is_disconnect(cause, connection, None)  # type: ignore[arg-type]
        return exc.DBAPIError.instance(made.text, None, cause, dbapi.Error, True, is_lost, self.dialect)


class OftenConnection(AsyncConnection):
    """A connection to a server, whose driver waits by itself."""

    async def execute(self, statement: Executable, parameters: Any = None, **options: Any) -> CursorResult[Any]:
        """Carry a statement out."""
        if not statement.get_execution_options().get(_OFTEN):
            return await super().execute(statement, parameters, **options)
        shelf: StatementCache = self.engine.often  # type: ignore[attr-defined]
        made = shelf.made(statement, parameters)
        driver: Any = self._proxied.connection.driver_connection
        try:
            cursor = await driver.execute(made.text, made.bound(parameters), prepare=True)
            rows = await cursor.fetchall() if made.gives_rows else []
        except shelf.dialect.loaded_dbapi.Error as cause:
            raise shelf.wrong(made, cause, driver) from cause
        return made.result(rows)  # type: ignore[no-any-return] # read as theirs is


class OftenEngine(AsyncEngine):
    """Hands such connections out."""

    _connection_cls = OftenConnection

    def __init__(self, sync_engine: Any) -> None:
        super().__init__(sync_engine)
        self.often = StatementCache(sync_engine.dialect)


def is_often(statement: Executable) -> bool:
    """Whether a statement is one of these."""
    return bool(statement.get_execution_options().get(_OFTEN))


def _make(statement: Any, dialect: Dialect, names: list[str]) -> CompiledStatement:
    compiled = statement.compile(dialect=dialect, column_keys=names)
    assert not compiled.literal_execute_params
    assert not compiled.post_compile_params
    fixed = {name: value for name, value in compiled.params.items() if name not in names}
    given = {name: turn for bind, name in compiled.bind_names.items() if (turn := _to(bind.type, dialect)) is not None}
    columns = tuple(statement.exported_columns)
    found = tuple((at, turn) for at, c in enumerate(columns) if (turn := _from(c.type, dialect)) is not None)
    return CompiledStatement(
        text=compiled.string,
        places=tuple(compiled.positiontup) if compiled.positional else None,
        fixed=fixed,
        given=given,
        found=found,
        columns=SimpleResultMetaData([c.key for c in columns]),
        gives_rows=bool(columns),
    )


def _to(kind: TypeEngine[Any], dialect: Dialect) -> Turn | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _from(kind: TypeEngine[Any], dialect: Dialect) -> Turn | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
