"""The shapes in which every tool tells that it did nothing."""

from collections.abc import Sequence
from typing import ClassVar

from sayso.dataclass import dataclass
from sayso.tools.wrong import Wrong, plain


def error(kind: str, message: str, suggestion: str) -> dict[str, object]:
    """What went wrong, and what to do instead."""
    return {"status": "error", "error": kind, "error_message": message, "suggestion": suggestion}


def invalid(wrong: Wrong) -> dict[str, object]:
    """A value that cannot be, with the field it is about."""
    return {**error("invalid", wrong.message, wrong.suggestion), "field": wrong.field}


def declined() -> dict[str, object]:
    """A person's no, for doors that ask."""
    return error("declined", "The user did not allow this. Nothing was changed.", "Leave it, unless they ask again.")


def too_many(wait: int) -> dict[str, object]:
    """More calls than there may be."""
    return error("too_many", "There were too many calls in the last minute.", f"Wait {wait} seconds, and call again.")


def unknown_tool(name: str, known: Sequence[str]) -> dict[str, object]:
    """A call that no tool takes, with the names that may have been meant."""
    return error("unknown_tool", f"There is no tool '{plain(name)}'.", f"Use one of: {', '.join(known)}.")


@dataclass(frozen=True, slots=True)
class NoAccount:
    """The account of this session is gone."""

    error: ClassVar[str] = "no_account"

    def to_dict(self) -> dict[str, object]:
        """The error."""
        return error(self.error, "This account does not exist any more.", "Sign in again.")
