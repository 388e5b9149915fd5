"""Proposed calls of the built-in tools: what the person said decides, and the call fills in what that supports."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.dataclass import dataclass
from sayso.engine import tell
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import CapabilityQuery
from sayso.engine.capabilities.fleet import Ability, read_ability
from sayso.engine.capabilities.focus import named_in
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.capabilities.settle import never_called, settle
from sayso.engine.decide import settled, with_record
from sayso.engine.fault import Fault, fault, faults
from sayso.engine.guarding.ground import Ground, Wish
from sayso.engine.nouns import (
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
from sayso.engine.records.find import marked, title_said
from sayso.engine.records.names import Named
from sayso.engine.records.naming import name_said
from sayso.engine.records.titles import Records
from sayso.engine.refuse import refused, with_defaults
from sayso.engine.text import line, tokens
from sayso.engine.thread import Around
from sayso.engine.tool import Kind, Tool

_FIXED: tuple[Kind, ...] = ("record", "capability", "reading", "settings")  # which record is meant, and what of it
_NAMING: tuple[Kind, ...] = ("record", "capability")
_MEANT: tuple[Kind, ...] = ("record", "capability", "reading")
NO_ABILITY = Ability(None, frozenset(), frozenset())
_STANDS = 0.95  # how sure a complete call without a message is
_SUBJECT = ("id", "code", "record")


@dataclass(frozen=True, slots=True)
class GuardContext:
    """What completing a call needs at hand."""

    room: Room
    around: Around
    ground: Ground
    focus: InFocus = NOTHING

    def records_of(self, action: Action) -> Records:
        """The entries of the list that an action is about."""
        return self.around.records_of(self.room.policy.tools.domain_of(action.intent))


def standing(tool: str, arguments: Mapping[str, object], desk: GuardContext) -> Step:
    """A call without a message: its values stand if they resolve and fit the schema."""
    known = desk.room.policy.tools[tool]
    if desk.room.policy.has_capabilities(known.intent):
        return _subject_standing(known, arguments, desk)
    return _entry_standing(known, arguments, desk)


def _called(tool: Tool, arguments: Mapping[str, object]) -> Action:
    given = (Argument(n, v, Source("call")) for n, v in arguments.items())
    return Action(tool.intent, tool.name, with_defaults(given, tool), _STANDS, tool.always_confirms, tool=tool)


def _entry_standing(tool: Tool, arguments: Mapping[str, object], desk: GuardContext) -> Step:
    pack, policy = desk.room.pack, desk.room.policy
    wrong = next(faults(tool, arguments), None)
    action = _called(tool, arguments if wrong is None else _sound(tool, arguments))
    if wrong is not None and wrong.what == "missing":
        return Ask(action, pack.replies[f"ask_{wrong.name}"])
    if wrong is not None:
        return _refused(tool, arguments, wrong, desk)
    if tool.does == "change" and not action.changes:
        return Ask(action, pack.replies["ask_value_of_unknown"])
    said = arguments.get(tool.key("record"))
    return settled(action, "", pack, policy) if said is None else on_entry(action, str(said), desk)


def _sound(tool: Tool, arguments: Mapping[str, object]) -> dict[str, object]:
    """What can be kept of a call that cannot be: no value that is wrong, no name that was not looked up."""
    gone = {found.name for found in faults(tool, arguments)} | set(tool.of_kind(*_NAMING))
    return {n: v for n, v in arguments.items() if n not in gone}


def _refused(tool: Tool, arguments: Mapping[str, object], wrong: Fault, desk: GuardContext) -> Failed:
    """Why a value cannot be; another one is offered where it is clear for which record."""
    action = _called(tool, _sound(tool, arguments))
    failed = refused(action, wrong, desk.room.pack)
    if not tool.of_kind(*_NAMING):
        return failed
    found = _looked_up(tool, action, arguments, desk) if wrong.parameter.kind not in _NAMING else None
    if isinstance(found, Call | Confirm):
        return refused(found.action, wrong, desk.room.pack)
    return replace(failed, suggestions=())


def _looked_up(tool: Tool, action: Action, arguments: Mapping[str, object], desk: GuardContext) -> Step | None:
    """A sound action on the record that a call names, where the records are known."""
    named = {n: arguments[n] for n in tool.of_kind(*_NAMING) if n in arguments}
    if desk.room.policy.has_capabilities(tool.intent):
        kept = {**named, **_sound(tool, arguments)}
        step, _ = (
            settle(from_call(tool.intent, kept, desk), desk.room, desk.focus) if desk.room.is_known else (None, ())
        )
        return None if step is None else as_called(step)
    said = named.get(tool.key("record"))
    return on_entry(action, str(said), desk) if said is not None and desk.records_of(action).are_known else None


def on_entry(action: Action, said: str, desk: GuardContext) -> Step:
    """An action on the entry that a reference means."""
    pack, records, key = desk.room.pack, desk.records_of(action), action.key("record")
    if not records.are_known:
        return settled(action, said, pack, desk.room.policy)
    if not tokens(said):
        return Ask(action, pack.replies[f"ask_{key}"])
    found = title_said(said, records)
    bare = replace(action, arguments=tuple(a for a in action.arguments if a.name != key))
    if len(found.candidates) > 1:
        entries = [c.entry for c in found.candidates]
        return Ask(bare, tell.ask_which(pack, entries), tell.suggest(entries, action, pack))
    if not found.candidates:
        text = tell.not_found(pack, found, records)
        return Failed(bare, "not_found", text, tell.suggest([c.entry for c in found.lost], action, pack))
    entry = found.candidates[0].entry
    done = with_record(bare, found, entry)
    arguments = tuple(
        a._replace(source=Source("call", record=entry.id)) if a.name == key else a for a in done.arguments
    )
    sure = min(action.confidence, max(found.candidates[0].fit, 0.5))
    return settled(replace(done, arguments=arguments, confidence=sure), entry.name, pack, desk.room.policy)


def _subject_standing(tool: Tool, arguments: Mapping[str, object], desk: GuardContext) -> Step:
    """The subject and the capability that a call names, as if somebody had said so."""
    wrong = next((found for found in faults(tool, arguments) if found.what != "missing"), None)
    if wrong is not None:
        return _refused(tool, arguments, wrong, desk)
    step, _ = settle(from_call(tool.intent, arguments, desk), desk.room, desk.focus)
    assert step is not None
    return as_called(step)


def as_called(step: Step) -> Step:
    """A step whose words came with the call, not with a message."""
    arguments = tuple(
        a._replace(source=Source("call", record=a.source.record)) if a.source.kind == "message" else a
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def subject_in(arguments: Mapping[str, object], room: Room) -> str:
    """What a call says of the subject."""
    keys = (room.key(role) for role in _SUBJECT)
    return next((str(arguments[k]) for k in keys if arguments.get(k)), "")


def from_call(intent: str, arguments: Mapping[str, object], desk: GuardContext) -> Asked:
    """What a call asks of subjects, as if it had been said: the subject in its words, the command by what it is for."""
    room = desk.room
    lexicon = room.lexicon
    said, tool = subject_in(arguments, room), room.policy.tools.of_intent(intent)
    words = tokens(said)
    spoken = line(said, words)
    named, at = name_said(said, room.languages)
    whole = said.strip().casefold()
    if room.is_known and words and marked(said, room.index):
        named, at = Named((whole,), (whole,), frozenset((0,))), (0,)
    name = arguments.get(room.key("capability"))
    command = str(arguments.get(room.key("capability_id")) or name or "")
    ability = read_ability(str(name or command), "", lexicon) if command else NO_ABILITY
    metrics = arguments.get(room.key("readings"))
    names = [str(m) for m in metrics] if isinstance(metrics, list) else []
    concepts = [next(iter(sorted(read_ability(m, "", lexicon).things)), m.casefold()) for m in names]
    meant = tool.of_kind(*_MEANT)
    extra = tuple(Argument(tool.role(k), v, Source("call")) for k, v in arguments.items() if k not in meant)
    everywhere = (0, max(len(said), 1))
    return Asked(
        spoken,
        Reading(intent, "named", Clause(0, max(len(words), 1), "request"), {}, does=tool.does),
        CapabilityQuery(ability.act, ability.things),
        tuple(concepts),
        named,
        at,
        {},
        is_pronoun=False,
        is_all=False,
        arguments=extra,
        speaks_of_subject=True,
        span=everywhere,
        metrics_span=everywhere if names else None,
        command=command,
        is_proposed=True,
    )


def enriched(step: Step, arguments: Mapping[str, object], desk: GuardContext) -> Step:
    """What the message asks for, with the values of the call that somebody said."""
    action = step.action
    tool = desk.room.policy.tools[action.tool_name or ""]
    known = {a.name for a in action.arguments}
    free = {p.name: p for p in tool.parameters if p.kind not in _FIXED}  # what people say, not which record is meant
    wishes = [
        Wish(name, value, replace(free[name], default=None).schema(), tool.name)
        for name, value in arguments.items()
        if name not in known and name in free and fault(free[name], value) is None
    ]
    taken = [a.source.span for a in action.arguments if a.source.kind == "message" and a.source.span is not None]
    sources = _ground(tool, desk).sources(wishes, taken)
    more = tuple(Argument(w.name, w.value, sources[w.name]) for w in wishes if w.name in sources)
    step = replace(step, action=replace(action, arguments=(*action.arguments, *more)))
    if isinstance(step, Ask) and step.suggestions:
        return _proposed_first(step, arguments, desk)
    if isinstance(step, Ask) and more and not desk.room.policy.has_capabilities(action.intent):
        merged = {a.name: a.value for a in step.action.arguments}
        tried = _entry_standing(tool, merged, desk)
        if isinstance(tried, Call | Confirm):
            done = replace(tried.action, arguments=step.action.arguments)
            return Confirm(
                done,
                tell.confirm(desk.room.pack, done, str(merged.get(tool.key("record")) or ""), desk.room.policy.today),
            )
    return step


def _ground(tool: Tool, desk: GuardContext) -> Ground:
    """What a value may come from: to change something, only what the person said."""
    return replace(desk.ground, only_reads=bool(tool.is_read_only))


def _proposed_first(step: Ask, arguments: Mapping[str, object], desk: GuardContext) -> Ask:
    """The question with what the call proposed at the top: it is a proposal, not an answer."""
    tool = desk.room.policy.tools[step.action.tool_name or ""]
    if not any(arguments.get(name) for name in tool.of_kind(*_NAMING)):
        return step
    proposed = standing(step.action.tool_name or "", arguments, desk).action
    key, wanted = proposed.key("id") or proposed.key("record"), proposed.record
    order = sorted(step.suggestions, key=lambda s: wanted is None or s.value.get(key) != wanted)
    return replace(step, suggestions=tuple(order))


def offered(step: Step, desk: GuardContext) -> Step:
    """A step that is confirmed at most; its entry is called by its title."""
    if not isinstance(step, Call) or desk.room.policy.has_capabilities(step.action.intent):
        return never_called(step, desk.room)
    known, records = str(step.action.of("record") or ""), desk.records_of(step.action)
    at = records.index().by_id.get(known.casefold()) if known and records.are_known else None
    name = known if at is None else records.all[at].name
    return Confirm(step.action, tell.confirm(desk.room.pack, step.action, name))


def is_about(tool: str, arguments: Mapping[str, object], desk: GuardContext) -> bool:
    """Whether what a call is about was named in the message or is in focus, though nobody understood the request."""
    known = desk.room.policy.tools[tool]
    if desk.room.policy.has_capabilities(known.intent):
        if not desk.room.is_known or not subject_in(arguments, desk.room):
            return False
        named = named_in(desk.ground.message, desk.room)
        step, _ = settle(from_call(desk.room.intent("inspect"), arguments, desk), desk.room, NOTHING)
        at = desk.room.at(step.action) if step is not None else None
        return at is not None and at in named
    wishes = [Wish(n, arguments[n], {}) for n in known.named("name", "new_name", "record", "search") if n in arguments]
    ground = _ground(known, desk)
    found = [ground.source(w) for w in wishes]
    return bool(wishes) and all(s is not None and s.kind in ("message", "history") for s in found)
