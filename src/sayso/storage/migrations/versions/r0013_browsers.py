"""Which browser a session was opened with."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0013"
down_revision = "0012"


def upgrade(op: Operations) -> None:
    """Room for its name and its system's."""
    op.add_column("web_sessions", sa.Column("browser", sa.String(32)))
    op.add_column("web_sessions", sa.Column("system", sa.String(32)))
