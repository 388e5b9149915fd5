"""A record that the assistant brought up unasked, as a reminder does: what is said next is about it."""

from dataclasses import replace
from datetime import timedelta

from sayso.engine.ellipsis.before import Before, is_raised, last, raised_together
from sayso.engine.ellipsis.change import SURE, called
from sayso.engine.nouns import Action, Argument, Ask, Clause, Mention, Reading, Source, Step, Suggestion
from sayso.engine.records.focus import in_focus
from sayso.engine.tell import ask_which, day, say, suggest
from sayso.engine.thread import Thread

PUT_OFF = "put_off"  # a message that says only that it is not the moment: "snooze", "remind me later"
_OF_ONE = frozenset(("change", "finish", "remove"))
_LATER = (timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))


def put_off(before: Before | None, thread: Thread) -> list[Step] | None:
    """The question to when the record that was brought up is put off, with times to pick; None where there is none."""
    if raised_together(thread):
        return [put_off_which(thread)]
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if not is_raised(before, thread) or len(focused.candidates) != 1:
        return None
    entry, source = (
        focused.candidates[0].entry,
        Source("history", turn=focused.turn, record=focused.candidates[0].entry.id),
    )
    tool, pack, now = thread.deed("change"), thread.heard.pack, thread.scene.now
    mention = Mention(entry.name, None, "focus", (), turn=source.turn)
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
    about = (Argument(tool.key("record"), entry.id, source),)
    action = Action(tool.intent, tool.name, about, SURE, tool.always_confirms, reading, mention, tool=tool)
    times = [(now + by).replace(second=0, microsecond=0).isoformat() for by in _LATER]
    shown = [
        Suggestion(day(pack, t, thread.policy.today), {tool.key("new_when"): t}, round(SURE / len(times), 4))
        for t in times
    ]
    return [Ask(action, say(pack, "ask_when_again", {"name": entry.name}), tuple(shown))]


def put_off_which(thread: Thread) -> Step:
    """The question which of those that were brought up is put off."""
    tool = thread.deed("change")
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
    bare = Action(tool.intent, tool.name, (), SURE, tool.always_confirms, reading, tool=tool)
    return _which(Ask(bare, ""), raised_together(thread), thread)


def _which(step: Step, shown: tuple[str, ...], thread: Thread) -> Step:
    """A step about a record that was not named, as the question which one of those that were brought up is meant."""
    action, tool = step.action, step.action.tool
    named = next((a for a in action.arguments if a.name == action.key("record")), None)
    entries = [e for e in thread.entries.all if e.id in shown]
    is_of_one = tool is not None and action.does in _OF_ONE and len(entries) > 1
    is_group = action.mention is not None and action.mention.kind == "group"
    is_said = is_group or (named is not None and named.source.kind == "message")
    if not is_of_one or is_said:
        return step
    bare = replace(action, arguments=tuple(a for a in action.arguments if a is not named), mention=None)
    pack = thread.heard.pack
    return Ask(bare, ask_which(pack, entries), suggest(entries, bare, pack, thread.policy.today))


def at_once(steps: tuple[Step, ...], thread: Thread) -> tuple[Step, ...]:
    """The steps; that the record that was brought up is done needs no question, and which of several does."""
    if shown := raised_together(thread):
        return tuple(_which(s, shown, thread) for s in steps)
    if len(steps) != 1 or steps[0].action.does != "finish" or not thread.scene.history:
        return steps
    before, action = last(thread, lambda _: True), steps[0].action
    if before is None or not is_raised(before, thread) or action.mention is None or action.mention.kind != "focus":
        return steps
    is_it = action.value(action.key("record")) == before.text(before.tool.key("record"))
    return (called(steps[0]),) if is_it else steps
