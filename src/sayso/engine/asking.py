"""The open question that a message may answer: what it is about, and what its records are called."""

from dataclasses import replace

from sayso.engine.capabilities.room import NOTHING, InFocus
from sayso.engine.nouns import (
    Ask,
    Call,
    Candidate,
    Confirm,
    Failed,
    Mention,
    OpenQuestion,
    Source,
    Step,
    Turn,
)
from sayso.engine.pack import Pack
from sayso.engine.records.focus import in_focus
from sayso.engine.records.titles import Records
from sayso.engine.records.words import words_of
from sayso.engine.request import Request
from sayso.engine.tell import confirm
from sayso.engine.thread import Around
from sayso.regex import regex

_QUOTED = regex(r"'(.+)'")


def is_about_it(step: Confirm, asked: str, records: Records) -> bool:
    """Whether an assistant's question names the one thing that a step is about."""
    action = step.action
    if action.of("record") is None:
        return words_of(str(action.of("name") or "")) == () or str(action.of("name")) in asked
    named = in_focus((Turn("assistant", asked),), Mention("", None, "focus"), records).candidates
    meant = str(action.of("record"))
    return len(named) == 1 and meant in (named[0].entry.id, named[0].entry.name)


def names_in(question: OpenQuestion) -> dict[str, str]:
    """What the open steps' own questions called the records they are about, by id."""
    out: dict[str, str] = {}
    for step in question.steps:
        known = step.action.record
        quoted = _QUOTED.search(step.question) if not isinstance(step, Call) else None
        if isinstance(known, str) and quoted is not None:
            out[known] = quoted.group(1)
    return out


def asked_about(question: OpenQuestion, around: Around) -> Mention | None:
    """The record that the open question is about: "it" in a message that answers otherwise means that one."""
    action = question.steps[0].action
    known, records = action.of("record"), around.records_of(around.policy.tools.domain_of(action.intent))
    if not isinstance(known, str) or not records.are_known:
        return None
    at = records.index().by_id.get(known.casefold())
    if at is None:
        return None
    return Mention(records.all[at].name, None, "focus", (Candidate(records.all[at], 1.0, "asked about"),))


def with_open_values(steps: tuple[Step, ...], question: OpenQuestion, around: Around, pack: Pack) -> tuple[Step, ...]:
    """A change that corrects the one that is asked about ("no, saturday") keeps its other values, and is asked about as
    a whole; one that names its record anew stands by itself."""
    opened = question.steps[0]
    if len(steps) != 1 or not isinstance(opened, Confirm) or not isinstance(steps[0], Call | Confirm):
        return steps
    one, other = opened.action, steps[0].action
    if other.does != "change" or one.tool_name != other.tool_name or one.record != other.record:
        return steps
    named = next((a for a in other.arguments if a.name == other.key("record")), None)
    new = {a.name for a in other.arguments}
    kept = tuple(a for a in one.arguments if a.name not in new)
    if not kept or named is None or named.source.span is not None:
        return steps
    about = asked_about(question, around)
    whole = replace(other, arguments=(*other.arguments, *kept))
    return (Confirm(whole, confirm(pack, whole, about.text if about is not None else "", around.policy.today)),)


def subject_asked_about(request: Request, around: Around) -> InFocus:
    """The subject that the open question is about; none where only that could not be done, and something was of another
    one: "how humid is it there", said of a lamp and a fan."""
    known = request.pending.steps[0].action.of("id") if request.pending is not None else None
    if request.pending is None or not isinstance(known, str) or around.fleet is None:
        return NOTHING
    step, key = request.pending.steps[0], request.pending.steps[0].action.key("id")
    latest = request.history[-1].steps if request.history else ()
    if isinstance(step, Failed) and any(s.parameters.get(key, known) != known for s in latest if s.outcome != "failed"):
        return NOTHING
    at = around.fleet.index(around.lexicon).by_id.get(known.casefold())
    return NOTHING if at is None else InFocus((at,))


def as_history(step: Step, turn: int) -> Step:
    """A step whose words were said in an earlier turn."""
    action = step.action
    moved = tuple(
        a._replace(source=Source("history", turn=turn, record=a.source.record)) if a.source.span else a
        for a in action.arguments
    )
    return replace(step, action=replace(action, arguments=moved))


def singled_out(step: Step, history: tuple[Turn, ...], records: Records) -> Step:
    """A question narrowed to the one record that the assistant asked about by name."""
    if not isinstance(step, Ask) or len(step.suggestions) < 2 or not records.are_known:
        return step
    named = in_focus(history[-1:], Mention("", None, "focus"), records).candidates
    if len(named) != 1:
        return step
    meant = tuple(s for s in step.suggestions if s.value.get(step.action.key("record")) == named[0].entry.id)
    return replace(step, suggestions=meant) if meant else step
