"""All that flows through the engine, in the order in which it flows."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal, NamedTuple

# nouns like those below, told in files of their own
from sayso.dataclass import dataclass
from sayso.engine.record import Command as Command  # noqa: PLC0414
from sayso.engine.record import Entry as Entry  # noqa: PLC0414
from sayso.engine.record import Subject as Subject  # noqa: PLC0414
from sayso.engine.record import Takes as Takes  # noqa: PLC0414
from sayso.engine.tool import Tool as Tool  # noqa: PLC0414

SourceKind = Literal["message", "history", "context", "call", "default", "preference"]
Grade = Literal["named", "plain", "elsewhere", "known", "duty", "report", "heard"]
Reason = Literal["not_found", "no_capability", "too_long", "invalid_value", "unknown_tool", "offline"]
Declining = Literal["nothing_asked", "help", "not_mine", "negated", "how_to", "hypothetical", "unclear"]


Outcome = Literal["done", "failed", "waiting", "refused"]


@dataclass(frozen=True, slots=True)
class RecordRef:
    """A record that an earlier step was about, by what it was called then."""

    kind: str
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Done:
    """A step that was decided earlier, what came of it, and the records it was about."""

    tool_name: str | None  # None where the tool that was asked for does not exist
    parameters: Mapping[str, object]
    outcome: Outcome
    records: tuple[RecordRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the conversation so far; of the assistant's, also what was decided and which records were shown."""

    role: Literal["user", "assistant"]
    content: str
    steps: tuple[Done, ...] = ()
    shown: tuple[str, ...] = ()  # ids, in the order in which the person saw them


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool answered earlier, and its place in the history."""

    turn: int
    content: str


@dataclass(frozen=True, slots=True)
class Preference:
    """What this user picked where a hint was ambiguous: how often of how many times, and when last."""

    hint: str
    record: str
    count: int
    of: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Proposal:
    """A tool call that somebody else chose, possibly incomplete or wrong; its arguments may be a string of JSON."""

    name: str
    arguments: Mapping[str, object] | str


@dataclass(frozen=True, slots=True)
class User:
    """Who is speaking; the zone governs what "today" means."""

    id: str
    name: str | None = None
    email: str | None = None
    timezone: str | None = None


class Source(NamedTuple):
    """Where a value comes from; no argument is without one."""

    kind: SourceKind
    span: tuple[int, int] | None = None
    turn: int | None = None
    record: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The contract's shape, leaving out what is not known."""
        out: dict[str, object] = {"kind": self.kind}
        if self.span is not None:
            out["span"] = list(self.span)
        if self.turn is not None:
            out["turn"] = self.turn
        if self.record is not None:
            out["record"] = self.record
        return out


DEFAULT = Source("default")


# "ahead": to be told some time before a record's own; "undated": records that have none. Neither can be done.
UNABLE = frozenset(("ahead", "undated"))
ClauseKind = Literal[
    "request", "negated", "how_to", "hypothetical", "supposed", "elsewhere", "ahead", "undated", "other"
]


class Clause(NamedTuple):
    """One thing said, as a range of words of the message, and what became of it."""

    start: int
    end: int
    kind: ClauseKind = "other"


class Reading(NamedTuple):
    """What a clause asks for: an intent, and which words fill which slot."""

    intent: str
    grade: Grade
    clause: Clause
    slots: Mapping[str, tuple[int, int]]  # ranges of words
    pattern: str = ""
    literal: int = 0  # how many letters the pattern itself accounts for
    likeness: float | None = None  # log-odds against "asks for nothing", where the wording alone gave the reading
    value: str = ""  # what the pattern itself says besides: the act of a command, the state that is asked for
    does: str = ""  # what the tool does that the intent leads to


class Argument(NamedTuple):
    """A parameter of a tool with its value and where that came from."""

    name: str
    value: object
    source: Source


class Candidate(NamedTuple):
    """A record that a mention may mean, and how well it fits (1 is exact)."""

    entry: Entry
    fit: float
    why: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference to a record, resolved as far as it can be."""

    text: str
    span: tuple[int, int] | None
    kind: Literal["id", "number", "position", "title", "focus", "all", "indefinite", "group"]
    candidates: tuple[Candidate, ...] = ()  # best first; more than one: a tie
    is_open: bool = False  # the records are not known: the words travel on
    turn: int | None = None
    lost: tuple[Candidate, ...] = ()


class Evidence(NamedTuple):
    """One thing that speaks for or against a step, as the confidence weighs it."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to pick: parameters to merge into the open step."""

    label: str
    value: Mapping[str, object]
    confidence: float
    tool_name: str | None = None
    description: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The contract's shape."""
        out: dict[str, object] = {"label": self.label, "value": dict(self.value), "confidence": self.confidence}
        if self.tool_name is not None:
            out["tool_name"] = self.tool_name
        if self.description is not None:
            out["description"] = self.description
        return out


@dataclass(frozen=True, slots=True)
class Action:
    """A tool with the arguments that are known so far, and how sure they are."""

    intent: str
    tool_name: str | None
    arguments: tuple[Argument, ...]
    confidence: float
    is_dangerous: bool = False
    reading: Reading | None = None
    mention: Mention | None = None
    evidence: tuple[Evidence, ...] = ()
    hint: str = ""  # the words that fitted several records, for what is learned from the choice
    rivals: tuple[str, ...] = ()  # the intents of other readings of the same words, the likeliest first
    tool: Tool | None = None  # its definition, where it is one of ours

    @property
    def does(self) -> str:
        """What the tool does; nothing where that is not known."""
        return self.tool.does if self.tool is not None else ""

    def key(self, role: str) -> str:
        """The parameter that plays a role for the tool; empty where it has none such."""
        return self.tool.key(role) if self.tool is not None else ""

    def of(self, role: str) -> object:
        """The value of the parameter that plays a role, or None."""
        return self.value(self.key(role))

    @property
    def record(self) -> object:
        """The record that it is about, by its id or by what it was called; None where that is not said yet."""
        return self.of("id") if self.key("id") else self.of("record")

    @property
    def changes(self) -> tuple[Argument, ...]:
        """The new values that it gives a record."""
        return tuple(a for a in self.arguments if self.tool is not None and self.tool.role(a.name).startswith("new_"))

    def value(self, name: str) -> object:
        """The value of a parameter, or None."""
        return next((a.value for a in self.arguments if a.name == name), None)


@dataclass(frozen=True, slots=True)
class Call:
    """Complete and sure: carry it out."""

    action: Action


@dataclass(frozen=True, slots=True)
class Confirm:
    """Complete, and waits for an explicit yes."""

    action: Action
    question: str
    suggestions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """Something is missing or ambiguous."""

    action: Action
    question: str
    suggestions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Failed:
    """Understood, and it can't be done."""

    action: Action
    reason: Reason
    question: str
    suggestions: tuple[Suggestion, ...] = ()


Step = Call | Confirm | Ask | Failed


def status_of(step: Step) -> str:
    """The contract's word for a step's variant."""
    match step:
        case Call():
            return "call"
        case Confirm():
            return "confirm"
        case Ask():
            return "ask"
        case Failed():
            return "failed"


def step_to_dict(step: Step) -> dict[str, object]:
    """A step in the contract's shape."""
    action = step.action
    out: dict[str, object] = {
        "status": status_of(step),
        "intent": action.intent,
        "tool_name": action.tool_name,
        "parameters": {a.name: a.value for a in action.arguments},
        "sources": {a.name: a.source.to_dict() for a in action.arguments},
        "confidence": round(action.confidence, 4),
        "requires_confirmation": action.is_dangerous,
    }
    if not isinstance(step, Call):
        out["question"] = step.question
        out["suggestions"] = [s.to_dict() for s in step.suggestions]
    if isinstance(step, Failed):
        out["reason"] = step.reason
    return out


@dataclass(frozen=True, slots=True)
class Trace:
    """How a decision came about, for `--explain`."""

    message: str = ""
    parts: tuple[tuple[str, tuple[int, int]], ...] = ()  # what became of each clause, and where it stands
    answered: str = ""  # how the open question was answered, where one was
    repairs: tuple[str, ...] = ()  # what was mended about a call that was proposed
    learned: tuple[str, ...] = ()  # which earlier choices counted

    @property
    def clauses(self) -> list[tuple[str, str]]:
        """What became of each clause, and its words."""
        return [(kind, self.message[start:end]) for kind, (start, end) in self.parts]


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do about a message."""

    id: str | int | None
    language: str
    steps: tuple[Step, ...]
    reply: str | None
    trace: Trace = field(default=Trace(), compare=False)
    next: tuple[Suggestion, ...] = ()
    reason: Declining | None = None  # why nothing is done, where there are no steps
    likely: tuple[Step, ...] = field(default=(), compare=False)  # what may have been meant, where nothing is done

    @property
    def status(self) -> str:
        """The status of the first step that is not a call."""
        if not self.steps:
            return "decline"
        return next((s for s in map(status_of, self.steps) if s != "call"), "call")

    def to_dict(self) -> dict[str, object]:
        """The contract's shape."""
        out: dict[str, object] = {
            "id": self.id,
            "language": self.language,
            "status": self.status,
            "steps": [step_to_dict(s) for s in self.steps],
            "reply": self.reply,
        }
        if self.reason is not None and not self.steps:
            out["reason"] = self.reason
        if self.next:
            out["next"] = [s.to_dict() for s in self.next]
        return out


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An earlier decision whose question waits for an answer."""

    steps: tuple[Step, ...]  # the open one first
    language: str | None = None  # in which it was asked


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known besides the message."""

    now: datetime
    history: tuple[Turn, ...] = ()
    user: User | None = None
    is_partial: bool = False
    preferences: tuple[Preference, ...] = ()
