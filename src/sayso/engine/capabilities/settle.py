"""From what is asked of subjects to a step: which subject, which of its capabilities, and whether to do it, confirm it,
ask, or say why not. Phase one is the subject, phase two the capability; both together where only the pair is unique."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from sayso.engine.capabilities import besides, tell
from sayso.engine.capabilities.action import action_of, is_harmful, said_name, subject_span
from sayso.engine.capabilities.ambient import of_the_air
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.bounds import named_as_taken, questioned
from sayso.engine.capabilities.capability import UNSAID
from sayso.engine.capabilities.chosen import value_argument
from sayso.engine.capabilities.crowd import FROM, Crowd, crowded
from sayso.engine.capabilities.doubts import any_kind_in, is_doubtful, pointing
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.lasting import timed
from sayso.engine.capabilities.matching import all_that_can, anyone, nobody_named, possible
from sayso.engine.capabilities.pairs import Pair, ablest, pairs
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.capabilities.timing import opposite, planned
from sayso.engine.capabilities.unlisted import unlisted
from sayso.engine.capabilities.worth import is_worth_a_step
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Command,
    Confirm,
    Evidence,
    Failed,
    Source,
    Step,
    Subject,
    Suggestion,
)
from sayso.engine.preferred import chosen_before
from sayso.engine.records.matches import Match, Matches
from sayso.engine.records.names import PART, find, nearest
from sayso.engine.refuse import checked
from sayso.engine.tell import confirm, say

_OFFER_FROM = 20  # of the subjects that are nearest to what was said


def settle(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    """The step (none where it is not worth one), and the subject that was spoken of."""
    meant = pointing(asked, room)
    step, spoken = _settled(meant, room, focus)
    if step is not None and is_doubtful(meant, step, (focus, spoken), room):
        step = never_called(step, room)
    return step if step is None else checked(step, room.policy.tools, room.pack), spoken


def _settled(asked: Asked, room: Room, focus: InFocus) -> tuple[Step | None, InFocus]:
    if not is_worth_a_step(asked, room, focus):
        return None, NOTHING
    if asked.reading.does == "survey":
        return _listed(asked, room), NOTHING
    if not room.is_known:
        return unlisted(asked, room, focus)
    if asked.is_all and asked.reading.does == "command":
        crowd = all_that_can(asked, room, are_best=False)
        base = action_of(asked, room, (), (Evidence("several subjects fit", 1.0),))
        if crowd is not None:
            return Ask(base, tell.ask_of_all(room), _some_of(crowd, asked, base, room)), NOTHING
        named = find(asked.named, room.index) if asked.named.musts else ()
        if not named and room.lexicon.kinds(asked.named.stems):  # "all the microwaves", and there is none
            return _nowhere(asked, room), NOTHING
        found = pairs(asked, room, named or anyone(asked, room, NOTHING))
        return Ask(base, tell.ask_of_all(room), _subjects(found, base, room)), NOTHING
    if asked.is_pronoun and not focus.at and _is_order_to_one_of_many(asked, room):
        base = action_of(asked, room, (), (Evidence("several subjects fit", 1.0),))  # "it", and nobody knows what
        could = pairs(asked, room, anyone(asked, room, NOTHING))
        return Ask(base, room.pack.replies[room.reply("ask_")], _subjects(could, base, room)), NOTHING
    crowd = None if focus.at or room.preferences else nobody_named(asked, room)
    if crowd is not None:
        return _which_of(crowd, asked, room), InFocus(crowd.places(), None)
    matches, turn = possible(asked, room, focus)
    lamps = [] if matches else besides.with_lamps(asked, [], room)
    if lamps:  # "the lights", where nothing else has one
        step, spoken = _of_these(asked, room, focus, Matches.of([p.match for p in lamps]), None)
        return never_called(step, room), spoken
    return _of_these(asked, room, focus, matches, turn) if matches else (_nowhere(asked, room), NOTHING)


def _of_these(asked: Asked, room: Room, focus: InFocus, matches: Matches, turn: int | None) -> tuple[Step, InFocus]:
    """The step on one of the subjects that may be meant, or the question which."""
    spoken = InFocus(matches.places(), None)
    crowd = None if room.preferences else crowded(asked, room, matches)
    if crowd is not None:
        if len(crowd) >= FROM and not besides.is_narrowed(crowd, asked, room, focus):
            return _which_of(crowd, asked, room), spoken
        matches = Matches.of([m for m in matches if m.at in crowd.able]) or matches
    found = [p._replace(turn=turn) for p in ablest(pairs(asked, room, matches))]
    found = found or [p for p in besides.with_lamps(asked, [], room) if p.match in matches]
    if not found:
        return _unable(asked, room, matches), spoken
    if len(found) > 1:
        near = frozenset(focus.at)
        narrowed = [p for p in found if p.match.at in near]
        if len(narrowed) == 1:
            found = [narrowed[0]._replace(turn=focus.turn)]
    is_told = bool(focus.at) and focus.turn is not None  # in an earlier turn
    found = found if is_told or (asked.is_pronoun and focus.at) else besides.with_lamps(asked, found, room)
    found = besides.called_wholly(asked, besides.measuring(asked, found, room), room)
    called = of_the_air(asked, besides.called_so(asked, found, room, focus), room)
    if len(called) < len(found):
        return never_called(one(asked, room, called[0]), room), InFocus((called[0].match.at,), None)
    if len(found) > 1:
        return _which(asked, room, found), InFocus(
            (*spoken.at, *(a for p in found if (a := p.match.at) not in spoken.at)), None
        )
    return one(asked, room, found[0]), InFocus((found[0].match.at,), None)


def _is_order_to_one_of_many(asked: Asked, room: Room) -> bool:
    return asked.reading.does == "command" and len(room.fleet or ()) > 1


def _hinted(asked: Asked, room: Room) -> Action:
    """A step that fits several subjects, with the words under which a choice among them is learned."""
    base = action_of(asked, room, (), (Evidence("several subjects fit", 1.0),))
    meant = (asked.wanted.act or asked.reading.intent, *sorted(asked.wanted.things))
    return replace(base, hint=" ".join(asked.named.texts) or " ".join(meant))


def _which_of(crowd: Crowd, asked: Asked, room: Room) -> Step:
    base = _hinted(asked, room)
    shown = [room.subject(m.at) for m in crowd.first(room.policy.suggest_at_most)]
    return Ask(base, tell.ask_which(shown, room, len(crowd)), _some_of(crowd, asked, base, room))


def _some_of(crowd: Crowd, asked: Asked, action: Action, room: Room) -> tuple[Suggestion, ...]:
    """The first few of very many subjects to pick from."""
    found = pairs(asked, room, crowd.first(room.policy.suggest_at_most))
    share = round(action.confidence / max(len(crowd), 1), 4)
    shown = [(pair, room.subject(pair.match.at)) for pair in found]
    return tuple(_offer(pair, share, tell.apart(m, crowd.twins(m, room), room), room) for pair, m in shown)


def _offer(pair: Pair, share: float, apart: str | None, room: Room) -> Suggestion:
    subject = room.subject(pair.match.at)
    value: dict[str, object] = {room.key("id"): subject.id}
    if len(pair.commands) == 1:
        value[room.key("capability_id")] = pair.commands[0].command.id
    if pair.metrics:
        value[room.key("readings")] = list(pair.metrics)
    return Suggestion(subject.name, value, share, description=apart)


def _subject_argument(pair: Pair, asked: Asked, room: Room) -> Argument:
    subject = room.subject(pair.match.at)
    if pair.turn is not None:
        return Argument(room.key("id"), subject.id, Source("history", turn=pair.turn, record=subject.id))
    span = subject_span(asked, pair.match.covered)
    if span is None:
        return Argument(room.key("id"), subject.id, Source("context", record=subject.id))
    return Argument(room.key("id"), subject.id, Source("message", span, record=subject.id))


def _fits(pair: Pair) -> tuple[Evidence, ...]:
    capability = pair.commands[0].fit if pair.commands else 1.0
    return (Evidence("subject fits", pair.match.fit), Evidence("capability fits", capability))


def one(asked: Asked, room: Room, pair: Pair) -> Step:
    """The step about the one subject that is meant."""
    subject = room.subject(pair.match.at)
    about = _subject_argument(pair, asked, room)
    pack = room.pack
    match asked.reading.does:
        case "command":
            is_bare = pair.commands[0].way == UNSAID
            if len(pair.commands) > 1 or is_bare:
                action = action_of(asked, room, (about,), _fits(pair))
                commands = tuple(a.command for a in pair.commands)
                few = replace(subject, commands=commands, metrics=subject.metrics if is_bare else ())
                which = say(pack, "ask_command", {"name": subject.name})
                return Ask(action, which, tell.offers(few, room, action.confidence))
            command = pair.commands[0].command
            source = Source("message", asked.span, record=command.id)
            chosen = Argument(room.key("capability_id"), command.id, source)
            given = (about, chosen, *value_argument(pair.commands[0], asked, room))
            action = action_of(asked, room, given, _fits(pair))
            question = besides.to_what(action, command, room)
            question = question or besides.in_its_own_scale(action, asked.unit, command, room)
            question = question or besides.how_much(action, asked, pair, room)
            question = question or besides.how_far(action_of(asked, room, (about,), _fits(pair)), asked, pair, room)
            if question is not None:
                return question
            return _in_time(action, asked, subject, command, room)
        case "measure" if pair.metrics:
            source = Source("message", asked.metrics_span or asked.span)
            names = Argument(room.key("readings"), list(pair.metrics), source)
            return _read(action_of(asked, room, (about, names), _fits(pair)), subject, room)
        case _:
            return _read(action_of(asked, room, (about,), _fits(pair)), subject, room)


def _in_time(action: Action, asked: Asked, subject: Subject, command: Command, room: Room) -> Step:
    """A command for now, or for another time: what is done when nobody looks is confirmed, with its times."""
    lasting = timed(action, command, asked.lasts) if asked.lasts is not None else action
    if not asked.when.is_later and lasting is not None:
        return commanded(lasting, subject, command.id, room)
    later = planned(lasting or action, asked.when, asked.lasts if lasting is None else None, room.now)
    is_ended = later is not None and later.of("ends") is not None
    if later is None or (is_ended and opposite(command, subject.commands, room.index) is None):
        told = {"name": subject.name, "command": tell.order_label(command, action, room)}
        is_untimed = is_ended or not asked.when.is_later
        return Confirm(action, say(room.pack, "confirm_untimed" if is_untimed else "confirm_now", told))
    return never_called(commanded(later, subject, command.id, room), room)


def _read(action: Action, subject: Subject, room: Room) -> Step:
    if action.confidence >= room.policy.threshold(action.intent):
        return Call(action)
    return Confirm(action, say(room.pack, f"confirm_{action.intent}", {"name": subject.name}))


def commanded(action: Action, subject: Subject, command_id: str, room: Room, is_granted: bool = False) -> Step:
    """A command on a subject: carried out where it is safe and sure, else confirmed."""
    command = next((c for c in subject.commands if c.id == command_id), None)
    assert command is not None
    ability = room.index.ability(command.name, command.description)
    is_dangerous = command.is_dangerous or is_harmful(ability, room.lexicon, command.name)
    action = named_as_taken(replace(action, is_dangerous=is_dangerous), command, room)
    beyond = questioned(action, subject, command, room)
    if beyond is not None:
        return beyond
    told = {"name": subject.name, "command": tell.order_label(command, action, room)}
    if is_granted:
        return Call(action)
    if subject.is_connected is False:
        return Confirm(action, say(room.pack, "confirm_offline", told))
    if is_dangerous or action.confidence < room.policy.threshold(action.intent):
        return Confirm(action, say(room.pack, f"confirm_{action.intent}", told))
    return Call(action)


def _which(asked: Asked, room: Room, found: list[Pair]) -> Step:
    """Several subjects fit: what was chosen before decides by degrees, else it is asked."""
    base = _hinted(asked, room)
    ids = [room.subject(p.match.at).id for p in found]
    before = chosen_before(room.preferences, base.hint, ids, room.now)
    if before:
        rank = {record: i for i, (record, _) in enumerate(before)}
        found = sorted(found, key=lambda p: rank.get(room.subject(p.match.at).id, len(rank)))
        sure = before[0][1]
        if sure >= room.policy.primary:
            return _preferred(asked, room, found[0], (base.hint, sure))
    return Ask(base, tell.ask_which([room.subject(p.match.at) for p in found], room), _subjects(found, base, room))


def _preferred(asked: Asked, room: Room, pair: Pair, learned: tuple[str, float]) -> Step:
    """The subject that this user nearly always chose where these words fitted several."""
    hint, sure = learned
    step = one(asked, room, pair)
    record = room.subject(pair.match.at).id
    arguments = tuple(
        a._replace(source=Source("preference", record=record)) if a.name == room.key("id") else a
        for a in step.action.arguments
    )
    action = replace(step.action, arguments=arguments, confidence=min(step.action.confidence, sure), hint=hint)
    match step:
        case Call() if action.confidence < room.policy.threshold(action.intent):
            subject = room.subject(pair.match.at)
            command = pair.commands[0].command if pair.commands else None
            label = tell.command_label(command, room) if command else ""
            return Confirm(action, say(room.pack, f"confirm_{action.intent}", {"name": subject.name, "command": label}))
        case _:
            return replace(step, action=action)


def _subjects(found: Sequence[Pair], action: Action, room: Room) -> tuple[Suggestion, ...]:
    """Subjects to pick from, each with its finished parameters as far as they are known."""
    subjects = [room.subject(p.match.at) for p in found]
    shown = list(zip(found, subjects, strict=True))[: room.policy.suggest_at_most]
    share = round(action.confidence / max(len(found), 1), 4)
    return tuple(_offer(pair, share, tell.apart(subject, subjects, room), room) for pair, subject in shown)


def _nowhere(asked: Asked, room: Room) -> Step:
    """No subject is called so, or none can do it."""
    assert room.fleet is not None
    pack, subjects = room.pack, room.fleet.all
    action = action_of(asked, room, (), (Evidence("subject fits", 0.0),))
    name = said_name(asked)
    if not subjects and not room.is_partial:
        return Failed(action, "not_found", say(pack, room.reply("failed_no_", is_many=True), {"name": name or "–"}))
    if name is None:
        return Failed(action, "no_capability", pack.replies["failed_nobody_can"])
    near = [room.subject(i) for i in nearest(asked.named, room.index, _OFFER_FROM)] or list(subjects[:_OFFER_FROM])
    everything = frozenset(asked.named.musts)
    tried = [Match(room.index.by_id[m.id.casefold()], PART, 0.3, "", everything) for m in near]
    able_ones = pairs(asked, room, tried)
    offered = _subjects(able_ones, action, room)
    names = tell.first_names(chain(near, subjects), room.policy.suggest_at_most)
    told = {"name": name, "names": ", ".join(f"'{n}'" for n in names)}
    return Failed(action, "not_found", say(pack, room.reply("failed_no_"), told), offered)


def nobody_can(asked: Asked, room: Room) -> Failed:
    """No subject of those that are meant can do it."""
    action = action_of(asked, room, (), (Evidence("subject fits", 0.0),))
    return Failed(action, "no_capability", room.pack.replies["failed_nobody_can"])


def _unable(asked: Asked, room: Room, matches: Matches) -> Step:
    """The subject is there and lacks what is asked."""
    pack = room.pack
    subject = room.subject(matches[0].at)
    if len(matches) > 1:
        return nobody_can(asked, room)
    pair = Pair(matches[0])
    action = action_of(asked, room, (_subject_argument(pair, asked, room),), _fits(pair))
    if asked.reading.does == "command":
        ends = besides.of_both_ends(asked, subject, room)
        if ends:
            return one(asked, room, pair._replace(commands=ends))
        text = say(pack, "failed_no_command", {"name": subject.name, "has": tell.has(subject, room)})
        return Failed(action, "no_capability", text, tell.offers(replace(subject, metrics=()), room, 0.5))
    if besides.says_itself(asked, subject):  # "how bright is it": all that it says of itself
        return one(besides.inspected(asked, room), room, pair)
    text = say(pack, "failed_no_reading", {"name": subject.name, "has": tell.measures(subject, room)})
    return Failed(action, "no_capability", text, tell.offers(replace(subject, commands=()), room, 0.5))


def _listed(asked: Asked, room: Room) -> Step:
    arguments: tuple[Argument, ...] = ()
    span = subject_span(asked)
    any_kind = any_kind_in(asked, room)
    if span is not None and not asked.named.musts <= any_kind:  # what any of them is called finds none of them
        arguments = (Argument(room.key("search"), asked.line.raw[span[0] : span[1]], Source("message", span)),)
    action = action_of(asked, room, arguments)
    if action.confidence >= room.policy.threshold(action.intent):
        return Call(action)
    return Confirm(action, room.pack.replies[f"confirm_{action.intent}"])


def confirm_text(action: Action, room: Room) -> str:
    """Whether to carry out a complete step, about entries or subjects."""
    if not room.policy.has_capabilities(action.intent):
        return confirm(room.pack, action, _name_of(action), room.policy.today)
    name = str(action.of("id") or action.of("record") or "")
    at = room.index.by_id.get(name.casefold()) if room.is_known else None
    subject = room.subject(at) if at is not None else None
    label = tell.named_label(str(action.of("capability") or ""), room)
    if subject is not None:
        command = command_of(subject, str(action.of("capability_id") or ""))
        label = tell.order_label(command, action, room) if command is not None else label
    return say(room.pack, f"confirm_{action.intent}", {"name": subject.name if subject else name, "command": label})


def _name_of(action: Action) -> str:
    """What the entry of a step is called, as far as the step knows."""
    mention = action.mention
    if mention is not None and mention.candidates:
        return mention.candidates[0].entry.name
    if mention is not None and mention.span is None and mention.text:  # what was spoken of before, by its name
        return mention.text
    return str(action.of("record") or "")


def never_called(step: Step, room: Room) -> Step:
    """A step that is confirmed at most."""
    return Confirm(step.action, confirm_text(step.action, room)) if isinstance(step, Call) else step
