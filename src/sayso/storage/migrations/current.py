"""Whether the tables are as this version wants them: asked at every start, so it is asked without Alembic."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

_VERSIONS = Path(__file__).parent / "versions"
_TABLE = "alembic_version"


def newest() -> str:
    """The newest revision, by the name of its file: `r0001_people_and_tasks.py` is the one called 0001."""
    return max(path.name[1:].partition("_")[0] for path in _VERSIONS.glob("r*_*.py"))


def is_current(connection: Connection) -> bool:
    """Whether nothing is missing."""
    if not inspect(connection).has_table(_TABLE):
        return False
    return connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalars().all() == [newest()]
