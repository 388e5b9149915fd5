"""An MCP client whose model makes up an account number: the same call without Sayso, and behind `sayso guard`.

python examples/mcp_client.py "send Anna 50 euros"
"""

import asyncio
import os
import sys
from pathlib import Path

from fastmcp import Client, FastMCP
from fastmcp.client.transports import StdioTransport

SERVER = [sys.executable, __file__, "--serve"]  # how any MCP server is started
GUARD = [str(Path(sys.executable).with_name("sayso")), "guard", "--"]  # what goes before it
MADE_UP = {"iban": "DE89370400440532013000", "amount": 50}  # as a model would call it

bank = FastMCP("bank")


@bank.tool
def transfer_money(iban: str, amount: float) -> str:
    """Send money to an account"""
    return f"sent {amount:g} to {iban}"


async def call(command, said):
    async with Client(StdioTransport(command[0], command[1:], env=dict(os.environ))) as client:
        answer = await client.call_tool("transfer_money", MADE_UP, meta={"sayso/said": said}, raise_on_error=False)
        stopped = (answer.meta or {}).get("sayso/answer")
        return stopped["message"] if stopped else answer.data


async def main(said):
    print("without Sayso:", await call(SERVER, said))
    print("behind sayso guard:", await call(GUARD + SERVER, said))


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        bank.run(show_banner=False, log_level="WARNING")
    else:
        asyncio.run(main(sys.argv[1]))
