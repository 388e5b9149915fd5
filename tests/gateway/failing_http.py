"""A server on the network that dies, is cut off in the middle of a call, hangs, or answers with an error of its own."""

import os
import socket
import sys

import uvicorn
from fastmcp import FastMCP
from mcp.shared.exceptions import MCPError

server = FastMCP("far")


@server.tool(annotations={"readOnlyHint": True})
def read_pid() -> int:
    """Read the number of this process"""
    return os.getpid()


@server.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
def add_note(name: str) -> str:
    """Add a note"""
    return name


@server.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
def crash() -> None:
    """End this process"""
    os._exit(3)


@server.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
def hang() -> None:
    """Hang without an answer to anything"""
    os.kill(os.getpid(), 19)


@server.tool(annotations={"readOnlyHint": True})
def read_wrong() -> None:
    """Answer with an error of its own, by the code that others have for a lost connection"""
    raise MCPError(-32000, "The disk is full.")


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", int(sys.argv[1]))) as listening:
        print("ready", flush=True)
        app = server.http_app("/mcp")
        uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])
