"""Where a server of MCP listens, and what tokens are made for there: shared by `sayso mcp`, `gateway` and `serve`."""

import argparse
import socket

from sayso.accounts.tokens import resource_of
from sayso.errors import CommandError, SettingsError
from sayso.settings import Settings
from sayso.tools import http
from sayso.tools.resource import ProtectedResource


def add_network_options(parser: argparse.ArgumentParser) -> None:
    """Whether to listen on the network, where, and for whom."""
    parser.add_argument("--http", action="store_true", help="Streamable HTTP at /mcp instead of stdin and stdout")
    parser.add_argument("--host", help="where to listen; default: SAYSO_HOST")
    parser.add_argument("--port", type=int, help="0 takes one that is free; default: SAYSO_PORT")
    parser.add_argument(
        "--local",
        action="store_true",
        help="without a token, for whoever sits at this machine only: the address it prints is the secret",
    )


def check_network_options(given: argparse.Namespace, command: str) -> None:
    """Refuse what says where to listen, and not that it should."""
    if not given.http and (given.local or given.host is not None or given.port is not None):
        raise CommandError("--host, --port and --local are for the network", command, "add --http")


def address_of(given: argparse.Namespace, settings: Settings) -> tuple[str, int]:
    """The host and the port to listen at; without tokens only at this machine."""
    host = settings.host if given.host is None else given.host
    if given.local and not http.is_loopback(host):
        raise CommandError("--local answers without a token", host, "listen at 127.0.0.1, or leave --local out")
    return host, settings.port if given.port is None else given.port


def protected_resource(settings: Settings, listening: socket.socket) -> ProtectedResource:
    """What tokens for this server are made for: /mcp of its public address, or else of where it listens."""
    given = settings.public_url
    url = resource_of(http.address_of(listening) if given is None else f"{given.rstrip('/')}{http.PATH}")
    if url is None:
        raise SettingsError("holds more than an address", "SAYSO_PUBLIC_URL", "for example https://tasks.example.org")
    return ProtectedResource(url, settings.bound_tokens, settings.authorization_server)
