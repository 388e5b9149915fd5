"""What tools answered earlier in a conversation: a later call may hold values from there. Kept briefly, in memory."""

import json
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from fastmcp.tools import ToolResult

from sayso.dataclass import dataclass

Clock = Callable[[], datetime]
ANSWERS = 12  # of one conversation
LONGEST = 20_000  # letters of one answer
_CONVERSATIONS = 500
_LIFETIME = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """An answer of a tool, and when it came."""

    text: str
    at: datetime


class Earlier:
    """The last answers of every conversation; the key is the person's id and what tells their conversations apart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], deque[EarlierAnswer]] = OrderedDict()

    def keep(self, key: tuple[str, str], result: ToolResult) -> None:
        """Remember an answer."""
        text = answer_text(result)
        if result.is_error or not text:
            return
        self._kept.setdefault(key, deque(maxlen=ANSWERS)).append(EarlierAnswer(text[:LONGEST], self._clock()))
        self._kept.move_to_end(key)
        while len(self._kept) > _CONVERSATIONS:
            self._kept.popitem(last=False)

    def turns(self, key: tuple[str, str]) -> list[Mapping[str, object]]:
        """The answers as turns of a conversation, oldest first; none that is long past."""
        since = self._clock() - _LIFETIME
        return [{"role": "tool", "content": one.text} for one in self._kept.get(key, ()) if one.at >= since]


def answer_text(result: ToolResult) -> str:
    """What a tool answered, as text."""
    if result.structured_content:
        return json.dumps(result.structured_content, ensure_ascii=False, default=str)
    return "\n".join(text for part in result.content if isinstance(text := getattr(part, "text", None), str))
