"""Every client of httpx2 reads all certificates anew, which takes longer than a test talks by it: here one does."""

from functools import cache

from httpx2._transports import default


def read_once() -> None:
    """Let all clients of this process share what the first one read."""
    default.create_ssl_context = cache(default.create_ssl_context)  # type: ignore[attr-defined]
