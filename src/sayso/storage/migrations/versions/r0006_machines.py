"""Machines: whose they are, the simulated kitchens, what was measured and ordered, and what people prefer."""

import sqlalchemy as sa
from alembic.operations import Operations

revision = "0006"
down_revision = "0005"

_MOMENT = sa.DateTime(timezone=True)
_ID = sa.Uuid(as_uuid=False)
_SEQUENCE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_ORGANISATION = sa.String(64)


def _owner() -> sa.Column[str]:
    return sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def upgrade(op: Operations) -> None:
    """Give everybody an organisation, and make the tables of the machines."""
    op.add_column("users", sa.Column("organisation", _ORGANISATION, nullable=False, server_default="home"))
    op.create_table(
        "kitchens",
        sa.Column("organisation", _ORGANISATION, primary_key=True),
        sa.Column("machine_id", sa.String(64), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_table(
        "readings",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("organisation", _ORGANISATION, nullable=False),
        sa.Column("device_id", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("unit", sa.String(32), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index("ix_readings_series", "readings", ["organisation", "device_id", "kind", "name", "at"])
    op.create_index("ix_readings_at", "readings", ["at"])
    op.create_table(
        "orders",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        sa.Column("id", _ID, nullable=False, unique=True),
        _owner(),
        sa.Column("organisation", _ORGANISATION, nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("arguments_hash", sa.String(64), nullable=False),
        sa.Column("device_id", sa.String(200), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("effect", sa.Text),
        sa.Column("at", _MOMENT, nullable=False),
        sa.UniqueConstraint("user_id", "key", name="uq_orders_user_key"),
    )
    op.create_index("ix_orders_device", "orders", ["organisation", "device_id", "seq"])
    op.create_index("ix_orders_at", "orders", ["at"])
    op.create_table(
        "preferences",
        sa.Column("seq", _SEQUENCE, primary_key=True),
        _owner(),
        sa.Column("hint", sa.String(400), nullable=False),
        sa.Column("record", sa.String(400), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("last", _MOMENT, nullable=False),
        sa.UniqueConstraint("user_id", "hint", "record", name="uq_preferences_user_hint_record"),
    )
    op.create_table(
        "fleet_keys",
        sa.Column("user_id", _ID, sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("fleet", sa.String(32), primary_key=True),
        sa.Column("organisation", _ORGANISATION, nullable=False),
        sa.Column("token", sa.String(4000), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
