"""The programs of examples/, each run as it stands with the real packages; a server plays the models that they ask."""

import ast
import importlib.util
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import children
import node
import pytest
from doorway import answer
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from served import Served

EXAMPLES = Path(__file__).parents[2] / "examples"
TOLD = (EXAMPLES.parent / "docs/examples.md").read_text(encoding="utf-8")
BROUGHT = {"sayso": ("'.[",), "fastmcp": ("'.[server]'",), "agents": ("'.[model]'",), "openai": ("'.[model]'",)}
Json = dict[str, Any]
RENAMED = [{"name": "milk", "title": "beer"}, {"name": "milk", "title": "oat milk"}]  # made up, then as it was said
SHOWN = [{"name": "beer"}, {"name": "milk"}]
RENAME, SHOW = "rename the note milk to oat milk", "show the note milk"


class Sloppy(BaseHTTPRequestHandler):
    """A model behind the plain APIs of OpenAI and Anthropic: it makes something up, mends it when told, and ends."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        turn = len([m for m in asked["messages"] if m["role"] == "assistant"])
        says = self._anthropic(asked, turn) if self.path.endswith("/messages") else self._openai(asked, turn)
        body = json.dumps(says).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: the tests say what matters."""

    @staticmethod
    def _openai(asked: Json, turn: int) -> Json:
        name = asked["tools"][0]["function"]["name"]
        calls = RENAMED if name == "rename_note" else SHOWN
        message: Json = {"role": "assistant", "content": "That is all."}
        if turn < len(calls):
            function = {"name": name, "arguments": json.dumps(calls[turn])}
            message = {"role": "assistant", "content": None}
            message["tool_calls"] = [{"id": f"c{turn}", "type": "function", "function": function}]
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if turn < len(calls) else "stop"}
        used = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "sloppy",
            "choices": [choice],
            "usage": used,
        }

    @staticmethod
    def _anthropic(_: Json, turn: int) -> Json:
        block: Json = {"type": "text", "text": "That is all."}
        if turn < len(RENAMED):
            block = {"type": "tool_use", "id": f"t{turn}", "name": "rename_note", "input": RENAMED[turn]}
        stop = "tool_use" if turn < len(RENAMED) else "end_turn"
        used = {"input_tokens": 1, "output_tokens": 1}
        about = {"id": "x", "type": "message", "role": "assistant", "model": "sloppy", "stop_sequence": None}
        return {**about, "content": [block], "stop_reason": stop, "usage": used}


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Sloppy) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def needs(*packages: str) -> None:
    """Skip where a package of the adapters is missing; where all have to run, the example fails by itself."""
    for name in packages:
        if importlib.util.find_spec(name) is None and os.environ.get("CI") != "true":
            pytest.skip(f"{name} is missing: uv sync --group adapters --extra model")


def run(example: str, said: str, model: str) -> list[str]:
    around = {"MODEL": "sloppy", "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"{model}/v1"}
    around |= {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": model}
    command = children.forked(str(EXAMPLES / example), said)
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **around},
        timeout=children.PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(("example", "package"), [("openai_loop.py", "openai"), ("anthropic_loop.py", "anthropic")])
def test_the_loop_stops_what_was_made_up_and_does_what_was_said(example: str, package: str, model: str) -> None:
    needs(package)
    assert run(example, RENAME, model) == [
        "Not carried out. What should 'title' be?",
        "done: ['oat milk']",
        "That is all.",
    ]


@pytest.mark.parametrize(("example", "package"), [("openai_agents.py", "agents"), ("pydantic_ai.py", "pydantic_ai")])
def test_the_agent_gets_its_answer_after_the_made_up_call_was_stopped(example: str, package: str, model: str) -> None:
    needs(package, "openai")
    assert run(example, SHOW, model) == ["That is all."]


def test_langchains_tool_is_guarded(model: str) -> None:
    needs("langchain_core")
    first, second = run("langchain.py", SHOW, model)
    assert first == "milk: two litres"
    assert second.startswith("Not carried out.")


async def test_the_fastmcp_server_shows_and_waits_with_deleting(tmp_path: Path) -> None:
    command, *arguments = children.forked(str(EXAMPLES / "fastmcp_server.py"))
    at = StdioTransport(command, arguments, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    async with Client(at) as client:
        said = {"sayso/said": "show the note milk"}
        assert (await client.call_tool("show_note", {"name": "milk"}, meta=said)).data == "two litres"
        made_up = await client.call_tool("show_note", {"name": "report"}, meta=said, raise_on_error=False)
        assert answer(made_up)["status"] == "needs_input"
        waits = await client.call_tool("delete_note", {"name": "milk"}, raise_on_error=False)
        assert answer(waits)["status"] == "needs_confirmation"


async def test_another_language_decides_and_acts_over_http(sqlite_served: Served) -> None:
    around = node.environment({"SAYSO_SERVER": sqlite_served.address, "SAYSO_TOKEN": await sqlite_served.token()})
    command = ["node", str(EXAMPLES / "http_client.mjs"), "add buy milk"]
    done = subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=children.PATIENCE)
    assert done.stdout.splitlines() == [
        'call add_task {"title":"buy milk","priority":"medium"}',
        "Added 'buy milk'.",
    ], done.stderr


async def test_the_guardrail_of_openai_agents_allows_and_rejects() -> None:
    needs("agents")
    example = runpy.run_path(str(EXAMPLES / "openai_agents.py"))
    agents, context = importlib.import_module("agents"), importlib.import_module("agents.tool_context")
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "title": {"type": "string"}}}
    hints = {"readOnlyHint": False, "destructiveHint": False}
    tool = {"name": "rename_note", "description": "Rename a note", "inputSchema": schema, "annotations": hints}
    guardrail = example["sayso_guardrail"]([{"role": "user", "content": RENAME}], [tool])
    for arguments, behaviour in zip(RENAMED, ("reject_content", "allow"), strict=True):
        given = context.ToolContext(
            context=None, tool_name="rename_note", tool_call_id="c1", tool_arguments=json.dumps(arguments)
        )
        data = agents.ToolInputGuardrailData(context=given, agent=agents.Agent(name="a"))
        assert (await guardrail.run(data)).behavior["type"] == behaviour


def test_every_example_is_named_in_the_docs() -> None:
    for path in EXAMPLES.iterdir():
        assert path.name in TOLD, path


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_the_docs_say_how_to_install_every_package_that_the_example_imports(path: Path) -> None:
    parsed = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    named = [node.module or "" for node in parsed if isinstance(node, ast.ImportFrom)]
    (needs,) = re.findall(rf"^\| \[{path.name}\].*\| ([^|]*) \|$", TOLD, re.MULTILINE)
    for package in {name.partition(".")[0] for name in named} - sys.stdlib_module_names:
        brought = (*BROUGHT.get(package, ()), f" {package.replace('_', '-')}`")
        assert any(by in needs for by in brought), (package, needs)
