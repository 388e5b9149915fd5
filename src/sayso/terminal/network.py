"""Where a server of MCP listens: the options that `sayso mcp` and `sayso gateway` share."""

import argparse

from sayso.errors import CommandError
from sayso.settings import Settings
from sayso.tools import http


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
