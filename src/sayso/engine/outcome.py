"""What becomes of steps: which are registered, what is said about them, and how they were read."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.declining.variant import anew
from sayso.engine.ellipsis.before import UNDO
from sayso.engine.nouns import Action, Call, Confirm, Decision, Reading, Step, Trace
from sayso.engine.pack import Pack
from sayso.engine.request import Request
from sayso.engine.tell import say
from sayso.engine.tool import Toolbox
from sayso.engine.understand.read import Understanding


def more_than(answered: Sequence[Step], besides: Sequence[Step]) -> tuple[Step, ...]:
    """What a message asks for besides its answer: "ok, then stop it" asks for nothing more than the yes to it."""
    given = [(s.action.tool_name, {a.name: a.value for a in s.action.arguments}) for s in answered]
    return tuple(s for s in besides if (s.action.tool_name, {a.name: a.value for a in s.action.arguments}) not in given)


def undoes(readings: Sequence[Reading]) -> bool:
    """Whether a clause asks for nothing but to take something back."""
    return all(r.does == UNDO for r in readings)


def is_named_now(action: Action) -> bool:
    """Whether the message itself names what an action is about."""
    key = action.key("id") or action.key("record")
    return any(a.name == key and a.source.kind == "message" and a.source.span is not None for a in action.arguments)


def are_complete(steps: Sequence[Step]) -> bool:
    """Whether nothing has to be asked first but for a yes."""
    return all(isinstance(s, Call | Confirm) for s in steps)


def what_it_does(step: Step) -> str:
    """The tool of a step with its values: two steps that do the same have one."""
    return str((step.action.tool_name, sorted((a.name, str(a.value)) for a in step.action.arguments)))


def surety(steps: Sequence[Step]) -> tuple[bool, float]:
    """How sure the first step is; a complete one before a question for more."""
    return (isinstance(steps[0], Call | Confirm), steps[0].action.confidence) if steps else (False, 0.0)


def learned(steps: Sequence[Step], request: Request, pack: Pack) -> tuple[str, ...]:
    """Which earlier choices counted, in words."""
    used = {a.source.record for s in steps for a in s.action.arguments if a.source.kind == "preference"}
    kept = [p for p in request.preferences if p.record in used]
    return tuple(say(pack, "chosen_before", {"count": p.count, "of": p.of}) for p in kept)


def registered_in(steps: tuple[Step, ...], request: Request) -> tuple[Step, ...]:
    """The steps whose tools were handed in, where a request says which there are."""
    return tuple(s for s in steps if is_registered(s.action.tool_name, request))


def is_registered(tool: str | None, request: Request) -> bool:
    return request.tools is None or any(t.name == tool for t in request.tools)


def said_no(request: Request, pack: Pack) -> Decision:
    """What was asked or said is taken back."""
    reply = anew(pack, "declined", request.history)
    return Decision(request.id, pack.language, (), reply, reason="negated")


def reply_of(steps: Sequence[Step]) -> str | None:
    """What to say now: the first open question; nothing where all is to be carried out."""
    for step in steps:
        if not isinstance(step, Call):
            return step.question
    return None


def trace_of(heard: Understanding, how: str) -> Trace:
    words = heard.said.words
    parts = tuple((h.clause.kind, (words[h.clause.start].start, words[h.clause.end - 1].end)) for h in heard.heard)
    return Trace(heard.said.raw, parts, how)


def asked_first(decision: Decision, tools: Toolbox, room: Room) -> Decision:
    """A decision about words of which some were left out: what changes something waits for a yes."""
    steps = unless_reading(decision.steps, tools, room)
    return replace(decision, steps=steps, reply=reply_of(steps) if steps else decision.reply)


def unless_reading(steps: tuple[Step, ...], tools: Toolbox, room: Room) -> tuple[Step, ...]:
    """The steps, those that change something asked about."""
    return tuple(s if tools.is_reading(s.action.tool_name) else never_called(s, room) for s in steps)
