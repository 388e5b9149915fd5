"""Servers on the network that die or hang: told at once, in time, and with what is known of the call."""

import asyncio
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import children
import pytest
from doorway import ERAS, answer, doorway
from fastmcp import Client
from serving import free_port

from sayso.gateway.options import GatewayOptions
from sayso.gateway.servers import RemoteServer

FAILING = Path(__file__).with_name("failing_http.py")
AGAIN, LOOK_FIRST = "Try again in a moment.", "It may have been done: look whether it was, before trying again."


class Far:
    """The server: where it is, and started or killed as often as a test likes."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack, self.port = stack, free_port()
        self.server = RemoteServer("far", f"http://127.0.0.1:{self.port}/mcp")
        self.start()

    def start(self) -> None:
        command = children.forked(str(FAILING), str(self.port))
        self._running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self._stack.enter_context(children.watched(self._running))
        assert children.next_line(self._running, self._running.stdout) == "ready\n"

    def kill(self) -> None:
        children.kill(self._running)


@pytest.fixture
def far() -> Iterator[Far]:
    with ExitStack() as stack:
        found = Far(stack)
        yield found
        found.kill()


async def told(client: Client[Any], tool: str, **arguments: str) -> dict[str, Any]:
    return answer(await client.call_tool(tool, arguments, raise_on_error=False))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("call", [("read_pid", {}, AGAIN), ("add_note", {"name": "milk"}, LOOK_FIRST)])
async def test_one_that_died_is_told_by_the_first_call(
    tmp_path: Path, far: Far, capfd: pytest.CaptureFixture[str], era: str, call: tuple[str, dict[str, str], str]
) -> None:
    tool, arguments, suggestion = call
    async with doorway(tmp_path, far.server) as door, Client(door.server, mode=era) as client:
        assert "result" in await told(client, "read_pid")
        far.kill()
        down = await told(client, tool, **arguments)
        assert (down["status"], down["error"], down["suggestion"]) == ("error", "upstream_down", suggestion)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("era", ERAS)
async def test_a_call_that_reads_is_repeated_where_the_server_is_back(tmp_path: Path, far: Far, era: str) -> None:
    async with doorway(tmp_path, far.server) as door, Client(door.server, mode=era) as client:
        first = (await told(client, "read_pid"))["result"]
        far.kill()
        far.start()
        assert (await told(client, "read_pid"))["result"] != first


@pytest.mark.parametrize("era", ERAS)
async def test_one_that_dies_during_a_call_is_told(tmp_path: Path, far: Far, era: str) -> None:
    async with doorway(tmp_path, far.server) as door, Client(door.server, mode=era) as client:
        down = await told(client, "crash")
        assert (down["error"], down["suggestion"]) == ("upstream_down", LOOK_FIRST)


@pytest.mark.parametrize("era", ERAS)
async def test_one_that_hangs_is_told_when_its_time_is_up(tmp_path: Path, far: Far, era: str) -> None:
    options = GatewayOptions(patience=4)
    async with doorway(tmp_path, far.server, options=options) as door, Client(door.server, mode=era) as client:
        await told(client, "read_pid")
        began = perf_counter()
        down = await told(client, "hang")
        assert perf_counter() - began < 6  # the probe alone took five seconds more
        assert "did not answer within 4 seconds and is started again" in down["error_message"]
        assert down["suggestion"] == LOOK_FIRST


@pytest.mark.parametrize("era", ERAS)
async def test_an_error_of_the_servers_own_stays_its_own(tmp_path: Path, far: Far, era: str) -> None:
    async with doorway(tmp_path, far.server) as door, Client(door.server, mode=era) as client:
        first = (await told(client, "read_pid"))["result"]
        assert "error" not in await told(client, "read_wrong")
        assert (await told(client, "read_pid"))["result"] == first
        assert len(await asyncio.gather(*(told(client, "read_pid") for _ in range(5)))) == 5
