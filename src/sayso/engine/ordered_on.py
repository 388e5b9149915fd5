"""What is said alone of the subject that was just spoken of, where nothing else came of it: "STOP there's a bike in the
way", "pause!! I forgot a sock", "keep going", "up again"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.focus import named_in
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Call, Confirm, Decision, Done, Source, Step, Turn
from sayso.engine.outcome import is_named_now, reply_of
from sayso.engine.pack import Pack
from sayso.engine.request import Request
from sayso.engine.text import Line, tokens

_PAUSES = frozenset(",;:.!?–—")
_LATELY = 4  # turns, of both
_MOST_WORDS, _LONGEST = 24, 5  # of a message; of what is said of the subject
_STOP, _RESUME = "stop", "resume"
_ITS_OWN = frozenset(("make", "command"))
_HELD = frozenset(("stop", "pause"))
Words = tuple[int, int]


def ordered_on(
    decision: Decision, request: Request, pack: Pack, room: Room, decide: Callable[[str], Decision]
) -> Decision:
    """The decision; or the one about the act that a part of the message says, where the rest of it names nothing."""
    said = pack.line(request.message, tokens(request.message))
    if not pack.commands.onward or not room.is_known or not 0 < len(said.words) <= _MOST_WORDS:
        return decision
    before = _spoken_of(request.history, room)
    done = [s.action for s in decision.steps if isinstance(s, Call | Confirm)]
    if before is None or "?" in said.raw or any(is_named_now(a) or a.does in _ITS_OWN for a in done):
        return decision
    is_read = any(room.policy.has_capabilities(a.intent) for a in done)  # "there it is. turn it off"
    for words, act in _acts(said, pack):
        if is_read and words[1] < len(said.words) and _PAUSES.isdisjoint(said.gap(words[1])):
            return decision
        rest = " ".join((said.raw[: said.words[words[0]].start], said.raw[said.words[words[1] - 1].end :]))
        if any(at != before for at in named_in(rest, room)):
            return decision
        meant = _gone_on(request.history, before, room) if act == _RESUME else act
        plain = next((p for p, does in pack.commands.onward.items() if does == meant), None)
        found = decide(" ".join(plain)).steps if plain is not None and meant is not None else ()
        if len(found) == 1 and isinstance(found[0], Call | Confirm) and room.at(found[0].action) == before:
            return _as_said(found[0], decision, said, words, room)
    return decision


def _as_said(step: Step, decision: Decision, said: Line, words: Words, room: Room) -> Decision:
    """The decision for an order that some words of the message give; what stops at once, and all else with a yes."""
    span = said.span(*words)
    told = tuple(
        a._replace(source=Source("message", span)) if a.source.kind == "message" else a for a in step.action.arguments
    )
    new = Call(replace(step.action, arguments=told))
    is_all = words == (0, len(said.words))
    is_stopped = words[0] == 0 and _act_of(new, room) == _STOP
    steps: tuple[Step, ...] = (new if isinstance(step, Call) and (is_all or is_stopped) else never_called(new, room),)
    return replace(decision, steps=steps, reply=reply_of(steps), next=(), reason=None)


def _acts(said: Line, pack: Pack) -> Iterator[tuple[Words, str]]:
    """The parts of a message that say such an act and nothing else, and which: up to a pause, or to something else."""
    words = said.words
    cuts = [i for i in range(1, len(words)) if not _PAUSES.isdisjoint(said.gap(i))]
    for start, end in pairwise((0, *cuts, len(words))):
        soft = (i for i in range(end - 1, start, -1) if words[i].text in pack.commands.breaks)
        for stop in (end, *soft):
            part = [w.text for w in words[start:stop]]
            act = _said(part, pack)
            if act is not None and pack.negations.isdisjoint(set(part) - pack.commands.beside_acts):
                yield (start, stop), act
                break


def _said(texts: list[str], pack: Pack) -> str | None:
    """The act that words say: a phrase for one, once or several times, among words that say nothing else."""
    phrases, idle = pack.commands.onward, pack.commands.beside_acts
    at, found = 0, set[str]()
    while at < len(texts):
        size = next((n for n in range(_LONGEST, 0, -1) if tuple(texts[at : at + n]) in phrases), 0)
        if size:
            found.add(phrases[tuple(texts[at : at + size])])
        elif texts[at] not in idle:
            return None
        at += size or 1
    return found.pop() if len(found) == 1 else None


def _spoken_of(history: tuple[Turn, ...], room: Room) -> int | None:
    """The subject of the last thing that was done or read, where that was lately."""
    for turn in reversed(history[-_LATELY:]):
        if turn.steps:
            done = [s for s in turn.steps if s.outcome != "failed"]
            return _subject(done[-1], room) if done else None
    return None


def _subject(step: Done, room: Room) -> int | None:
    known = step.parameters.get(room.key("id"))
    return room.index.by_id.get(known.casefold()) if isinstance(known, str) else None


def _gone_on(history: tuple[Turn, ...], subject: int, room: Room) -> str | None:
    """What goes on with a subject where the last thing done was to stop it: what it did before, if it cannot resume."""
    steps = (s for turn in reversed(history) for s in reversed(turn.steps) if _subject(s, room) == subject)
    acts = [_act(room, subject, str(s.parameters.get(room.key("capability_id"), ""))) for s in steps]
    if not acts or acts[0] not in _HELD:
        return None
    earlier = (act for act in acts if act is not None and act not in _HELD)
    return _RESUME if _can(subject, _RESUME, room) else next(earlier, None)


def _can(subject: int, act: str, room: Room) -> bool:
    return any(room.index.ability(c.name, c.description).act == act for c in room.subject(subject).commands)


def _act_of(step: Step, room: Room) -> str | None:
    at = room.at(step.action)
    return _act(room, at, str(step.action.of("capability_id"))) if at is not None else None


def _act(room: Room, subject: int, capability: str) -> str | None:
    command = command_of(room.subject(subject), capability)
    return room.index.ability(command.name, command.description).act if command is not None else None
