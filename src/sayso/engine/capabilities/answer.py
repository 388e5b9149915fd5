"""Answers to questions about subjects: checked again against what there is now, or filled in."""

from dataclasses import replace

from sayso.engine.capabilities.action import in_its_words
from sayso.engine.capabilities.acts import BACKWARD, LOWER, RELATIVE, SET
from sayso.engine.capabilities.asked import asked
from sayso.engine.capabilities.besides import in_its_own_scale, moved_by, to_what
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.lasting import Lasts, timed
from sayso.engine.capabilities.region import AMOUNT, amount, unit_after
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import commanded, confirm_text, never_called
from sayso.engine.capabilities.several import naming_words
from sayso.engine.nouns import Action, Argument, Ask, Call, Clause, Confirm, Failed, Reading, Source, Step
from sayso.engine.records.names import TOLD, find
from sayso.engine.tell import say
from sayso.engine.text import Line

_MINUTE = Lasts(1.0, (0, 0))


def rechecked(action: Action, room: Room, is_granted: bool, name: str = "") -> Step:
    """The action on a subject, if that and its command are still there."""
    subject, command = action.of("id"), action.of("capability_id")
    if isinstance(subject, str) and room.is_known:
        at = room.index.by_id.get(subject.casefold())
        if at is None and not room.is_partial:
            return Failed(
                action, "not_found", say(room.pack, room.reply("failed_no_", is_many=True), {"name": name or subject})
            )
        if at is not None and action.does == "command":
            subject = room.subject(at)
            if command is None and action.of("capability") is None:
                return Ask(action, say(room.pack, "ask_command", {"name": subject.name}))
            found = command_of(subject, str(command))
            if found is None:
                text = say(room.pack, "failed_no_command", {"name": subject.name, "has": _has(at, room)})
                return Failed(action, "no_capability", text)
            question = None if is_granted else to_what(action, found, room) or moved_by(action, found, subject, room)
            return question or commanded(action, subject, found.id, room, is_granted)
    if is_granted or action.does != "command":
        return Call(action)
    return Confirm(action, confirm_text(action, room))


def _has(at: int, room: Room) -> str:
    return ", ".join(c.name.replace("_", " ") for c in room.subject(at).commands[:8]) or "–"


def filled(step: Step, said: Line, words: tuple[int, int], room: Room, sure: float) -> Step | None:
    """The step with the subject or the time that the message says; None where it says neither."""
    action = step.action
    if not isinstance(step, Ask | Failed):
        return None
    does = action.does if action.does in BACKWARD else "inspect"
    intent = action.intent if action.does in BACKWARD else room.intent("inspect")
    reading = Reading(intent, "named", Clause(*words, "request"), {"subject": words}, does=does)
    wanted = asked(said, reading, room.pack, room.languages, room.now)
    stretch = (room.key("since"), room.key("until"))
    times = tuple(a for a in wanted.arguments if a.name in ("since", "until"))
    if times and action.tool is not None and action.does in ("events", "states"):
        kept = tuple(a for a in action.arguments if a.name not in stretch)
        return rechecked(
            replace(action, arguments=(*kept, *in_its_words(times, action.tool)), confidence=sure),
            room,
            is_granted=False,
        )
    number = _number(said, room) if action.of("capability_id") is not None and action.of("settings") is None else None
    if number is not None:
        unit, besides = unit_after(said, (number,), room.lexicon), _besides(said, number, room)
        if _names_one(said, room) or len(besides) > 1 or _is_of_time(action, said, number, room):
            return None  # "6 kg of potatoes" is no temperature
        answered = _set(_absolute(action, said, number, room), number, unit, room, sure)
        return never_called(answered, room) if answered is not None and besides else answered
    if action.of("id") is not None or not wanted.named.musts:
        return None
    if not room.is_known:
        return _named(action, said, words, room, sure)
    among = {s.value.get(room.key("id")) for s in step.suggestions}
    every = find(wanted.named, room.index)
    found = [m for m in every if m.rank != TOLD or room.subject(m.at).id in among]  # "the one for the drinks", of two
    found = [m for m in found if room.subject(m.at).id in among] or found
    best = [m for m in found if m.rank == found[0].rank]
    ids = {room.subject(m.at).id for m in best}
    offered = [s for s in step.suggestions if s.value.get(room.key("id")) in ids]
    if len(offered) != 1 and len(best) != 1:
        return None
    source = Source("message", said.span(*words), record=room.subject(best[0].at).id)
    value = dict(offered[0].value) if len(offered) == 1 else {room.key("id"): room.subject(best[0].at).id}
    given = tuple(Argument(k, v, source) for k, v in value.items())
    kept = tuple(a for a in action.arguments if a.name not in value)
    return rechecked(replace(action, arguments=(*given, *kept), confidence=sure), room, is_granted=False)


def _number(said: Line, room: Room) -> Argument | None:
    """The first number of an answer, in digits or in words; "the one" is none, "by one" and "one degree" are."""
    digits = AMOUNT.search(said.raw)
    if digits is not None:
        value = float(digits.group().replace(",", ".").replace("−", "-"))
        return Argument("settings", value, Source("message", digits.span()))
    texts = [w.text for w in said.words]
    for i, text in enumerate(texts):
        is_by = len(texts) == 2 and i == 1 and texts[0] in room.lexicon.light and not _points(said, room)
        is_unit = (room.lexicon.stem(texts[i + 1]),) in room.lexicon.by_role["unit"] if i + 1 < len(texts) else False
        is_led = i + 1 < len(texts) and texts[i + 1] in room.pack.numbers.cardinals  # "one eighty"
        is_vague = text in room.pack.shifts.one | room.pack.numbers.ones and not (is_by or is_unit or is_led)
        found = amount(said, (i, i + 1), room.pack) if not is_vague else None
        if found is not None:
            return found
    return None


def _besides(said: Line, number: Argument, room: Room) -> list[str]:
    """The words of an answer that are neither its number nor small, nor of what machines do, are set to or have."""
    pack, lexicon = room.pack, room.lexicon
    small = lexicon.light | pack.references.light | pack.shifts.fillers | pack.shifts.hesitations | pack.ellipsis.small
    start, end = number.source.span or (0, 0)
    rest = [w.text for w in said.words if w.end <= start or w.start >= end]
    heavy = [text for text in rest if text not in small and text not in pack.commands.halves]
    return [t for t in heavy if not lexicon.is_listed(lexicon.stem(t)) and t not in pack.numbers.cardinals]


def _is_of_time(action: Action, said: Line, number: Argument, room: Room) -> bool:
    """Whether a number counts minutes, hours or days where the command takes no such value: "in 5 minutes"."""
    end = number.source.span[1] if number.source.span is not None else 0
    after = next((w.text for w in said.words if w.start >= end), "")
    at = room.at(action)
    command = command_of(room.subject(at), str(action.of("capability_id"))) if at is not None else None
    is_time = any(after in pack.times.units for pack in room.languages.packs)
    return is_time and command is not None and timed(action, command, _MINUTE) is None


def _points(said: Line, room: Room) -> bool:
    """Whether a message is nothing but "that one", or "the one"."""
    references, end = room.pack.references, len(said.flat)
    is_pronoun = any(p.match(said.flat, 0, end) for p in references.pronouns.of(said.texts))
    return is_pronoun or said.words[0].text in references.articles


def _names_one(said: Line, room: Room) -> bool:
    """Whether a number is no mere answer: "no, put the oven at 220" names its subject."""
    return room.is_known and bool(naming_words(said, (0, len(said.words)), room))


def _absolute(action: Action, said: Line, number: Argument, room: Room) -> Action:
    """The action, as what sets the same where it was to be raised or lowered: who is asked what it should be says
    "220" or "to 220"; "by 20" is by how much."""
    at = room.at(action)
    command = command_of(room.subject(at), str(action.of("capability_id"))) if at is not None else None
    if at is None or command is None or room.index.ability(command.name, command.description).act not in RELATIVE:
        return action
    start = number.source.span[0] if number.source.span is not None else 0
    before = next((w.text for w in reversed(said.words) if w.end <= start), "")
    if before in room.lexicon.light and before not in room.pack.commands.towards:
        return action
    things = room.index.ability(command.name, command.description).things
    for other in room.subject(at).commands:
        ability = room.index.ability(other.name, other.description)
        if ability.act == SET and ability.things == things:
            key = action.key("capability_id")
            changed = tuple(a._replace(value=other.id) if a.name == key else a for a in action.arguments)
            return replace(action, arguments=changed)
    return action


def _set(action: Action, number: Argument, unit: str, room: Room, sure: float) -> Step | None:
    """The value that a setting was asked for."""
    at = room.at(action)
    command = command_of(room.subject(at), str(action.of("capability_id"))) if at is not None else None
    if command is None:
        return None
    ability = room.index.ability(command.name, command.description)
    things = sorted(ability.things) or ["value"]
    exact = float(str(number.value))
    said = int(exact) if exact.is_integer() else exact
    by = None if ability.act not in RELATIVE else -abs(said) if ability.act == LOWER else abs(said)
    value: dict[str, object] = {things[0]: said if by is None else {"by": by}}
    given = Argument(room.key("settings"), value, number.source)
    answered = replace(action, arguments=(*action.arguments, given), confidence=sure)
    return in_its_own_scale(answered, unit, command, room) or rechecked(answered, room, is_granted=False)


def _named(action: Action, said: Line, words: tuple[int, int], room: Room, sure: float) -> Step | None:
    if action.of("record") is not None:
        return None
    span = said.span(*words)
    subject = Argument(room.key("record"), said.raw[span[0] : span[1]], Source("message", span))
    return rechecked(replace(action, arguments=(subject, *action.arguments), confidence=sure), room, is_granted=False)
