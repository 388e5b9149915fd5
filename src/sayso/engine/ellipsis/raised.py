"""A record that the assistant brought up unasked, as a reminder does: what is said next is about it."""

from datetime import timedelta

from sayso.engine.ellipsis.before import Before, is_raised, last
from sayso.engine.ellipsis.change import SURE, called
from sayso.engine.nouns import Action, Argument, Ask, Clause, Mention, Reading, Source, Step, Suggestion
from sayso.engine.records.focus import in_focus
from sayso.engine.tell import day, say
from sayso.engine.thread import Thread

PUT_OFF = "put_off"  # a message that says only that it is not the moment: "snooze", "remind me later"
_LATER = (timedelta(minutes=10), timedelta(hours=1), timedelta(days=1))


def put_off(before: Before | None, thread: Thread) -> list[Step] | None:
    """The question to when the record that was brought up is put off, with times to pick; None where there is none."""
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


def at_once(steps: tuple[Step, ...], thread: Thread) -> tuple[Step, ...]:
    """The steps; that the record that was brought up is done needs no question."""
    if len(steps) != 1 or steps[0].action.does != "finish" or not thread.scene.history:
        return steps
    before, action = last(thread, lambda _: True), steps[0].action
    if before is None or not is_raised(before, thread) or action.mention is None or action.mention.kind != "focus":
        return steps
    is_it = action.value(action.key("record")) == before.text(before.tool.key("record"))
    return (called(steps[0]),) if is_it else steps
