"""Every tool of six real servers, called by the inspector's command line through the gateway in both eras of the
protocol, beside the same calls by a plain client without it: what comes back has to be the same.

    python tests/inspecting.py

What may destroy waits for the person's yes, which is given here as the page would, and then has to come back the same.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import children
import node
import upstreams
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from sayso.gateway.desk import desk_here
from sayso.settings import Settings

CALLS = Path(__file__).with_name("gateway") / "inspected.jsonl"
ERAS = ("legacy", "modern")
DRIVER = Path(__file__).with_name("inspector_lines.mjs")
CLI = node.FOLDER / "node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js"
SERVERS = ("everything", "filesystem", "memory", "time", "git", "sqlite")
# what no two runs have in common: times, commits, sizes of times, sessions
_CHANGING = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:?\d\d)?"), "TIME"),
    (re.compile(r"\d\d?:\d\d:\d\d(?:\.\d+)?"), "TIME"),
    (re.compile(r"\b[0-9a-f]{7}(?:[0-9a-f]{33})?\b"), "COMMIT"),
    (re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "SESSION"),
)
Told = dict[str, Any]


class Inspector:
    """The inspector's command line, started once."""

    def __init__(self, home: Path) -> None:
        command = ["node", str(DRIVER), str(CLI)]
        self.running = subprocess.Popen(
            command,
            env=node.environment({"HOME": str(home)}),
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._output = home / "told.json"

    def told(self, *arguments: str) -> Any:
        """What it writes for these arguments."""
        self._output.unlink(missing_ok=True)
        given = ["--connect-timeout", "120000", "--quiet", "--output", str(self._output), *arguments]
        assert self.running.stdin is not None
        self.running.stdin.write(json.dumps(given) + "\n")
        self.running.stdin.flush()
        while not (said := children.next_line(self.running, self.running.stdout)).startswith("\x1e"):
            assert said, "the inspector ended"
        assert self._output.exists(), said
        return json.loads(self._output.read_text(encoding="utf-8"))


@contextmanager
def inspector(home: Path) -> Iterator[Inspector]:
    """One for some calls."""
    node.needed()
    opened = Inspector(home)
    with children.watched(opened.running):
        yield opened
        children.kill(opened.running)


def prepared(folder: Path) -> Path:
    """A folder with what the servers work on, always the same."""
    files, repository = folder / "files", folder / "repository"
    for one in (files, repository):
        one.mkdir(parents=True)
    (files / "a.txt").write_text("one\ntwo\n")
    (files / "dot.png").write_bytes(bytes.fromhex("89504e470d0a1a0a"))
    (repository / "a.txt").write_text("one\n")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (("init", "-q", "-b", "main"), ("add", "."), (*who, "commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(repository), *words], check=True, capture_output=True)
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
        subprocess.run(["git", "-C", str(repository), "config", name, value], check=True)
    (repository / "a.txt").write_text("one\ntwo\n")
    return folder


def started(server: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """How a server is started on such a folder."""
    place = folder / "files" if server == "filesystem" else folder
    return upstreams.command(server, place), {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")}


def calls(folder: Path) -> list[tuple[str, str, Told]]:
    """Server, tool and arguments, in an order in which each has what it needs."""
    text = CALLS.read_text(encoding="utf-8").replace("{folder}", str(folder))
    return [(one["server"], one["tool"], one["arguments"]) for one in map(json.loads, text.splitlines())]


def plain(result: Mapping[str, Any], folder: Path) -> Told:
    """What counts of a result, without what no two runs have in common."""
    kept = {name: result.get(name) for name in ("content", "structuredContent")}
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False).replace(str(folder), "FOLDER")
    for pattern, name in _CHANGING:
        text = pattern.sub(name, text)
    return {"is_error": bool(result.get("isError")), "said": json.loads(text)}


async def _unheard(_: object) -> None:
    """What a server logs is not what it answers."""


async def without(folder: Path) -> list[Told]:
    """What a plain client is told without the gateway."""
    out: list[Told] = []
    clients: dict[str, Client[Any]] = {}
    async with AsyncExitStack() as stack:
        for server, tool, arguments in calls(folder):
            if server not in clients:
                command, more = started(server, folder)
                pipe = StdioTransport(command[0], command[1:], more)
                opened = Client(pipe, mode="legacy", log_handler=_unheard)
                clients[server] = await stack.enter_async_context(opened)
            result = await clients[server].call_tool_mcp(tool, arguments)
            out.append(plain(result.model_dump(by_alias=True, mode="json", exclude_none=True), folder))
    return out


@contextmanager
def gateway(folder: Path) -> Iterator[str]:
    """The address of a gateway before all the servers."""
    servers = {}
    for server in SERVERS:
        command, more = started(server, folder)
        servers[server] = {"command": command[0], "args": command[1:], "env": more}
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    command = children.sayso("gateway", str(file), "--http", "--local", "--port", "0")
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    with children.watched(running):
        yield children.next_line(running, running.stderr).removeprefix("listening at ").strip()
        children.end(running)


def say_yes(folder: Path) -> None:
    """The person's own yes to all that waits."""

    async def granted() -> None:
        async with desk_here(Settings.read({"XDG_DATA_HOME": str(folder / "data")})) as desk:
            for pending in await desk.confirmations.waiting(desk.who()):
                assert await desk.confirmations.grant(pending.id, desk.who())

    asyncio.run(granted())


def through(folder: Path, era: str, cli: Inspector) -> list[tuple[Told, bool]]:
    """What the inspector is told through the gateway, and whether a yes was needed."""
    out: list[tuple[Told, bool]] = []
    with gateway(folder) as address:
        for _, tool, arguments in calls(folder):
            words = [
                "--transport",
                "http",
                "--server-url",
                address,
                "--protocol-era",
                era,
                "--method",
                "tools/call",
                "--tool-name",
                tool,
            ]
            words += ["--tool-args-json", json.dumps(arguments)]
            result = cli.told(*words)
            waits = (result.get("_meta") or {}).get("sayso/answer", {}).get("status") == "needs_confirmation"
            if waits:
                say_yes(folder)
                result = cli.told(*words)
            out.append((plain(result, folder), waits))
    return out


def table(
    before: Sequence[Told], after: Mapping[str, Sequence[tuple[Told, bool]]], names: Sequence[tuple[str, str]]
) -> list[str]:
    """The rows, and what differs."""
    rows = ["| server | tools | legacy: as before | of these after a yes | modern: as before | of these after a yes |"]
    rows.append("|---" * 6 + "|")
    differs: list[str] = []
    per: dict[str, list[int]] = defaultdict(list)
    for i, (server, _) in enumerate(names):
        per[server].append(i)
    for server, places in per.items():
        cells = [server, str(len({names[i][1] for i in places}))]
        for era in ERAS:
            same = [i for i in places if after[era][i][0] == before[i]]
            cells += [f"{len(same)} of {len(places)}", str(sum(after[era][i][1] for i in same))]
            for i in places:
                if i not in same:
                    differs.append(f"{era} {names[i][1]}:\n  without {before[i]}\n  through {after[era][i][0]}"[:1500])
        rows.append(f"| {' | '.join(cells)} |")
    return [*rows, *differs]


def main() -> int:
    """Print the table; 1 where anything differs."""
    upstreams.installed()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place).resolve()
        folders = {name: prepared(root / name) for name in ("without", *ERAS)}
        before = asyncio.run(without(folders["without"]))
        with inspector(root) as cli:
            after = {era: through(folders[era], era, cli) for era in ERAS}
        names = [(server, tool) for server, tool, _ in calls(root)]
    print("\n".join(table(before, after, names)))
    return int(any(told != before[i] for era in ERAS for i, (told, _) in enumerate(after[era])))


if __name__ == "__main__":
    sys.exit(main())
