"""Several subjects named by "and": each part that clearly names one is asked for by itself."""

from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import joined_until
from sayso.engine.pack import Pack
from sayso.engine.records.names import Named, find


def divided(asked: Asked, room: Room) -> list[Asked]:
    """One request for each subject, where the words together name none and every part names one; else nothing."""
    if not room.is_known or len(asked.at) < 2 or find(asked.named, room.index):
        return []
    line, out = asked.line, []
    groups: list[list[int]] = [[]]
    for i, at in enumerate(asked.at):
        between = range(asked.at[i - 1] + 1, at + 1) if i else range(0)
        if any(joined_until(line, j, len(line.words), room.pack) > j or "," in line.gap(j) for j in between):
            groups.append([])
        groups[-1].append(i)
    shared = [
        i for i in asked.things if not any(i in g and len(g) > 1 and set(g) - set(asked.things) for g in groups[1:])
    ]
    for group in groups:
        mine = [i for i in group if i in asked.named.musts]
        found = find(_only(asked.named, mine), room.index) if mine else []
        if not found or [m.rank for m in found].count(found[0].rank) > 1:
            return []
        kept = sorted({*group, *shared})
        things = {kept.index(i): t for i, t in asked.things.items() if i in kept}
        named = _only(asked.named, kept, frozenset(mine))
        out.append(replace(asked, named=named, at=tuple(asked.at[i] for i in kept), things=things))
    return out if len(out) > 1 else []


def by_thing(asked: Asked, room: Room) -> list[Asked]:
    """One request for each thing, where several are named by "and": "the light and the fan of the hood"."""
    names = dict.fromkeys(t.name for t in asked.things.values() if t.role != "metric")
    at = [asked.at[i] for i in sorted(asked.things)]
    if len(names) < 2 or asked.reading.does != "command":
        return []
    between = range(at[0] + 1, at[-1] + 1)
    line = asked.line
    if not any(joined_until(line, j, len(line.words), room.pack) > j or "," in line.gap(j) for j in between):
        return []
    return [replace(asked, things={i: t for i, t in asked.things.items() if t.name == name}) for name in names]


def shortened(asked: Asked, pack: Pack) -> Asked | None:
    """The request without what comes after a word that begins something else: "that", "because", "for ten minutes";
    after one that takes a word back ("no, rather the oven"), with what comes after instead."""
    line, words = asked.line, pack.commands
    first = asked.at[0] if asked.at else 0
    places = range(first + 1, len(line.words))
    taken_back = next((j for j in places if line.words[j].text in words.corrections), None)
    stop = next((j for j in places if line.words[j].text in words.breaks or "," in line.gap(j)), None)
    if taken_back is not None:
        kept = [i for i, at in enumerate(asked.at) if at > taken_back or i in asked.things]
    else:
        kept = [i for i, at in enumerate(asked.at) if stop is not None and at < stop]
    if not any(i in asked.named.musts for i in kept) or len(kept) == len(asked.at):
        return None
    things = {kept.index(i): t for i, t in asked.things.items() if i in kept}
    named = _only(asked.named, kept, frozenset(i for i in kept if i in asked.named.musts))
    return replace(asked, named=named, at=tuple(asked.at[i] for i in kept), things=things)


def _only(named: Named, kept: list[int], musts: frozenset[int] | None = None) -> Named:
    inside = frozenset(kept) if musts is None else musts
    return Named(
        tuple(named.texts[i] for i in kept),
        tuple(named.stems[i] for i in kept),
        frozenset(j for j, i in enumerate(kept) if i in inside),
        mended={j: named.mended[i] for j, i in enumerate(kept) if i in named.mended},
        known=frozenset(j for j, i in enumerate(kept) if i in named.known),
    )
