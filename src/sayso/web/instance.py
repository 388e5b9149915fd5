"""How a server on this machine proves that it belongs to the same installation: by an answer to a fresh question."""

import hashlib
import hmac

from fastapi import Request

from sayso.accounts.tokens import Tokens
from sayso.regex import regex

INSTANCE = "X-Sayso-Instance"  # of the answer
NONCE = "X-Sayso-Nonce"  # of the question
_PURPOSE = "instance by nonce and address"
_NONCE = regex(r"[0-9a-f]{64}")


def instance_proof(tokens: Tokens, nonce: str, address: tuple[str, int]) -> str:
    """What only who has the key can answer, and only who listens at this address is asked for: an answer that was
    heard before, or fetched from a server elsewhere, is another one."""
    meant = f"{nonce} {address[0]}:{address[1]}".encode()
    return hmac.new(tokens.derive(_PURPOSE).encode(), meant, hashlib.sha256).hexdigest()


def proven(tokens: Tokens, request: Request) -> dict[str, str]:
    """The header that answers a question, where one is asked; the address is that of the connection."""
    nonce, server = request.headers.get(NONCE, ""), request.scope.get("server")
    if not _NONCE.fullmatch(nonce) or not server or server[1] is None:
        return {}
    return {INSTANCE: instance_proof(tokens, nonce, (server[0], server[1]))}
