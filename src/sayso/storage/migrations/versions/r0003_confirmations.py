"""Confirmations: what waits for a person's yes, and what became of it."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0003"
down_revision = "0002"

_MOMENT = sa.DateTime(timezone=True)
_ALIVE = sa.text("state IN ('open', 'granted')")


def upgrade(op: Operations) -> None:
    """Make the confirmations."""
    op.create_table(
        "confirmations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("user_id", sa.Uuid(as_uuid=False), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("tool", sa.String(128), nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("arguments_hash", sa.String(64), nullable=False),
        sa.Column("summary", sa.String(500), nullable=False),
        sa.Column("door", sa.String(64), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("decided_at", _MOMENT),
    )
    op.create_index(
        "uq_confirmations_alive",
        "confirmations",
        ["user_id", "arguments_hash"],
        unique=True,
        sqlite_where=_ALIVE,
        postgresql_where=_ALIVE,
    )
