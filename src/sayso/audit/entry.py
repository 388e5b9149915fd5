"""One line of the audit, and what never gets into it."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

LONGEST = 2000  # characters of one text; what a tool accepts is shorter
DEEPEST = 12
_REMOVED = "[removed]"
_SECRET_NAME = re.compile(
    r"pass(word|wd|phrase)|secret|token|authorization|credential|cookie|api[_-]?key|private[_-]?key", re.I
)
_SECRET = re.compile(
    r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"  # a JSON web token
    r"|\b[Bb]earer\s+[\w.~+/=-]{8,}"
    r"|\b(?:sk|pk|ghp|gho|ghs|xox[abprs])[-_][\w-]{16,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\$argon2\w*\$\S+",
    re.DOTALL,
)
_URL_PASSWORD = re.compile(r"(\w+://[^\s/:@]*):[^\s/@]+@")


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A call of a tool and what came of it.

    `status` is success, unchanged (it already was so), repeated (a retry, answered with the first answer), error,
    needs_confirmation or refused. `seconds` is what it took until this line was written.
    """

    user_id: str | None
    door: str
    tool: str
    arguments: Mapping[str, object]
    status: str
    result: Mapping[str, object]
    at: datetime
    seconds: float
    decision: Mapping[str, object] | None = None

    def to_dict(self) -> dict[str, object]:
        """The line as it is exported."""
        return {
            "at": self.at.isoformat(),
            "user_id": self.user_id,
            "door": self.door,
            "tool": self.tool,
            "arguments": dict(self.arguments),
            "decision": None if self.decision is None else dict(self.decision),
            "status": self.status,
            "result": dict(self.result),
            "seconds": self.seconds,
        }


def scrubbed(value: object, depth: int = 0) -> object:
    """A value without secrets: what is named as one, or looks like one, is removed; endless texts are cut."""
    if isinstance(value, str):
        cut = value if len(value) <= LONGEST else value[:LONGEST] + "…"
        return _URL_PASSWORD.sub(rf"\1:{_REMOVED}@", _SECRET.sub(_REMOVED, cut))
    if value is None or isinstance(value, bool | int | float):
        return value
    if depth >= DEEPEST:
        return _REMOVED
    if isinstance(value, Mapping):
        return {
            str(scrubbed(str(name))): _REMOVED if _SECRET_NAME.search(str(name)) else scrubbed(inside, depth + 1)
            for name, inside in value.items()
        }
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [scrubbed(inside, depth + 1) for inside in value]
    return scrubbed(str(value))


def as_json(value: Mapping[str, object]) -> str:
    """A mapping as text that every database can keep."""
    return json.dumps(scrubbed(value), ensure_ascii=True)
