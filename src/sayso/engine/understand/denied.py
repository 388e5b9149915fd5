"""A time that is denied beside the one that is meant: "today, not tomorrow", "no, not friday, saturday"."""

from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.understand.corrected import is_no, without_first_try
from sayso.engine.understand.hesitations import blanked
from sayso.engine.values.times import TimePhrase, find_times


def as_meant(raw: str, said: Line, pack: Pack, goes_on: bool) -> str:
    """The message without what it says that is not meant."""
    kept = without_first_try(raw, said, pack) if goes_on else raw
    return kept if kept != raw else _without_denied_time(raw, said, pack)


def _without_denied_time(raw: str, said: Line, pack: Pack) -> str:
    """The message without a time that stands right after a negation, where another one stands right beside it."""
    if pack.negations.isdisjoint(said.texts):
        return raw
    times = find_times(said, pack, (0, len(said.words)))
    if len(times) != 2 or not _are_of_one_sort(*times):
        return raw
    for denied, meant in (times, times[::-1]):
        at = denied.start - 1
        if at < 0 or said.words[at].text not in pack.negations or is_no(said, at, pack):
            continue  # "4pm, no, 5pm" takes the first one back
        start, end = _with_links(said, at, denied.end, pack)
        if meant.end == start or meant.start == end:
            return blanked(raw, said.words[start].start, said.words[end - 1].end)
    return raw


def _are_of_one_sort(one: TimePhrase, other: TimePhrase) -> bool:
    return (one.day is None) == (other.day is None) and (one.clock is None or other.clock is not None)


def _with_links(said: Line, start: int, end: int, pack: Pack) -> tuple[int, int]:
    """The words with those that join them to what is meant: "and not tomorrow", "not tomorrow but"."""
    joiners = pack.joiners.by_word
    while start > 0 and said.words[start - 1].text in joiners:
        start -= 1
    while end < len(said.words) and said.words[end].text in joiners:
        end += 1
    return start, end
