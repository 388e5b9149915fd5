"""Every MCP client checks the schemas of the tools that it calls, which takes longer than the calls: here one does."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from jsonschema import Draft202012Validator


def checked_once() -> None:
    """Let all clients of this process know the schemas that one of them found right."""
    remembering = staticmethod(_remembering(Draft202012Validator.check_schema))
    Draft202012Validator.check_schema = remembering  # type: ignore[method-assign]


def _remembering(check: Callable[..., None]) -> Callable[..., None]:
    right: set[str] = set()

    def checked(schema: Mapping[str, Any], *given: Any, **named: Any) -> None:
        text = json.dumps([schema, given, named], sort_keys=True, default=repr)
        if text not in right:
            check(schema, *given, **named)
        right.add(text)

    return checked
