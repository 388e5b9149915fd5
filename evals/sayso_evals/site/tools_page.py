"""The reference of tools: what an MCP client is told of each, from the definitions of the domains."""

import json
from collections.abc import Iterator

from sayso.domains.shipped import served_tools
from sayso.engine.tool import Tool

_HINTS = {
    "is_read_only": "reads only",
    "is_destructive": "may destroy: waits for the person's yes",
    "is_idempotent": "may be repeated",
    "is_open_world": "reaches machines",
}


def tools_page() -> str:
    """The page."""
    tools = [tool for domain in served_tools().domains for tool in domain.tools]
    opening = [
        "# Tools",
        "",
        "Made from the code: the tools that `sayso mcp` and `sayso serve` offer to MCP clients, with their schemas.",
        "What they answer: [the MCP server](../mcp.md), [tasks](../tasks.md), [machines](../machines.md).",
        "",
        "| tool | what it does | |",
        "|---|---|---|",
        *(f"| [`{tool.name}`](#{tool.name}) | {tool.description} | {'; '.join(_hints(tool))} |" for tool in tools),
        "",
    ]
    return "\n".join([*opening, *(line for tool in tools for line in _told(tool))])


def _hints(tool: Tool) -> Iterator[str]:
    return (text for name, text in _HINTS.items() if getattr(tool, name))


def _told(tool: Tool) -> Iterator[str]:
    schema = json.dumps(tool.input_schema(), indent=2, ensure_ascii=False)
    yield from (f"## {tool.name}", "", tool.description, "")
    for parameter in tool.parameters:
        needed = ", needed" if parameter.is_required else ""
        yield f"- `{parameter.name}` ({parameter.kind}{needed}): {parameter.description or 'see the schema'}"
    yield from ("", '??? note "Input schema"', "", "    ```json")
    yield from (f"    {line}" for line in schema.splitlines())
    yield from ("    ```", "")
