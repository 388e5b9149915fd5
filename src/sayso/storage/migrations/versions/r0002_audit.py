"""The audit, whose lines can be added but not changed."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0002"
down_revision = "0001"

_MOMENT = sa.DateTime(timezone=True)


def upgrade(op: Operations) -> None:
    """Make the audit."""
    op.create_table(
        "audit",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("user_id", sa.Uuid(as_uuid=False)),
        sa.Column("door", sa.String(64), nullable=False),
        sa.Column("tool", sa.String(128), nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("decision", sa.Text),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("microseconds", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_audit_user", "audit", ["user_id", "seq"])
    op.create_index("ix_audit_at", "audit", ["at"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE ON audit"
            " BEGIN SELECT RAISE(ABORT, 'a line of the audit cannot be changed'); END"
        )
    else:
        op.execute(
            "CREATE FUNCTION audit_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'a line of the audit cannot be changed'; END $$"
        )
        op.execute(
            "CREATE TRIGGER audit_is_only_added_to BEFORE UPDATE ON audit"
            " FOR EACH STATEMENT EXECUTE FUNCTION audit_is_only_added_to()"
        )
