"""pydantic-ai: a toolset around yours; calls are completed, and what nobody said is told to the model.

OPENAI_API_KEY=… MODEL=gpt-4o-mini python examples/pydantic_ai.py "show the note milk"
"""

import os
import sys

from pydantic_ai import Agent
from pydantic_ai.toolsets import FunctionToolset, WrapperToolset

from sayso.gateway.adapting import CarryOut, checked


class SaysoToolset(WrapperToolset):
    async def call_tool(self, name, tool_args, ctx, tool):
        said = ctx.prompt if isinstance(ctx.prompt, str) else ""
        about = tool.tool_def
        known = {"name": name, "description": about.description or "", "inputSchema": about.parameters_json_schema}
        verdict = checked([{"role": "user", "content": said}], [known], {"name": name, "arguments": tool_args})
        if isinstance(verdict, CarryOut):
            return await super().call_tool(name, dict(verdict.arguments), ctx, tool)
        return verdict.text


def show_note(name: str) -> str:
    """Show a note"""
    return f"{name}: two litres"


if __name__ == "__main__":
    agent = Agent(f"openai-chat:{os.environ['MODEL']}", toolsets=[SaysoToolset(FunctionToolset([show_note]))])
    print(agent.run_sync(sys.argv[1]).output)
