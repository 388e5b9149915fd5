"""The attacks against a running server on SQLite that take no seconds; `make attack` makes all, on both databases."""

from collections.abc import AsyncIterator, Iterator

import pytest
from served import Served

from attack.attacks import Attack
from attack.newest import ALL
from attack.target import Target, target


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(f"sqlite:///{tmp_path_factory.mktemp('attack') / 'sayso.db'}")
    yield running
    running.kill()


@pytest.fixture
async def on(served: Served) -> AsyncIterator[Target]:
    made = await target(served)
    yield made
    await made.ann.client.aclose()
    await made.bob.client.aclose()
    await made.database.close()


QUICK = [one for one in ALL if not one.is_slow]


@pytest.mark.parametrize("one", QUICK, ids=lambda one: f"{one.group}: {one.name}")
async def test_it_holds(on: Target, one: Attack) -> None:
    await one.deed(on)
    assert (await on.send("GET", "/health")).status_code == 200


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len({(one.group, one.name) for one in ALL}) == len(ALL) >= 60
