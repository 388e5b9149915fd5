"""When something is to be done, and when it is to end: "at seven", "in an hour", "for ten minutes", "until eight"."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sayso.engine.capabilities.fleet import SubjectIndex
from sayso.engine.capabilities.lasting import Lasts
from sayso.engine.capabilities.region import Region
from sayso.engine.nouns import Action, Argument, Command, Reading, Source
from sayso.engine.values.times import TimePhrase, find_times

Span = tuple[int, int]


class SaidMoment(NamedTuple):
    """A time that was said, with its offset, and where."""

    at: str
    span: Span


class Timing(NamedTuple):
    """When something begins and ends, as far as that was said; `is_later` where it is not for now."""

    is_later: bool = False
    is_vague: bool = False  # at no time that can be kept: "tomorrow", or one that is over
    starts: SaidMoment | None = None
    ends: SaidMoment | None = None


NO_TIMES = Timing()


def timing(region: Region, reading: Reading, now: datetime) -> Timing:
    """The times of a request; their words leave the subject's name."""
    clause = reading.clause
    amounts = {i for name in ("amount", "by_amount") if name in reading.slots for i in range(*reading.slots[name])}
    phrases = find_times(region.said, region.pack, (clause.start, clause.end))
    found = [p for p in phrases if (amounts | region.taken).isdisjoint(range(p.start, p.end))]
    told = Timing()
    for phrase in found:
        is_end, start = _ends(region, phrase)
        region.drop((start, phrase.end))
        if not is_end and _is_today(phrase):
            continue
        at = _moment(phrase, now)
        told = told._replace(is_later=True, is_vague=told.is_vague or at is None)
        if at is not None:
            moment = SaidMoment(at, region.said.span(start, phrase.end))
            is_again = (told.ends if is_end else told.starts) is not None
            told = told._replace(ends=moment) if is_end else told._replace(starts=moment)
            told = told._replace(is_vague=told.is_vague or is_again)  # two times for one thing
    return told


def _ends(region: Region, phrase: TimePhrase) -> tuple[bool, int]:
    """Whether a time is the end of something, and where its words begin: "until eight"."""
    until, words = region.pack.commands.until, region.said.words
    if words[phrase.start].text in until:
        return True, phrase.start
    is_end = phrase.start > 0 and words[phrase.start - 1].text in until
    return is_end, phrase.start - is_end


def _is_today(phrase: TimePhrase) -> bool:
    day = phrase.day
    return phrase.clock is None and day is not None and not day.part and (day.kind, day.count) == ("day", 0)


def _moment(phrase: TimePhrase, now: datetime) -> str | None:
    """The time of a phrase, where it names one that is to come."""
    is_exact = phrase.day is not None and phrase.day.exact is not None
    if phrase.clock is None and not is_exact:
        return None
    at = phrase.anchor(now)
    return at if "T" in at and datetime.fromisoformat(at) > now else None


def planned(action: Action, told: Timing, lasts: Lasts | None, now: datetime) -> Action | None:
    """The action with its times; None where they cannot be kept."""
    begins, until = action.key("begins"), action.key("ends")
    if told.is_vague or not begins or not until:
        return None
    more: list[Argument] = []
    if told.starts is not None:
        more.append(Argument(begins, told.starts.at, Source("message", told.starts.span)))
    first = datetime.fromisoformat(told.starts.at) if told.starts is not None else now
    ends = told.ends
    if lasts is not None:
        after = (first + timedelta(minutes=lasts.minutes)).replace(microsecond=0)
        ends = SaidMoment(after.isoformat(), lasts.span) if ends is None else None
    if ends is not None:
        if datetime.fromisoformat(ends.at) <= first:
            return None
        more.append(Argument(until, ends.at, Source("message", ends.span)))
    return replace(action, arguments=(*action.arguments, *more)) if more else None


def opposite(command: Command, commands: Sequence[Command], index: SubjectIndex) -> Command | None:
    """The command that takes another back: what turns off just what that turns on."""
    ability = index.ability(command.name, command.description)
    act = index.lexicon.opposites.get(ability.act or "")
    wanted = (act, ability.things, ability.other, command.is_setting)
    found = []
    for other in commands:
        own = index.ability(other.name, other.description)
        if act is not None and (own.act, own.things, own.other, other.is_setting) == wanted:
            found.append(other)
    return found[0] if len(found) == 1 else None
