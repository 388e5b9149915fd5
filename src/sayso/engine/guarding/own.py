"""Proposed calls of the built-in tools: what the person said decides, and the call fills in what that supports."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sayso.engine import tell
from sayso.engine.compose.title import DESCRIPTION_LIMIT, TITLE_LIMIT
from sayso.engine.decide import settled, with_record
from sayso.engine.guarding.check import faults
from sayso.engine.guarding.ground import Ground, Wish
from sayso.engine.guarding.schema import Schema, properties
from sayso.engine.machines.asked import Asked
from sayso.engine.machines.capability import Wanted
from sayso.engine.machines.find import Named
from sayso.engine.machines.fleet import Ability, read_ability
from sayso.engine.machines.focus import named_in
from sayso.engine.machines.room import NOTHING, InFocus, Room
from sayso.engine.machines.settle import never_called, settle
from sayso.engine.nouns import (
    DEFAULT,
    Action,
    Argument,
    Ask,
    Call,
    Clause,
    Confirm,
    Failed,
    Reading,
    Source,
    Step,
)
from sayso.engine.policy import MACHINE_INTENTS
from sayso.engine.resolve import Records, mention
from sayso.engine.text import line, tokens
from sayso.engine.tools import DESTRUCTIVE, INTENT_OF, READING, SCHEMAS, TOOL_OF

_MORE = ("overrides", "last_value", "from", "to", "limit", "search", "is_connected")
NO_ABILITY = Ability(None, frozenset(), frozenset())
_STANDS = 0.95  # how sure a complete call without a message is
_DEVICE = ("device_id", "serial", "device_name")
_NAMING = (*_DEVICE, "machine_command_id", "command_name", "task_identifier")
_DEFAULTS = {"add_task": ("priority", "medium"), "list_tasks": ("filter", "all")}


@dataclass(frozen=True, slots=True)
class Desk:
    """What completing a call needs at hand."""

    room: Room
    records: Records
    ground: Ground
    focus: InFocus = NOTHING


def standing(tool: str, arguments: Mapping[str, object], desk: Desk) -> Step:
    """A call without a message: its values stand if they resolve and fit the schema."""
    intent = INTENT_OF[tool]
    if intent in MACHINE_INTENTS:
        return _machine_standing(intent, arguments, desk)
    return _task_standing(intent, arguments, desk)


def _called(intent: str, tool: str, arguments: Mapping[str, object], confidence: float) -> Action:
    given = tuple(Argument(n, v, Source("call")) for n, v in arguments.items())
    name, value = _DEFAULTS.get(intent, ("", None))
    if name and name not in arguments:
        given = (*given, Argument(name, value, DEFAULT))
    return Action(intent, tool, given, confidence, intent in DESTRUCTIVE)


def _task_standing(intent: str, arguments: Mapping[str, object], desk: Desk) -> Step:
    tool, pack, policy = TOOL_OF[intent], desk.room.pack, desk.room.policy
    wrong = next(iter(faults(arguments, SCHEMAS[tool])), None)
    kept = arguments if wrong is None else _sound(arguments, tool)
    action = _called(intent, tool, kept, _STANDS)
    if wrong is not None and wrong[1] == "is missing":
        return Ask(action, pack.replies[f"ask_{wrong[0]}"])
    if wrong is not None:
        return _bad_value(action, wrong[0], arguments.get(wrong[0]), desk)
    if intent == "update_task" and not any(n.startswith("new_") for n in arguments):
        return Ask(action, pack.replies["ask_value_of_unknown"])
    if "task_identifier" not in arguments:
        return settled(action, "", pack, policy)
    return on_task(action, str(arguments["task_identifier"]), desk)


def _sound(arguments: Mapping[str, object], tool: str) -> dict[str, object]:
    """What can be kept of a call that cannot be: no value that the schema forbids, no name that was not looked up."""
    wrong = {_parameter(where) for where, _ in faults(arguments, SCHEMAS[tool])}
    return {n: v for n, v in arguments.items() if n not in wrong and n not in _NAMING}


def _parameter(where: str) -> str:
    return where.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]


def _bad_value(action: Action, name: str, value: object, desk: Desk) -> Failed:
    pack = desk.room.pack
    plain = name.removeprefix("new_")
    if isinstance(value, str) and plain in ("title", "description") and len(value) > _LIMITS[plain]:
        return Failed(action, "too_long", pack.replies[f"failed_too_long_{plain}"])
    return Failed(action, "invalid_value", tell.say(pack, "failed_bad_value", {"name": name, "value": str(value)[:80]}))


_LIMITS = {"title": TITLE_LIMIT, "description": DESCRIPTION_LIMIT}


def on_task(action: Action, said: str, desk: Desk) -> Step:
    """An action on the task that a reference means."""
    pack, records = desk.room.pack, desk.records
    if not records.are_known:
        return settled(action, said, pack, desk.room.policy)
    words = tokens(said)
    if not words:
        return Ask(action, pack.replies["ask_task_identifier"])
    spoken = pack.line(said, words)
    found = mention(spoken, (0, len(spoken.words)), pack, records)
    bare = replace(action, arguments=tuple(a for a in action.arguments if a.name != "task_identifier"))
    if len(found.candidates) > 1:
        tasks = [c.task for c in found.candidates]
        return Ask(bare, tell.ask_which(pack, tasks), tell.suggest(tasks, action.confidence))
    if not found.candidates:
        text = tell.not_found(pack, found, bool(records.tasks), records.is_partial)
        return Failed(bare, "not_found", text, tell.suggest([c.task for c in found.lost], action.confidence))
    task = found.candidates[0].task
    done = with_record(bare, found, task)
    arguments = tuple(
        a._replace(source=Source("call", record=task.id)) if a.name == "task_identifier" else a for a in done.arguments
    )
    sure = min(action.confidence, max(found.candidates[0].fit, 0.5))
    return settled(replace(done, arguments=arguments, confidence=sure), task.title, pack, desk.room.policy)


def _machine_standing(intent: str, arguments: Mapping[str, object], desk: Desk) -> Step:
    """The machine and the capability that a call names, as if somebody had said so."""
    tool, room = TOOL_OF[intent], desk.room
    wrong = next(((n, w) for n, w in faults(arguments, SCHEMAS[tool]) if w != "is missing"), None)
    if wrong is not None:
        name = _parameter(wrong[0])
        return _bad_value(_called(intent, tool, _sound(arguments, tool), _STANDS), name, arguments.get(name), desk)
    step, _ = settle(from_call(intent, arguments, desk), room, desk.focus)
    assert step is not None
    return as_called(step)


def as_called(step: Step) -> Step:
    """A step whose words came with the call, not with a message."""
    arguments = tuple(
        a._replace(source=Source("call", record=a.source.record)) if a.source.kind == "message" else a
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def device_in(arguments: Mapping[str, object]) -> str:
    """What a call says of the machine."""
    return next((str(arguments[k]) for k in _DEVICE if arguments.get(k)), "")


def from_call(intent: str, arguments: Mapping[str, object], desk: Desk) -> Asked:
    """What a call asks of machines, as if it had been said: the machine in its words, the command by what it is for."""
    room = desk.room
    lexicon = room.lexicon
    said = device_in(arguments)
    words = tokens(said)
    spoken = line(said, words)
    heavy = [i for i, w in enumerate(words) if w.text not in lexicon.light] or list(range(len(words)))
    texts = tuple(words[i].text for i in heavy)
    whole = said.strip().casefold()
    if room.is_known and (whole in room.index.by_id or whole in room.index.by_serial):
        heavy, texts = heavy[:1], (whole,)
    named = Named(texts, lexicon.stems(texts), frozenset(range(len(texts))))
    command = str(arguments.get("machine_command_id") or arguments.get("command_name") or "")
    ability = read_ability(str(arguments.get("command_name") or command), "", lexicon) if command else NO_ABILITY
    metrics = arguments.get("metric_names")
    names = [str(m) for m in metrics] if isinstance(metrics, list) else []
    concepts = [next(iter(sorted(read_ability(m, "", lexicon).things)), m.casefold()) for m in names]
    extra = tuple(Argument(k, arguments[k], Source("call")) for k in _MORE if k in arguments)
    everywhere = (0, max(len(said), 1))
    return Asked(
        spoken,
        Reading(intent, "named", Clause(0, max(len(words), 1), "request"), {}),
        Wanted(ability.act, ability.things),
        tuple(concepts),
        named,
        tuple(heavy),
        {},
        is_pronoun=False,
        is_all=False,
        arguments=extra,
        speaks_of_machine=True,
        span=everywhere,
        metrics_span=everywhere if names else None,
        command=command,
        is_proposed=True,
    )


def enriched(step: Step, arguments: Mapping[str, object], desk: Desk) -> Step:
    """What the message asks for, with the values of the call that somebody said."""
    action = step.action
    tool = action.tool_name or ""
    known = {a.name for a in action.arguments}
    wishes = [
        Wish(name, value, _schema(tool, name), tool)
        for name, value in arguments.items()
        if name not in known and name in _free(tool) and not any(faults(value, _schema(tool, name)))
    ]
    taken = [a.source.span for a in action.arguments if a.source.kind == "message" and a.source.span is not None]
    sources = _ground(tool, desk).sources(wishes, taken)
    more = tuple(Argument(w.name, w.value, sources[w.name]) for w in wishes if w.name in sources)
    step = replace(step, action=replace(action, arguments=(*action.arguments, *more)))
    if isinstance(step, Ask) and step.suggestions:
        return _proposed_first(step, arguments, desk)
    if isinstance(step, Ask) and more and action.intent not in MACHINE_INTENTS:
        merged = {a.name: a.value for a in step.action.arguments}
        tried = _task_standing(action.intent, merged, desk)
        if isinstance(tried, Call | Confirm):
            done = replace(tried.action, arguments=step.action.arguments)
            return Confirm(
                done,
                tell.confirm(desk.room.pack, done, str(merged.get("task_identifier") or ""), desk.room.policy.today),
            )
    return step


def _ground(tool: str, desk: Desk) -> Ground:
    """What a value may come from: to change something, only what the person said."""
    return replace(desk.ground, only_reads=tool in READING)


def _free(tool: str) -> set[str]:
    """The parameters of a tool that hold what people say, not which record is meant."""
    fixed = {*_DEVICE, "machine_command_id", "command_name", "overrides", "metric_names", "task_identifier", "filter"}
    return set(properties(SCHEMAS[tool])) - fixed


def _schema(tool: str, name: str) -> Schema:
    return properties(SCHEMAS[tool])[name]


def _proposed_first(step: Ask, arguments: Mapping[str, object], desk: Desk) -> Ask:
    """The question with what the call proposed at the top: it is a proposal, not an answer."""
    if not any(arguments.get(name) for name in (*_DEVICE, "machine_command_id", "command_name", "task_identifier")):
        return step
    proposed = standing(step.action.tool_name or "", arguments, desk).action
    key = "task_identifier" if proposed.value("task_identifier") is not None else "device_id"
    wanted = proposed.value(key)
    order = sorted(step.suggestions, key=lambda s: wanted is None or s.value.get(key) != wanted)
    return replace(step, suggestions=tuple(order))


def offered(step: Step, desk: Desk) -> Step:
    """A step that is confirmed at most; its task is called by its title."""
    if not isinstance(step, Call) or step.action.intent in MACHINE_INTENTS:
        return never_called(step, desk.room)
    known, records = str(step.action.value("task_identifier") or ""), desk.records
    at = records.index().by_id.get(known.casefold()) if known and records.are_known else None
    name = known if at is None else records.tasks[at].title
    return Confirm(step.action, tell.confirm(desk.room.pack, step.action, name))


def is_about(tool: str, arguments: Mapping[str, object], desk: Desk) -> bool:
    """Whether what a call is about was named in the message or is in focus, though nobody understood the request."""
    if INTENT_OF[tool] in MACHINE_INTENTS:
        if not desk.room.is_known or not device_in(arguments):
            return False
        named = named_in(desk.ground.message, desk.room)
        step, _ = settle(from_call("device_status", arguments, desk), desk.room, NOTHING)
        at = desk.room.index.by_id.get(str(step.action.value("device_id")).casefold()) if step is not None else None
        return at is not None and at in named
    wishes = [Wish(n, v, {}) for n, v in arguments.items() if n in ("title", "task_identifier", "new_title", "search")]
    ground = _ground(tool, desk)
    found = [ground.source(w) for w in wishes]
    return bool(wishes) and all(s is not None and s.kind in ("message", "history") for s in found)
