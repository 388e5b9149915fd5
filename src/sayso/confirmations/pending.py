"""What waits for a person's yes."""

import hashlib
import json
import secrets
from collections.abc import Mapping
from datetime import datetime

from sayso.dataclass import dataclass
from sayso.regex import regex

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike: a person may have to type it
_PIN = regex(r"\d{4,12}")


@dataclass(frozen=True, slots=True)
class Pending:
    """A call that a person may allow. Its id is no key: only the person it belongs to can grant it."""

    id: str
    user_id: str
    tool: str
    arguments: Mapping[str, object]
    summary: str
    door: str
    expires_at: datetime
    is_granted: bool
    decision: Mapping[str, object] | None = None  # what led to it: which program, which words, which records
    behind: str = ""  # what carries it out, where the tool's name does not say it; known while it is asked


def is_pin(text: str) -> bool:
    """Whether a text can be a PIN: 4 to 12 digits."""
    return _PIN.fullmatch(text) is not None


def new_id() -> str:
    """An id that is short enough to be typed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def canonical(tool: str, arguments: Mapping[str, object], behind: str = "") -> tuple[str, str]:
    """The arguments as one text, the same for all that mean the same, and its hash together with the tool and what
    stands behind it."""
    text = json.dumps(arguments, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    parts = (tool, behind, text) if behind else (tool, text)
    return text, hashlib.sha256("\n".join(parts).encode()).hexdigest()
