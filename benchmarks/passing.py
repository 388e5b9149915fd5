"""What a call costs through the gateway, beside FastMCP's bare proxy, in one run: at a pipe and over HTTP.

python -m benchmarks.passing [CALLS]
"""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

SAYSO = str(Path(sys.executable).with_name("sayso"))
SERVER = """
import sys
from fastmcp import FastMCP
server = FastMCP("echo")
@server.tool(annotations={"readOnlyHint": True})
def read_back(text: str) -> str:
    "Read a text back"
    return text
if len(sys.argv) > 1:
    server.run("http", port=int(sys.argv[1]), show_banner=False, log_level="ERROR")
else:
    server.run(show_banner=False, log_level="ERROR")
"""
PROXY = """
import sys, json
from fastmcp.server import create_proxy
config = json.loads(open(sys.argv[1]).read())
proxy = create_proxy(config, mode="auto")
if len(sys.argv) > 2:
    proxy.run("http", port=int(sys.argv[2]), show_banner=False, log_level="ERROR")
else:
    proxy.run(show_banner=False, log_level="ERROR")
"""
ARGUMENTS = {"text": "hello"}
_ERA = "2026-07-28"  # said, not asked for: a server that starts slowly is not taken for an older one


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Workshop:
    """The files of one run, and the processes that it started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
        for name, text in (("server.py", SERVER), ("proxy.py", PROXY)):
            (folder / name).write_text(text)
        self._started: list[subprocess.Popen[bytes]] = []

    def config(self, name: str, server: Mapping[str, object]) -> str:
        """An `mcpServers` file."""
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"mcpServers": {"echo": server}}))
        return str(path)

    def start(self, *command: str) -> None:
        """Start a process."""
        self._started.append(subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL))

    def start_gateway(self, config: str) -> str:
        """Start the gateway for whoever sits here; only what it prints tells its address."""
        command = [SAYSO, "gateway", config, "--http", "--local", "--port", "0"]
        running = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE)
        self._started.append(running)
        assert running.stderr is not None
        return running.stderr.readline().decode().removeprefix("listening at ").strip()

    def end(self) -> None:
        """End all processes."""
        for one in self._started:
            one.terminate()
            one.wait()


async def reached(url: str) -> None:
    """Wait until a server answers."""
    for _ in range(600):
        try:
            async with Client(StreamableHttpTransport(url)) as client:
                await client.list_tools()
                return
        except (RuntimeError, OSError):
            await asyncio.sleep(0.1)
    raise RuntimeError(f"{url} never answered")


@asynccontextmanager
async def fronts(shop: Workshop, way: str) -> AsyncIterator[dict[str, Client[Any]]]:
    """A client before each: the server itself, the bare proxy, and the gateway."""
    server, proxy = str(shop.folder / "server.py"), str(shop.folder / "proxy.py")
    made: dict[str, Client[Any]]
    async with AsyncExitStack() as stack:
        if way == "stdio":
            config = shop.config("stdio", {"command": sys.executable, "args": [server]})
            commands = {
                "no proxy": [sys.executable, server],
                "bare proxy": [sys.executable, proxy, config],
                "sayso guard": [SAYSO, "guard", "--", sys.executable, server],
            }
            made = {n: Client(StdioTransport(c[0], c[1:], shop.environment), mode=_ERA) for n, c in commands.items()}
        else:
            ports = [free_port() for _ in range(2)]
            urls = [f"http://127.0.0.1:{port}/mcp" for port in ports]
            config = shop.config("http", {"url": urls[0]})
            shop.start(sys.executable, server, str(ports[0]))
            shop.start(sys.executable, proxy, config, str(ports[1]))
            urls.append(shop.start_gateway(config))
            for url in urls:
                await reached(url)
            names = ("no proxy", "bare proxy", "sayso gateway")
            made = {n: Client(StreamableHttpTransport(u), mode=_ERA) for n, u in zip(names, urls, strict=True)}
        yield {name: await stack.enter_async_context(client) for name, client in made.items()}


async def measured(clients: Mapping[str, Client[Any]], calls: int) -> dict[str, float]:
    """The median of milliseconds of a call through each, taken in turns."""
    times: dict[str, list[float]] = {name: [] for name in clients}
    for turn in range(calls + 20):
        for name, client in clients.items():
            began = time.perf_counter()
            result = await client.call_tool("read_back", ARGUMENTS)
            assert result.data == "hello"
            if turn >= 20:
                times[name].append(time.perf_counter() - began)
    return {name: statistics.median(taken) * 1000 for name, taken in times.items()}


async def run(calls: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder))
        try:
            print(
                "| way | no proxy | FastMCP's bare proxy | Sayso | Sayso beside the bare proxy |\n|---|---|---|---|---|"
            )
            for way in ("stdio", "http"):
                async with fronts(shop, way) as clients:
                    none, bare, ours = (await measured(clients, calls)).values()
                print(f"| {way} | {none:.1f} ms | {bare:.1f} ms | {ours:.1f} ms | {ours / bare:.2f} |", flush=True)
        finally:
            shop.end()


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
