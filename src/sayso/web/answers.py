"""What the API answers, as its description shows it. Nothing is checked by these on the way out: the tests do that."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["call", "confirm", "ask", "failed", "decline"]
Priority = Literal["low", "medium", "high"]
Mode = Literal["engine", "cascade", "model"]
Due = Annotated[str | None, Field(description="A day, or a time with its offset.", examples=["2026-11-20"])]
Repeat = Annotated[str | None, Field(description="A rule of RFC 5545.", examples=["FREQ=WEEKLY;BYDAY=MO"])]


class ResponseBody(BaseModel):
    """Holds what it says and nothing else."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class Health(ResponseBody):
    """How the process does."""

    status: Literal["ok", "ready", "unavailable"]


class ModelHere(ResponseBody):
    """The language model that this server has."""

    model_config = ConfigDict(title="Model")

    name: str
    mode: Mode


class Me(ResponseBody):
    """Who is asking."""

    id: str
    name: str
    email: str | None
    timezone: str = Field(examples=["Europe/Rome"])
    language: str | None = Field(description="Of the page; null: as the browser has it.", examples=["it"])
    mode: Literal["local", "token"]
    model: ModelHere | None = Field(description="Null where the engine answers alone.")


class ConversationAnswer(ResponseBody):
    """A conversation."""

    model_config = ConfigDict(title="Conversation")

    id: str
    title: str = Field(description="Its first words, or what you named it; empty until something is said.")
    created_at: datetime
    updated_at: datetime
    mode: Mode | None = Field(description="How it uses the language model; null: as the server is set.")


class ConversationPage(ResponseBody):
    """Conversations, the latest first."""

    conversations: list[ConversationAnswer]
    has_more: bool


class SuggestionBody(BaseModel):
    """Something to pick instead of writing it."""

    label: str
    description: str | None = None
    tool_name: str | None = None


class NearlyMeant(BaseModel):
    """A record that the words could have meant, and how well it fits; or a tool that they could have asked for."""

    label: str
    confidence: float | None = None
    tool_name: str | None = None


class StepBody(BaseModel):
    """One thing that a message asks for."""

    status: Literal["call", "confirm", "ask", "failed"]
    intent: str
    tool_name: str | None
    parameters: dict[str, Any]
    sources: dict[str, Any] = Field(description="Where each parameter comes from.")
    confidence: float = Field(ge=0, le=1)
    requires_confirmation: bool
    heard_by: Literal["pattern", "tagger", "schema", "thread", "call"] | None = None
    nearly: list[NearlyMeant] = Field(default=[], description="What a step that asks nothing nearly was.")


class DecisionAnswer(BaseModel):
    """What a message asks for; carrying it out is another matter."""

    model_config = ConfigDict(title="Decision")

    id: str | int | None
    language: str = Field(examples=["en"])
    status: Status
    steps: list[StepBody]
    reply: str | None = Field(description="What to say now; null where the tools' answers are to be told instead.")


class ResultBody(ResponseBody):
    """What a tool answered to a step."""

    step: int = Field(ge=0)
    tool_name: str | None
    parameters: dict[str, Any]
    result: dict[str, Any] = Field(
        description="As the tool answered; `status` is success, error or needs_confirmation."
    )


class ModelPart(ResponseBody):
    """What the language model had to do with an answer."""

    mode: Mode
    asked: bool
    fallback: str | None = Field(description="Why the engine answered instead, where it did.", examples=["slow"])
    tokens_in: int = Field(ge=0)
    tokens_out: int = Field(ge=0)
    seconds: float = Field(ge=0)
    money: float = Field(ge=0)


class Stopped(ResponseBody):
    """Whether the language model was saying something, which it now does not."""

    stopped: bool


class Approval(ResponseBody):
    """A call that waits for the person's yes: what it is, until when, and what led to it."""

    id: str
    tool: str
    arguments: dict[str, Any]
    summary: str
    door: str
    expires_at: str
    takes_pin: bool = Field(description="Whether a yes to it is good only with your PIN, as `pin`.")
    decision: dict[str, Any] | None


class ApprovalList(ResponseBody):
    """What waits."""

    approvals: list[Approval]


class ApprovalDecided(ResponseBody):
    """What was decided."""

    decided: Literal["once", "hour", "deny"]


class PinAnswer(ResponseBody):
    """Whether the person has a PIN."""

    has_pin: bool


class UserMessage(ResponseBody):
    """What a person said."""

    id: str
    role: Literal["user"]
    content: str
    created_at: datetime
    language: str | None


class AssistantMessage(ResponseBody):
    """What was answered, and what it is made of."""

    id: str
    role: Literal["assistant"]
    content: str = Field(description="Only what happened, in the person's language.")
    created_at: datetime
    language: str | None
    decision: DecisionAnswer | None
    results: list[ResultBody]
    suggestions: list[SuggestionBody] = Field(description="May be picked while `is_open`.")
    confirm: bool = Field(description="Whether it waits for a yes or no.")
    takes_pin: bool = Field(description="Whether a yes to it is good only with your PIN, as `answer.pin`.")
    next: list[SuggestionBody] = Field(description="What is likely to be asked for next.")
    model: ModelPart | None = Field(description="Null where there is no language model.")
    is_open: bool = Field(description="Whether its question can still be answered.")


class ExchangeBody(ResponseBody):
    """A message and its answer."""

    user: UserMessage
    assistant: AssistantMessage


class MessagePage(ResponseBody):
    """Messages, the oldest first."""

    messages: list[UserMessage | AssistantMessage]
    has_more: bool
    mode: Mode | None


class TaskAnswer(ResponseBody):
    """A task."""

    model_config = ConfigDict(title="Task")

    id: str
    number: int = Field(ge=1)
    title: str = Field(min_length=1, max_length=200)
    description: str = Field(max_length=1000)
    completed: bool
    priority: Priority
    due: Due
    repeat: Repeat
    created_at: datetime
    updated_at: datetime


class TaskPage(ResponseBody):
    """Tasks, in the order of their numbers."""

    status: Literal["success"]
    count: int = Field(ge=0)
    total: int = Field(ge=0)
    offset: int = Field(ge=0)
    has_more: bool
    tasks: list[TaskAnswer]


class TaskChanged(BaseModel):
    """A task as the change left it; `unchanged` where it was so already."""

    status: Literal["success"]
    task_id: str
    number: int = Field(ge=1)
    title: str
    description: str
    completed: bool
    priority: Priority
    due: Due
    repeat: Repeat
    created_at: datetime
    updated_at: datetime
    next: TaskAnswer | None = Field(
        default=None, description="The next one, where a task that repeats is done by this."
    )


class RemovalQuestion(ResponseBody):
    """Nothing happened yet: tasks would go away by it, which the person has to allow."""

    status: Literal["needs_confirmation"]
    confirmation_id: str = Field(description="Send it again with this, and it is the person's own yes.")
    question: str = Field(description="What the person is asked, in their language.")


class MachineReading(ResponseBody):
    """What a machine measured last."""

    metric: str
    label: str = Field(description="The metric in the words of the language.")
    unit: str
    value: float | str | bool | None
    at: datetime


class MachineState(ResponseBody):
    """What a machine is: lit, open, running."""

    name: str
    value: float | str | bool | None
    text: str = Field(description="In the words of the language.")
    at: datetime


class MachineSetting(ResponseBody):
    """A value that a command takes."""

    name: str
    unit: str
    least: float | None
    most: float | None


class MachineCommand(ResponseBody):
    """Something that a machine does when it is told to."""

    id: str
    name: str
    label: str
    dangerous: bool = Field(description="Whether it wants the person's own yes.")
    settings: list[MachineSetting]


class MachineAnswer(ResponseBody):
    """A machine as it is now."""

    model_config = ConfigDict(title="Machine")

    id: str
    name: str
    serial: str
    kind: str
    place: str
    description: str
    firmware: str
    connected: bool | None
    latest: list[MachineReading]
    states: list[MachineState]
    commands: list[MachineCommand]


class MachinePage(ResponseBody):
    """The machines that fit; `total` counts all of them."""

    total: int
    simulated: bool = Field(description="Whether they are a demonstration, and nothing real.")
    connectable: bool = Field(description="Whether whoever sits at this machine can connect others on the page.")
    machines: list[MachineAnswer]


class CommandAnswer(ResponseBody):
    """What became of a command, as the tool answered it and in words."""

    result: dict[str, Any]
    text: str


class PreferenceAnswer(ResponseBody):
    """What was chosen for a hint, how often of how many times."""

    kind: Literal["choice", "sequence", "priority"] = Field(
        description="What was picked where a hint fitted several, what followed what, or the priority of new tasks."
    )
    about: str = Field(description="The hint, in the words of the language.")
    hint: str
    record: str
    name: str = Field(description="What the record is called; empty where it is gone, or nobody can be asked.")
    count: int
    of: int
    last: datetime


class PreferencePage(ResponseBody):
    """What was learned, the latest first."""

    preferences: list[PreferenceAnswer]


class Forgotten(ResponseBody):
    """How many preferences went."""

    forgotten: int


class PersonBody(Me):
    """Who is signed in."""

    created_at: datetime
    organisation: str


class SigningIn(ResponseBody):
    """Who is signed in, if anybody, and by what one signs in."""

    by: Literal["link", "password"]
    person: PersonBody | None
