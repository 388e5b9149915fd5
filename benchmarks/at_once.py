"""A FastMCP server whose tools return at once: what a call costs before anybody does any work.

python -m benchmarks.at_once            at a pipe
python -m benchmarks.at_once PORT       over HTTP, stateless, as ours
"""

import sys
from typing import Any

from fastmcp import FastMCP


def build() -> FastMCP:
    """The server: the same names, no work."""
    server: FastMCP = FastMCP("at once")

    @server.tool
    async def add_task(title: str) -> dict[str, Any]:
        """Say that it was added."""
        return {"status": "success", "title": title}

    @server.tool
    async def list_tasks(limit: int) -> dict[str, Any]:
        """Say that there are none."""
        return {"status": "success", "count": 0, "limit": limit, "tasks": []}

    return server


if __name__ == "__main__":
    if len(sys.argv) > 1:
        options = {"host": "127.0.0.1", "port": int(sys.argv[1]), "stateless_http": True, "json_response": True}
        build().run("http", show_banner=False, log_level="ERROR", **options)
    else:
        build().run("stdio", show_banner=False, log_level="ERROR")
