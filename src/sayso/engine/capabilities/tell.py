"""How subjects, their commands and their readings are told, in the user's language."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sayso.engine.capabilities.fleet import Ability, read_ability
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.capabilities.room import Room
from sayso.engine.nouns import Action, Command, Subject, Suggestion
from sayso.engine.pack import Pack
from sayso.engine.tell import day, either, say


def command_words(name: str, pack: Pack, lexicon: Lexicon) -> str:
    """A command of a technical name in words, whatever subject has it."""
    return label_of(read_ability(name, "", lexicon), name, pack)


def metric_words(name: str, pack: Pack, lexicon: Lexicon) -> str:
    """A reading of a technical name in words, whatever subject has it."""
    return _metric(read_ability(name, "", lexicon), name, pack)


def label_of(ability: Ability, name: str, pack: Pack) -> str:
    """A command in words: "Turn on the light"; its own name where nobody knows better."""
    labels = pack.labels
    things = [labels["things"].get(t) or labels["metrics"].get(t, "") for t in sorted(ability.things)]
    if ability.act is None or not all(things) or (ability.other and not ability.things):
        return name.replace("_", " ")
    return " ".join((labels["acts"][ability.act], *things))


def command_label(command: Command, room: Room) -> str:
    """A subject's command in words."""
    return label_of(room.index.ability(command.name), command.name, room.pack)


def order_label(command: Command, action: Action, room: Room) -> str:
    """A command with what is to be set, and when: "Set temperature: 4", "Turn on (at 17:00)"."""
    given = action.of("settings")
    values = [_told(value, room.pack) for value in given.values()] if isinstance(given, Mapping) else []
    label = command_label(command, room)
    label = f"{label}: {', '.join(values)}" if values else label
    told = [
        say(room.pack, f"time_{role}", {"when": clock_label(str(action.of(role)), room.pack, room.now)})
        for role in ("begins", "ends")
        if action.of(role) is not None
    ]
    return f"{label} ({', '.join(told)})" if told else label


def clock_label(iso: str, pack: Pack, now: datetime) -> str:
    """A time to come in words: on this day the time alone, later with the day."""
    at = datetime.fromisoformat(iso)
    today = now.astimezone(at.tzinfo).date()
    return f"{at:%H:%M}" if at.date() == today else f"{at:%H:%M}, {day(pack, iso[:10], today)}"


def _told(value: object, pack: Pack) -> str:
    by = value.get("by") if isinstance(value, Mapping) else None
    return amount(value, "", pack) if by is None else f"{'+' if by > 0 else ''}{amount(by, '', pack)}"


def amount(value: object, unit: str, pack: Pack) -> str:
    """A number as the language writes it, with its unit."""
    text = f"{value:g}" if isinstance(value, float | int) else str(value)
    text = text.replace(".", pack.labels["marks"]["decimal"]).replace("-", "−")
    return f"{text} {unit}".rstrip()


def named_label(command_name: str, room: Room) -> str:
    """The pack's own command ("turn_on_light") in words."""
    for act in sorted(room.pack.labels["acts"], key=len, reverse=True):
        if command_name == act or command_name.startswith(f"{act}_"):
            things = frozenset(filter(None, (command_name[len(act) + 1 :],)))
            return label_of(Ability(act, things, frozenset()), command_name, room.pack)
    return command_name.replace("_", " ")


def metric_label(metric: str, room: Room) -> str:
    """A reading in words."""
    unread = Ability(None, frozenset((metric,)), frozenset())
    return _metric(room.index.ability(metric) if room.is_known else unread, metric, room.pack)


def _metric(ability: Ability, name: str, pack: Pack) -> str:
    known = [pack.labels["metrics"].get(t) for t in ability.things]
    is_plain = len(known) == 1 and known[0] and not ability.other
    return str(known[0]) if is_plain else name.replace("_", " ")


def read_label(metric: str, room: Room) -> str:
    """Reading something, in words: "Read the temperature"."""
    return say(room.pack, "read_metric", {"metric": metric_label(metric, room)})


def apart(subject: Subject, others: Sequence[Subject], room: Room) -> str | None:
    """What tells a subject from others of its name: where it stands, whether it is connected, its serial."""
    twins = [m for m in others if m.name == subject.name]
    linked = {True: room.pack.replies["is_connected"], False: room.pack.replies["is_offline"], None: ""}
    if len(twins) < 2:
        marks = [subject.place, linked[subject.is_connected] if subject.is_connected is False else ""]
    else:
        states = {m.is_connected for m in twins}
        marks = [subject.place, linked[subject.is_connected] if len(states) > 1 else "", subject.serial or subject.id]
    return " · ".join(m for m in marks if m) or None


def offers(subject: Subject, room: Room, confidence: float) -> tuple[Suggestion, ...]:
    """What one can do with a subject: its commands, and a place kept for its readings."""
    most = room.policy.suggest_at_most
    about = {room.key("id"): subject.id}
    share = round(confidence / max(len(subject.commands) + 1, 1), 4)
    reads = tuple(
        Suggestion(read_label(m, room), {**about, room.key("readings"): [m]}, share, room.tool("measure"))
        for m in subject.metrics[:2]
    )
    kept = subject.commands[: max(most - len(reads), 1)]
    commands = tuple(
        Suggestion(
            command_label(c, room),
            {**about, room.key("capability_id"): c.id},
            share,
            room.tool("command"),
            c.description or None,
        )
        for c in kept
    )
    return (*commands, *reads)[:most]


def has(subject: Subject, room: Room) -> str:
    """What a subject can do, in words."""
    return ", ".join(command_label(c, room) for c in subject.commands[:8]) or "–"


def measures(subject: Subject, room: Room) -> str:
    """What a subject measures, in words."""
    return ", ".join(metric_label(m, room) for m in subject.metrics[:8]) or "–"


def ask_which(subjects: Sequence[Subject], room: Room, count: int = 0) -> str:
    """Which of several subjects is meant; `count` where there are more than these."""
    most = room.policy.suggest_at_most
    count = count or len(subjects)
    names = list(dict.fromkeys(m.name for m in subjects[:most]))
    if len(names) < 2 or count > most:
        told = {"count": count, "names": either(room.pack, names)}
        return say(room.pack, room.reply("ask_which_", after="_of_many"), told)
    return say(room.pack, "ask_which", {"names": either(room.pack, names)})


def first_names(subjects: Iterable[Subject], count: int) -> list[str]:
    """The first few different names."""
    names: dict[str, None] = {}
    for subject in subjects:
        names.setdefault(subject.name)
        if len(names) >= count:
            break
    return list(names)


def ask_of_all(room: Room) -> str:
    """That one at a time is meant, where all there are were named."""
    return room.pack.replies[room.reply("ask_all_", is_many=True)]
