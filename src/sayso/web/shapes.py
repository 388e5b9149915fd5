"""What strangers may send to the API, checked at the door."""

from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from sayso.accounts.accounts import LONGEST_EMAIL, LONGEST_PASSWORD
from sayso.assistant.message import LONGEST, Pick, Said, Words, YesNo
from sayso.settings import Mode
from sayso.tasks.walking import Bound, ShownChange
from sayso.web.description import described

Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
Content = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^[^\x00]*$")]

_UUID = r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"


def _written(value: object) -> object:
    """A time is written as one: a number would be taken as seconds since 1970."""
    if not isinstance(value, str) or "-" not in value:
        raise ValueError("a number is no time")
    return value


_SAID_AT = (
    'When the words were said, where they waited to be sent: "in ten minutes" counts from then.'
    " Of no account where it is more than an hour ago, or still to come."
)
SaidAt = Annotated[
    Annotated[AwareDatetime, Field(strict=False), BeforeValidator(_written)] | None, Field(description=_SAID_AT)
]


class Strict(BaseModel):
    """A body in which nothing stands that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PickBody(Strict):
    """Which suggestion of which message."""

    message_id: str
    index: int = Field(ge=0, le=100)


class AnswerBody(Strict):
    """Yes or no to what which message asks."""

    message_id: str
    yes: bool
    pin: str | None = Field(
        default=None, max_length=64, description="Your PIN, where you have one and it is asked for."
    )


class Post(Strict):
    """A message: words, a pick or an answer."""

    content: Content | None = None
    pick: PickBody | None = None
    answer: AnswerBody | None = None
    said_at: SaidAt = None

    @model_validator(mode="after")
    def _is_one(self) -> "Post":
        if sum(part is not None for part in (self.content, self.pick, self.answer)) != 1:
            raise ValueError("give exactly one of content, pick and answer")
        if self.content is not None and not self.content.strip():
            raise ValueError("the message is empty")
        if self.said_at is not None and self.content is None:
            raise ValueError("said_at comes with content")
        return self

    def said(self) -> Said:
        """What the person says."""
        if self.pick is not None:
            return Pick(self.pick.message_id, self.pick.index)
        if self.answer is not None:
            return YesNo(self.answer.message_id, self.answer.yes, self.answer.pin)
        return Words(self.content or "", self.said_at)


class ConversationBody(Strict):
    """What to change about a conversation: how it uses the language model, or what it is called."""

    mode: Mode | None = None
    title: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00]*\S[^\x00]*$")] | None = (
        None
    )

    @model_validator(mode="after")
    def _is_something(self) -> "ConversationBody":
        if len(self.model_fields_set) != 1 or (self.model_fields_set == {"title"} and self.title is None):
            raise ValueError("give exactly one of mode and title")
        return self


class ApprovalBody(Strict):
    """What a person says to a call that waits for them."""

    decision: Literal["once", "hour", "deny"]
    pin: str | None = Field(
        default=None, max_length=64, description="Your PIN, where you have one and it is asked for."
    )


class PinBody(Strict):
    """Another PIN, or none; with the one that it replaces."""

    pin: str | None = Field(max_length=64)
    current: str | None = Field(default=None, max_length=64)


class NewTaskBody(Strict):
    """A task to be added."""

    model_config = ConfigDict(json_schema_extra=described("add_task"))

    title: Text
    description: Text = ""
    priority: Text | None = None
    due: str | None = None
    repeat: str | None = None


class ChangesBody(Strict):
    """What to change about a task; an empty description, due or repetition takes it away."""

    model_config = ConfigDict(json_schema_extra=described("update_task"))

    new_title: Text | None = None
    new_description: Text | None = None
    new_priority: Text | None = None
    new_due: str | None = None
    new_status: Text | None = None
    new_repeat: str | None = None


class Credentials(Strict):
    """Who somebody says they are, and the proof of it."""

    email: Annotated[str, StringConstraints(max_length=LONGEST_EMAIL, pattern=r"^[^\x00]*$")]
    password: Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD)] = Field(repr=False)


class PasswordBody(Strict):
    """Another password; with the one that it replaces."""

    current: Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD)] = Field(repr=False)
    password: Annotated[str, StringConstraints(max_length=LONGEST_PASSWORD)] = Field(repr=False)


class CommandBody(Strict):
    """What a command is given, and the person's own yes where it is dangerous."""

    values: dict[Annotated[str, StringConstraints(max_length=100)], float | str | bool | dict[str, float]] = {}
    confirm: bool = False
    pin: str | None = Field(
        default=None, max_length=64, description="Your PIN, where you have one and it is asked for."
    )
    language: Annotated[str, StringConstraints(max_length=16)] = "en"


def _yes(value: object) -> object:
    """Only a plain yes is one: a number that counts as true is not."""
    if value is not True:
        raise ValueError("must be true")
    return value


class WalkBody(Strict):
    """The person's own yes to a step back or forth by which tasks go away, and the language to ask for it in."""

    confirmation_id: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        default=None, description="Of the question that was answered with yes, as the answer before gave it."
    )
    language: Annotated[str, StringConstraints(max_length=16)] = "en"
    task_id: Annotated[str, StringConstraints(pattern=_UUID)] | None = Field(
        default=None, description="Of the change that is meant, with `updated_at`: no other is taken back by it."
    )
    updated_at: Annotated[AwareDatetime, Field(strict=False)] | None = Field(
        default=None, description="Of that task, as the change left it."
    )

    @model_validator(mode="after")
    def _names_a_change_wholly(self) -> Self:
        if (self.task_id is None) != (self.updated_at is None):
            raise ValueError("task_id and updated_at come together")
        return self

    @property
    def bound(self) -> Bound:
        """The change that is meant, and the yes that is given, where there are any."""
        shown = ShownChange(self.task_id, self.updated_at) if self.task_id and self.updated_at else None
        return Bound(shown, frozenset(filter(None, [self.confirmation_id])))


class ConfirmBody(Strict):
    """The person's own yes, given on the page, to the task as it was shown there."""

    confirm: Annotated[Literal[True], BeforeValidator(_yes)]
    updated_at: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        default=None, description="Of the task, as it was shown; where it was changed since, nothing is deleted."
    )


class SnoozeBody(Strict):
    """For how long to be left alone."""

    minutes: int = Field(default=10, ge=1, le=7 * 24 * 60)


class QuietBody(Strict):
    """From when to when nobody is to be reminded, on the person's own clock."""

    starts: Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
    ends: Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class NotificationBody(Strict):
    """How somebody wants to be told."""

    timezone: Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$")]
    quiet: QuietBody | None = None


class LanguageBody(Strict):
    """In which language somebody reads the page."""

    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")] | None


class SubscriptionBody(Strict):
    """A browser's subscription to Web Push, as the browser gives it."""

    endpoint: Annotated[str, StringConstraints(max_length=900, pattern=r"^https?://[\x21-\x7e]+$")]
    p256dh: Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, StringConstraints(max_length=40, pattern=r"^[A-Za-z0-9_=-]+$")]
    language: Annotated[str, StringConstraints(max_length=16, pattern=r"^[^\x00]*$")] = "en"


class UnsubscribeBody(Strict):
    """Which browser."""

    endpoint: Annotated[str, StringConstraints(max_length=900)]


class DraftBody(Strict):
    """A task as it is being typed, or as it was."""

    text: Content
    language: Annotated[str, StringConstraints(max_length=16)] = "en"
    said_at: SaidAt = None


class ImportBody(Strict):
    """A file of tasks; `twice` says what becomes of those that are there already by their names."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=900_000, pattern=r"^[^\x00]*$")]
    twice: Literal["ask", "add", "skip"] = "ask"
