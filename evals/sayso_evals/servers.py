"""Requests to real MCP servers, decided from the tools they list and from words alone; nothing is carried out.

A line is `{"server", "lang", "message", "expect"}`, and `expect` is `{"tool", "arguments"}` (a list of tools where
several do equally well, `"confirm": true` where it changes something), `{"ask": true}` or `{"nothing": true}`.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from sayso import Engine

HOME = Path("build/servers")  # where the servers were installed: docs/tools.md says how
KINDS = ("right", "asked", "declined", "wrong")
_NODE = "node_modules/@modelcontextprotocol/server-{}/dist/index.js"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to a server, and what a sensible person expects of it."""

    server: str
    lang: str
    message: str
    expect: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a request: one of `KINDS`, whether that is what was expected, and what was decided."""

    case: Asked
    kind: str
    is_due: bool
    told: str


def read(path: Path) -> list[Asked]:
    """The requests of a file."""
    return [Asked(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def starts(home: Path) -> dict[str, list[str]]:
    """How each server is started."""
    home = home.absolute()
    node = {name: ["node", str(home / _NODE.format(name))] for name in ("filesystem", "memory", "everything")}
    node["filesystem"].append(str(home))
    return {
        **node,
        "time": [str(home / "venv/bin/mcp-server-time"), "--local-timezone", "Europe/Rome"],
        "git": [str(home / "venv/bin/mcp-server-git")],
        "sqlite": [str(home / "venv-sqlite/bin/mcp-server-sqlite"), "--db-path", str(home / "blind.db")],
    }


async def listed(command: Sequence[str]) -> list[dict[str, Any]]:
    """The tools that a server lists."""
    async with Client(StdioTransport(command[0], list(command[1:]))) as client:
        tools = await client.list_tools()
    kept = ("name", "description", "inputSchema", "annotations")
    dumped = (tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools)
    return [{key: tool[key] for key in kept if key in tool} for tool in dumped]


async def all_listed(home: Path) -> dict[str, list[dict[str, Any]]]:
    """The tools of every server."""
    return {name: await listed(command) for name, command in starts(home).items()}


def seen(case: Asked, tools: Sequence[Mapping[str, Any]], engine: Engine) -> Seen:
    """A request decided among a server's tools, and judged."""
    decision = engine.decide({"message": case.message, "tools": list(tools)}).to_dict()
    steps: Any = decision["steps"]
    made = [s for s in steps if s["status"] in ("call", "confirm")]
    told = "; ".join(f"{s['status']} {s['tool_name']} {json.dumps(s['parameters'], ensure_ascii=False)}" for s in steps)
    told = f"{told or decision['status']} ({decision['reply']})"
    if not made:
        kind = "asked" if decision["status"] == "ask" else "declined"
        return Seen(case, kind, case.expect.get("ask" if kind == "asked" else "nothing", False), told)
    known = {tool["name"]: tool for tool in tools}
    is_right = len(steps) == 1 and _is_right(made[0], case.expect, known[made[0]["tool_name"]])
    return Seen(case, "right" if is_right else "wrong", is_right, told)


def _is_right(step: Mapping[str, Any], expect: Mapping[str, Any], tool: Mapping[str, Any]) -> bool:
    wanted = expect.get("tool", [])
    if step["tool_name"] not in (wanted if isinstance(wanted, list) else [wanted]):
        return False
    is_changing = expect.get("confirm", False) or (tool.get("annotations") or {}).get("readOnlyHint") is False
    if is_changing and step["status"] == "call":
        return False
    schema = tool["inputSchema"].get("properties", {})
    return _told(step["parameters"], schema) == _told(expect["arguments"], schema)


def _told(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments without what the schema says anyway."""
    return {k: v for k, v in arguments.items() if "default" not in schema.get(k, {}) or schema[k]["default"] != v}


def all_seen(cases: Sequence[Asked], tools: Mapping[str, Sequence[Mapping[str, Any]]], engine: Engine) -> list[Seen]:
    """Every request, decided and judged."""
    return [seen(case, tools[case.server], engine) for case in cases]


def report(outcomes: Sequence[Seen]) -> Iterator[str]:
    """The lines of the report: by server and language, then what was not as expected."""
    groups: dict[tuple[str, str], list[Seen]] = {}
    for one in outcomes:
        groups.setdefault((one.case.server, one.case.lang), []).append(one)
    yield "| server | language | requests | right | asked (rightly) | declined (rightly) | wrong |"
    yield "|---|---|---|---|---|---|---|"
    for (server, lang), inside in [*groups.items(), (("all", "both"), list(outcomes))]:
        count = Counter(one.kind for one in inside)
        due = Counter(one.kind for one in inside if one.is_due)
        told = [f"{count[k]} ({due[k]})" if k in ("asked", "declined") else str(count[k]) for k in KINDS]
        yield f"| {server} | {lang} | {len(inside)} | {' | '.join(told)} |"
    for one in outcomes:
        if not one.is_due:
            yield f"  {one.kind} {one.case.server}: {one.case.message!r} {one.told}"


def main(arguments: Sequence[str], engine: Engine | None = None) -> int:
    """Measure; the exit status says whether anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m sayso_evals.servers", description=__doc__)
    parser.add_argument("requests", type=Path)
    parser.add_argument("--home", type=Path, default=HOME, help="where the servers are installed")
    parser.add_argument("--tools", type=Path, help="take the tools from this file: no server is started")
    parser.add_argument("--record", type=Path, help="write the tools down in this file")
    told = parser.parse_args(arguments)
    tools = json.loads(told.tools.read_text(encoding="utf-8")) if told.tools else asyncio.run(all_listed(told.home))
    if told.record:
        told.record.write_text(json.dumps(tools, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    outcomes = all_seen(read(told.requests), tools, engine or Engine().warm())
    print("\n".join(report(outcomes)))
    return int(any(one.kind == "wrong" for one in outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
