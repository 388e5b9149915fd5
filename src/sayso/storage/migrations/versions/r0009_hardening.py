"""A chained audit that nobody deletes from, limits that replicas share, and sessions and tokens that can be ended."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0009"
down_revision = "0008"

_MOMENT = sa.DateTime(timezone=True)
_SQLITE = (
    "CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit"
    " WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)"
    " BEGIN SELECT RAISE(ABORT, 'a line of the audit cannot be replaced'); END",
    "CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit"
    " WHEN OLD.user_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)"
    " BEGIN SELECT RAISE(ABORT, 'a line of the audit cannot be deleted'); END",
)
_POSTGRESQL = (
    "CREATE FUNCTION audit_is_not_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " IF OLD.user_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN"
    " RAISE EXCEPTION 'a line of the audit cannot be deleted'; END IF; RETURN OLD; END $$",
    "CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_not_deleted()",
    "CREATE FUNCTION audit_is_not_emptied() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'the audit cannot be emptied'; END $$",
    "CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit"
    " FOR EACH STATEMENT EXECUTE FUNCTION audit_is_not_emptied()",
)


def upgrade(op: Operations) -> None:
    """Add what they need."""
    op.add_column("audit", sa.Column("digest", sa.String(64)))
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _SQLITE if is_sqlite else _POSTGRESQL:
        op.execute(statement)
    op.create_table(
        "rate_counts",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("minute", sa.BigInteger, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.add_column("users", sa.Column("tokens_since", _MOMENT))
    op.add_column("web_sessions", sa.Column("id", sa.String(16)))
    op.add_column("web_sessions", sa.Column("address", sa.String(64)))
    if not is_sqlite:  # there a text is as long as it is
        op.alter_column("fleet_keys", "token", type_=sa.Text, existing_type=sa.String(4000))
