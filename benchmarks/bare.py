"""The least that a web service does: a FastAPI endpoint that writes one row, through the same door to the database.

python -m benchmarks.bare     on SAYSO_DATABASE_URL, served as ours is
"""

import asyncio
import os
import sys
from typing import Annotated
from uuid import uuid4

from fastapi import FastAPI
from pydantic import BaseModel, StringConstraints
from sqlalchemy import Column, MetaData, String, Table, insert

from sayso.storage.column_types import UtcDateTime
from sayso.storage.database import Database
from sayso.storage.tables import ID, SEQUENCE
from sayso.tasks.service import utc_now
from sayso.tools import http

_METADATA = MetaData()
_rows = Table(
    "bare_rows",
    _METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("content", String, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)


class Body(BaseModel):
    """What is written."""

    content: Annotated[str, StringConstraints(min_length=1, max_length=2000)]


def build(database: Database) -> FastAPI:
    """The application: one endpoint."""
    app = FastAPI()

    @app.post("/rows")
    async def write(body: Body) -> dict[str, object]:
        row = {"id": str(uuid4()), "content": body.content, "created_at": utc_now()}
        async with database.transaction() as tx:
            await tx.execute(insert(_rows).values(row))
        return {"id": row["id"], "content": body.content}

    return app


async def _serve(url: str) -> None:
    async with Database(url) as database:
        async with database.transaction() as tx:
            await tx.run_sync(_METADATA.create_all)
        with http.listen("127.0.0.1", 0) as listening:
            print(f"open {http.address_of(listening).removesuffix(http.PATH)}/", flush=True)
            await http.serve(build(database), listening, ())


if __name__ == "__main__":
    sys.exit(asyncio.run(_serve(os.environ["SAYSO_DATABASE_URL"])))
