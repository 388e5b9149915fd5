"""The adapters of docs/examples/adapters, run with the real packages."""

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs/examples/adapters"
SAID = [{"role": "user", "content": "rename the note milk to oat milk"}]
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "title": {"type": "string"}},
    "required": ["name", "title"],
}
TOOL = {"name": "rename_note", "description": "Rename a note", "inputSchema": SCHEMA}
READING = {**TOOL, "annotations": {"readOnlyHint": False, "destructiveHint": False}}
GOOD, BAD = {"name": "milk", "title": "oat milk"}, {"name": "milk", "title": "beer"}


def package(name: str) -> Any:
    """A package that the adapters are for; without it a test is skipped, and fails where all have to run."""
    if importlib.util.find_spec(name) is None and os.environ.get("CI") != "true":
        pytest.skip(f"{name} is missing: uv sync --group adapters --extra model")
    return importlib.import_module(name)


def adapter(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"adapter_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def carried(done: list[Any]) -> Any:
    def carry_out(name: str, arguments: dict[str, Any]) -> str:
        done.append((name, arguments))
        return "done"

    return carry_out


def test_the_openai_sdks_own_loop() -> None:
    package("openai")
    chat = importlib.import_module("openai.types.chat")
    done: list[Any] = []
    for number, arguments in enumerate((GOOD, BAD)):
        function = {"name": "rename_note", "arguments": json.dumps(arguments)}
        call = {"id": f"c{number}", "type": "function", "function": function}
        message = chat.ChatCompletionMessage.model_validate(
            {"role": "assistant", "content": None, "tool_calls": [call]}
        )
        (told,) = adapter("openai_loop").tool_messages(message, SAID, [READING], carried(done))
        assert (told["content"] == "done") is (arguments is GOOD)
    assert done == [("rename_note", GOOD)]


def test_the_anthropic_sdks_own_loop() -> None:
    package("anthropic")
    types = importlib.import_module("anthropic.types")
    done: list[Any] = []
    for arguments in (GOOD, BAD):
        block = types.ToolUseBlock(id="t1", name="rename_note", input=arguments, type="tool_use")
        message = types.Message.model_construct(content=[block])
        told = adapter("anthropic_loop").tool_results(message, SAID, [READING], carried(done))
        assert told["content"][0]["is_error"] is (arguments is BAD)
    assert done == [("rename_note", GOOD)]


def test_langchain() -> None:
    package("langchain_core")
    tools = importlib.import_module("langchain_core.tools")
    done: list[Any] = []

    def show_note(name: str) -> str:
        """Show a note"""
        done.append(name)
        return f"shown {name}"

    tool = tools.StructuredTool.from_function(show_note)
    guarded = adapter("langchain").guarded(tool, lambda: [{"role": "user", "content": "show the note milk"}])
    assert guarded.invoke({"name": "milk"}) == "shown milk"
    assert "Not carried out" in guarded.invoke({"name": "beer"})
    assert done == ["milk"]


async def test_pydantic_ai() -> None:
    ai = package("pydantic_ai")
    models = importlib.import_module("pydantic_ai.models.function")
    messages = importlib.import_module("pydantic_ai.messages")
    toolsets = importlib.import_module("pydantic_ai.toolsets")
    done: list[str] = []

    def show_note(name: str) -> str:
        """Show a note"""
        done.append(name)
        return f"shown {name}"

    def model(history: list[Any], _: Any) -> Any:
        asked = [{"name": "beer"}, {"name": "milk"}]
        turn = len([m for m in history if type(m).__name__ == "ModelResponse"])
        if turn < len(asked):
            return messages.ModelResponse(parts=[messages.ToolCallPart("show_note", asked[turn])])
        return messages.ModelResponse(parts=[messages.TextPart("there")])

    toolset = adapter("pydantic_ai").SaysoToolset(toolsets.FunctionToolset([show_note]))
    agent = ai.Agent(models.FunctionModel(model), toolsets=[toolset])
    result = await agent.run("show the note milk")
    assert result.output == "there"
    assert done == ["milk"]


async def test_openai_agents() -> None:
    agents = package("agents")
    context = importlib.import_module("agents.tool_context")
    guardrail = adapter("openai_agents").sayso_guardrail(SAID, [READING])
    for arguments, behaviour in ((GOOD, "allow"), (BAD, "reject_content")):
        given = context.ToolContext(
            context=None, tool_name="rename_note", tool_call_id="c1", tool_arguments=json.dumps(arguments)
        )
        data = agents.ToolInputGuardrailData(context=given, agent=agents.Agent(name="a"))
        assert (await guardrail.run(data)).behavior["type"] == behaviour


async def test_a_tool_of_openai_agents_is_wrapped() -> None:
    agents = package("agents")
    context = importlib.import_module("agents.tool_context")
    done: list[str] = []

    def show_note(name: str) -> str:
        """Show a note"""
        done.append(name)
        return f"shown {name}"

    tool = agents.function_tool(show_note)
    wrapped = adapter("openai_agents").guarded(tool, lambda: [{"role": "user", "content": "show the note milk"}])
    told = []
    for name in ("milk", "beer"):
        arguments = json.dumps({"name": name})
        given = context.ToolContext(
            context=None, tool_name="show_note", tool_call_id="c1", tool_arguments=arguments, tool_call=None
        )
        told.append(await wrapped.on_invoke_tool(given, arguments))
    assert told[0] == "shown milk"
    assert "Not carried out" in told[1]
    assert done == ["milk"]
