"""Which subject "it" and "the kitchen one" point at, where the last one that was spoken of cannot be meant."""

from collections.abc import Callable
from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.focus import abler
from sayso.engine.capabilities.room import InFocus
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Ask, Call, Confirm, Failed, Step
from sayso.engine.records.names import Named
from sayso.engine.thread import Thread

NOBODY = Named((), (), frozenset())  # no words that name a subject
Settled = Callable[[Asked, InFocus], list[Step]]


def of_an_abler_one(steps: list[Step], wanted: Asked, thread: Thread, focus: InFocus, settled: Settled) -> list[Step]:
    """The steps; where "it" cannot do it, those of the only one spoken of lately that can."""
    if not wanted.is_pronoun or focus.turn is None or not all(map(is_beyond, steps)) or not thread.room.is_known:
        return steps
    other = abler(wanted.wanted.act, focus, thread.scene.history, thread.room)
    found = settled(wanted, other) if other.at else []
    is_able = bool(found) and all(isinstance(s, Call | Confirm) for s in found)
    return [never_called(s, thread.room) for s in found] if is_able else steps


def of_the_kind(steps: list[Step], wanted: Asked, thread: Thread, focus: InFocus, settled: Settled) -> list[Step]:
    """ "the kitchen one", said after a fridge, is a fridge: of several that fit, the only one of the kind in focus."""
    room, said = thread.room, thread.heard.said
    if not room.is_known:
        return steps
    texts = {said.words[i].text for slot in wanted.reading.slots.values() for i in range(*slot)}
    is_pointing = bool(thread.scene.history) and not texts.isdisjoint(room.pack.shifts.one)
    if is_pointing and any(isinstance(s, Call) and not _is_alike(s, focus, thread) for s in steps):
        return [never_called(s, room) if s.action.does == "command" else s for s in steps]  # one of what?
    if len(steps) != 1 or not isinstance(steps[0], Ask) or not focus.at or texts.isdisjoint(room.pack.shifts.one):
        return steps
    kinds = room.index.kinds[focus.at[0]]
    offered = [
        room.index.by_id[str(s.value.get(room.key("id"), "")).casefold()]
        for s in steps[0].suggestions
        if room.key("id") in s.value
    ]
    alike = [at for at in offered if kinds and room.index.kinds[at] == kinds]
    if len(alike) != 1 or len(offered) < 2:
        return steps
    pointed = replace(wanted, is_pronoun=True, named=NOBODY)
    return [never_called(s, room) for s in settled(pointed, InFocus((alike[0],)))]


def _is_alike(step: Step, focus: InFocus, thread: Thread) -> bool:
    """Whether a step is about a subject of the kind that was spoken of."""
    index = thread.room.index
    at = index.by_id.get(str(step.action.of("id")).casefold())
    return at is not None and any(index.kinds[m] == index.kinds[at] for m in focus.at)


def is_beyond(step: Step) -> bool:
    """Whether a subject that is there cannot do it."""
    return isinstance(step, Failed) and step.reason == "no_capability"
