"""One of those that are offered, by its label, or by when it is due: "the one at 8", "the one for today"."""

from collections.abc import Sequence, Set
from datetime import datetime, timedelta

from sayso.engine.nouns import Suggestion
from sayso.engine.records.titles import Records
from sayso.engine.records.words import words_of
from sayso.engine.values.times import TimePhrase

_HALF_A_DAY = timedelta(hours=12)


def by_label(offered: Sequence[Suggestion], said: str, light: Set[str]) -> list[int]:
    """The places of those whose labels hold the words, or are just these."""
    words = words_of(said)
    heavy = {w for w in words if w not in light} or set(words)
    whole = [i for i, s in enumerate(offered) if words_of(s.label) == words]
    return whole or [i for i, s in enumerate(offered) if heavy <= set(words_of(f"{s.label} {s.description or ''}"))]


def by_when(offered: Sequence[Suggestion], times: Sequence[TimePhrase], records: Records) -> list[int]:
    """The places of those that are due when it is said; where only an hour is said and none is due then, at the same
    hour of the other half of the day."""
    if len(times) != 1 or records.now is None or not records.are_known:
        return []
    index, said, now = records.index(), times[0], records.now
    key = records.domain.key("record")
    places = [index.by_id.get(str(s.value.get(key, "")).casefold()) for s in offered]
    due = [records.all[at].when if at is not None else None for at in places]
    fitting = [i for i, when in enumerate(due) if when and _is_then(when, said, now)]
    if fitting or said.clock is None or said.clock.half:
        return fitting
    return [i for i, when in enumerate(due) if when and _is_then(when, said, now, _HALF_A_DAY)]


def _is_then(when: str, said: TimePhrase, now: datetime, off: timedelta = timedelta()) -> bool:
    if said.day is not None:
        first, last = said.days(now)
        if not first <= when[:10] <= last:
            return False
    if said.clock is None:
        return said.day is not None
    at = datetime.fromisoformat(said.anchor(now)) + off
    return "T" in when and datetime.fromisoformat(when).astimezone(now.tzinfo).timetz() == at.timetz()
