"""Whether words that could be about a subject are about one, and what speaks for it."""

from collections.abc import Iterator
from dataclasses import replace

from sayso.engine.capabilities.acts import OFF, RELATIVE, SETTING, SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.capability import all_able
from sayso.engine.capabilities.lexicon import Role
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.compose.whose import holds
from sayso.engine.nouns import Evidence
from sayso.engine.records.matches import Match
from sayso.engine.records.names import BY_A_SLIP, CALLED, PART, WHOLE, Named, find
from sayso.engine.text import Line
from sayso.engine.understand.exact import starts, without_closers

_BLANKS = 2  # around a message
_MANY_WORDS = 6
_BY_BUSINESS = 0.88  # how well a subject is meant by what it is for


def is_worth_a_step(asked: Asked, room: Room, focus: InFocus) -> bool:
    """Whether a reading is about subjects at all: by a word for one, or by one that is known."""
    reading = asked.reading
    is_outdoors = reading.does != "command" and _is_foreign(asked, room, "weather")
    if asked.kind or (is_outdoors and not room.is_known):
        return room.is_known and bool(of_kind(asked, room))
    is_bare = reading.pattern == "" or asked.wanted.act in SWITCHING or asked.wanted.act in room.lexicon.alike.values()
    if asked.is_proposed or (is_bare and reading.does == "command" and _all_own_words(asked, room)):
        return True
    is_sure = reading.grade == "named" or (reading.grade == "heard" and room.is_known)
    is_any = "subject" not in reading.slots or (reading.grade == "heard" and _are_subjects(asked, room))
    if reading.does == "survey" and is_sure and is_any:
        return True
    are_all = asked.is_all and not asked.named.musts
    are_of_it = asked.is_pronoun and not asked.named.musts and len(focus.at) == 1
    are_told = are_all or are_of_it or (asked.is_group and _are_subjects(asked, room))
    if reading.does == "events" and is_sure and are_told:
        return True
    is_known = names_known(asked, room)
    is_ours = asked.speaks_of_subject or is_known or (asked.is_group and _are_subjects(asked, room))
    is_thing = _kind_is_named(asked, room) or any(t.role == "thing" for t in asked.things.values())
    is_measured_of_it = asked.is_pronoun and bool(focus.at) and bool(asked.metrics)
    if not is_known and not is_thing and not is_measured_of_it and _is_foreign(asked, room, "never"):
        return False
    if not is_known and len(asked.named.musts) > _MANY_WORDS:
        return False
    if room.is_known and reading.grade == "plain" and reading.pattern and asked.named.musts and not is_known:
        return False  # a guess that no subject bears out
    match reading.does:
        case "command":
            return _is_command(asked, room, focus, is_known)
        case "measure":
            is_weather = all(m in room.lexicon.weatherly for m in asked.metrics)
            if asked.is_pronoun or not asked.named.texts:
                return bool(focus.at or focus.name) or (
                    room.is_known and bool(asked.metrics) and reading.grade == "named"
                )
            is_else = is_outdoors and is_weather and not is_known
            return not is_else and (is_ours or (not is_weather and reading.grade == "named"))
        case "survey":
            return _kind_is_named(asked, room)
        case _:
            is_part = bool(asked.things) and not asked.named.musts
            if is_part and _are_called_so(asked, room):  # "the back door" is one, and no part of another
                return True
            if asked.is_pronoun or not asked.named.texts or is_part:
                return bool(focus.at or focus.name)
            in_a_room = room.is_known and bool(asked.things) and bool(room.lexicon.spots("room", asked.named.stems))
            return is_known or _kind_is_named(asked, room) or in_a_room


def is_bare_act(asked: Asked) -> bool:
    """Whether nothing is said but an act: "turn off". A call that somebody else chose says more than its words."""
    reading = asked.reading
    if asked.is_proposed:
        return False
    is_bare = reading.grade == "named" and "{" not in reading.pattern and not reading.slots.keys() - {"it"}
    return reading.does == "command" and is_bare and not asked.wanted.things


def is_all_said(asked: Asked, room: Room) -> bool:
    """Whether a clause is the whole message but for courtesies, and no part of one that stands among blanks."""
    said, clause, count = asked.line, asked.reading.clause, len(asked.line.words)
    is_last = clause.end >= without_closers(said, 0, count, room.pack)
    return (
        is_last
        and len(said.raw) - len(said.raw.strip()) <= _BLANKS
        and clause.start in starts(said, 0, clause.end, room.pack)
    )


def of_kind(asked: Asked, room: Room) -> list[Match]:
    """The subjects whose business something is, of those that the words name, if they name any."""
    every = room.index.by_kind.get(asked.kind, ())
    if not asked.named.musts:
        return [Match(at, PART, _BY_BUSINESS, "its business", frozenset()) for at in every]
    return [m for m in find(asked.named, room.index) if m.at in every and m.rank <= CALLED]


def _is_command(asked: Asked, room: Room, focus: InFocus, is_known: bool) -> bool:
    """Whether something is asked of a subject, and not of anything else that can be started or opened."""
    reading, is_ours = asked.reading, asked.speaks_of_subject or is_known
    if asked.is_pronoun:
        if focus.at or focus.name or asked.wanted.act in SWITCHING:
            return True
        if room.is_known and reading.grade == "named" and asked.wanted.act not in SETTING:
            return bool(all_able(asked.wanted, room.index))  # "lock it": which one?
        return room.is_known and asked.wanted.act in SETTING and bool(asked.arguments) and _says_degrees(asked, room)
    if room.is_known and reading.grade == "named" and not reading.slots and asked.wanted.act in RELATIVE:
        return True  # "a bit warmer": of what?
    if room.is_known and is_bare_act(asked):
        is_last = asked.line.raw == asked.line.raw.rstrip()  # and what follows it was not left out
        return is_all_said(asked, room) or (is_last and _can(asked, room, focus))
    if reading.pattern == "":  # no pattern foresaw it: the subject's own words must
        return room.is_known and _own_words(asked, room)
    is_switching = asked.wanted.act in SWITCHING
    is_turned = is_switching or asked.wanted.act == room.lexicon.alike.get(OFF)
    if (
        asked.is_all
        and not asked.named.texts
        and (is_turned or (room.is_known and asked.wanted.act in room.lexicon.opposites))
    ):
        return True
    if not room.is_known and not is_turned and not _is_told_what_with(asked, room):
        return False
    if room.is_known and not asked.named.musts and _is_its_work(asked, room):
        return bool(all_able(asked.wanted, room.index))  # "pause the wash"
    if room.is_known and any(t.role == "metric" for t in asked.things.values()):
        return bool(asked.arguments) or asked.wanted.act in SETTING  # "set the temperature to 4 degrees"
    if room.is_known and not asked.named.texts and asked.wanted.act in SETTING and asked.arguments:
        return _says_degrees(asked, room)  # "set it to 4 degrees"
    if not room.is_known and reading.grade == "plain" and not _is_of_a_subject(asked, room):
        return False
    if reading.grade == "plain" or not is_switching:
        return is_ours and (asked.wanted.act is not None or room.is_known)
    return is_ours or (bool(asked.named.texts) and not _is_foreign(asked, room, "unlikely"))


def _can(asked: Asked, room: Room, focus: InFocus) -> bool:
    """Whether one that was spoken of has a command for the act."""
    commands = (c for at in focus.at for c in room.subject(at).commands)
    return any(room.index.ability(c.name, c.description).act == asked.wanted.act for c in commands)


def _is_its_work(asked: Asked, room: Room) -> bool:
    """Whether all that is named is the work that subjects do, and it is to begin, to rest or to end."""
    things = {t.name for t in asked.things.values()}
    acts = room.lexicon.acts_on.get(next(iter(things & room.lexicon.work), ""), ()) or room.lexicon.alike.values()
    return bool(things) and things <= room.lexicon.work and asked.wanted.act in acts


def _is_of_a_subject(asked: Asked, room: Room) -> bool:
    """Whether a kind of subject or a thing of one is named, not merely a place."""
    is_thing = any(t.role in ("thing", "component") for t in asked.things.values()) or bool(asked.wanted.things)
    return is_thing or _kind_is_named(asked, room)


def _is_told_what_with(asked: Asked, room: Room) -> bool:
    """Where no subject is listed: what is set has a value or its name, any other act a kind of subject."""
    act = asked.wanted.act
    is_valued = act in SETTING and (bool(asked.arguments) or _says_degrees(asked, room))
    is_open = act not in SETTING or (act in RELATIVE and _kind_is_named(asked, room))  # "turn the heating up"
    return is_valued or (is_open and _is_of_a_subject(asked, room))


def _says_degrees(asked: Asked, room: Room) -> bool:
    """Whether a word for what subjects measure is said."""
    clause = asked.reading.clause
    stems = room.lexicon.stems(w.text for w in asked.line.words[clause.start : clause.end])
    return bool(room.lexicon.spots("metric", stems))


def _own_words(asked: Asked, room: Room) -> bool:
    """Whether every word names a subject, or is a subject's own word for what it does."""
    index = room.index
    own = {i for i in asked.named.musts - asked.whole if asked.named.stems[i] in index.command_words}
    own |= chosen_words(asked.named, room, least=2) - asked.whole
    if own == asked.named.musts:  # one of them may be in a name as well
        own = {i for i in own if asked.named.stems[i] not in index.by_stem}
    rest = replace(asked.named, musts=asked.named.musts - own)
    return bool(rest.musts) and find(rest, index).has_rank(CALLED)


def _all_own_words(asked: Asked, room: Room) -> bool:
    """ "Movie night": all of a command's own words, and nothing else."""
    if not room.is_known or not asked.named.musts:
        return False
    said = frozenset(asked.named.stems[i] for i in asked.named.musts)
    things = asked.things_but(frozenset())
    abilities = (room.index.ability(*able) for able in room.index.able)
    return any(a.narrower == said and a.things == things for a in abilities)


def _are_called_so(asked: Asked, room: Room) -> bool:
    """Whether subjects are called by all the words, though each by itself could be said of a part of any."""
    if not room.is_known:
        return False
    found, everything = find(asked.named, room.index), frozenset(range(len(asked.named.texts)))
    names = {thing.name for thing in asked.things.values()}
    is_kind = found.has_rank(CALLED) and found[0].covered == everything and not names & room.lexicon.switched
    return is_kind or (len(everything) > 1 and found.has_rank(WHOLE))


def _kind_is_named(asked: Asked, room: Room) -> bool:
    return bool(room.lexicon.kinds(asked.named.stems))


def _are_subjects(asked: Asked, room: Room) -> bool:
    """ "All of the machines": every word speaks of subjects and of no kind of them."""
    spots = room.lexicon.spots("kind", asked.named.stems)
    covered = {i for s in spots if s.name == room.lexicon.any_kind for i in range(s.start, s.end)}
    return room.is_known and bool(covered) and asked.named.musts <= covered


def names_known(asked: Asked, room: Room) -> bool:
    """Whether the words name a listed subject, beside what can be chosen of it."""
    if not room.is_known or not asked.named.texts:
        return False
    found = find(asked.named, room.index)
    if found:
        is_guess = asked.reading.grade == "plain" and found[0].why == BY_A_SLIP
        return found[0].rank <= CALLED and not is_guess
    free = asked.named.musts - asked.whole
    own = {i for i in free if asked.named.mended.get(i, asked.named.stems[i]) in room.index.command_words}
    own |= free & chosen_words(asked.named, room, least=2)
    rest = replace(asked.named, musts=asked.named.musts - own)
    found = find(rest, room.index) if own and rest.musts else found
    return bool(found) and found[0].rank <= CALLED


def chosen_words(named: Named, room: Room, least: int = 1) -> frozenset[int]:
    """The words that say what can be chosen, by at least so many together: "half", "as bright as it goes"."""
    spots = room.lexicon.spots("value", named.stems)
    return frozenset(i for s in spots if s.end - s.start >= least for i in range(s.start, s.end))


def _is_foreign(asked: Asked, room: Room, kind: str) -> bool:
    clause, words = asked.reading.clause, room.pack.commands.foreign.get(kind)
    return words is not None and holds(words, asked.line, (clause.start, clause.end))


def evidence_of(asked: Asked, room: Room) -> Iterator[Evidence]:
    """What the words say for and against a request to subjects."""
    reading, line = asked.reading, asked.line
    if reading.does == "survey":
        yield Evidence("subjects are listed", 1.0)
        yield Evidence("a listed subject, said in passing", 3.0 * float(reading.grade == "plain"))
        return
    if reading.does in ("inspect", "events", "states") and not room.is_known:
        yield Evidence("asks how a subject is", 1.0)
        yield Evidence("a listed subject, said in passing", 3.0 * float(reading.grade == "plain"))
        return
    if room.is_known:  # what was found tells more than how it was said
        yield Evidence("a listed subject", 1.0)
        yield Evidence("a listed subject, said in passing", float(reading.grade == "plain"))
        return
    letters = max(line.flat_at(reading.clause.end) - line.flat_at(reading.clause.start), 1)
    yield Evidence("asks a subject", 1.0)
    yield Evidence(f"{reading.intent} by {reading.grade}", 1.0)
    yield Evidence("speaks of a subject", float(asked.speaks_of_subject))
    yield Evidence("speaks of other things than subjects", float(_is_foreign(asked, room, "unlikely")))
    yield Evidence("share of a subject's words foreseen", min(reading.literal / letters, 1.0))
    yield Evidence("many words for a subject", max(0, len(asked.named.musts) - 3) / 3)


def speaks_of_one(said: Line, words: tuple[int, int], room: Room) -> bool:
    """Whether a range of words names a subject, a kind of subject, a thing of one or a room, or merely points."""
    lexicon = room.lexicon
    texts = [w.text for w in said.words[words[0] : words[1]] if w.text not in lexicon.light]
    stems = lexicon.stems(texts)
    roles: tuple[Role, ...] = ("kind", "thing", "room")
    if not stems or any(lexicon.spots(role, stems) for role in roles):
        return True
    return room.is_known and any(room.index.is_borne(s) for s in stems)
