"""SQLite without a thread for every word: what takes microseconds is done at once, what may wait is done in a thread.

To ask a thread and wait for its answer costs more than most statements do. What may wait is the beginning of a writing
transaction (another process may be writing), its commit (the disk), and a statement that says that it takes long.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Executable, create_engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL, CursorResult, ExecutionContext
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import AsyncAdaptedQueuePool, PoolProxiedConnection
from sqlalchemy.util import await_only, greenlet_spawn

from sayso.storage.often import OftenEngine, StatementCache, is_often

BEGIN_WRITING = "BEGIN IMMEDIATE"
BUSY_SECONDS = 20.0  # how long a writer waits for one of another process
_NAME = "at_once"
_LONG = "sayso_takes_long"
TAKES_LONG = {_LONG: True}  # the execution options of a statement that others should not wait for


class AtOnceDialect(SQLiteDialect_pysqlite):
    """Python's own driver, called from a coroutine."""

    driver = _NAME
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: URL) -> type[AsyncAdaptedQueuePool]:  # noqa: ARG003 - theirs
        """The one that coroutines wait for."""
        return AsyncAdaptedQueuePool

    def do_commit(self, dbapi_connection: PoolProxiedConnection) -> None:
        """Wait for the disk elsewhere."""
        _aside(dbapi_connection.commit)

    def do_execute(
        self, cursor: DBAPICursor, statement: str, parameters: Any, context: ExecutionContext | None = None
    ) -> None:
        """Do it here, unless it takes long."""
        if context is not None and context.execution_options.get(_LONG):
            _aside(lambda: cursor.execute(statement, parameters))
        else:
            cursor.execute(statement, parameters)


class AtOnceConnection(AsyncConnection):
    """A connection whose statements need nobody to wait for."""

    async def execute(self, statement: Executable, parameters: Any = None, **options: Any) -> CursorResult[Any]:
        """Carry a statement out."""
        if is_often(statement):
            found: CursorResult[Any] = self._at_once(statement, parameters)  # read as theirs is
            return found
        if statement.get_execution_options().get(_LONG):
            return await greenlet_spawn(self._proxied.execute, statement, parameters, **options)
        return self._proxied.execute(statement, parameters, **options)

    def _at_once(self, statement: Executable, parameters: Mapping[str, Any]) -> Any:
        shelf: StatementCache = self.engine.often  # type: ignore[attr-defined]
        made = shelf.made(statement, parameters)
        driver: Any = self._proxied.connection.driver_connection
        try:
            return made.result(driver.execute(made.text, made.bound(parameters)).fetchall())
        except sqlite3.Error as cause:
            raise shelf.wrong(made, cause, driver) from cause


class AtOnceEngine(OftenEngine):
    """Hands such connections out."""

    _connection_cls = AtOnceConnection  # type: ignore[assignment] # both are connections, neither is the other


def create(url: URL, **options: Any) -> AtOnceEngine:
    """An engine on a file."""
    registry.register(f"sqlite.{_NAME}", __name__, AtOnceDialect.__name__)
    return AtOnceEngine(create_engine(url.set(drivername=f"sqlite+{_NAME}"), _is_async=True, **options))


def begin(connection: Any, how: str, patience: float) -> None:
    """Begin a transaction on a driver's connection; a writing one may have to wait for another process, for so many
    seconds at the most."""
    if how != BEGIN_WRITING:
        connection.execute(how)
        return
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute(how)  # nobody else writes, most of the time
        is_begun = True
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        is_begun = False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
    if not is_begun:
        _aside(lambda: connection.execute(how))


def _aside(work: Callable[[], object]) -> None:
    await_only(asyncio.to_thread(work))
