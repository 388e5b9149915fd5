"""Tasks that repeat; changes in steps that are taken back one after the other, and made again."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0008"
down_revision = "0007"


def upgrade(op: Operations) -> None:
    """Add the rule of a task, and of a change its step, how it stands, and the task as it left it."""
    op.add_column("tasks", sa.Column("repeat", sa.String(200)))
    op.add_column("changes", sa.Column("step", sa.String(36)))
    op.add_column("changes", sa.Column("state", sa.String(8), nullable=False, server_default="done"))
    op.add_column("changes", sa.Column("after", sa.Text))
