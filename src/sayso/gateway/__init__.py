"""One door in front of any MCP servers: calls are complete, supported, and confirmed by the person."""

from sayso.extras import need

need("fastmcp")  # whoever imports this without it is told what to install
