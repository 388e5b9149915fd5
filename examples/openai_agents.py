"""openai-agents: your tool, guarded, with completed arguments; or a guardrail before a tool that stays as it is.

OPENAI_API_KEY=… MODEL=gpt-4o-mini python examples/openai_agents.py "show the note milk"
"""

import json
import os
import sys
from dataclasses import replace

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    Runner,
    ToolGuardrailFunctionOutput,
    ToolInputGuardrail,
    ToolInputGuardrailData,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI

from sayso.gateway.adapting import CarryOut, checked


def guarded(tool, said):
    known = {"name": tool.name, "description": tool.description, "inputSchema": tool.params_json_schema}

    async def run(context, arguments):
        verdict = checked(said(), [known], {"name": tool.name, "arguments": arguments})
        if isinstance(verdict, CarryOut):
            return await tool.on_invoke_tool(context, json.dumps(dict(verdict.arguments)))
        return verdict.text

    return replace(tool, on_invoke_tool=run)


def sayso_guardrail(messages, tools):
    def judge(data: ToolInputGuardrailData) -> ToolGuardrailFunctionOutput:
        call = {"name": data.context.tool_name, "arguments": data.context.tool_arguments}
        verdict = checked(messages, tools, call)
        if isinstance(verdict, CarryOut) and verdict.arguments == json.loads(call["arguments"] or "{}"):
            return ToolGuardrailFunctionOutput.allow()
        told = verdict.text if not isinstance(verdict, CarryOut) else f"Call it with {json.dumps(verdict.arguments)}."
        return ToolGuardrailFunctionOutput.reject_content(told)

    return ToolInputGuardrail(judge, name="sayso")


def show_note(name: str) -> str:
    """Show a note"""
    return f"{name}: two litres"


if __name__ == "__main__":
    set_tracing_disabled(True)
    conversation = [{"role": "user", "content": sys.argv[1]}]
    model = OpenAIChatCompletionsModel(os.environ["MODEL"], openai_client=AsyncOpenAI())
    tool = guarded(function_tool(show_note), lambda: conversation)
    print(Runner.run_sync(Agent("notes", model=model, tools=[tool]), sys.argv[1]).final_output)
