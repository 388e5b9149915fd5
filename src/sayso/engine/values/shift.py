"""How far something is moved: "an hour later", "by two days", "anticipala di un giorno"."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.values.numbers import glued, with_digits

_UNITS = {
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
    "weeks": timedelta(weeks=1),
}
_MONTHS = {"months": 1, "years": 12}
_MOST = 1000
_NEAR = 240  # minutes by which a time of day may be moved to the other half of the day than is usual


class Shift(NamedTuple):
    """A stretch of time forth or back, and the words that say so."""

    length: timedelta
    months: int
    start: int
    end: int

    def moved(self, due: str) -> str | None:
        """A day or a time, moved; a day stays a day, unless it is moved by hours. None where there is no such day."""
        try:
            return self._moved(due)
        except (OverflowError, ValueError):
            return None

    def _moved(self, due: str) -> str:
        if "T" not in due and (self.months or self.length % timedelta(days=1) == timedelta()):
            return _months_on(date.fromisoformat(due) + self.length, self.months).isoformat()
        at = datetime.fromisoformat(due)
        on = _months_on(at.date(), self.months)
        return (at.replace(year=on.year, month=on.month, day=on.day) + self.length).isoformat()


def nearer_half(due: str, before: str) -> str:
    """A time in the half of its day that is near to the time of day of another one; as it is where neither is."""
    was, meant = datetime.fromisoformat(before), datetime.fromisoformat(due)
    halves = (meant.replace(hour=meant.hour % 12), meant.replace(hour=meant.hour % 12 + 12))
    away = {t: abs((t.hour - was.hour) * 60 + t.minute - was.minute) for t in halves}
    nearest = min(halves, key=lambda t: away[t])
    return (nearest if away[nearest] <= _NEAR else meant).isoformat()


def find_shift(said: Line, words: tuple[int, int], pack: Pack) -> Shift | None:
    """The stretch that a clause names, with the direction that its words give; None where they give none."""
    lexicon = pack.shifts
    spoken = {w.text for w in said.words[words[0] : words[1]]}
    is_back = not spoken.isdisjoint(lexicon.earlier)
    if not is_back and spoken.isdisjoint(lexicon.later):
        return None
    found = _length(said, words, pack)
    if found is None:
        return None
    after = said.words[found.end].text if found.end < words[1] else ""
    if after in lexicon.later | lexicon.earlier:  # "picking up Leo half an hour later"
        is_back = after in lexicon.earlier
    return found._replace(length=-found.length, months=-found.months) if is_back else found


def further(said: Line, words: tuple[int, int], pack: Pack) -> Shift | None:
    """The stretch that words name which were heard as one: forth, where nothing says back. "Make it 16h" says when."""
    found = find_shift(said, words, pack)
    if found is not None:
        return found
    found = _length(said, words, pack)
    return found if found is None or glued(said.words[found.end - 1].text, pack.numbers) is None else None


def _length(said: Line, words: tuple[int, int], pack: Pack) -> Shift | None:
    """The first stretch that is counted, else the first of one, else the first: "everything next week by 2 days"."""
    texts = [w.text for w in with_digits(said, pack.numbers).words]
    if len(texts) != len(said.words):  # a number of several words: as it stands
        texts = [w.text for w in said.words]
    found = [(shift, i) for i in range(*words) if (shift := _length_at(texts, i, words, pack)) is not None]
    counted = (s for s, i in found if s.start < i or glued(texts[i], pack.numbers))
    of_one = (shift for shift, i in found if i > words[0] and texts[i - 1] in pack.numbers.ones)
    return next(counted, None) or next(of_one, None) or (found[0][0] if found else None)


def _length_at(texts: list[str], at: int, words: tuple[int, int], pack: Pack) -> Shift | None:
    written = glued(texts[at], pack.numbers)
    if written is not None:  # "push it 2h"
        unit_of_it, number = pack.times.units[written[1]], min(int(written[0]), _MOST)
        if unit_of_it in _MONTHS:
            return Shift(timedelta(), number * _MONTHS[unit_of_it], at, at + 1)
        return Shift(_UNITS[unit_of_it] * number, 0, at, at + 1)
    unit = pack.times.units.get(texts[at])
    if unit is None:
        half = pack.shifts.halves.get(texts[at])
        if half is None:
            return None
        last = next((j for j in range(at + 1, words[1]) if texts[j] not in pack.shifts.between), at)
        return Shift(timedelta(minutes=half), 0, at, (last if texts[last] in pack.times.units else at) + 1)
    start, count = _count(texts, at, words[0], pack)
    if start == at and not _is_one(texts[words[0] : words[1]], at - words[0], pack):
        return None  # "christmas day", "the second week of july"
    if unit in _MONTHS:
        return Shift(timedelta(), int(count * _MONTHS[unit]), start, at + 1)
    end = _and_a_half(texts[at + 1 : words[1]], pack)
    return Shift(_UNITS[unit] * (count + (0.5 if end else 0)), 0, start, at + 1 + end)


def _is_one(texts: list[str], at: int, pack: Pack) -> bool:
    """Whether a unit without a number is one of it: "a day", "another week", "the next day", "il giorno dopo"."""
    shifts = pack.shifts
    before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
    more = shifts.between - pack.references.articles - pack.times.links
    is_moved = bool({before, after} & (shifts.later | shifts.earlier))
    is_next = any(before in phrase for phrase in pack.ellipsis.marks["next"]) and before not in pack.references.light
    return is_moved or is_next or before in more or before in pack.numbers.ones


def _and_a_half(texts: list[str], pack: Pack) -> int:
    """How many words after a unit say that it is half of one more: "an hour and a half"."""
    if not texts or texts[0] not in pack.joiners.by_word:
        return 0
    small = pack.shifts.between | pack.numbers.ones | pack.references.articles
    at = next((i for i, text in enumerate(texts) if i and text not in small), 0)
    return at + 1 if at and texts[at] in pack.shifts.halves else 0


def _count(texts: list[str], at: int, first: int, pack: Pack) -> tuple[int, float]:
    """How many of a unit: the number before it, a part, or one."""
    i = at - 1
    while i >= first and texts[i] in pack.shifts.between:
        i -= 1
    if i < first:
        return at, 1.0
    word = texts[i]
    if word.isdigit():
        return i, float(min(int(word), _MOST))
    if word in pack.shifts.halves:
        return i, 0.5
    if word in pack.shifts.several:
        return i, float(pack.shifts.several[word])
    elided = next((n for w, n in pack.numbers.cardinals.items() if w[:-1] == word), None)  # "ventiquattr'ore"
    if elided is not None:
        return i, float(elided)
    return (i if word in pack.numbers.ones else at), 1.0


def _months_on(day: date, months: int) -> date:
    if not months:
        return day
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, min(day.day, last))
        except ValueError:
            continue
    return day
