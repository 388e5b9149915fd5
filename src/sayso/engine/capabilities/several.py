"""Several subjects named by "and": each part that clearly names one is asked for by itself."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.lexicon import Role
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Reading
from sayso.engine.pack import Pack
from sayso.engine.records.names import Named, find
from sayso.engine.text import Line


def divided(asked: Asked, room: Room) -> list[Asked]:
    """One request for each subject, where the words together name none and every part names one; else nothing."""
    if not room.is_known or len(asked.at) < 2 or find(asked.named, room.index):
        return []
    line, out = asked.line, []
    if any(_takes_back(line, j, room.pack) for j in range(asked.at[0], asked.at[-1])):  # "the oven, no, the grill"
        return []
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
        found = find(_only(asked.named, mine), room.index) if mine else None
        if not found or len(found.best) > 1:
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
    taken_back = next((j for j in places if _takes_back(line, j, pack)), None)
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


def _takes_back(line: Line, at: int, pack: Pack) -> bool:
    """Whether a word takes back what was just said; one that may be part of a name ("no 2") only beside a pause."""
    text = line.words[at].text
    is_apart = any("," in line.gap(j) or "." in line.gap(j) for j in (at, at + 1) if j < len(line.words))
    return text in pack.commands.corrections and (text not in pack.commands.light or is_apart)


def widened(reading: Reading, said: Line, room: Room) -> Reading:
    """What was only heard, with all words that name its subject: "the kitchen fridge", not "the fridge"."""
    if reading.grade != "heard" or not room.is_known:
        return reading
    name = next((slot for slot in ("what", "subject") if slot in reading.slots), None)
    taken = {i for slot, words in reading.slots.items() if slot not in (name, "where") for i in range(*words)}
    naming = naming_words(said, (reading.clause.start, reading.clause.end), room) - taken
    if name is None:
        runs = _runs(sorted(naming), said, room)
        slot = "what" if reading.does == "command" else "subject"
        rest = {n: words for n, words in reading.slots.items() if n != "where"}
        return reading._replace(slots={**rest, slot: runs[0]}) if len(runs) == 1 else reading
    start, end = reading.slots[name]
    while start - 1 in naming and "," not in said.gap(start):
        start -= 1
    while end in naming and "," not in said.gap(end):
        end += 1
    return reading._replace(slots={**reading.slots, name: (start, end)})


def _runs(at: Sequence[int], said: Line, room: Room) -> list[tuple[int, int]]:
    """Words that stand together, but for small ones between them."""
    runs: list[tuple[int, int]] = []
    for i in at:
        between = range(runs[-1][1], i) if runs else range(0)
        is_near = bool(runs) and all(said.words[j].text in room.lexicon.light for j in between)
        if is_near and not any("," in said.gap(j) for j in range(runs[-1][1], i + 1)):
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


def naming_words(said: Line, words: tuple[int, int], room: Room) -> set[int]:
    """The words that stand in subjects' names, kinds or places, and not for a thing of theirs."""
    lexicon = room.lexicon
    heavy = [i for i in range(*words) if said.words[i].text not in lexicon.light]
    stems = lexicon.stems(said.words[i].text for i in heavy)
    roles: tuple[Role, ...] = ("thing", "metric", "act", "component")
    other = {i for role in roles for s in lexicon.spots(role, stems) for i in range(s.start, s.end)}
    spots = (*lexicon.spots("kind", stems), *lexicon.spots("room", stems))
    whole = {i for s in spots for i in range(s.start, s.end)}
    return {heavy[i] for i, s in enumerate(stems) if i in whole or (i not in other and room.index.is_borne(s))}


def named_between(said: Line, words: tuple[int, int], room: Room) -> list[int]:
    """The subjects that those of the words mean which speak of subjects at all."""
    at = sorted(naming_words(said, words, room))
    if not at:
        return []
    texts = tuple(said.words[i].text for i in at)
    found = find(Named(texts, room.lexicon.stems(texts), frozenset(range(len(at)))), room.index)
    return list(found.best.places())


def _only(named: Named, kept: list[int], musts: frozenset[int] | None = None) -> Named:
    inside = frozenset(kept) if musts is None else musts
    return Named(
        tuple(named.texts[i] for i in kept),
        tuple(named.stems[i] for i in kept),
        frozenset(j for j, i in enumerate(kept) if i in inside),
        mended={j: named.mended[i] for j, i in enumerate(kept) if i in named.mended},
        known=frozenset(j for j, i in enumerate(kept) if i in named.known),
    )
