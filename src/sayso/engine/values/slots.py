"""The slots of time patterns, from the words of a language."""

import re
from collections.abc import Mapping

from sayso.engine.pack import Numbers
from sayso.engine.pattern import Slots

_PLACES = 10  # ordinals above this are days of a month, and no places in a list


def typed_slots(times_words: Mapping[str, Mapping[str, object]], numbers: Numbers) -> Slots:
    """The slots that time patterns use, from the words of a language."""

    def one_of(words: Mapping[str, object]) -> str:
        return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))

    days = {w: n for w, n in numbers.ordinals.items() if n <= 31}
    meridiem = one_of(times_words["meridiem"])
    late = rf"(?:(?: ?(?:{meridiem})))" if meridiem else r"(?!)"
    no_hour = rf"(?!(?:{meridiem})(?!\w))" if meridiem else ""  # "7am" is no day
    expressions = {
        "weekday": one_of(times_words["weekdays"]),
        "month": one_of(times_words["months"]),
        "unit": one_of(times_words["units"]),
        "part": one_of(times_words["parts"]),
        "n": r"\d{1,4}|" + one_of(dict.fromkeys(numbers.ones)),
        "d": r"(?:0?[1-9]|[12]\d|3[01])(?:[^\W\d_]{1,2}|[°ªº])?" + (f"|{one_of(days)}" if days else ""),
        "ordinal": (one_of(numbers.ordinals) + "|" if numbers.ordinals else "") + r"\d{1,4}(?:[^\W\d_]{1,2}|[°ªº])",
        "hash": r"#\d{1,9}",
        "dd": r"(?:0?[1-9]|[12]\d|3[01])(?:[^\W\d_]{1,2}|[°ªº])?",
        "mm": r"[0-5]\d",
        "ordinal_day": rf"(?:0?[1-9]|[12]\d|3[01]){no_hour}(?:[^\W\d_]{{1,2}}|°)"
        + "".join(f"|{re.escape(w)}" for w, n in days.items() if n > _PLACES),
        "year": r"(?:19|20)\d\d",
        "iso": r"(?:19|20)\d\d-\d\d?-\d\d?",
        "numeric": r"\d{1,2}[/.\-]\d{1,2}[/.\-](?:\d{4}|\d\d)",
        "slashed": r"\d{1,2}/\d{1,2}",
        "dated": r"(?!24/7(?!\d))(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])(?![\d/])",  # hardly a fraction has such parts
        "h": r"[01]?\d|2[0-4]",
        "meridiem": meridiem or r"(?!)",
        "clock": rf"(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?{late}?",
        "timed": rf"(?:[01]?\d|2[0-4])(?::[0-5]\d{late}?|[.h]?[0-5]?\d?{late})",
    }
    words = {
        slot: frozenset(w.split()[0] for w in times_words[kind])
        for slot, kind in (("weekday", "weekdays"), ("month", "months"), ("unit", "units"), ("part", "parts"))
    }
    return Slots(expressions, words)
