"""The server at a client's pipe: stdin and stdout, until the client is gone or the process is told to end."""

import asyncio
import signal

from fastmcp import FastMCP


async def serve(server: FastMCP) -> bool:
    """Answer until the client is gone (True), or the process is told to end while stdin is still open (False)."""
    told = asyncio.Event()
    for told_by in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told_by, told.set)
    serving = asyncio.create_task(server.run_stdio_async(show_banner=False, log_level="WARNING"))
    ending = asyncio.create_task(told.wait())
    await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    if not serving.done():
        return False
    await serving
    return True
