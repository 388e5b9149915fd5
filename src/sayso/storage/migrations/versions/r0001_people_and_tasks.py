"""People, their tasks, what changed and what was answered; titles findable by any part of them."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0001"
down_revision = None

_SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ID = sa.Uuid(as_uuid=False)
_MOMENT = sa.DateTime(timezone=True)


def _owner() -> sa.Column[str]:
    return sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def upgrade(op: Operations) -> None:
    """Make the first tables."""
    op.create_table(
        "users",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("email", sa.String(320)),
        sa.Column("email_folded", sa.String(320), unique=True),
        sa.Column("password_hash", sa.String(500)),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("last_number", sa.Integer, nullable=False),
    )
    op.create_table(
        "tasks",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("id", _ID, nullable=False, unique=True),
        _owner(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("folded", sa.String(600), nullable=False),
        sa.Column("description", sa.String(1000), nullable=False),
        sa.Column("priority", sa.String(6), nullable=False),
        sa.Column("due", sa.String(40)),
        sa.Column("due_day", sa.Date),
        sa.Column("due_at", _MOMENT),
        sa.Column("completed_at", _MOMENT),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
        sa.Column("deleted_at", _MOMENT),
        sa.Column("version", sa.Integer, nullable=False),
        sa.UniqueConstraint("user_id", "number", name="uq_tasks_user_number"),
    )
    op.create_index("ix_tasks_user_folded", "tasks", ["user_id", "folded"])
    op.create_index("ix_tasks_deleted", "tasks", ["deleted_at"])
    _create_history(op)
    if op.get_bind().dialect.name == "sqlite":
        # holds the letters of titles only by their trigrams; owner is three letters that stand for the person
        op.execute(
            "CREATE VIRTUAL TABLE task_titles"
            " USING fts5(owner, folded, tokenize = 'trigram', content = '', detail = none)"
        )
    else:
        op.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        op.execute("CREATE EXTENSION IF NOT EXISTS btree_gin")
        op.execute(
            "CREATE INDEX ix_tasks_titles ON tasks USING gin (user_id, folded gin_trgm_ops) WHERE deleted_at IS NULL"
        )


def _create_history(op: Operations) -> None:
    op.create_table(
        "changes",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        _owner(),
        sa.Column("task_id", _ID, sa.ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False),
        sa.Column("tool", sa.String(64), nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index("ix_changes_user", "changes", ["user_id", "seq"])
    op.create_index("ix_changes_task", "changes", ["task_id", "seq"])
    op.create_table(
        "results",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        _owner(),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("tool", sa.String(64), nullable=False),
        sa.Column("arguments_hash", sa.String(64), nullable=False),
        sa.Column("task_id", _ID, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.UniqueConstraint("user_id", "key", name="uq_results_user_key"),
    )
    op.create_index("ix_results_at", "results", ["at"])
