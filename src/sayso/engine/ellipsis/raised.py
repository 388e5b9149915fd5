"""A record that the assistant brought up unasked, as a reminder does: what is said next is about it."""

from dataclasses import replace
from datetime import timedelta

from sayso.engine.ellipsis.before import Before, is_raised, last, raised_together
from sayso.engine.ellipsis.change import SURE, called
from sayso.engine.nouns import Action, Argument, Ask, Clause, Mention, Reading, Source, Step, Suggestion
from sayso.engine.records.focus import in_focus
from sayso.engine.tell import ask_which, day, say, suggest
from sayso.engine.thread import Around, Thread

PUT_OFF = "put_off"  # a message that says only that it is not the moment: "snooze", "remind me later"
_OF_ONE = frozenset(("change", "finish", "remove"))
_LATER = (timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))


def as_of_one(around: Around) -> Around:
    """What is known, as though only the first of several records had been brought up: which one is asked at the end."""
    history = around.scene.history
    shown = raised_together(history)
    tool = around.policy.tools.get(history[-1].steps[0].tool_name) if shown else None
    if tool is None:
        return around
    about = replace(history[-1].steps[0], parameters={tool.key("record"): shown[0]})
    return replace(around, scene=replace(around.scene, history=(*history[:-1], replace(history[-1], steps=(about,)))))


def put_off(before: Before | None, thread: Thread) -> list[Step] | None:
    """The question to when the record that was brought up is put off, with times to pick; None where there is none."""
    tool, pack, now = thread.deed("change"), thread.heard.pack, thread.scene.now
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
    bare = Action(tool.intent, tool.name, (), SURE, tool.always_confirms, reading, tool=tool)
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if not is_raised(before, thread) or len(focused.candidates) != 1:
        return None
    entry = focused.candidates[0].entry
    about = Argument(tool.key("record"), entry.id, Source("history", turn=focused.turn, record=entry.id))
    mention = Mention(entry.name, None, "focus", (), turn=focused.turn)
    times = [(now + by).replace(second=0, microsecond=0).isoformat() for by in _LATER]
    share = round(SURE / len(times), 4)
    offered = (Suggestion(day(pack, t, thread.policy.today), {tool.key("new_when"): t}, share) for t in times)
    question = say(pack, "ask_when_again", {"name": entry.name})
    return [Ask(replace(bare, arguments=(about,), mention=mention), question, tuple(offered))]


def _which(action: Action, shown: tuple[str, ...], thread: Thread) -> Step:
    """The question which one of those that were brought up an action is about."""
    pack, entries = thread.heard.pack, [e for e in thread.entries.all if e.id in shown]
    bare = replace(action, arguments=tuple(a for a in action.arguments if a.name != action.key("record")), mention=None)
    return Ask(bare, ask_which(pack, entries), suggest(entries, bare, pack, thread.policy.today))


def _is_of_another(action: Action) -> bool:
    """Whether an action is about one record that nobody named: that of an earlier turn."""
    named = next((a for a in action.arguments if a.name == action.key("record")), None)
    is_group = action.mention is not None and action.mention.kind == "group"
    return action.does in _OF_ONE and named is not None and named.source.kind != "message" and not is_group


def at_once(steps: tuple[Step, ...], shown: tuple[str, ...], thread: Thread) -> tuple[Step, ...]:
    """The steps; that the record that was brought up is done needs no question, and which of several does."""
    if shown:
        return tuple(_which(s.action, shown, thread) if _is_of_another(s.action) else s for s in steps)
    if len(steps) != 1 or steps[0].action.does != "finish" or not thread.scene.history:
        return steps
    before, action = last(thread, lambda _: True), steps[0].action
    if before is None or not is_raised(before, thread) or action.mention is None or action.mention.kind != "focus":
        return steps
    is_it = action.value(action.key("record")) == before.text(before.tool.key("record"))
    return (called(steps[0]),) if is_it else steps
