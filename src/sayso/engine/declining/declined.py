"""A message about which nothing is done: why, what to say, and what it could have been."""

from typing import NamedTuple

from sayso.engine.declining.examples import example, examples
from sayso.engine.declining.nearest import AT_MOST, caught, nearest
from sayso.engine.declining.variant import anew
from sayso.engine.declining.why import Why, why
from sayso.engine.nouns import Declining, Suggestion
from sayso.engine.tell import say
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.read import Understanding

_BULLET = "\n• "


class Declined(NamedTuple):
    """Why nothing is done, what to say about it, and what can be offered instead."""

    reason: Declining
    reply: str
    next: tuple[Suggestion, ...] = ()


def declined(heard: Understanding, around: Around) -> Declined:
    """What to answer to a message that asks for nothing that can be done."""
    thread = Thread(heard, around, around.room(heard.pack), around.spoken)
    cause = why(heard)
    match cause.reply:
        case "":
            return _unclear(cause, thread)
        case "help":
            return _help(cause, thread)
        case "complain":
            return _sorry(cause, thread)
        case "ack" if not thread.scene.history:
            return Declined(cause.reason, _say("ack_nothing", thread))
        case "ack" if _is_closed(thread):
            return Declined(cause.reason, _say("ack_closed", thread))
        case "declined" if _has_just_changed(thread):
            return Declined(cause.reason, _say("told_done_already", thread))
        case "bring_back_nothing" if _has_removed(thread):
            return Declined(cause.reason, _say("bring_back_last", thread))
        case key:
            return Declined(cause.reason, _say(key, thread))


def _has_just_changed(thread: Thread) -> bool:
    """Whether the turn before changed something: then it does not "stay as it is"."""
    steps = thread.scene.history[-1].steps if thread.scene.history else ()
    is_reading = thread.policy.tools.is_reading
    return any(s.outcome == "done" and s.tool_name is not None and not is_reading(s.tool_name) for s in steps)


def _has_removed(thread: Thread) -> bool:
    """Whether something was removed in this conversation."""
    done = (s for turn in thread.scene.history for s in turn.steps if s.outcome == "done")
    tools = (thread.policy.tools.get(s.tool_name) for s in done)
    return any(tool is not None and tool.does == "remove" for tool in tools)


def _say(key: str, thread: Thread, **values: object) -> str:
    return anew(thread.heard.pack, key, thread.scene.history, values)


def _unclear(cause: Why, thread: Thread) -> Declined:
    """Say so, say what was heard, and offer what is nearest."""
    pack = thread.heard.pack
    if cause.reason == "nothing_asked":
        more = say(pack, "for_example", {"example": example(thread)})
        return Declined(cause.reason, f"{_say('nothing_asked', thread)} {more}")
    found = caught(thread)
    names = found.names(thread)
    told = ", ".join(f"'{name}'" for name in names)
    first = _say("unclear_heard", thread, heard=told) if names else _say("unclear", thread)
    near = nearest(found, cause.wording, thread)
    if not near:
        return Declined(cause.reason, f"{first} {say(pack, 'for_example', {'example': example(thread)})}")
    labels = [one.label for one in near]
    joined = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} {pack.replies['or']} {labels[-1]}"
    return Declined(cause.reason, f"{first} {_say('unclear_nearest', thread, names=joined)}", near)


def _help(cause: Why, thread: Thread) -> Declined:
    every = list(examples(thread))
    reply = _BULLET.join((_say("help", thread), *(text for text, _ in every)))
    return Declined(cause.reason, reply, tuple(s for _, s in every if s is not None)[:AT_MOST])


def _sorry(cause: Why, thread: Thread) -> Declined:
    """An apology; where the last step changed something that can be taken back, also how."""
    last = next((t for t in reversed(thread.scene.history) if t.role == "assistant"), None)
    done = [s for s in last.steps if s.outcome == "done"] if last is not None else []
    tools, offers = thread.policy.tools, thread.room.lexicon.offers
    tool = tools.get(done[-1].tool_name) if done else None
    is_changed = tool is not None and not tool.is_read_only and not thread.policy.has_capabilities(tool.intent)
    reply = _say("complain", thread)
    if not is_changed:
        return Declined(cause.reason, reply)
    undo = offers["undo"]
    taken_back = Suggestion(thread.heard.pack.replies[undo["label"]], undo["arguments"], 0.5, undo["tool"])
    return Declined(cause.reason, f"{reply} {thread.heard.pack.replies['complain_undo']}", (taken_back,))


def _is_closed(thread: Thread) -> bool:
    """Whether a yes comes too late: the last answer asked something, and nothing is open any more."""
    last = next((t for t in reversed(thread.scene.history) if t.role == "assistant"), None)
    if last is None:
        return False
    return any(s.outcome == "waiting" for s in last.steps) or (not last.steps and last.content.rstrip().endswith("?"))
