"""Something that could be done, as it is offered: a tool with all its arguments, and a label in words."""

from collections.abc import Iterator, Mapping

from sayso.engine import tell
from sayso.engine.capabilities import tell as tell_subject
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.nouns import Action, Argument, Ask, Call, Confirm, Source, Step, Subject, Suggestion
from sayso.engine.tell import say
from sayso.engine.thread import Thread

_EACH = 2  # of several records that fit, so many are offered
_SAID = Source("message")


def offers_of(step: Step, share: float, thread: Thread) -> Iterator[Suggestion]:
    """What a step that nobody was sure of would do; nothing where it is not complete."""
    action = step.action
    match step:
        case Call() | Confirm():
            yield from offer(action.tool_name, {a.name: a.value for a in action.arguments}, share, thread)
        case Ask(_, _, suggestions):
            known = {a.name: a.value for a in action.arguments}
            for one in suggestions[:_EACH]:
                tool = one.tool_name or action.tool_name
                given = dict(one.value) if one.tool_name not in (None, action.tool_name) else {**known, **one.value}
                yield from offer(tool, given, share / _EACH, thread)
        case _:
            return


def offer(tool: str | None, given: Mapping[str, object], share: float, thread: Thread) -> Iterator[Suggestion]:
    """A call as something to pick; nothing where an argument is missing, or nobody can say it in words."""
    defined = thread.policy.tools.get(tool)
    if defined is None or any(p.is_required and p.name not in given for p in defined.parameters):
        return
    action = Action(
        defined.intent, defined.name, tuple(Argument(k, v, _SAID) for k, v in given.items()), share, tool=defined
    )
    label = label_of(action, thread)
    if label is not None:
        yield Suggestion(label, dict(given), round(share, 4), defined.name)


def label_of(action: Action, thread: Thread) -> str | None:
    """A call in words; None where there are none for it."""
    pack, room = thread.heard.pack, thread.room
    key = f"near_{action.intent}"
    if key not in pack.replies and action.does != "undo":
        return None
    match action.does:
        case "make":
            due = action.of("when")
            day = f" ({tell.day(pack, due, thread.policy.today)})" if isinstance(due, str) else ""
            return say(pack, key, {"title": action.of("name")}) + day
        case "finish" | "remove":
            return say(pack, key, {"name": _title(action, thread)})
        case "change":
            changes = tell.changes(pack, action, thread.policy.today)
            return say(pack, key, {"name": _title(action, thread), "changes": changes}) if changes else None
        case "list":
            search, kind = action.of("search"), thread.policy.tools.domain(_domain(action)).record
            return say(pack, key, {"search": search}) if search else pack.replies[f"show_{kind.context}"]
        case "whoami" | "survey":
            return pack.replies[key]
        case "undo":
            return pack.replies["undo_last"]
        case "command" | "measure" | "inspect":
            at = room.at(action)
            return _of_subject(action, room.subject(at), thread) if at is not None else None
        case _:
            return None


def _domain(action: Action) -> str:
    return action.tool.domain if action.tool is not None else ""


def _title(action: Action, thread: Thread) -> str:
    known = str(action.of("record"))
    records = thread.records_of(action.intent)
    at = records.index().by_id.get(known.casefold()) if records.are_known else None
    return records.all[at].name if at is not None else known


def _of_subject(action: Action, subject: Subject, thread: Thread) -> str | None:
    pack, told, key = thread.heard.pack, {"name": subject.name}, f"near_{action.intent}"
    if action.does == "inspect":
        return say(pack, key, told)
    if action.does == "command":
        command = command_of(subject, str(action.of("capability_id")))
        if command is None:
            return None
        return say(pack, key, told | {"command": tell_subject.command_label(command, thread.room)})
    names = action.of("readings")
    metrics = [tell_subject.metric_label(str(m), thread.room) for m in names] if isinstance(names, list) else []
    words = ", ".join(metrics)
    return say(pack, key, told | {"metric": words[:1].upper() + words[1:]}) if words else None
