"""Days that are said in another language than the message: "ricordami to feed the cat tomorrow" is read as with a day
of its own language."""

from collections.abc import Sequence
from datetime import datetime

from sayso.engine.pack import Pack
from sayso.engine.text import Word
from sayso.engine.values.times import TimePhrase, find_times
from sayso.regex import regex

_MAY_BE_LEFT_OUT = regex(r"\[[^\[\]]*\]")
_ANY_OF = regex(r"\(([^()|]*)\|[^()]*\)")


def with_borrowed_days(raw: str, words: list[Word], packs: Sequence[Pack], now: datetime) -> list[Word]:
    """The words, a day of the message's own language in the place of each that only another one knows."""
    own = packs[0]
    strange = {w.start for w in words if w.text.isalpha() and not own.knows(w.text)}
    for pack in packs[1:] if strange else ():
        if not any(w.start in strange and pack.knows(w.text) for w in words):
            continue
        said = pack.line(raw, words)
        for phrase in find_times(said, pack, (0, len(said.words))):
            start, end = said.words[phrase.start].start, said.words[phrase.end - 1].end
            inside = [i for i, w in enumerate(words) if start <= w.start and w.end <= end]
            told = _told(phrase, own, now) if any(words[i].start in strange for i in inside) else ()
            if told and inside:
                words = [*words[: inside[0]], *(Word(t, start, end) for t in told), *words[inside[-1] + 1 :]]
    return words


def _told(phrase: TimePhrase, pack: Pack, now: datetime) -> tuple[str, ...]:
    """The words of a day and its time of day in this language; none where it has none for it."""
    if phrase.day is None or phrase.limit:
        return ()
    day, _, clock = phrase.anchor(now).partition("T")
    window = phrase.window(now)
    days = (day,) if isinstance(window, str) and window == day else _by_mechanism(phrase, pack)
    return (*days, pack.ellipsis.at[0], clock[:5]) if days and clock and pack.ellipsis.at else days


def _by_mechanism(phrase: TimePhrase, pack: Pack) -> tuple[str, ...]:
    """The words that stand for the same mechanism: "next week" for "la settimana prossima"."""
    assert phrase.day is not None
    names = {f"{phrase.day.kind} {phrase.day.count}", phrase.day.kind if not phrase.day.count else ""}
    for pattern in pack.times.dates.patterns:
        plain = pattern.text if pattern.intent in names else "{"
        while (shorter := _ANY_OF.sub(r"\1", _MAY_BE_LEFT_OUT.sub("", plain))) != plain:
            plain = shorter
        if "{" not in plain and "<" not in plain and plain.strip():
            return tuple(plain.split())
    return ()
