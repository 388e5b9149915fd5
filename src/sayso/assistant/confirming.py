"""What is asked about before it is done, by what only a conversation knows; and what of a question was left behind."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import groupby

from sayso.assistant.deed import asked_at_once
from sayso.assistant.message import Question, Taken
from sayso.dataclass import dataclass
from sayso.domains.shipped import shipped_tools
from sayso.engine import tell
from sayso.engine.nouns import Action, Call, Confirm, Decision, Step
from sayso.engine.pack import Pack
from sayso.engine.pending import steps_of
from sayso.engine.tell import say
from sayso.engine.tell_repeat import in_words
from sayso.tasks.task import SKIPPED, StoredTask

_ADDING = "add_task"
_USUAL = "medium"
_SOON = timedelta(days=1)  # a turn of what repeats that may be taken early without a word


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What was said before, the person's tasks, the language, and the moment, in the person's own zone."""

    taken: Taken
    tasks: Sequence[StoredTask]
    pack: Pack
    now: datetime


def confirmed_first(decision: Decision, around: Circumstances) -> Decision:
    """The decision, with what a person should be asked about before: an undo right after a command to a machine, a turn
    of what repeats that is not there yet; and with one question for several that are to be added, or one for each where
    the answer to that was neither a yes nor a no to all."""
    asked = _asked_to_add(around.taken.question)
    if len(asked) > 1 and not decision.trace.answered and _comes_to_nothing(decision):
        steps: tuple[Step, ...] = tuple(_asked_alone(step, around) for step in asked)
        return replace(decision, steps=steps, reply=None, reason=None, next=())
    steps = decision.steps
    if not decision.trace.answered and _followed_a_machine(around.taken):
        steps = tuple(_asking_what_to_undo(step, around.pack) for step in steps)
    if decision.trace.answered != "yes":
        steps = tuple(_asking_about_turn(step, around) for step in steps)
    return replace(decision, steps=steps if asked else _added_together(steps, around))


def _asked_to_add(question: Question | None) -> list[Confirm]:
    """What an open question asks to add."""
    steps = steps_of(question.decision, shipped_tools()) if question is not None else ()
    return [step for step in steps if isinstance(step, Confirm) and _is_adding(step)]


def _comes_to_nothing(decision: Decision) -> bool:
    """Whether a message was not understood, or only in part: "yes but not the boxes", "no, skip that one"."""
    is_definite = any(isinstance(step, Call | Confirm) for step in decision.steps)
    return not is_definite and (bool(decision.steps) or decision.reason == "unclear")


def _asked_alone(step: Confirm, around: Circumstances) -> Confirm:
    return Confirm(step.action, say(around.pack, "confirm_several_add_task_one", {"name": _named(step.action, around)}))


def _followed_a_machine(taken: Taken) -> bool:
    """Whether the last thing that was done in the conversation is a command to a machine."""
    results = taken.history[-1].about.get("results") if taken.history else None
    return isinstance(results, list) and bool(results) and results[-1].get("tool_name") == "machine_command_execute"


def _asking_what_to_undo(step: Step, pack: Pack) -> Step:
    """What can be undone after a command to a machine is another thing."""
    is_undo = isinstance(step, Call) and step.action.tool_name == "undo"
    return Confirm(step.action, pack.replies["confirm_undo_of_tasks"]) if is_undo else step


def _asking_about_turn(step: Step, around: Circumstances) -> Step:
    """A turn of what repeats that is days ahead, or that comes after one that was done today."""
    given = {a.name: a.value for a in step.action.arguments}
    is_done_by_it = step.action.tool_name == "complete_task" or given.get("new_status") == "completed"
    if not isinstance(step, Call) or not is_done_by_it:
        return step
    task = next((one for one in around.tasks if one.id == given.get("task_identifier")), None)
    if task is None or task.repeat is None or task.due is None or task.is_completed:
        return step
    due, today = _day(task.due, around), around.now.date()
    is_again = any(_was_done(one, task, around) for one in around.tasks)
    if due <= today or (due - today <= _SOON and not is_again):
        return step
    named = {"title": task.title, "day": tell.day(around.pack, task.due.isoformat(), today)}
    return Confirm(step.action, say(around.pack, "confirm_again_today" if is_again else "confirm_ahead", named))


def _was_done(one: StoredTask, task: StoredTask, around: Circumstances) -> bool:
    """Whether a task is an earlier turn of another, done today."""
    done = one.completed_at
    return done is not None and one.title == task.title and _day(done, around) == around.now.date()


def _day(at: date, around: Circumstances) -> date:
    return at.astimezone(around.now.tzinfo).date() if isinstance(at, datetime) else at


def _added_together(steps: tuple[Step, ...], around: Circumstances) -> tuple[Step, ...]:
    """With one question for all that are to be added one after the other, which tells all about each."""
    told: list[Step] = []
    for is_adding, group in groupby(steps, lambda step: isinstance(step, Confirm) and _is_adding(step)):
        some = list(group)
        if not is_adding or len(some) < 2:
            told += some
            continue
        names = ", ".join(_named(step.action, around) for step in some)
        question = say(around.pack, "confirm_several_add_task", {"count": len(some), "names": names})
        told += [Confirm(step.action, question) for step in some]
    return tuple(told)


def _is_adding(step: Step) -> bool:
    return step.action.tool_name == _ADDING


def _named(action: Action, around: Circumstances) -> str:
    """A task that is to be added: its title, and when, how often and how important."""
    given = {a.name: str(a.value) for a in action.arguments}
    pack, due, rule = around.pack, given.get("due", ""), given.get("repeat", "")
    about = [tell.day(pack, due, around.now.date())] if due else []
    about += [in_words(pack, rule, due)] if rule else []
    weight = given.get("priority", _USUAL)
    about += [say(pack, f"told_priority_{weight}")] if weight != _USUAL else []
    return f"'{given.get('title', '')}'" + (f" ({', '.join(about)})" if about else "")


def asks_for_more(decision: Decision, question: Question) -> bool:
    """Whether a message that begins with a no goes on to ask for something, or may be about one of several: not where
    it only says to pass over the very record that the question is about."""
    if asked_at_once(steps_of(question.decision, shipped_tools())) > 1:
        return True
    asked = {_record(step) for step in steps_of(question.decision, shipped_tools())}
    return any(isinstance(s, Call | Confirm) and not (_is_skipping(s) and _record(s) in asked) for s in decision.steps)


def _is_skipping(step: Step) -> bool:
    return {a.name: a.value for a in step.action.arguments}.get("new_status") == SKIPPED


def _record(step: Step) -> object:
    return next((a.value for a in step.action.arguments if a.name == "task_identifier"), None)


def left_behind(decision: Decision, around: Circumstances) -> str:
    """What an open question would have added, where the person went on with something else; empty where nothing."""
    if decision.trace.answered:
        return ""
    now = {_title(step) for step in decision.steps if _is_adding(step)}
    titles = [_title(step) for step in _asked_to_add(around.taken.question)]
    names = ", ".join(f"'{title}'" for title in titles if title not in now)
    return say(around.pack, "told_not_added", {"names": names}) if names else ""


def _title(step: Step) -> str:
    return next((str(a.value) for a in step.action.arguments if a.name == "title"), "")
