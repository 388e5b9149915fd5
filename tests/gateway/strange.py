"""A server that does what servers do, and what they should not: started by the tests as a process of its own."""

import asyncio
import os
import sys
from pathlib import Path

from fastmcp import Context, FastMCP

server = FastMCP("strange", instructions="Be kind.")
MARK = Path(sys.argv[1]) if len(sys.argv) > 1 else None


def mark(text: str) -> None:
    if MARK is not None:
        with MARK.open("a") as file:
            file.write(text + "\n")


@server.tool(annotations={"readOnlyHint": True})
def read_pid() -> int:
    """Read the number of this process"""
    return os.getpid()


@server.tool(annotations={"readOnlyHint": True})
async def read_slowly(steps: int, ctx: Context) -> str:
    """Read something in several steps"""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps, f"step {step + 1}")
    return "read"


@server.tool(annotations={"destructiveHint": False})
def crash() -> None:
    """End this process"""
    mark("crash")
    os._exit(3)


@server.tool(annotations={"destructiveHint": False})
async def wait() -> None:
    """Wait until somebody cancels"""
    mark("began")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        mark("cancelled")
        raise


@server.tool(annotations={"destructiveHint": False})
def hang() -> None:
    """Hang without an answer to anything"""
    mark("hang")
    os.kill(os.getpid(), 19)


@server.tool(annotations={"destructiveHint": True})
def delete_note(name: str) -> str:
    """Delete a note"""
    mark(f"deleted {name}")
    return f"deleted {name}"


@server.tool(annotations={"destructiveHint": True})
def send_mail(body: str, recipient: str) -> str:
    """Send a mail"""
    mark(f"sent {recipient}")
    return f"sent to {recipient}"


@server.tool(annotations={"destructiveHint": False})
def rename_note(name: str, title: str) -> str:
    """Rename a note"""
    mark(f"renamed {name} {title}")
    return f"{name} is {title}"


@server.tool(annotations={"destructiveHint": False})
def colour_note(name: str, colour: str = "", paper: str = "") -> str:
    """Give a note a colour"""
    mark(f"coloured {name} {colour}{paper}")
    return f"{name} is {colour}"


@server.tool(annotations={"readOnlyHint": True})
async def read_meta(ctx: Context) -> list[str]:
    """Read what came beside the call"""
    request = ctx.request_context
    return sorted(request.meta or {}) if request is not None else []


@server.tool(annotations={"readOnlyHint": True})
async def read_trace(ctx: Context) -> list[str]:
    """Read which trace the call belongs to"""
    request = ctx.request_context
    meta = (request.meta if request is not None else None) or {}
    return [str(meta.get("traceparent")), str(meta.get("tracestate"))]


@server.resource("notes://all")
def notes() -> str:
    """All notes"""
    return "milk"


@server.resource("notes://{name}")
def note(name: str) -> str:
    """One note"""
    return name


@server.prompt
def greet(name: str) -> str:
    """Greet somebody"""
    return f"Hello {name}"


if __name__ == "__main__":
    server.run(show_banner=False)
