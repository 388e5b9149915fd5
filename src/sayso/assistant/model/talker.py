"""What a language model is, seen from here: it is told how things stand, and says something or proposes calls."""

from collections.abc import Callable, Mapping
from dataclasses import field
from math import ceil
from typing import Literal, Protocol

from sayso.dataclass import dataclass

Why = Literal["slow", "down", "rate_limited", "budget", "broken", "refused", "claimed", "stopped"]
_LETTERS = 4  # of a token, where nobody counted


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool that the model may propose."""

    name: str
    description: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something that was said in the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call that the model proposes; its arguments are the text that it wrote."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What a proposed call came back with."""

    id: str
    text: str


Entry = ChatMessage | ProposedCall | Answered


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that the model is told."""

    instructions: str
    entries: tuple[Entry, ...]
    tools: tuple[Offered, ...] = ()

    @property
    def letters(self) -> int:
        """How much there is to read."""
        tools = sum(len(t.name) + len(t.description) + len(str(t.schema)) for t in self.tools)
        return len(self.instructions) + tools + sum(_letters(entry) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens read and written."""

    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)


def estimated(prompt: Prompt, written: str) -> Usage:
    """The tokens of a request whose server does not count them, or that was broken off: none escapes the budget."""
    return Usage(ceil(prompt.letters / _LETTERS), ceil(len(written) / _LETTERS))


@dataclass(frozen=True, slots=True)
class Spoke:
    """What the model said and proposed."""

    text: str
    calls: tuple[ProposedCall, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Silent:
    """The model said nothing that can be used, and why."""

    why: Why
    usage: Usage = field(default_factory=Usage)


Hear = Callable[[str], None]  # is handed each piece of text as it comes


class Talker(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """Which one."""
        ...

    async def speak(self, prompt: Prompt, hear: Hear) -> Spoke | Silent:
        """Say or propose something; it never raises for what the other side does."""
        ...


def _letters(entry: Entry) -> int:
    match entry:
        case ChatMessage(_, text) | Answered(_, text):
            return len(text)
        case ProposedCall(_, name, arguments):
            return len(name) + len(arguments)
