"""What repeats: the day that stands for a phrase of repetition becomes its rule, and the first day of the rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from sayso.engine.capabilities.repeated import once_only
from sayso.engine.capabilities.room import Room
from sayso.engine.compose.draft import Maker
from sayso.engine.nouns import Call, Confirm, Decision, Step
from sayso.engine.records.index import RecordIndex
from sayso.engine.records.words import stem, words_of
from sayso.engine.repeating import Repeated
from sayso.engine.tell import confirm
from sayso.engine.values.clocks import anchor_clock
from sayso.engine.values.rules import read_rule
from sayso.engine.values.times import TimePhrase

ADDED, CHANGED = "repeat", "new_repeat"  # what the rule is to a tool
Words = tuple[int, int]
_LOOK_AT_MOST = 200  # names that bear a word


def settled(repeats: tuple[Repeated, ...], hear: Callable[[tuple[Repeated, ...]], Decision]) -> Decision:
    """The decision in which every phrase of repetition that is set aside is a step's own; the others stay words."""
    bare = tuple(r._replace(start=r.bare) for r in repeats)  # "repeat it every monday" needs its verb
    for aside in dict.fromkeys((repeats, bare)):
        kept = aside
        while kept:
            decision = hear(kept)
            used = _used(decision.steps, kept)
            if used == kept:
                return decision
            kept = used
    return hear(())


def as_repeated(decision: Decision, repeats: Sequence[Repeated], room: Callable[[], Room]) -> Decision:
    """The decision, with every order for once, and with an entry for each time of a day at which something new repeats:
    "at 8 and 20"."""
    if not repeats:
        return decision
    decision = once_only(decision, repeats, at := room())
    if decision.trace.answered or not any(r.also for r in repeats):
        return decision
    steps = tuple(each for step in decision.steps for each in _at_hours(step, repeats, at))
    return replace(decision, steps=steps)


def _at_hours(step: Step, repeats: Sequence[Repeated], room: Room) -> Iterator[Step]:
    yield step
    action = step.action
    told = next((a for a in action.arguments if a.name == action.key("when")), None)
    if action.does != "make" or told is None or not isinstance(step, Call | Confirm):
        return
    used = _used((step,), repeats)
    for clock in used[0].also if used else ():
        on = _first(room.now, used[0], time.fromisoformat(clock))
        if on is None:
            continue
        another = replace(action, arguments=tuple(a._replace(value=on) if a is told else a for a in action.arguments))
        is_called = isinstance(step, Call)
        yield Call(another) if is_called else Confirm(another, confirm(room.pack, another, "", room.policy.today))


def is_in_a_name(repeated: Repeated, message: str, names: Sequence[RecordIndex]) -> bool:
    """Whether an adjective for how something repeats stands in a listed name as it was said: "la relazione mensile"."""
    own = words_of(message[repeated.start : repeated.end])
    if not repeated.is_adjective or not own:
        return False
    before, after = words_of(message[: repeated.start])[-1:], words_of(message[repeated.end :])[:1]
    phrases = [f" {' '.join(p)} " for p in ((*before, *own), (*own, *after)) if len(p) > len(own)]
    for index in names:
        bearing = index.by_stem.get(stem(own[0], index.endings), ())[:_LOOK_AT_MOST]
        if any(phrase in f" {' '.join(index.words[i])} " for i in bearing for phrase in phrases):
            return True
    return False


def _used(steps: Sequence[Step], repeats: Sequence[Repeated]) -> tuple[Repeated, ...]:
    rules = (a for s in steps for a in s.action.arguments if a.name in (s.action.key(ADDED), s.action.key(CHANGED)))
    spans = [a.source.span for a in rules]
    return tuple(r for r in repeats if any(span and span[0] <= r.start and r.end <= span[1] for span in spans))


def repeated(maker: Maker, phrase: TimePhrase) -> Repeated | None:
    """The phrase of repetition for which a day stands; None where it is a day that was said."""
    words = maker.said.words[phrase.start : phrase.end]
    return next((r for r in maker.said.repeats for w in words if (w.start, w.end) == (r.start, r.end)), None)


def take(maker: Maker, phrase: TimePhrase) -> bool:
    """Keep what repeats, if a day stands for that; a time of day beside it goes with it."""
    found = repeated(maker, phrase)
    if found is None or (found.is_adjective and maker.reading.does == "make"):
        return False
    maker.repeat = (found, phrase)
    return True


def put_added(maker: Maker, due: TimePhrase | None) -> TimePhrase | None:
    """The rule of a new entry and its first day, where no other is said; gives the time that is still to be put."""
    if maker.repeat is None:
        return due
    found, phrase = maker.repeat
    maker.put(ADDED, found.rule, (phrase.start, phrase.end))
    if due is not None and due.day is not None:
        return due
    on = _first(maker.now, found, _clock(found, phrase, due))
    if on is not None:
        maker.put("when", on, (phrase.start, phrase.end))
    return None


def put_changed(maker: Maker, phrase: TimePhrase) -> None:
    """The new rule of an entry, and its next day where a time of day or a first day was said with it."""
    found = repeated(maker, phrase)
    assert found is not None
    words = (phrase.start, phrase.end)
    maker.put(CHANGED, found.rule, words)
    clock = _clock(found, phrase, None)
    on = _first(maker.now, found, clock) if clock is not None or found.starts else None
    if on is not None:
        maker.put("new_when", on, words)


def _clock(found: Repeated, phrase: TimePhrase, due: TimePhrase | None) -> time | None:
    if found.clock:
        return time.fromisoformat(found.clock)
    said = phrase.clock or (due.clock if due is not None else None)
    if said is None:
        return None
    at = anchor_clock(said, None)
    is_late = found.part == "pm" and not said.half and not said.is_settled and at.hour < 12
    return at.replace(hour=at.hour + 12) if is_late else at


def _first(now: datetime, found: Repeated, clock: time | None) -> str | None:
    """The first day on or after today, or after the day from which on it repeats; a time that is over is not it."""
    rule = read_rule(found.rule)
    starts = date.fromisoformat(found.starts) if found.starts else now.date()
    day = rule.first(starts) if rule is not None else None
    if rule is None or day is None:
        return None
    if clock is None:
        return day.isoformat()
    if datetime.combine(day, clock, now.tzinfo) <= now:
        day = rule.first(day + timedelta(days=1)) or day
    return datetime.combine(day, clock, now.tzinfo).isoformat()
