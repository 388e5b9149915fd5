"""Conversations: what was said, what was answered, and which question is open."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0004"
down_revision = "0003"

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.Uuid(as_uuid=False)
_SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _owner(table: str) -> sa.Column[str]:
    return sa.Column(f"{table}_id", _ID, sa.ForeignKey(f"{table}s.id", ondelete="CASCADE"), nullable=False)


def upgrade(op: Operations) -> None:
    """Make conversations, messages and open decisions."""
    op.create_table(
        "conversations",
        sa.Column("id", _ID, primary_key=True),
        _owner("user"),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("folded", sa.String(600), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("updated_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_conversations_user", "conversations", ["user_id", "updated_at"])
    op.create_table(
        "messages",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("id", _ID, nullable=False, unique=True),
        _owner("user"),
        _owner("conversation"),
        sa.Column("role", sa.String(9), nullable=False),
        sa.Column("content", sa.String, nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("reply_to", _ID, unique=True),
        sa.Column("key", sa.String(200)),
        sa.Column("body_hash", sa.String(64)),
        sa.UniqueConstraint("conversation_id", "key", name="uq_messages_conversation_key"),
    )
    op.create_index("ix_messages_conversation", "messages", ["conversation_id", "seq"])
    op.create_index("ix_messages_user", "messages", ["user_id"])
    op.create_table(
        "open_decisions",
        sa.Column("conversation_id", _ID, sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
        _owner("user"),
        sa.Column("message_id", _ID, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_open_decisions_user", "open_decisions", ["user_id"])
