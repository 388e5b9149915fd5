"""Bringing a database from any revision to a later one, once, however many try at the same time."""

from collections.abc import Iterator
from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep, RevisionStep
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from sqlalchemy import Connection, text

from sayso.errors import StorageUnavailable

LOCK = 0x5A_75_0  # ours among PostgreSQL's advisory locks


def revisions() -> list[str]:
    """The names of all revisions, oldest first."""
    return [script.revision for script in reversed(list(_scripts().walk_revisions()))]


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply what is missing up to a revision, inside the transaction that is open (SQLite: an immediate one)."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    scripts = _scripts()

    def steps(current: tuple[str, ...], _: MigrationContext) -> Iterator[RevisionStep]:
        missing = list(scripts.iterate_revisions(revision, current or "base"))
        for script in reversed(missing):
            yield MigrationStep.upgrade_from_script(scripts.revision_map, script)

    context = MigrationContext.configure(connection, opts={"fn": steps})
    # handed over rather than through Alembic's global proxy: two databases of one process may be migrated at once
    try:
        context.run_migrations(op=Operations(context))
    except ResolutionError:
        raise StorageUnavailable("the database was made by a newer Sayso", next_step="update Sayso") from None


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).parent))
