"""Six real servers behind one gateway: what people ask for in plain words does what they asked for, or asks."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from doorway import doorway
from fastmcp import Client
from upstreams import command, installed

from sayso.gateway.servers import LocalServer
from sayso_evals.servers import Asked, read

REQUESTS = Path(__file__).parents[1] / "blind" / "servers.jsonl"
SERVERS = ("filesystem", "memory", "everything", "time", "git", "sqlite")


def is_right(case: Asked, step: dict[str, Any]) -> bool:
    """Whether what was carried out is what a sensible person expects, and needed no yes."""
    wanted = case.expect.get("tool", [])
    tools = wanted if isinstance(wanted, list) else [wanted]
    expected = {k: v for k, v in case.expect.get("arguments", {}).items() if v not in (None, "")}
    given = {k: v for k, v in step["arguments"].items() if k in expected or k not in ("format", "max_count", "type")}
    return step["tool"] in tools and not case.expect.get("confirm", False) and given == expected


async def test_plain_words_to_six_real_servers_do_nothing_wrong(tmp_path: Path) -> None:
    installed()
    count: Counter[str] = Counter()
    wrong: list[str] = []
    for name in SERVERS:
        folder = tmp_path / name
        folder.mkdir()
        start = command(name, folder)
        server = LocalServer(name, start[0], tuple(start[1:]))
        async with doorway(folder, server) as door, Client(door.server) as client:
            for number, case in enumerate(one for one in read(REQUESTS) if one.server == name):
                meta = {"sayso/conversation": str(number)}
                result = await client.call_tool("say", {"request": case.message}, meta=meta, raise_on_error=False)
                told = result.structured_content or {}
                steps = [
                    step for step in told.get("steps", []) if "tool" in step and told["status"] != "needs_confirmation"
                ]
                count[told["status"]] += 1
                if not all(is_right(case, step) for step in steps):
                    wrong.append(f"{name}: {case.message!r} {json.dumps(steps, ensure_ascii=False)[:300]}")
    assert wrong == []
    assert sum(count.values()) == 60
    assert count["done"] + count["needs_confirmation"] + count["error"] >= 25, count


async def test_every_tool_of_the_real_servers_is_listed_as_it_is(tmp_path: Path) -> None:
    installed()
    starts = {name: command(name, tmp_path) for name in SERVERS}
    servers = [LocalServer(name, start[0], tuple(start[1:])) for name, start in starts.items()]
    async with doorway(tmp_path, *servers) as door:
        for era in ("legacy", "auto"):
            async with Client(door.server, mode=era) as client:
                offered = {tool.name: tool for tool in await client.list_tools()}
            recorded = json.loads(REQUESTS.with_name("servers_tools.json").read_text(encoding="utf-8"))
            for tool in (tool for tools in recorded.values() for tool in tools):
                assert offered[tool["name"]].input_schema == tool["inputSchema"], tool["name"]
