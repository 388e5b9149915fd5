"""Days that a list begins with and that have no end: "from monday on", "after the 12th"."""

from collections.abc import Iterator
from dataclasses import replace

from sayso.engine.pack import Pack
from sayso.engine.text import Line, Word, line
from sayso.engine.values.times import TimePhrase, find_times

Words = tuple[int, int]


def find_windows(said: Line, pack: Pack, within: Words) -> list[TimePhrase]:
    """The time phrases within a range of words as a list is filtered by them: one that is open has its limit."""
    found = find_times(said, pack, within)
    is_onward = any(words[-1] in said.texts for words in pack.times.onwards)
    if not is_onward and pack.times.after.isdisjoint(said.texts):
        return found
    if not found:
        return list(_numbered(said, pack, within))[:1]
    return [_opened(phrase, said, pack, within) for phrase in found]


def _opened(phrase: TimePhrase, said: Line, pack: Pack, within: Words) -> TimePhrase:
    """A day with "from" and "on" around it, or "after" before it."""
    if phrase.day is None or phrase.limit:
        return phrase
    start, first = phrase.start, said.words[phrase.start].text
    before = said.words[start - 1].text if start > within[0] else ""
    if before in pack.times.after:
        return replace(phrase, start=start - 1, limit="after")
    end = _onward(said, phrase.end, pack, within[1], before in pack.times.since or first in pack.times.since)
    if end == phrase.end:
        return phrase
    return replace(phrase, start=start - (before in pack.times.since), end=end, limit="from")


def _onward(said: Line, at: int, pack: Pack, last: int, is_begun: bool) -> int:
    """Where the words end that leave a range open; a word that says else more does so only where it was begun."""
    for words in pack.times.onwards:
        is_said = tuple(w.text for w in said.words[at : min(at + len(words), last)]) == words
        if is_said and (is_begun or len(words[-1]) > 2 or len(words) > 1):
            return at + len(words)
    return at


def _numbered(said: Line, pack: Pack, within: Words) -> Iterator[TimePhrase]:
    """A mere day of the month after such a word: "dal 15 in poi", "after the 12th"."""
    leading = pack.times.after | pack.times.since
    articles = pack.references.articles
    for i in range(within[0] + 1, within[1]):
        if not said.words[i].text[0].isdigit():
            continue
        first = i - 1 if said.words[i - 1].text not in articles or i - 1 == within[0] else i - 2
        lead = said.words[first].text
        if lead not in leading:
            continue
        end = i + 1 if lead in pack.times.after else _onward(said, i + 1, pack, within[1], True)
        day = next((d for d in _days(said, i, pack)), None)
        if day is not None and (lead in pack.times.after or end > i + 1):
            limit = "after" if lead in pack.times.after else "from"
            yield replace(day, start=first, end=end, limit=limit)


def _days(said: Line, at: int, pack: Pack) -> Iterator[TimePhrase]:
    """The day that a number would be after "on"."""
    where = said.words[at].start
    for article in ("", *sorted(pack.references.articles)):
        lead = [Word(text, where, where) for text in (*pack.ellipsis.on, *((article,) if article else ()))]
        spoken = line(said.raw, (*lead, said.words[at]))
        yield from (t for t in find_times(spoken, pack, (0, len(spoken.words))) if t.day is not None and t.start == 0)
