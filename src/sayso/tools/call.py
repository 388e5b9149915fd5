"""One call of a tool, and what makes two calls the same one."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta

from sayso.dataclass import dataclass
from sayso.session import Session
from sayso.tools.wrong import Wrong

LONGEST_KEY = 500


@dataclass(frozen=True, slots=True)
class ToolInvocation:
    """One call of a tool: by whom, which, with what, and the key under which it may come again."""

    session: Session
    tool: str
    arguments: Mapping[str, object]
    key: str | None = None
    language: str = ""  # in which what is kept of it is written, where that is known


@dataclass(frozen=True, slots=True)
class CallKey:
    """What makes two calls the same one: a key that came with them, or tool and arguments within a short time."""

    tool: str
    arguments_hash: str
    key: str
    is_given: bool


def call_key(tool: str, arguments: Mapping[str, object], key: str | None) -> CallKey | Wrong:
    """The key of a call."""
    digest = _hash([tool, arguments])
    if key is None:
        return CallKey(tool, digest, f"call {digest}", is_given=False)
    if not 0 < len(key) <= LONGEST_KEY:
        return Wrong("idempotency_key", "The key is empty or too long.", f"Use 1 to {LONGEST_KEY} characters.")
    return CallKey(tool, digest, f"given {_hash(key)}", is_given=True)


def is_soon(before: datetime, now: datetime, window: timedelta) -> bool:
    """Whether a call came soon after another, so that it may be a retry of it. Where the clock was set back since, it
    was not: what is ahead of the clock happened at a time that nobody knows."""
    return abs(now - before) < window


def _hash(value: object) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
