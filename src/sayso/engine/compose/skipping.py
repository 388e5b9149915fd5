"""One time of an entry that repeats is passed over: which entry, and which day was said to be left out."""

from sayso.engine.compose.draft import Maker, Words
from sayso.engine.text import without_owners
from sayso.engine.understand.wording import FOLLOWS
from sayso.engine.values.times import find_times

SKIPPED = "skipped"  # the new status of what is passed over once


def is_skipping(maker: Maker) -> bool:
    """Whether a change passes one time over."""
    key = maker.tool.key("new_status")
    return any(a.name == key and a.value == SKIPPED for a in maker.arguments)


def put_skipped(maker: Maker, entry: Words | None) -> Words | None:
    """The words that name the entry, without those that say which time of it is meant: its days are kept beside. Where
    nothing is named, it is the one that was last spoken of."""
    clause = maker.reading.clause
    times = find_times(without_owners(maker.said), maker.pack, (clause.start, clause.end))
    if times:
        maker.days = times[0].days(maker.now)
    if entry is not None:
        start, end = entry
        for time in times:
            if start < time.start < end <= time.end:
                end = time.start
            elif time.start <= start < time.end < end:
                start = time.end
        small = maker.pack.references.light
        while end - start > 1 and times and maker.said.words[end - 1].text in small:
            end -= 1
        is_time = any(time.start <= start and end <= time.end for time in times)
        names_none = all(word.text in small for word in maker.said.words[start:end])  # "skip the | next time"
        entry = None if is_time or names_none else (start, end)
    if entry is None:
        maker.missing = [name for name in maker.missing if name != "record"]
        maker.reading = maker.reading._replace(value=FOLLOWS)
    return entry
