"""What flows through a conversation: what a person says, what is answered, and the question that stays open."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Literal

from sayso.dataclass import dataclass
from sayso.settings import Mode

LONGEST = 2000  # characters of a message
LONGEST_WAIT = timedelta(hours=1)  # for which a message may have waited and still mean the time at which it was said
LONGEST_TITLE = 80  # of the name of a conversation


@dataclass(frozen=True, slots=True)
class Words:
    """A person says something; what waited to be sent tells when it was said."""

    content: str
    said_at: datetime | None = None

    def to_dict(self) -> dict[str, object]:
        """As it was posted; sent again it is the same, whenever it is said to be from."""
        return {"content": self.content}


@dataclass(frozen=True, slots=True)
class Pick:
    """A person picks one of the suggestions of an assistant's message."""

    message_id: str
    index: int

    def to_dict(self) -> dict[str, object]:
        """As it was posted."""
        return {"pick": {"message_id": self.message_id, "index": self.index}}


@dataclass(frozen=True, slots=True)
class YesNo:
    """A person answers the confirmation that an assistant's message asks for."""

    message_id: str
    yes: bool
    pin: str | None = field(default=None, repr=False)  # kept nowhere, and shown to nobody

    def to_dict(self) -> dict[str, object]:
        """As it was posted."""
        return {"answer": {"message_id": self.message_id, "yes": self.yes}}


Said = Words | Pick | YesNo


def first_words(content: str) -> str:
    """What a conversation is called before anything was decided in it: how it began."""
    return " ".join(content.split())[:LONGEST_TITLE]


def moment_of(said_at: datetime | None, now: datetime) -> datetime:
    """When something was said: as whoever sends it tells, where that is an hour ago at the most; else now."""
    if said_at is None or not timedelta(0) <= now - said_at <= LONGEST_WAIT:
        return now
    return said_at.astimezone(now.tzinfo)


def hash_of(said: Said) -> str:
    """The same for two that say the same."""
    return hashlib.sha256(json.dumps(said.to_dict(), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of one person."""

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    mode: Mode | None = None  # None: as it is set for all

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        moments = {"created_at": self.created_at.isoformat(), "updated_at": self.updated_at.isoformat()}
        return {"id": self.id, "title": self.title, **moments, "mode": self.mode}


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `about` is what an assistant's one is made of."""

    id: str
    role: Literal["user", "assistant"]
    content: str
    created_at: datetime
    language: str | None = None
    about: Mapping[str, object] = field(default_factory=dict)

    def to_dict(self, is_open: bool = False) -> dict[str, object]:
        """What may be shown; only the message whose question is still open can be answered."""
        told: dict[str, object] = {
            "id": self.id,
            "role": self.role,
            "content": self.content,
            "created_at": self.created_at.isoformat(),
            "language": self.language,
        }
        if self.role == "user":
            return told
        nothing: dict[str, object] = {
            "decision": None,
            "results": [],
            "suggestions": [],
            "confirm": False,
            "takes_pin": False,
            "next": [],
            "model": None,
        }
        about = {**nothing, **self.about}
        about.pop("did", None)  # is for learning what follows what
        while_open = {name: bool(about[name]) and is_open for name in ("confirm", "takes_pin")}
        return {**told, **about, **while_open, "is_open": is_open}


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that waits for an answer, from its open step on; a yes to it is kept under `confirmations`."""

    message_id: str
    decision: Mapping[str, object]
    confirmations: tuple[str, ...] = ()  # one for each step that it asks about, empty where there is none
    hint: str = ""  # the words that fitted several records: what is picked is learned under them

    def to_json(self) -> str:
        """To be kept."""
        kept = {"message_id": self.message_id, "decision": self.decision, "confirmations": self.confirmations}
        return json.dumps({**kept, "hint": self.hint})

    @classmethod
    def from_json(cls, text: str) -> "Question":
        """As it was kept."""
        kept = json.loads(text)
        one = kept.pop("confirmation", None)  # as an earlier release kept it
        return cls(**{**kept, "confirmations": tuple(kept.get("confirmations") or ([one] if one else ()))})


@dataclass(frozen=True, slots=True)
class Page:
    """Some of many, and whether there are more."""

    items: tuple[Message, ...]
    has_more: bool
    open_id: str | None = None  # the message whose question is open
    mode: Mode | None = None  # of the conversation


@dataclass(frozen=True, slots=True)
class Taken:
    """A person's message that was taken in: the question that was open, what went before, and, where it came before and
    was answered, that answer."""

    message: Message
    question: Question | None
    history: tuple[Message, ...]
    answer: Message | None = None
    mode: Mode | None = None  # that the person chose for the conversation
    title: str = ""  # of the conversation; empty where the message came before
    is_kept: bool = False  # else it is kept with its answer


@dataclass(frozen=True, slots=True)
class Unheard:
    """Why a message was not taken in."""

    kind: Literal["no_conversation", "question_closed", "no_such_suggestion", "key_reused"]
