"""What machines are told at another time, and PINs."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0012"
down_revision = "0011"

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.Uuid(as_uuid=False)


def upgrade(op: Operations) -> None:
    """Make their tables."""
    op.create_table(
        "plans",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
        sa.Column("task_id", _ID, sa.ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False, unique=True),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("then", sa.Text),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("is_agreed", sa.Boolean, nullable=False),
        sa.Column("is_end", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(36)),
        sa.Column("held_until", _MOMENT),
    )
    op.create_index("ix_plans_state", "plans", ["state"])
    op.create_index("ix_plans_user", "plans", ["user_id"])
    op.create_table(
        "pins",
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("pin_hash", sa.String(200), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("blocked_until", _MOMENT),
    )
