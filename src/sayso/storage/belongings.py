"""All that is kept about a person, whichever table it is in."""

import json
from datetime import date

from sqlalchemy import Text, delete, exists, select

from sayso.storage.database import Transaction
from sayso.storage.tables import METADATA, kitchens, readings, users

_NEVER = {
    "password_hash",
    "secret_hash",
    "key_hash",
    "email_folded",
    "folded",
    "token",
}  # no one's to see, or only another form of what is there


async def rows_of(tx: Transaction, user_id: str) -> dict[str, list[dict[str, object]]]:
    """Every row about a person, by its table; a table that is added later is in it by itself."""
    found: dict[str, list[dict[str, object]]] = {}
    for table in METADATA.sorted_tables:
        owner = table.c.id if table is users else table.c.get("user_id")
        if owner is None:
            continue
        columns = [column for column in table.c if column.name not in _NEVER]
        written = {column.name for column in columns if isinstance(column.type, Text)}  # JSON, in all tables
        rows = (
            (await tx.execute(select(*columns).where(owner == user_id).order_by(*table.primary_key))).mappings().all()
        )
        found[table.name] = [{name: _shown(value, name in written) for name, value in row.items()} for row in rows]
    return found


async def forget_empty(tx: Transaction, organisation: str) -> None:
    """Forget what the machines of an organisation measured, where nobody is left in it."""
    is_anybody_left = select(exists().where(users.c.organisation == organisation))
    if not (await tx.execute(is_anybody_left)).scalar_one():
        for table in (kitchens, readings):
            await tx.execute(delete(table).where(table.c.organisation == organisation))


def _shown(value: object, is_json: bool) -> object:
    if is_json and isinstance(value, str):
        return json.loads(value)
    return value.isoformat() if isinstance(value, date) else value
