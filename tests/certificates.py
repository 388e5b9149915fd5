"""Every client of httpx reads all certificates anew, which takes longer than a test talks by it: here one does."""

from functools import cache

import httpx._transports.default
import httpx2._transports.default


def read_once() -> None:
    """Let all clients of this process share what the first one read."""
    for library in (httpx._transports.default, httpx2._transports.default):
        library.create_ssl_context = cache(library.create_ssl_context)  # type: ignore[attr-defined]
