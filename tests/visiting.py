"""What stories of the page share: one browser and one server for the stories of a file, its words, and who visits."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser import Visitor, one_browser
from playwright.sync_api import Browser
from serving import Served, newcomer

Words = dict[str, Any]
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    yield from one_browser()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server; each story is somebody's with nothing in their list."""
    with Served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture(params=["en", "it"])
def words(request: pytest.FixtureRequest) -> Words:
    """What is said and shown in a language: a story that uses them is told in both, by the `WORDS` of its file."""
    return dict(request.module.WORDS[str(request.param)])


@pytest.fixture
def excused() -> tuple[str, ...]:
    """What a browser may complain about; a file whose stories are about such troubles says so."""
    return ()


@pytest.fixture
def visit(
    browser: Browser, served: Served, excused: tuple[str, ...], request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Opens the page in a profile of its own, for somebody new or whom a link is for; nobody's browser may have
    complained, or asked anybody else. Nor does one keep the page: that is for `test_page.py` and `test_offline_page.py`
    to tell."""
    visitors: list[Visitor] = []
    own = request.getfixturevalue("words")["locale"] if "words" in request.fixturenames else "en-GB"

    def arrive(link: str = "", width: int = 1280, agent: str | None = None) -> Visitor:
        visitors.append(Visitor.arrive(browser, link or newcomer(served), own, width, agent, is_kept=False))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.page.context.close()
        assert [said for said in visitor.complaints if not any(each in said for each in excused)] == []
        assert all(url.startswith((served.origin, "data:", "blob:")) for url in visitor.asked)
