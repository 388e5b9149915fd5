"""Times and ids as every database keeps them, and as Python has them."""

from datetime import UTC, datetime

from sqlalchemy import CHAR, DateTime, Dialect, TypeDecorator, Uuid
from sqlalchemy.types import TypeEngine


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: with its zone in Python and PostgreSQL, as UTC in SQLite, which knows no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What the database is given."""
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """What the database gave."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class Id(TypeDecorator[str]):
    """A UUID as text with its dashes; SQLite keeps it without."""

    impl = Uuid(as_uuid=False)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        """PostgreSQL knows them."""
        return dialect.type_descriptor(CHAR(32) if dialect.name == "sqlite" else Uuid(as_uuid=False))

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """What the database is given."""
        return value.replace("-", "") if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """What the database gave."""
        if value is None or dialect.name != "sqlite":
            return value
        return f"{value[:8]}-{value[8:12]}-{value[12:16]}-{value[16:20]}-{value[20:]}"
