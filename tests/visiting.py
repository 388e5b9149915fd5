"""What stories of the page share: one browser and one server for the stories of a file."""

from collections.abc import Iterator

import pytest
from browser import one_browser
from playwright.sync_api import Browser
from serving import Served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    yield from one_browser()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server; each story is somebody's with nothing in their list."""
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server
