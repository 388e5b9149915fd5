"""The nearest things that a message could have been: what the tagger half heard, and what the named records allow."""

from collections.abc import Iterator
from typing import NamedTuple

from sayso.engine.capabilities.acts import SETTING
from sayso.engine.capabilities.capability import LOOSELY, CapabilityQuery, able, readings
from sayso.engine.capabilities.focus import named_in
from sayso.engine.declining.near import offer, offers_of
from sayso.engine.nouns import Clause, Entry, Reading, Subject, Suggestion
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.words import stem
from sayso.engine.think import tried
from sayso.engine.thread import Thread
from sayso.engine.tool import Does
from sayso.engine.understand.wording import reading_of
from sayso.engine.values.times import find_times

AT_MOST = 3
_HALF_HEARD = 0.02  # the share of an intent that is worth trying
_TOLD = 0.6  # what a runner-up is tried with, as if it had been heard
_NAMED, _WITH_A_TIME, _READ, _ASKED_OF, _ADDED, _SHOWN = 0.4, 0.45, 0.3, 0.35, 0.15, 0.05
_DELETED = 0.05  # of the tagger: a deletion is offered only where one was half heard
_TITLE = 8  # words of a message that may be the title of an entry


_DEEDS: tuple[Does, ...] = ("list", "finish", "remove", "change")


class Caught(NamedTuple):
    """What was caught of a message that asks for nothing clear: records, subjects and times, as they were said."""

    entries: tuple[Entry, ...]
    words: tuple[int, int] | None  # which of them name the entries
    subjects: tuple[Subject, ...]
    time: tuple[int, int] | None

    def names(self, thread: Thread) -> list[str]:
        """What was caught, in words."""
        said = thread.heard.said
        found = [t.name for t in self.entries[:2]] + [m.name for m in self.subjects[:2]]
        return [*found, *([said.said(*self.time)] if self.time is not None else [])]


def caught(thread: Thread) -> Caught:
    """What a message names, whatever it wants with it."""
    said = thread.heard.said
    times = find_times(said, thread.heard.pack, (0, len(said.words)))
    time = (times[0].start, times[0].end) if len(times) == 1 else None
    entries, words = _entries(thread, time)
    room = thread.room
    subjects = named_in(said.raw, room) if room.is_known else []
    return Caught(entries, words, tuple(room.subject(at) for at in subjects), time)


def _entries(thread: Thread, time: tuple[int, int] | None) -> tuple[tuple[Entry, ...], tuple[int, int] | None]:
    """The entries that bear most of the telling words of a message, and where these words stand."""
    records = thread.around.records_of(thread.main.name)
    if not records.are_known:
        return (), None
    index, light = records.index(), records.languages.light
    counts: dict[int, list[int]] = {}
    for place, word in enumerate(thread.heard.said.words):
        if word.text in light or (time is not None and time[0] <= place < time[1]):
            continue
        bare = stem(word.text, index.endings)
        bearing = index.by_stem.get(bare) or [i for near in index.near(bare) for i in index.by_stem.get(near, ())]
        for at in dict.fromkeys(bearing):
            counts.setdefault(at, []).append(place)
    most = max((len(places) for places in counts.values()), default=0)
    best = [at for at, places in counts.items() if len(places) == most]
    if not best:
        return (), None
    places = counts[best[0]]
    return tuple(records.all[at] for at in best), (min(places), max(places) + 1)


def nearest(found: Caught, wording: IntentPrediction | None, thread: Thread) -> tuple[Suggestion, ...]:
    """The two or three nearest things, the likeliest first; every value was said or belongs to a record that was."""
    every = [*_half_heard(wording, thread), *_of_entries(found, wording, thread), *_of_subjects(found, thread)]
    every += [*_to_add(thread), *_to_show(found, thread)]
    kept: dict[str, Suggestion] = {}
    for one in sorted(every, key=lambda s: -s.confidence):
        kept.setdefault(one.label, one)
    return tuple(kept.values())[:AT_MOST]


def _half_heard(wording: IntentPrediction | None, thread: Thread) -> Iterator[Suggestion]:
    hearing = thread.heard.hearing
    if wording is None or hearing is None:
        return
    clause = _whole(thread)
    for name, share in wording.shares.items():
        meaning = hearing.meanings.get(name)
        if meaning is None or meaning.follows or share < _HALF_HEARD:
            continue
        reading = reading_of(wording._replace(intent=name, probability=max(share, _TOLD)), clause, hearing)
        if reading is not None:
            for step in tried(reading, thread):
                yield from offers_of(step, share, thread)


def _of_entries(found: Caught, wording: IntentPrediction | None, thread: Thread) -> Iterator[Suggestion]:
    main = thread.main
    listing, finish, remove, change = (main.doing(does) for does in _DEEDS)
    if not found.entries or found.words is None:
        return
    if len(found.entries) > 2:
        if listing is not None:
            sought = {listing.key("search"): thread.heard.said.said(*found.words)}
            yield from offer(listing.name, {**dict(listing.defaults()), **sought}, _NAMED, thread)
        return
    shares = wording.shares if wording is not None else {}
    for entry in found.entries:
        if finish is not None and not entry.is_done:
            yield from offer(finish.name, {finish.key("record"): entry.id}, _NAMED, thread)
        if remove is not None and shares.get("delete", 0.0) >= _DELETED:
            yield from offer(remove.name, {remove.key("record"): entry.id}, shares["delete"], thread)
    if change is not None and found.time is not None and len(found.entries) == 1:
        slots = {"entry": found.words, "due": found.time}
        for step in tried(Reading(change.intent, "named", _whole(thread), slots, does="change"), thread):
            yield from offers_of(step, _WITH_A_TIME, thread)


def _of_subjects(found: Caught, thread: Thread) -> Iterator[Suggestion]:
    room = thread.room
    if not found.subjects:
        return
    stems = room.lexicon.stems(w.text for w in thread.heard.said.words)
    things = frozenset(s.name for s in room.lexicon.spots("thing", stems))
    metrics = [s.name for s in room.lexicon.spots("metric", stems)]
    for subject in found.subjects[:2]:
        about: dict[str, object] = {room.key("id"): subject.id}
        asked = readings(subject, metrics, frozenset(), room.index) if metrics else []
        if asked:
            yield from offer(room.tool("measure"), about | {room.key("readings"): asked}, _ASKED_OF, thread)
        for one in able(subject, CapabilityQuery(None, things), room.index) if things else ():
            if one.way <= LOOSELY and room.index.ability(one.command.name).act not in SETTING:  # it lacks its value
                chosen = about | {room.key("capability_id"): one.command.id}
                yield from offer(room.tool("command"), chosen, _READ, thread)
        if subject.metrics and not asked:
            first = {room.key("readings"): [subject.metrics[0]]}
            yield from offer(room.tool("measure"), about | first, _READ, thread)
        yield from offer(room.tool("inspect"), about, _READ - 0.05, thread)


def _to_add(thread: Thread) -> Iterator[Suggestion]:
    """The message as a new entry: what its words are for is not known, but they may be meant as one."""
    said, make = thread.heard.said, thread.main.doing("make")
    if make is None or not 0 < len(said.words) <= _TITLE or "?" in said.raw:
        return
    slots = {"title": (0, len(said.words))}
    for step in tried(Reading(make.intent, "named", _whole(thread), slots, does="make"), thread):
        yield from offers_of(step, _ADDED, thread)


def _to_show(found: Caught, thread: Thread) -> Iterator[Suggestion]:
    listing = thread.main.doing("list")
    if not found.subjects and listing is not None:
        yield from offer(listing.name, {listing.key("status"): "pending"}, _SHOWN, thread)
    if thread.room.fleet:
        yield from offer(thread.room.tool("survey"), {}, _SHOWN - 0.01, thread)


def _whole(thread: Thread) -> Clause:
    return Clause(0, len(thread.heard.said.words), "request")
