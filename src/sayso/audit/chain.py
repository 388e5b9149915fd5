"""Each line of a person's audit holds a digest of itself and the line before: none can be changed, left out or put in
between without every later digest being wrong."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime

from sayso.dataclass import dataclass

_PARTS = ("user_id", "door", "tool", "arguments", "decision", "status", "result", "microseconds")


@dataclass(frozen=True, slots=True)
class Verified:
    """How the audit stands: lines that fit, lines of before there were digests, and the first that does not fit."""

    lines: int
    unchained: int
    broken: int | None  # its number
    head: str  # over the last digests of all chains: who keeps it elsewhere sees whether the end was cut off


def digest(before: str | None, row: Mapping[str, object]) -> str:
    """The digest of a line, as it is kept, after the one before it."""
    at = row["at"]
    assert isinstance(at, datetime)
    said = [before, at.astimezone(UTC).isoformat(), *(row[part] for part in _PARTS)]
    return hashlib.sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()


class ChainCheck:
    """Takes the lines in their order, and says what is wrong with them."""

    def __init__(self) -> None:
        self._last: dict[object, str] = {}
        self._lines = self._unchained = 0
        self._broken: int | None = None

    def take(self, row: Mapping[str, object]) -> None:
        """Look at the next line."""
        whose, kept = row["user_id"], row["digest"]
        before = self._last.get(whose)
        self._lines += 1
        if kept is None and before is None:
            self._unchained += 1
            return
        if kept != digest(before, row) and self._broken is None:
            seq = row["seq"]
            assert isinstance(seq, int)
            self._broken = seq
        self._last[whose] = str(kept)

    def verified(self) -> Verified:
        """What was found."""
        ends = sorted(f"{whose} {last}" for whose, last in self._last.items())
        head = hashlib.sha256("\n".join(ends).encode()).hexdigest()
        return Verified(self._lines, self._unchained, self._broken, head)
