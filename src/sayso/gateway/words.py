"""What the person said, as it comes with a call: in the request's `_meta`, or in an argument that is a hint."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Literal

from sayso.dataclass import dataclass

SAID = "sayso/said"  # in `_meta`: the person's message, or the messages of the conversation
CONVERSATION = "sayso/conversation"  # in `_meta`: which conversation the call belongs to
HINT = "_user_prompt"  # an argument beside the tool's own, in which a model hands on what the person said
LONGEST = 20_000  # letters of what is handed over
MESSAGES = 40
_OURS = "sayso/"
Origin = Literal["client", "model", "say", "none"]
HINT_SCHEMA: Mapping[str, object] = {
    "type": "string",
    "description": "What the user said that this call answers, in the user's own words, unchanged.",
}


@dataclass(frozen=True, slots=True)
class PersonWords:
    """The messages that led to a call, and whose word that is: the client's, the model's, or nobody's."""

    messages: tuple[Mapping[str, object], ...] = ()
    origin: Origin = "none"
    conversation: str = ""

    @property
    def last(self) -> str:
        """What the person said last."""
        for message in reversed(self.messages):
            content = message.get("content")
            if message.get("role") == "user" and isinstance(content, str):
                return content
        return ""


def said(text: str, origin: Origin, conversation: str = "") -> PersonWords:
    """One message of the person."""
    return PersonWords(({"role": "user", "content": text[:LONGEST]},), origin, conversation)


def words_of(meta: Mapping[str, object] | None, arguments: Mapping[str, object], takes_hint: bool) -> PersonWords:
    """The words that came with a call. What the client says of them goes before what a model wrote into the hint."""
    inside = meta or {}
    given, conversation = inside.get(SAID), inside.get(CONVERSATION)
    key = conversation[:200] if isinstance(conversation, str) else ""
    if isinstance(given, str) and given.strip():
        return said(given, "client", key)
    if isinstance(given, Sequence) and not isinstance(given, str | bytes):
        messages = tuple(m for m in given[-MESSAGES:] if isinstance(m, Mapping) and len(str(m)) <= LONGEST)
        if messages:
            return PersonWords(messages, "client", key)
    hint = arguments.get(HINT)
    if takes_hint and isinstance(hint, str) and hint.strip():
        return said(hint, "model", key)
    return PersonWords(conversation=key)


def keep_to_ourselves(meta: MutableMapping[str, object] | None) -> None:
    """Take out of `_meta` what is meant for us: the servers behind need not know what else the person said."""
    for name in [name for name in meta or () if name.startswith(_OURS)]:
        (meta or {}).pop(name)
