"""In which language a person reads the page."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0014"
down_revision = "0013"


def upgrade(op: Operations) -> None:
    """Room for its two letters."""
    op.add_column("users", sa.Column("language", sa.String(8)))
