"""The language model: what it costs a day, and which conversations use it how."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0007"
down_revision = "0006"

_ID = sa.Uuid(as_uuid=False)


def upgrade(op: Operations) -> None:
    """Add the mode of conversations, and the use of the model by person and day."""
    op.add_column("conversations", sa.Column("mode", sa.String(8)))
    op.create_table(
        "model_use",
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("messages", sa.Integer, nullable=False),
        sa.Column("tokens_in", sa.BigInteger, nullable=False),
        sa.Column("tokens_out", sa.BigInteger, nullable=False),
        sa.Column("micros", sa.BigInteger, nullable=False),
    )
