"""A FastMCP server with the guard in it: calls are checked, and what destroys waits for the person (`sayso approve`).

python examples/fastmcp_server.py        at a client's pipe
"""

from fastmcp import FastMCP

from sayso.gateway.middleware import SaysoMiddleware

NOTES = {"milk": "two litres", "report": "draft"}
server = FastMCP("notes", middleware=[SaysoMiddleware()])


@server.tool(annotations={"readOnlyHint": True})
def show_note(name: str) -> str:
    """Show a note"""
    return NOTES[name]


@server.tool(annotations={"destructiveHint": True})
def delete_note(name: str) -> str:
    """Delete a note"""
    return NOTES.pop(name)


if __name__ == "__main__":
    server.run(show_banner=False)
