"""The machines as tools of the MCP server: how they are listed, and the verbs behind them."""
