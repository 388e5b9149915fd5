"""What a tool is, as MCP lists it, as its server calls it, and whose it is."""

from fastmcp.tools import Tool

from sayso.gateway.behind import BehindTool


def listed(tool: Tool, name: str | None = None) -> dict[str, object]:
    """A tool as MCP lists it, under another name where one is given."""
    notes = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations is not None else {}
    about = {"name": name or tool.name, "description": tool.description or "", "inputSchema": tool.parameters}
    answers = {} if tool.output_schema is None else {"outputSchema": tool.output_schema}
    return {**about, **answers, "annotations": notes}


def server_of(tool: Tool, here: str) -> str:
    """The name of the server that a tool is of."""
    return tool.server if isinstance(tool, BehindTool) else here


def own_name(tool: Tool) -> str:
    """What its server calls a tool: no other server's tools change that."""
    return tool.own_name if isinstance(tool, BehindTool) else tool.name


def identity_of(tool: Tool) -> str:
    """Which server a tool is of, where the name does not say it."""
    return tool.identity if isinstance(tool, BehindTool) else ""
