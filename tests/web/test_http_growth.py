"""The HTTP door takes as long as a request warrants, whatever stands in its address, its headers and its body."""

import asyncio
from collections.abc import Callable, Iterator
from urllib.parse import quote

import httpx2
import pytest
from examples import examples
from growth import growth
from hypothesis import given
from hypothesis import strategies as st

from sayso.assemble import assembled
from sayso.face import standard
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

SEEDS = [
    *(
        "a",
        "/",
        "../",
        "%2f",
        "=",
        "; ",
        "a=b; ",
        ",",
        "[",
        '{"a":',
        '"',
        "\\\\",
        "é",
        "😀",
        " ",
        "0",
        "-",
        ".",
        ":",
        "&",
    ),
    *("Bearer ", "eyJ", "127.0.0.1, ", "sayso=", "\\ud800", "1e9", "q=0.1,", "text/event-stream;"),
]
STEEPEST = 1.2
Send = Callable[[str], int]


def _requests(text: str) -> dict[str, httpx2.Request]:
    """The same text in every place of a request."""
    plain = text.encode("ascii", "replace").decode().strip()
    at, by = "http://127.0.0.1", {"X-Sayso": "1"}
    return {
        "path": httpx2.Request("GET", f"{at}/{quote(text, safe='/')}"),
        "query": httpx2.Request("GET", f"{at}/api/tasks?search={quote(text)}"),
        "cookie": httpx2.Request("GET", f"{at}/api/me", headers={"Cookie": plain}),
        "token": httpx2.Request("GET", f"{at}/api/me", headers={"Authorization": f"Bearer {plain}"}),
        "origin": httpx2.Request("POST", f"{at}/api/undo", headers={**by, "Origin": plain}),
        "host": httpx2.Request("GET", f"{at}/health", headers={"Host": plain}),
        "forwarded": httpx2.Request("GET", f"{at}/health", headers={"X-Forwarded-For": plain}),
        "accept": httpx2.Request("GET", f"{at}/api/me", headers={"Accept": plain, "X-Request-Id": plain}),
        "body": httpx2.Request("POST", f"{at}/api/signin", headers=by, content=text.encode()),
        "email": httpx2.Request("POST", f"{at}/api/signin", headers=by, json={"email": text, "password": text}),
    }


PLACES = tuple(_requests("a"))


@pytest.fixture(scope="module")
def send(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Send]]:
    """Sends a text in one place of a request, within this process, so that the work can be counted."""
    settings = Settings.read({"XDG_DATA_HOME": str(tmp_path_factory.mktemp("growth"))})
    engine = standard()
    with asyncio.Runner() as runner:
        opening = assembled(settings)
        parts = runner.run(opening.__aenter__())
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "token"), "token", Rate(0), Metrics())
        client = httpx2.AsyncClient(transport=httpx2.ASGITransport(build_app(desk)))

        def into(place: str) -> Send:
            return lambda text: runner.run(client.send(_requests(text)[place])).status_code

        yield into
        runner.run(client.aclose())
        runner.run(opening.__aexit__(None, None, None))


@pytest.mark.parametrize("place", PLACES)
def test_no_place_of_a_request_grows_faster_than_its_length(send: Callable[[str], Send], place: str) -> None:
    for seed in SEEDS[::3]:
        assert growth(send(place), seed, 500, 4000) <= STEEPEST, seed


@examples(15)
@given(st.sampled_from(PLACES), st.lists(st.sampled_from(SEEDS), min_size=1, max_size=4).map("".join))
def test_nor_does_any_mixture_in_any_place(send: Callable[[str], Send], place: str, seed: str) -> None:
    assert growth(send(place), seed, 500, 4000) <= STEEPEST
