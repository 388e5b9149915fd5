"""Whether a server of this very installation answers at an address of this machine."""

import asyncio
import hmac
import secrets
from datetime import timedelta
from http.client import HTTPConnection, HTTPException

from sayso.accounts.tokens import Tokens
from sayso.assemble import secret_of
from sayso.settings import Settings
from sayso.tasks.service import utc_now
from sayso.web.instance import INSTANCE, NONCE, instance_proof

_PATIENCE = 2.0  # seconds for a server at the same address to say that it is there


async def is_own_server(settings: Settings, host: str, port: int) -> bool:
    """Whether whoever listens there proves to be of the same installation."""
    nonce = secrets.token_hex(32)
    try:
        reached, given = await asyncio.to_thread(_asked, host, port, nonce)
    except (OSError, HTTPException):
        return False
    tokens = Tokens(secret_of(settings), timedelta(hours=settings.token_hours), utc_now)
    return hmac.compare_digest(given.encode(), instance_proof(tokens, nonce, reached).encode())


def _asked(host: str, port: int, nonce: str) -> tuple[tuple[str, int], str]:
    """Which address answers there, and how it proves what it is; the standard library's client loads at once."""
    client = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        client.request("GET", "/health", headers={NONCE: nonce})
        at, number = client.sock.getpeername()[:2]
        return (at, number), client.getresponse().headers.get(INSTANCE, "")
    finally:
        client.close()
