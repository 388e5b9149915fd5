"""Which subjects the conversation is about: those named in the latest exchange that names any."""

from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.nouns import Done, Turn
from sayso.engine.records.names import TOLD, Named, find
from sayso.engine.records.words import parts_of
from sayso.engine.turns import without_examples

_LOOK_BACK = 10  # turns
_LATELY = 6  # turns, of both
_READ_AT_MOST = 2000  # letters of a turn


def in_focus(history: tuple[Turn, ...], room: Room) -> InFocus:
    """The subjects in focus: one, several, or none."""
    at = len(history) - 1
    last = max(0, at - _LOOK_BACK + 1)
    while at >= last:
        first = at - 1 if at and history[at].role == "assistant" and history[at - 1].role == "user" else at
        found: list[int] = _done(history[at], room)
        turn = at
        is_told = any(t.steps for t in history)  # what was done is known: no prose of ours is read back
        tools = [room.policy.tools.get(s.tool_name) for s in history[at].steps]
        is_of_others = any(tool is not None and tool.domain != room.domain.name for tool in tools)
        spoken = [i for i in range(at, first - 1, -1) if not is_told or history[i].role != "assistant"]
        spoken = [] if is_of_others else spoken  # "cancella la riunione" names no "Cancello"
        spoken = [] if any(_is_lost(s, room) for s in history[at].steps) else spoken
        is_in_passing = is_told and not history[at].steps  # nothing came of it: "the thing from the shop"
        for i in spoken if not found else ():
            named = named_in(without_examples(history[i], room.languages.packs), room, is_in_passing)
            turn = i if named and not found else turn
            found.extend(m for m in named if m not in found)
            if found and history[i].role == "assistant":
                break
        if found:
            return InFocus(tuple(found), turn)
        at = first - 1
    return NOTHING


def _is_lost(step: Done, room: Room) -> bool:
    """Whether a step of ours failed because nothing is called as was said."""
    tool = room.policy.tools.get(step.tool_name)
    is_ours = tool is not None and tool.domain == room.domain.name and not tool.is_read_only
    return is_ours and step.outcome == "failed" and not step.parameters.get(room.key("id"))


def _done(turn: Turn, room: Room) -> list[int]:
    """The subject that the last step of a turn was about; of a step that failed only where no other was about any."""
    latest = [*reversed(turn.steps)]
    for step in sorted(latest, key=lambda s: s.outcome == "failed"):
        known = step.parameters.get(room.key("id"))
        at = room.index.by_id.get(known.casefold()) if isinstance(known, str) else None
        if at is not None:
            return [at]
    return []


def several_in_focus(history: tuple[Turn, ...], room: Room) -> InFocus:
    """The subjects that "them" means: those of the latest turn that was about any, and of the turns before it that gave
    the same command ("the oven light", "and the hall's"), where they are several."""
    found: list[int] = []
    latest: tuple[int, frozenset[str]] | None = None
    for turn in range(len(history) - 1, max(-1, len(history) - 1 - _LOOK_BACK), -1):
        about = [(at, step) for step in history[turn].steps if (at := _subject_of(step, room)) is not None]
        if not about:
            continue
        did = frozenset(_did(at, step, room) for at, step in about)
        if latest is not None and (did != latest[1] or "" in did):
            break
        latest = latest or (turn, did)
        found.extend(at for at, _ in about if at not in found)
    return InFocus(tuple(found), latest[0]) if latest is not None and len(found) > 1 else NOTHING


def abler(act: str | None, found: InFocus, history: tuple[Turn, ...], room: Room) -> InFocus:
    """The only subject that was spoken of lately and can do what those in focus cannot: "open the gate and turn on the
    lamps", "and lock it"."""
    if not found.at or any(_can(at, act, room) for at in found.at):
        return NOTHING
    spoken = {
        at: turn
        for turn in range(max(0, len(history) - _LATELY), len(history))
        for step in history[turn].steps
        if (at := _subject_of(step, room)) is not None and at not in found.at and _can(at, act, room)
        if _is_of_itself(at, step, room)
    }
    return InFocus(tuple(spoken), next(iter(spoken.values()))) if len(spoken) == 1 else NOTHING


def another(found: InFocus, history: tuple[Turn, ...], room: Room) -> InFocus:
    """The subject that was spoken of before the one in focus: "and put the other one at 19"."""
    for turn in range(len(history) - 1, max(-1, len(history) - 1 - _LOOK_BACK), -1):
        others = dict.fromkeys(at for step in history[turn].steps if (at := _subject_of(step, room)) is not None)
        others = {at: None for at in others if at not in found.at}
        if others:
            return InFocus(tuple(others), turn)
    return NOTHING


def _is_of_itself(at: int, step: Done, room: Room) -> bool:
    """Whether a command was given to a subject, and to no part of it: the light of an oven is not the oven."""
    command = command_of(room.subject(at), str(step.parameters.get(room.key("capability_id"), "")))
    return command is not None and not room.index.ability(command.name, command.description).things


def _can(at: int, act: str | None, room: Room) -> bool:
    return any(room.index.ability(c.name, c.description).act == act for c in room.subject(at).commands)


def does_without(act: str | None, things: frozenset[str], found: InFocus, room: Room) -> bool:
    """Whether the subjects in focus can do something, and none of them to these things: a dryer whose cycle was started
    can be paused, and has no command to pause a cycle."""
    commands = [c for at in found.at for c in room.subject(at).commands] if room.is_known else []
    able = [a for c in commands if (a := room.index.ability(c.name, c.description)).act == act]
    return bool(able) and not any(a.things & things for a in able)


def _subject_of(step: Done, room: Room) -> int | None:
    return room.index.by_id.get(str(step.parameters.get(room.key("id"), "")).casefold())


def _did(at: int, step: Done, room: Room) -> str:
    """The name of the command that was given to a subject; empty where none was."""
    command = command_of(room.subject(at), str(step.parameters.get(room.key("capability_id"), "")))
    return command.name if command is not None and step.outcome in ("done", "waiting") else ""


def named_in(text: str, room: Room, is_in_passing: bool = False) -> list[int]:
    """The subjects that a text names: by their whole names, else by as much of them as it says; only by a word for what
    they are where it is said in passing."""
    index, lexicon = room.index, room.lexicon
    words = [w for w in parts_of(text[:_READ_AT_MOST]) if w not in lexicon.light]
    stems = lexicon.stems(words)
    said = set(stems)
    pool = {m for s in said for posts in (index.by_stem, index.by_place) for m in posts.get(s, ())}
    flat = f" {' '.join(stems)} "
    whole = [m for m in sorted(pool) if f" {' '.join(index.names[m])} " in flat]
    longest = [m for m in whole if not any(_is_inside(index.names[m], index.names[o]) for o in whole if o != m)]
    marked = [m for w in words for m in index.by_code.get(w, ())]
    if longest or marked:
        return list(dict.fromkeys((*longest, *marked)))
    kinds = {i for s in lexicon.spots("kind", stems) if s.name in index.by_kind for i in range(s.start, s.end)}
    telling = [i for i, s in enumerate(stems) if i in kinds or index.is_borne(s)]
    if not telling or (is_in_passing and not kinds):
        return []
    named = Named(tuple(words[i] for i in telling), tuple(stems[i] for i in telling), frozenset(range(len(telling))))
    found = find(named, index).where(lambda m: m.rank != TOLD)
    return list(found.places()) if found else sorted(pool)


def _is_inside(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    return len(longer) > len(shorter) and f" {' '.join(shorter)} " in f" {' '.join(longer)} "
