"""pydantic-ai: a toolset around yours; calls are completed, and what nobody said is told to the model."""

from pydantic_ai.toolsets import WrapperToolset

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
