"""A server whose lists change while it runs, and that says so in the way of either protocol."""

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import ToolAnnotations

server = MCPServer("changing")
READS = ToolAnnotations(read_only_hint=True)


@server.tool(annotations=READS)
async def read_more(name: str, times: int, ctx: Context) -> str:
    """Read about one tool more"""
    server.add_tool(lambda: name, name=name, description="Read it", annotations=READS)
    for _ in range(times):
        await ctx.notify_tools_changed()
        await ctx.notify_prompts_changed()
        await ctx.notify_resources_changed()
        if ctx.request_context.protocol_version < "2026":
            await ctx.session.send_tool_list_changed()
            await ctx.session.send_prompt_list_changed()
            await ctx.session.send_resource_list_changed()
    return name


if __name__ == "__main__":
    server.run()
