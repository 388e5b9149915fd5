"""One line of the audit, and what never gets into it."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice

from sayso.dataclass import dataclass
from sayso.regex import regex

LONGEST = 2000  # characters of one text; what a tool accepts is shorter
DEEPEST = 12
MOST_LETTERS = 100_000  # of all texts of one value; a hundred times what any tool takes
MOST_PARTS = 2000
_HARMLESS = 8  # letters in which no secret has room that is known by its looks
_CUT = "…"
_REMOVED = "[removed]"
_SECRET_NAME = regex(
    r"pass(word|wd|phrase)|secret|token|authorization|credential|cookie|api[_-]?key|private[_-]?key", re.I
)
# each begins where no word goes on, so that no letter is looked at again and again
_SECRET = regex(
    r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"  # a JSON web token
    r"|\b[Bb]earer\s+[\w.~+/=-]{8,}"
    r"|\b(?:sk|pk|ghp|gho|ghs|xox[abprs])[-_][\w-]{16,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\$argon2\w*\$\S+",
    re.DOTALL,
)
_URL_PASSWORD = regex(r"(?<!\w)(\w+://[^\s/:@]*):[^\s/@]+@")


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


def scrubbed(value: object) -> object:
    """A value without secrets: what is named as one, or looks like one, is removed; what is endless is cut."""
    return _Scrubber().scrub(value, 0)


class _Scrubber:
    """Goes through a value once, and no further than a line of the audit is worth."""

    def __init__(self) -> None:
        self._letters = MOST_LETTERS
        self._parts = MOST_PARTS

    def scrub(self, value: object, depth: int) -> object:
        """The value, as it is kept."""
        self._parts -= 1
        if self._parts < 0 or self._letters <= 0:
            return _CUT
        match value:
            case str():
                return self._text(value)
            case None | bool() | int() | float():
                return value
            case Mapping() if depth < DEEPEST:
                return {
                    self._text(str(name)): _REMOVED
                    if _SECRET_NAME.search(str(name)[:LONGEST])
                    else self.scrub(inside, depth + 1)
                    for name, inside in islice(value.items(), max(self._parts, 0) + 1)
                }
            case Sequence() if depth < DEEPEST and not isinstance(value, bytes | bytearray):
                return [self.scrub(inside, depth + 1) for inside in islice(value, max(self._parts, 0) + 1)]
            case Mapping() | Sequence():
                return _REMOVED
            case _:
                return self._text(str(value))

    def _text(self, text: str) -> str:
        cut = text if len(text) <= LONGEST else text[:LONGEST] + _CUT
        self._letters -= len(cut)
        cut = _SECRET.sub(_REMOVED, cut) if len(cut) > _HARMLESS else cut
        return _URL_PASSWORD.sub(rf"\1:{_REMOVED}@", cut) if "://" in cut else cut


def as_json(value: Mapping[str, object]) -> str:
    """A mapping as text that every database can keep."""
    return json.dumps(scrubbed(value), ensure_ascii=True)
