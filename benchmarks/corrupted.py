"""The same 200 spoilt calls through nothing, mcp-elicitation-proxy, intentplane-mcp, saidso and Sayso's gateway, in one
run.

    python -m benchmarks.corrupted FOLDER [--proxy PROGRAM] [--intentplane PROGRAM]

`FOLDER` holds the benchmark's lines; `--proxy` is the program of mcp-elicitation-proxy, which wants an older FastMCP
and so an environment of its own, `--intentplane` that of intentplane-mcp, set up as it is where nobody declared the
trusted source of each argument: tools that only read pass, others are refused. Each call was right for what the person
said and was spoilt in one of five ways; of
the destructive ones nothing was spoilt, but nobody said yes to them.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from sayso import Engine
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.verdict import NeedsInput, NeedsYes, PassedOn
from sayso.gateway.words import said
from sayso_evals.calls import Right, public
from sayso_evals.corrupt import spoilt
from sayso_evals.near import DEFAULT, near_misses
from sayso_evals.peer import blocks

KINDS = {"missing": "dropped argument", "invented": "value from nowhere", "near miss": "", "wrong type": "wrong type"}
EACH = 40
OUTCOMES = ("completed", "asked", "refused", "let through wrongly")
ECHO = """
import json, sys
tools = json.load(open(sys.argv[1]))
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    method, params, out = asked["method"], asked.get("params", {}), {}
    if method == "initialize":
        about = {"name": "echo", "version": "1"}
        out = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
    elif method == "tools/list":
        out = {"tools": tools}
    elif method == "tools/call":
        out = {"content": [{"type": "text", "text": json.dumps(params.get("arguments", {}))}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": out}), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A spoilt call, with the right one."""

    kind: str
    right: Right
    arguments: Mapping[str, Any]
    tool: Mapping[str, Any]

    def judged(self, arguments: Mapping[str, Any], is_destructive: bool = False) -> str:
        """What it means that these arguments reached the tool."""
        step = {"tool_name": self.right.name, "parameters": arguments}
        is_right = self.right.is_right(step) and not is_destructive
        return "completed" if is_right else "let through wrongly"


def calls(folder: Path) -> list[Spoilt]:
    """The spoilt calls, always the same ones; what the tool's schema does not need is not counted as missing."""
    rights = list(public(folder, in_their_words=True))
    random.Random(7).shuffle(rights)
    out: list[Spoilt] = []
    for kind in (*KINDS, "destructive"):
        found = [one for right in rights if (one := _spoilt(right, kind)) is not None]
        out.extend(found[:EACH])
    return out


def _spoilt(right: Right, kind: str) -> Spoilt | None:
    tool = next(t for t in right.request["tools"] if t["name"] == right.name)
    needed = tool["inputSchema"].get("required", [])
    if kind == "destructive":
        return Spoilt(kind, right, right.arguments, {**tool, "annotations": {"destructiveHint": True}})
    reading = {**tool, "annotations": {"readOnlyHint": True}}
    if kind == "near miss":
        misses = [m for m in near_misses(right, [right]) if m.kind != DEFAULT]
        return Spoilt(kind, right, misses[0].arguments, reading) if misses else None
    call = spoilt(right, KINDS[kind], random.Random(right.id))
    if call is None or (kind == "missing" and not set(needed) - set(call["arguments"])):
        return None
    return Spoilt(kind, right, call["arguments"], reading)


def nothing(one: Spoilt) -> str:
    """Every call passes as it is."""
    return one.judged(one.arguments, one.kind == "destructive")


def by_saidso(one: Spoilt) -> str:
    """`saidso`, with every argument as spoken; it knows neither schemas nor what destroys."""
    return "refused" if blocks(one.right, one.arguments) else one.judged(one.arguments, one.kind == "destructive")


def by_sayso(judge: Judge) -> Callable[[Spoilt], str]:
    """The gateway."""

    def through(one: Spoilt) -> str:
        words = said(str(one.right.request["message"]), "client")
        match judge.judge(IncomingCall(one.tool, "peers", one.arguments, words)):
            case PassedOn(arguments):
                return one.judged(arguments, one.kind == "destructive")
            case NeedsYes() | NeedsInput():
                return "asked"
            case _:
                return "refused"

    return through


def echo(spoilt_calls: Sequence[Spoilt], folder: Path) -> dict[str, Any]:
    """A server that gives its arguments back, one tool for each call."""
    tools = [{**one.tool, "name": f"t{i}"} for i, one in enumerate(spoilt_calls)]
    (folder / "tools.json").write_text(json.dumps(tools))
    (folder / "echo.py").write_text(ECHO)
    return {"command": sys.executable, "args": [str(folder / "echo.py"), str(folder / "tools.json")]}


async def by_proxy(program: str, spoilt_calls: Sequence[Spoilt], folder: Path) -> list[str]:
    """mcp-elicitation-proxy; its structured error counts as asking."""
    asks = {"enabled": True, "fallback_on_unsupported": "structured_error"}
    policies = {"schema_required": {"enabled": True}, "sensitive_required": {"enabled": True}}
    config = {"proxy": {"name": "peer"}, "upstream": echo(spoilt_calls, folder), "elicitation": asks}
    (folder / "config.yaml").write_text(json.dumps({**config, "policies": policies}))
    return await _through([program, "--config", str(folder / "config.yaml")], spoilt_calls, "asked")


async def by_intentplane(program: str, spoilt_calls: Sequence[Spoilt], folder: Path) -> list[str]:
    """intentplane-mcp, with what only reads as its passthrough."""
    server = echo(spoilt_calls, folder)
    reads = [f"peers.t{i}" for i, one in enumerate(spoilt_calls) if one.kind != "destructive"]
    (folder / "policy.cedar").write_text("")
    started = f"command = {json.dumps(server['command'])}\nargs = {json.dumps(server['args'])}"
    config = (
        f'[mandate]\nprincipal = "ann"\n[[servers]]\nname = "peers"\n{started}\n'
        f'[policy]\nfile = "policy.cedar"\n[defaults]\npassthrough = {json.dumps(reads)}\n'
    )
    (folder / "config.toml").write_text(config)
    return await _through([program, "--config", str(folder / "config.toml")], spoilt_calls, "refused")


async def _through(command: Sequence[str], spoilt_calls: Sequence[Spoilt], otherwise: str) -> list[str]:
    """What becomes of each call before that server; `otherwise` is what it means that it was not reached."""
    out: list[str] = []
    async with Client(StdioTransport(command[0], list(command[1:])), mode="legacy") as client:
        for i, one in enumerate(spoilt_calls):
            result = await client.call_tool_mcp(f"t{i}", dict(one.arguments))
            text = getattr(result.content[0], "text", "") if result.content else ""
            is_echo = not result.is_error and _echoed(text) is not None
            passed = one.judged(_echoed(text) or {}, one.kind == "destructive")
            out.append(passed if is_echo else otherwise)
    return out


def _echoed(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) and "error" not in data and "status" not in data else None


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corrupted", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--proxy", help="the program of mcp-elicitation-proxy")
    parser.add_argument("--intentplane", help="the program of intentplane-mcp")
    given = parser.parse_args(arguments)
    spoilt_calls = calls(given.folder)
    ways: dict[str, list[str]] = {"nothing": [nothing(one) for one in spoilt_calls]}
    if given.proxy:
        with tempfile.TemporaryDirectory() as folder:
            ways["mcp-elicitation-proxy"] = asyncio.run(by_proxy(given.proxy, spoilt_calls, Path(folder)))
    if given.intentplane:
        with tempfile.TemporaryDirectory() as folder:
            ways["intentplane-mcp"] = asyncio.run(by_intentplane(given.intentplane, spoilt_calls, Path(folder)))
    ways["saidso"] = [by_saidso(one) for one in spoilt_calls]
    ours = by_sayso(Judge(Engine()))
    ways["Sayso"] = [ours(one) for one in spoilt_calls]
    print(f"{len(spoilt_calls)} calls: {dict(Counter(one.kind for one in spoilt_calls))}")
    print(f"| through | {' | '.join(OUTCOMES)} | wrongly, by kind |\n|---|{'---|' * 5}")
    for name, outcomes in ways.items():
        count = Counter(outcomes)
        wrong = Counter(o.kind for o, r in zip(spoilt_calls, outcomes, strict=True) if r == OUTCOMES[3])
        told = ", ".join(f"{kind} {n}" for kind, n in wrong.items()) or "–"
        print(f"| {name} | {' | '.join(str(count[o]) for o in OUTCOMES)} | {told} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
