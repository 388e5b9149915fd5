"""Reminders, the hours in which there are none, browsers that are told of them, and calendars of what is due."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0011"
down_revision = "0010"

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.Uuid(as_uuid=False)


def upgrade(op: Operations) -> None:
    """Make what they need."""

    def owner(is_key: bool = False) -> "sa.Column[str]":
        return sa.Column(
            "user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False, primary_key=is_key
        )

    op.create_index("ix_tasks_due_at", "tasks", ["due_at"])
    op.create_table(
        "reminders",
        sa.Column("id", _ID, primary_key=True),
        owner(),
        sa.Column("task_id", _ID, sa.ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False),
        sa.Column("due_at", _MOMENT, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("holder", sa.String(36)),
        sa.Column("held_until", _MOMENT),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("channels", sa.String(64), nullable=False),
        sa.Column("shown_at", _MOMENT),
        sa.Column("seen_at", _MOMENT),
        sa.UniqueConstraint("task_id", "due_at", name="uq_reminders_task_due"),
    )
    op.create_index("ix_reminders_state", "reminders", ["state", "at"])
    op.create_index("ix_reminders_user", "reminders", ["user_id", "shown_at"])
    op.create_table(
        "quiet_hours",
        owner(is_key=True),
        sa.Column("starts", sa.String(5), nullable=False),
        sa.Column("ends", sa.String(5), nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        owner(),
        sa.Column(
            "session", sa.String(64), sa.ForeignKey("web_sessions.secret_hash", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("token", sa.String(1200), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    for column in ("user_id", "session"):
        op.create_index(f"ix_push_subscriptions_{column.removesuffix('_id')}", "push_subscriptions", [column])
    op.create_table(
        "calendar_feeds",
        owner(is_key=True),
        sa.Column("key_hash", sa.String(64), nullable=False, unique=True),
    )
