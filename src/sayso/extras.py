"""The parts of Sayso that are installed only where they are wanted, and how to get the one that is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from sayso.errors import MissingExtraError

_EXTRAS = {  # which extra brings a library; each also brings what the server needs
    "server": (
        *("alembic", "anyio", "argon2", "cryptography", "fastapi", "fastmcp", "h11", "http_ece", "httpx2"),
        *("icalendar", "jwt", "mcp", "prompt_toolkit", "sse_starlette"),
        *("mcp_types", "pydantic", "sqlalchemy", "starlette", "typing_extensions", "uvicorn"),
    ),
    "postgres": ("psycopg",),
    "mqtt": ("aiomqtt", "jinja2", "paho"),
    "model": ("agents", "openai"),
}
_EXTRA_OF = {library: extra for extra, libraries in _EXTRAS.items() for library in libraries}


def missing(library: str) -> MissingExtraError | None:
    """That a library is not here, and the command that brings it; None where no extra does.

    >>> print(missing("aiomqtt.client"))
    needs aiomqtt, which is not installed (pip install 'sayso[mqtt]')
    """
    name = library.partition(".")[0]
    extra = _EXTRA_OF.get(name)
    return None if extra is None else MissingExtraError(f"needs {name}, which is not installed", "", install(extra))


def install(extra: str) -> str:
    """The command that brings an extra."""
    return f"pip install 'sayso[{extra}]'"


def need(library: str) -> None:
    """Raise `MissingExtraError` where a library of an extra is not here."""
    told = missing(library)
    if told is not None and find_spec(library) is None:
        raise told


@contextmanager
def missing_as_extra() -> Iterator[None]:
    """Within it, a library that is missing is told as the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as wrong:
        told = missing(wrong.name or "")
        if told is None:
            raise
        raise told from wrong
