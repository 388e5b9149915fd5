"""Several subjects named by "and": each part that clearly names one is asked for by itself."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import EXACTLY
from sayso.engine.capabilities.lexicon import Role
from sayso.engine.capabilities.pairs import Pair, ablest, pairs
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Reading
from sayso.engine.pack import Pack
from sayso.engine.records.names import WHOLE, Named, find
from sayso.engine.text import Line

_FEW = 3  # words that name a subject and nothing else
_TALK = 2  # words that are about something else


def divided(asked: Asked, room: Room) -> list[Asked]:
    """One request for each subject, where the words together name none and every part names one, or at least one part
    and the others several; else nothing."""
    where = _where(asked, room) if room.is_known else []
    if not room.is_known or len(asked.named.texts) < 2:
        return []
    line, out = asked.line, []
    unclear = 0
    if any(_takes_back(line, j, room.pack) for j in range(asked.at[0], asked.at[-1])):  # "the oven, no, the grill"
        return []
    groups: list[list[int]] = [[]]
    for i, at in enumerate(asked.at):
        between = range(asked.at[i - 1] + 1, at + 1) if i else range(0)
        if any(_is_joint(line, j, room.pack) for j in between):
            groups.append([])
        is_naming = i in asked.named.musts or i in asked.things
        is_naming = is_naming or joined_until(line, at, len(line.words), room.pack) == at
        if is_naming and not _is_back(line.words[at].text, asked, room):
            groups[-1].append(i)
    said_last = [
        i for i in groups[-1] if i in asked.named.musts and _is_value(asked.named.stems[i], room) and len(groups) > 1
    ]
    groups[-1] = [i for i in groups[-1] if i not in said_last]
    shared = [
        i for i in asked.things if not any(i in g and len(g) > 1 and set(g) - set(asked.things) for g in groups[1:])
    ]
    groups = [g for g in groups if set(g) - set(where)] if where else groups
    called = [g for g in groups if len(groups) > 1 and _are_called_so(g, asked, room)]  # "the fan and the dryer"
    if not where and not called and _are_one(asked, room):
        return []
    shared = [i for i in shared if not any(i in g for g in called)]
    tellers = _tellers(asked, room)
    headed = groups[0] if len(groups) > 2 and asked.is_group and set(groups[0]) <= set(asked.things) else []
    for group in groups[1:] if headed else groups:  # "both doors, front and back"
        must = group if group in called else [i for i in group if i in asked.named.musts]
        telling = sorted({*must, *(i for i in group if i in tellers)})
        ways = [sorted({*headed, *telling}), telling, must]
        mine = next((way for way in ways if way and len(find(_only(asked.named, way), room.index).best) == 1), None)
        if mine is None:  # "the shower light and the shower room fan"
            whole = find(_only(asked.named, group), room.index)
            mine = group if whole.has_rank(WHOLE) and len(whole.best) == 1 else None
        if mine is not None:
            part = _part(asked, sorted({*group, *shared, *said_last}), frozenset((*mine, *said_last)))
            own = _part(asked, sorted({*group, *said_last}), frozenset((*mine, *said_last)))
            is_lost = bool(set(shared) - set(group)) and not _able(part, room) and bool(_able(own, room))
            out.append(own if is_lost else part)  # "the lamp and the heater": the heater has none
            continue
        there = _in_a_place(asked, group, shared, where, room)
        if there is None and _is_open(group, must, asked, room):
            unclear += 1
            there = _part(asked, sorted({*group, *said_last}), frozenset((*must, *said_last)))
        if there is None:
            return []
        out.append(there)
    if len(out) < 2 or unclear == len(out):
        return []
    ends = [*(part.at[0] for part in out[1:]), max((end for _, end in asked.reading.slots.values()), default=0)]
    return [_as_its_own_word_says(part, end, room) for part, end in zip(out, ends, strict=True)]


def _as_its_own_word_says(part: Asked, end: int, room: Room) -> Asked:
    """A part that is to do the opposite of what all were taken for: "turn the oven on and the radio off"."""
    if not any(_is_back(w.text, part, room) for w in part.line.words[part.at[0] : end]):
        return part
    return replace(part, wanted=part.wanted._replace(act=room.lexicon.opposites[part.wanted.act or ""]))


def _is_back(word: str, asked: Asked, room: Room) -> bool:
    """Whether a word by itself says the opposite of what is asked for."""
    back = room.lexicon.opposites.get(asked.wanted.act or "")
    return back is not None and room.pack.commands.acts.get((word,)) == back


def _is_open(group: list[int], must: list[int], asked: Asked, room: Room) -> bool:
    """Whether a part names several subjects, or a kind of which there is none, and says nothing else: that is asked
    about, or told, and no reason to leave out the others: "the oven and the fridge", where there are two fridges."""
    if not must or len(group) > _FEW:
        return False
    line, articles = asked.line, room.pack.references.articles
    before = next((j for j in range(asked.at[group[0]] - 1, -1, -1) if line.words[j].text not in articles), -1)
    end, later = len(line.words), range(asked.at[group[-1]] + 1, asked.at[-1])
    is_listed = "," in line.gap(before + 1) and any(joined_until(line, j, end, room.pack) > j for j in later)
    if before >= asked.at[0] and joined_until(line, before, end, room.pack) == before and not is_listed:
        return False  # "take the awning in, the wind is up"
    found = find(_only(asked.named, must), room.index).best
    stems = [asked.named.stems[i] for i in must]
    is_kind = bool(room.lexicon.kinds(stems)) and not any(room.index.is_borne(stem) for stem in stems)
    return len(found) > 1 or (not found and is_kind)


def _is_joint(line: Line, at: int, pack: Pack) -> bool:
    """Whether another one follows: after a comma, a word that joins, or the second of a pair ("sia … che …")."""
    if joined_until(line, at, len(line.words), pack) > at or "," in line.gap(at):
        return True
    opening = pack.commands.paired.get((line.words[at].text,))
    return opening is not None and any(w.text == opening for w in line.words[:at])


def _are_called_so(group: list[int], asked: Asked, room: Room) -> bool:
    """Whether words that could be said of a part of any subject are all that names one: a fan that is one."""
    if not group or not all(i in asked.things and asked.things[i].role == "component" for i in group):
        return False
    return len(find(_only(asked.named, group), room.index).best) == 1


def _part(asked: Asked, kept: list[int], musts: frozenset[int]) -> Asked:
    """The request with these of its words alone."""
    things = {kept.index(i): t for i, t in asked.things.items() if i in kept}
    whole = frozenset(j for j, i in enumerate(kept) if i in asked.whole)
    at = tuple(asked.at[i] for i in kept)
    return replace(asked, named=_only(asked.named, kept, musts), at=at, things=things, whole=whole)


def _able(asked: Asked, room: Room) -> list[Pair]:
    """Those of the subjects that a part names that can do it."""
    return ablest(pairs(asked, room, find(asked.named, room.index).best))


def _where(asked: Asked, room: Room) -> list[int]:
    """The words that say for all parts where they are: "in the bathroom turn off the light, the heater and the fan"."""
    slot = asked.reading.slots.get("where")
    inside = [i for i, at in enumerate(asked.at) if slot is not None and slot[0] <= at < slot[1]]
    what = asked.reading.slots.get("what")
    is_first = slot is not None and what is not None and slot[0] < what[0]
    return inside if inside and is_first and all(_is_place(asked, i, room) for i in inside) else []


def _is_place(asked: Asked, at: int, room: Room) -> bool:
    stems = asked.named.stems
    spots = room.lexicon.spots("room", stems)
    return stems[at] in room.index.by_place or any(s.start <= at < s.end for s in spots)


def _in_a_place(asked: Asked, group: list[int], shared: list[int], where: list[int], room: Room) -> Asked | None:
    """The part of what stands in a place, by what it is: "… the lights in the bedroom and in the hall"."""
    must = [i for i in group if i in asked.named.musts]
    kept = sorted({*where, *group, *(shared if not set(group) & set(asked.things) else ())})
    if not all(_is_place(asked, i, room) for i in must) and not where:
        return None
    part = _part(asked, kept, frozenset((*where, *must)))
    is_many = any(asked.line.words[at].text in room.pack.commands.plurals for at in part.at)
    found = _able(part, room) if part.named.musts else []
    return replace(part, is_many=is_many) if len(found) == 1 or (found and is_many) else None


def _is_value(stem: str, room: Room) -> bool:
    """Whether a word says what is to be chosen, and stands in no name: what is said last is for all of them."""
    return (
        stem in room.index.command_words and not room.index.is_borne(stem) and (stem,) in room.lexicon.by_role["value"]
    )


def _are_one(asked: Asked, room: Room) -> bool:
    """Whether the words together name a subject, those that tell twins apart among them: left and right are two."""
    found = find(asked.named, room.index)
    return bool(found) and _tellers(asked, room) <= found[0].covered | {
        i for i in range(len(asked.named.texts)) if not room.index.is_borne(asked.named.stems[i])
    }


def _tellers(asked: Asked, room: Room) -> set[int]:
    return {i for i, text in enumerate(asked.named.texts) if text in room.lexicon.telling}


def by_thing(asked: Asked, room: Room) -> list[Asked]:
    """One request for each thing, where several are named by "and": "the light and the fan of the hood"."""
    names = dict.fromkeys(t.name for t in asked.things.values() if t.role != "metric")
    at = [asked.at[i] for i in sorted(asked.things)]
    if len(names) == 1 and _is_with_its_part(asked, room):
        return [replace(asked, things={}), asked]
    if len(names) < 2 or asked.reading.does != "command":
        return []
    between = range(at[0] + 1, at[-1] + 1)
    line = asked.line
    if not any(joined_until(line, j, len(line.words), room.pack) > j or "," in line.gap(j) for j in between):
        return []
    return [replace(asked, things={i: t for i, t in asked.things.items() if t.name == name}) for name in names]


def is_part_first(asked: Asked) -> bool:
    """Whether a part is said before whatever subject: "light and oven", which may be the light of another one."""
    return bool(asked.things) and bool(asked.named.musts) and max(asked.things) < min(asked.named.musts)


def _is_with_its_part(asked: Asked, room: Room) -> bool:
    """Whether a subject is named, and a part of it, with an "and" between them: "the pool and its lights"."""
    line, names = asked.line, sorted(asked.named.musts)
    if not names or not room.is_known or asked.reading.does != "command":
        return False
    if is_part_first(asked):
        between = range(asked.at[max(asked.things)] + 1, asked.at[names[0]])
    elif names[-1] < min(asked.things):
        between = range(asked.at[names[-1]] + 1, asked.at[min(asked.things)])
    else:
        return False
    if not any(joined_until(line, j, len(line.words), room.pack) > j for j in between):
        return False
    found = find(asked.named, room.index).best
    able = [pairs(part, room, found) for part in (replace(asked, things={}), asked)]
    return len(found) == 1 and all(p and p[0].commands[0].way == EXACTLY for p in able)


def shortened(asked: Asked, room: Room) -> Asked | None:
    """The request without what comes after a word that begins something else: "that", "because", "for ten minutes";
    after one that takes a word back ("no, rather the oven"), with what comes after instead."""
    line, pack, words = asked.line, room.pack, room.pack.commands
    first = asked.at[0] if asked.at else 0
    first = min(first, asked.reading.clause.start) if asked.is_all else first  # "everything, because we are leaving"
    places = range(first + 1, len(line.words))
    taken_back = next((j for j in places if _takes_back(line, j, pack)), None)
    stop = next((j for j in places if line.words[j].text in words.breaks or "," in line.gap(j)), None)
    is_reason = (
        stop is not None and line.words[stop].text in words.breaks - pack.joiners.by_word.keys()
    )  # no other order
    stop = stop if stop is not None or taken_back is not None else _talk_from(asked, room)
    if taken_back is not None:
        kept = [i for i, at in enumerate(asked.at) if at > taken_back or i in asked.things]
    else:
        kept = [i for i, at in enumerate(asked.at) if stop is not None and at < stop]
    is_of_all = asked.is_all and stop is not None and _is_why(stop, kept, asked, room)
    is_named = is_of_all or any(i in asked.named.musts or (is_reason and i in asked.things) for i in kept)
    if not is_named or len(kept) == len(asked.at):
        return None
    things = {kept.index(i): t for i, t in asked.things.items() if i in kept}
    named = _only(asked.named, kept, frozenset(i for i in kept if i in asked.named.musts))
    whole = frozenset(j for j, i in enumerate(kept) if i in asked.whole)
    return replace(asked, named=named, at=tuple(asked.at[i] for i in kept), things=things, whole=whole)


def on_whatever_floor(asked: Asked, room: Room) -> Asked | None:
    """The request without words for the house or a floor of it, where no subject is said to stand there, and none that
    is meant on another floor: "the heating upstairs"."""
    index, lexicon, named = room.index, room.lexicon, asked.named
    spots = [s for s in lexicon.spots("room", named.stems) if s.name in lexicon.floors and s.name not in index.by_room]
    told = {i for s in spots for i in range(s.start, s.end)}
    kept = [i for i in range(len(named.texts)) if i not in told]
    if not told or not (named.musts - told or lexicon.kinds([named.stems[i] for i in kept])):
        return None
    part = _part(asked, kept, named.musts - told)
    others = (f for s in spots for f in lexicon.floors - {s.name} if s.name not in lexicon.within.get(f, ()))
    elsewhere = {at for floor in others for at in index.by_room.get(floor, ())}
    return part if elsewhere.isdisjoint(m.at for m in find(part.named, index).best) else None


def _talk_from(asked: Asked, room: Room) -> int | None:
    """Where something else begins after a name without a pause: "the robot vacuum | the baby's asleep". At least two
    words that no subject bears, and no small word but an article between them and the name."""
    line, known = asked.line, _known(asked, room, ("kind", "room", "value", "act"))
    last = max((i for i in known), default=-1)
    if last < 0 or len(asked.named.texts) - last - 1 < _TALK or not known >= set(range(last + 1)):
        return None
    between = (line.words[j].text for j in range(asked.at[last] + 1, asked.at[last + 1]))
    return asked.at[last + 1] if all(text in room.pack.references.articles for text in between) else None


def _is_why(stop: int, kept: Sequence[int], asked: Asked, room: Room) -> bool:
    """Whether what follows tells why, and does not tell which of them all: "…, because we are leaving"."""
    words, pack = asked.line.words, room.pack
    is_reason = any(words[stop].text == phrase[0] for phrase in pack.shifts.reasons)
    pointing = (pack.shifts.one | pack.shifts.many) - pack.commands.everything  # "all those that …"
    points = stop > 0 and words[stop - 1].text in pointing
    light = room.lexicon.light
    left = [i for i, text in enumerate(asked.named.texts) if i not in kept and text not in light]
    return is_reason and not points and _known(asked, room, ("kind", "room")).isdisjoint(left)


def _known(asked: Asked, room: Room, roles: tuple[Role, ...]) -> set[int]:
    """The words that a subject bears, or that stand for a part of one, and those of some roles."""
    known = {i for i, stem in enumerate(asked.named.stems) if room.index.is_borne(stem) or i in asked.things}
    spots = (s for role in roles for s in room.lexicon.spots(role, asked.named.stems))
    return known | {i for s in spots for i in range(s.start, s.end)}


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
    start = _from_all(start, said, reading, room)
    return reading._replace(slots={**reading.slots, name: (start, end)})


def _from_all(start: int, said: Line, reading: Reading, room: Room) -> int:
    """Where a name begins, with the word before it that says that all are meant: "of [every] single machine"."""
    at = start - 1
    while at >= reading.clause.start and said.words[at].text in room.lexicon.light and "," not in said.gap(at + 1):
        at -= 1
    is_all = at >= reading.clause.start and said.words[at].text in room.pack.commands.everything
    return at if is_all else start


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
    counted = {i for i, at in enumerate(heavy) if said.words[at].text in room.pack.numbers.cardinals}
    whole = {i for s in spots for i in range(s.start, s.end)} - counted  # "cento venti" names no fans
    return {heavy[i] for i, s in enumerate(stems) if i in whole or (i not in other and room.index.is_borne(s))}


def named_between(said: Line, words: tuple[int, int], room: Room) -> list[int]:
    """The subjects that those of the words mean which speak of subjects at all."""
    at = sorted(naming_words(said, words, room))
    if not at:
        return []
    for some in (at, [i for i in at if said.words[i].text not in room.lexicon.telling]):
        texts = tuple(said.words[i].text for i in some)
        found = find(Named(texts, room.lexicon.stems(texts), frozenset(range(len(some)))), room.index)
        if found:
            return list(found.best.places())
    return []


def _only(named: Named, kept: list[int], musts: frozenset[int] | None = None) -> Named:
    inside = frozenset(kept) if musts is None else musts
    return Named(
        tuple(named.texts[i] for i in kept),
        tuple(named.stems[i] for i in kept),
        frozenset(j for j, i in enumerate(kept) if i in inside),
        mended={j: named.mended[i] for j, i in enumerate(kept) if i in named.mended},
        known=frozenset(j for j, i in enumerate(kept) if i in named.known),
    )
