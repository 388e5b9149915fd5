"""One door in front of any MCP servers: calls are complete, supported, and confirmed by the person."""
