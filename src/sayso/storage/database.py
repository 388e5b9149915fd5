"""The one door to the database: transactions to write, transactions to read, and a clear word when it is away."""

import importlib
import os
from asyncio import Lock, ensure_future, wait
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from sqlite3 import OperationalError as SqliteError
from time import monotonic
from typing import Self

from sqlalchemy import URL, Connection, event, exc, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from sayso.errors import SettingsError, StorageUnavailable
from sayso.extras import missing_as_extra
from sayso.storage import at_once
from sayso.storage.migrations.current import is_current
from sayso.storage.often import OftenEngine
from sayso.storage.outage import next_step, unmade

_MIGRATIONS = "sayso.storage.migrations.apply"  # loaded where something is missing: most starts find all there
_BEGIN = "sayso_begin"  # the execution option that says how a transaction starts
POOL_SIZE = 10
_USED = "sayso_used"  # when a connection was last given back
_FRESH_SECONDS = 0.2  # within which no server is restarted

Transaction = AsyncConnection


class Database:
    """A database by its address: `sqlite:///file` or `postgresql://user@host/name`.

    Everything inside one `transaction()` happens, or nothing does. Where the database is away, entering or leaving
    raises `StorageUnavailable`; the next use tries again, so that nothing has to be restarted.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.is_sqlite = address.get_backend_name() == "sqlite"
        self.name = address.render_as_string(hide_password=True)
        # SQLite lets one write at a time and makes the others poll: here they queue, in the order they came
        self._queue = Lock() if self.is_sqlite else None
        self._patience = _patience(address)
        self._begun = 0  # transactions that write
        self._file = Path(address.database or "") if self.is_sqlite else None
        self._engine = _sqlite(url, self._patience) if self.is_sqlite else _postgresql(url)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """A transaction that may write; committed at the end, undone if anything is raised."""
        with self._outages():
            async with self._turn(), self._engine.connect() as connection:
                await connection.execution_options(**{_BEGIN: at_once.BEGIN_WRITING})
                async with connection.begin():
                    self._begun += 1
                    yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads, and sees one state of the data from first to last."""
        with self._outages():
            async with self._engine.connect() as connection:
                if not self.is_sqlite:
                    await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                await connection.begin()
                yield connection  # nothing to commit: closing ends it

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One's turn to write; whoever waits while nobody's begins is told so, and nothing has happened."""
        if self._queue is None:
            yield
            return
        await (self._queue.acquire() if not self._queue.locked() else self._wait(self._queue))
        try:
            yield
        finally:
            self._queue.release()

    async def _wait(self, queue: Lock) -> None:
        """Stand in the queue as long as it moves."""
        waiting = ensure_future(queue.acquire())
        try:
            while not waiting.done():
                begun = self._begun
                await wait({waiting}, timeout=self._patience)
                if not waiting.done() and self._begun == begun:
                    raise self._away("another change takes too long")
        except BaseException:
            if waiting.done() and not waiting.cancelled():
                queue.release()
            waiting.cancel()
            raise

    async def migrate(self, revision: str = "head") -> None:
        """Bring the tables to a revision; any number of processes may do so at once, and one of them does the work."""
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                _make_private(self._file)
            except OSError as wrong:
                what, step = unmade(wrong)
                raise StorageUnavailable(what, self.name, step) from None
        async with self.transaction() as tx:
            if revision != "head" or not await tx.run_sync(is_current):
                await tx.run_sync(importlib.import_module(_MIGRATIONS).upgrade, revision)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Give all connections back."""
        await self._engine.dispose()

    @contextmanager
    def _outages(self) -> Generator[None]:
        try:
            yield
        except (
            exc.OperationalError,
            exc.InterfaceError,
            exc.TimeoutError,
            SqliteError,
        ) as wrong:  # the last: a beginning
            reason = str(wrong.orig if isinstance(wrong, exc.DBAPIError) else wrong).partition("\n")[0]
            if "no such" in reason:  # a table or column that the code should not have asked for: ours to mend
                raise
            raise self._away(reason) from wrong
        except exc.DBAPIError as wrong:
            if type(wrong) is exc.DatabaseError:  # of no nearer kind: a file that is damaged or no database
                raise self._away(str(wrong.orig)) from wrong
            if not wrong.connection_invalidated:
                raise
            raise self._away("the connection was lost") from wrong

    def _away(self, reason: str) -> StorageUnavailable:
        return StorageUnavailable(f"the tasks cannot be reached now: {reason}", self.name, next_step(reason))


def _patience(address: URL) -> float:
    """For how many seconds a change waits for those of others, in SQLite: `?timeout=` of the address."""
    given = str(address.query.get("timeout", ""))
    try:
        return max(float(given), 0.0) if given else at_once.BUSY_SECONDS
    except ValueError:
        raise SettingsError(f"timeout={given} is no number of seconds", "SAYSO_DATABASE_URL", "leave it out") from None


def _make_private(file: Path) -> None:
    """Let nobody but its owner read the database, whichever folder it is in; SQLite's other files follow it."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_uid == os.geteuid() and one.stat().st_mode & 0o077:
            one.chmod(0o600)


def _sqlite(url: str, patience: float) -> AsyncEngine:
    engine = at_once.create(
        make_url(url),
        pool_size=POOL_SIZE,
        connect_args={"timeout": patience, "check_same_thread": False},
        hide_parameters=True,  # what people say is in no error, and so in no log
    )

    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # the driver's own BEGINs are too late
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        with suppress(SqliteError):  # where another process is just doing so: it lasts in the file
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.close()

    def begin(connection: Connection) -> None:
        how = connection.get_execution_options().get(_BEGIN, "BEGIN")
        at_once.begin(connection.connection.driver_connection, how, patience)

    event.listen(engine.sync_engine, "connect", connect)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def _postgresql(url: str) -> AsyncEngine:
    with missing_as_extra():  # the driver is loaded here
        engine = OftenEngine(
            create_async_engine(
                make_url(url).set(drivername="postgresql+psycopg"),
                pool_size=POOL_SIZE,
                hide_parameters=True,
            ).sync_engine
        )

    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()  # how a part of a title is best found depends on the part
        cursor.execute("SET plan_cache_mode = force_custom_plan")
        cursor.close()
        connection.commit()

    def checkin(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info[_USED] = monotonic()

    def checkout(connection: DBAPIConnection, entry: ConnectionPoolEntry, _: PoolProxiedConnection) -> None:
        """After a restart of the server the first call already works; one that was just used needs no asking."""
        if monotonic() - entry.info.get(_USED, monotonic()) < _FRESH_SECONDS:
            return
        dialect = engine.sync_engine.dialect
        try:
            dialect.do_ping(connection)
        except dialect.loaded_dbapi.Error as wrong:
            raise exc.InvalidatePoolError from wrong

    event.listen(engine.sync_engine, "connect", connect)
    event.listen(engine.sync_engine, "checkin", checkin)
    event.listen(engine.sync_engine, "checkout", checkout)
    return engine
