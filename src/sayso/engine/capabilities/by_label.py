"""A command that is called by all of its own words, whatever stands around them: "fai casa a nanna, per favore", where
a scene is called so. Always asked about."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from sayso.engine.capabilities.asked import asked
from sayso.engine.capabilities.capability import CapabilityQuery
from sayso.engine.capabilities.pointed import NOBODY
from sayso.engine.capabilities.room import InFocus
from sayso.engine.capabilities.settle import never_called, settle
from sayso.engine.nouns import Call, Clause, Confirm, Reading, Step
from sayso.engine.records.words import parts_of
from sayso.engine.thread import Thread
from sayso.engine.values.times import find_times

_LEAST = 2  # words of a name that is no everyday word
_LONGEST = 16  # words of a message


class _Spot(NamedTuple):
    """Where a command is named, and whose it is."""

    start: int
    end: int
    command: str
    at: int


def by_label(thread: Thread) -> list[Step]:
    """What the one command does that is wholly named in a message which asks nothing and denies nothing."""
    said, pack, room = thread.heard.said, thread.heard.pack, thread.room
    texts = [w.text for w in said.words]
    is_plain = all(h.clause.kind in ("request", "other") for h in thread.heard.heard)
    if not room.is_known or not is_plain or len(texts) > _LONGEST or "?" in said.raw:
        return []
    spots = list(_spots(texts, thread)) if pack.negations.isdisjoint(texts) else []
    longest = [s for s in spots if not any(o != s and o.start <= s.start and s.end <= o.end for o in spots)]
    if len(longest) != 1 or not _is_ordered(longest[0], texts, thread):
        return []
    spot = longest[0]
    words = (spot.start, spot.end)
    reading = Reading(room.intent("command"), "plain", Clause(*words, "request"), {"what": words}, does="command")
    wanted = asked(said, reading, pack, thread.around.languages, thread.scene.now)
    meant = CapabilityQuery(None, frozenset(), frozenset())
    wanted = replace(wanted, command=spot.command, is_pronoun=True, is_all=False, is_many=False, named=NOBODY)
    step, _ = settle(replace(wanted, wanted=meant, things={}), room, InFocus((spot.at,)))
    return [never_called(step, room)] if isinstance(step, Call | Confirm) else []


def _is_ordered(spot: _Spot, texts: list[str], thread: Thread) -> bool:
    """Whether a name stands first, after a pause or after a word that begins an order, and no time is said with it."""
    said, pack = thread.heard.said, thread.heard.pack
    if find_times(said, pack, (0, len(texts))):
        return False
    led = spot.start - (spot.start > 0 and texts[spot.start - 1] in pack.references.articles)
    is_apart = led == 0 or bool(said.gap(led).strip()) or bool(said.gap(spot.start).strip())
    return is_apart or texts[led - 1] in pack.patterns.by_word


def _spots(texts: list[str], thread: Thread) -> Iterator[_Spot]:
    """Where a command that has a name of its own is named by all of it, and only one subject has such a command."""
    index = thread.room.index
    for (name, description), sorts in index.able.items():
        ability, label = index.ability(name, description), parts_of(description)
        places = [at for sort in sorts for at in index.by_sort[sort]]
        if not ability.narrower or ability.things or len(label) < _LEAST or len(places) != 1:
            continue
        for i in range(len(texts) - len(label) + 1):
            if tuple(texts[i : i + len(label)]) == label:
                yield _Spot(i, i + len(label), name, places[0])
