"""What all tools share, whatever they are about: calls, checks, cards, and the one MCP server they stand in."""
