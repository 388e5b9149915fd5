"""The reference of errors: those of the commands and of Python, and those of the HTTP API."""

import inspect
from collections.abc import Mapping
from typing import Any

from sayso import errors
from sayso.errors import SaysoError


def errors_page(described: Mapping[str, Any]) -> str:
    """The page; `described` is the API's OpenAPI description."""
    kinds = [one for one in vars(errors).values() if inspect.isclass(one) and issubclass(one, SaysoError)]
    statuses: dict[str, set[str]] = {}
    for methods in described["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if status.startswith(("4", "5")):
                    statuses.setdefault(status, set()).add(answer["description"])
    return "\n".join(
        [
            "# Errors",
            "",
            "Made from the code. Every error says what happened, where, and what to do next.",
            "",
            "## In Python and at the command line",
            "",
            "| error | when | exit code |",
            "|---|---|---|",
            *(f"| `{one.__name__}` | {(one.__doc__ or '').splitlines()[0]} | {one.exit_code} |" for one in kinds),
            "",
            "A command that Ctrl-C ends has the exit code 130, one that SIGTERM ends 143.",
            "",
            "## Over HTTP",
            "",
            'The body is always `{"error", "message", "next"}`: a word for programs, a sentence for people,',
            "and the next step.",
            "",
            "| status | when |",
            "|---|---|",
            *(f"| {status} | {' '.join(sorted(statuses[status]))} |" for status in sorted(statuses)),
            "",
        ]
    )
