"""Signing in at the web: one-time keys, and the sessions behind cookies; of both only hashes."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0005"
down_revision = "0004"

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.Uuid(as_uuid=False)


def upgrade(op: Operations) -> None:
    """Make keys and sessions."""
    op.create_table(
        "signin_keys",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
    )
    op.create_table(
        "web_sessions",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("last_seen_at", _MOMENT, nullable=False),
    )
    for table in ("signin_keys", "web_sessions"):
        op.create_index(f"ix_{table}_user", table, ["user_id"])
        op.create_index(f"ix_{table}_expires", table, ["expires_at"])
