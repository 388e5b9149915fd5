"""Which day of its rule a task that repeats stands for, where it is due on another one."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0015"
down_revision = "0014"


def upgrade(op: Operations) -> None:
    """Room for that day."""
    op.add_column("tasks", sa.Column("occurrence", sa.Date))
