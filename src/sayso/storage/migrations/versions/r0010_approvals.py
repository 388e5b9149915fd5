"""What led to a question: which program asks, from which words, with which records."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0010"
down_revision = "0009"


def upgrade(op: Operations) -> None:
    """Add it to the confirmations."""
    op.add_column("confirmations", sa.Column("decision", sa.Text))
