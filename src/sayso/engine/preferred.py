"""What this user chose before: it counts by degrees, it fades, and it never lifts anything over its confirmation."""

import math
from collections.abc import Sequence
from datetime import datetime

from sayso.engine.nouns import Preference
from sayso.engine.records.words import words_of

PRIORITY = "priority"  # the hint under which the usual priority of new entries is kept
AFTER = "after "  # how the hint begins under which it is kept what follows what
_HALF_LIFE = 60.0  # days after which a choice counts half
_ENOUGH = 3  # choices; fewer only say what to offer first
_FEW = 0.6


def chosen_before(
    given: Sequence[Preference], hint: str, records: Sequence[str], now: datetime
) -> list[tuple[str, float]]:
    """The records among these that were chosen for such a hint, the likeliest first, and how likely each is."""
    found = [(p.record, _sure(p, now)) for p in given if p.record in records and is_same(p.hint, hint)]
    return sorted(found, key=lambda r: (-r[1], r[0]))


def is_same(one: str, other: str) -> bool:
    """Whether two hints are the same words, in whatever order."""
    return sorted(words_of(one)) == sorted(words_of(other))


def likely(preference: Preference, now: datetime) -> float:
    """How likely the same is chosen again: few choices say little, old ones less."""
    days = max((now - preference.last).total_seconds() / 86400, 0.0)
    fade = math.exp(-math.log(2) * days / _HALF_LIFE)
    count, of = preference.count * fade, max(preference.of, preference.count) * fade
    return (count + 0.5) / (of + 1.0)


def _sure(preference: Preference, now: datetime) -> float:
    return likely(preference, now) if preference.count >= _ENOUGH else min(likely(preference, now), _FEW)
