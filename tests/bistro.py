"""An organisation whose simulated kitchen has had its first day: living through it takes a second each time."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from household import Clock
from postgres import Server

from sayso.machines.device import Member
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.storage.database import Database

BISTRO = "bistro"


def lived(url: str) -> str:
    """The database at an address, once the kitchen is there at noon."""

    async def live() -> None:
        async with Database(url) as database:
            await SimulatedFleet(database, Clock(), fails=False).machines(Member("nobody", BISTRO))

    asyncio.run(live())
    return url


@pytest.fixture(scope="session")
def sqlite_bistro(sqlite_template: Path) -> Path:
    path = sqlite_template.with_name("bistro.db")
    shutil.copy(sqlite_template, path)
    lived(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_bistro(postgres: Server, postgres_template: str) -> str:
    return lived(postgres.new_database(postgres_template)).partition("?")[0].rpartition("/")[2]


@pytest.fixture
def bistro_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of one's own with that kitchen in it."""
    if kind == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        return server.new_database(request.getfixturevalue("postgres_bistro"))
    path = tmp_path / "bistro.db"
    shutil.copy(request.getfixturevalue("sqlite_bistro"), path)
    return f"sqlite:///{path}"


@pytest.fixture
async def bistro(bistro_url: str) -> AsyncIterator[Database]:
    async with Database(bistro_url) as database:
        yield database
