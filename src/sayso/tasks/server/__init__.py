"""The tasks as an MCP server: the one place of the tasks that knows FastMCP."""
