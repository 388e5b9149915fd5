"""Mentions become records: by id, number, place, title or focus. Ties are kept, nothing is guessed."""

import re
from collections.abc import Iterator
from dataclasses import replace

from sayso.engine.nouns import Candidate, Mention
from sayso.engine.pack import Pack
from sayso.engine.pattern import spans_of
from sayso.engine.records.attributes import counted, described
from sayso.engine.records.titles import Records, Titled, by_title
from sayso.engine.records.words import is_compound, words_of
from sayso.engine.shelf import PatternIndex
from sayso.engine.text import QUOTE, Line, fold, line, without_owners
from sayso.engine.values.numbers import ordinal, with_digits
from sayso.engine.values.times import find_times
from sayso.regex import regex

_UUID = regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ID = regex(r"[^\W\d_]{2,12}[-_]\d{1,9}", re.IGNORECASE)
_MARKED = regex(r"[^\w\s#.]")  # "50%" is no number of a record
_DIGIT = regex(r"\d")


def matches(patterns: PatternIndex, said: Line, words: tuple[int, int]) -> bool:
    """Whether one of these patterns reads the whole range."""
    found = patterns.of(said.texts)
    if not found:
        return False
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    return any(p.match(said.flat, left, right) for p in found)


def speaks_of_several(said: Line, pack: Pack) -> bool:
    """Whether a word points at several: "those", "the high ones"."""
    plural, many = pack.references.plural, pack.shifts.many - pack.shifts.one
    return any(w.text in many or matches(plural, said, (i, i + 1)) for i, w in enumerate(said.words))


def mention(said: Line, words: tuple[int, int], pack: Pack, records: Records) -> Mention:
    """What a range of words points at; a pronoun comes back as kind "focus" without candidates."""
    start, end = words
    span = said.span(start, end)
    text = said.raw[span[0] : span[1]]
    is_quoted = end - start == 1 and said.words[start].text == QUOTE
    if is_quoted:
        text = said.raw[said.words[start].start : said.words[start].end]
        span = (said.words[start].start, said.words[start].end)
    else:
        told = described(said, words, pack, records) or counted(said, words, pack, records)
        if told is not None:
            return told
        pointed = _pointed(said, words, pack, records)
        if pointed is not None:
            return pointed
        words = unwrapped(said, words, pack)
        if said.words[words[0]].text == QUOTE and words[1] - words[0] == 1:
            return mention(said, words, pack, records)
        if words != (start, end):
            inner = _pointed(said, words, pack, records)
            if inner is not None and inner.kind not in ("focus", "all"):
                return inner
    by_id = _by_id(text, span, records) or _by_id(said.said(*words), said.span(*words), records)
    if by_id is not None and (by_id.candidates or by_id.is_open):
        return by_id
    core = said.span(*words) if not is_quoted else span
    if not records.are_known:
        core = _as_said(said, (start, words[1]), words, pack) if not is_quoted else core
        return Mention(said.raw[core[0] : core[1]], core, "title", is_open=True)
    forms = [tuple(_title_words(said, part, records)) for part in ((start, end), words)]
    titled = Titled(said.raw[core[0] : core[1]], core, forms[0], forms[1])
    found = by_title(titled, pack, records)
    if not found.candidates and not is_quoted:
        found = _of_a_day(said, words, pack, records) or found
    return by_id if by_id is not None and not found.candidates else found  # "inv-2024" may be an id, or in a title


def _of_a_day(said: Line, words: tuple[int, int], pack: Pack, records: Records) -> Mention | None:
    """A record that is named with the day on which it is due: "today's interview", "il colloquio di oggi"."""
    plain = without_owners(said)
    times = [t for t in find_times(plain, pack, words) if t.day is not None]
    if len(times) != 1 or records.now is None:
        return None
    start, end = times[0].start, times[0].end
    while start > words[0] and said.words[start - 1].text in pack.references.light:
        start -= 1
    rest = (words[0], start) if end == words[1] else (end, words[1]) if start == words[0] else None
    if rest is None or rest[0] >= rest[1]:
        return None
    days, text = times[0].days(records.now), said.span(*rest)
    form = tuple(_title_words(said, rest, records))
    found = by_title(Titled(said.raw[text[0] : text[1]], text, form, form), pack, records)
    due = [c for c in found.candidates if c.entry.when is not None and days[0] <= c.entry.when[:10] <= days[1]]
    return replace(found, candidates=tuple(due)) if due else None


def _as_said(said: Line, whole: tuple[int, int], core: tuple[int, int], pack: Pack) -> tuple[int, int]:
    """The core of a mention with the article before it: whoever resolves it gets the words as they were said."""
    between = [w.text for w in said.words[whole[0] : core[0]]]
    is_article = len(between) == 1 and between[0] in pack.references.articles
    return said.span(whole[0], core[1]) if is_article else said.span(*core)


def _title_words(said: Line, words: tuple[int, int], records: Records) -> Iterator[str]:
    for word in said.words[words[0] : words[1]]:
        written = said.raw[word.start : word.end]
        if word.text == QUOTE or (is_compound(written) and fold(written) == word.text):
            yield from records.index().spoken(written)
        elif word.text.isascii() and word.text.isalnum():
            yield word.text
        else:
            yield from words_of(word.text)


def _pointed(said: Line, words: tuple[int, int], pack: Pack, records: Records) -> Mention | None:
    """Pronouns, "all", numbers and places."""
    span = said.span(*words)
    text = said.raw[span[0] : span[1]]
    refs = pack.references
    if matches(refs.indefinite, said, words):
        return Mention(text, span, "indefinite")
    if matches(refs.everything, said, words):
        return Mention(text, span, "all")
    if matches(refs.pronouns, said, words) or _is_merely_pointing(said, words, pack):
        return Mention(text, span, "focus")
    if matches(refs.plural, said, words):
        return Mention(text, span, "all")
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    has_number = _DIGIT.search(said.flat, left, right) is not None or not said.texts.isdisjoint(pack.numbers.cardinals)
    has_place = has_number or not said.texts.isdisjoint(pack.numbers.ordinals)
    places = [p for p in refs.positions.of(said.texts) if has_place or p.needs]
    has_number &= not _is_of_others(said, words, pack)
    if words[1] - words[0] == 1 and said.words[words[0]].text in pack.shifts.earlier | pack.shifts.later:
        places = []  # "finito prima" is done earlier, and not the first one
    if not has_number and not places:
        return None
    digits = with_digits(_part(said, words), pack.numbers)
    for pattern in refs.numbers.patterns if has_number else ():
        found = pattern.match(digits.flat, 0, len(digits.flat))
        if found is not None:
            spans = spans_of(found)
            a, b = spans.get("n") or spans["hash"]
            said_number = digits.flat[a:b].strip().lstrip("#")
            if said_number.isdigit():
                counted = _by_number(int(said_number), text, span, records)
                return counted if counted.candidates or counted.is_open or not _MARKED.search(text) else None
    for pattern in places:
        found = pattern.match(digits.flat, 0, len(digits.flat))
        if found is not None:
            spans = spans_of(found)
            place = 1
            if "ordinal" in spans:
                a, b = spans["ordinal"]
                place = ordinal(digits.flat[a:b].strip(), pack.numbers) or 0
            return _by_position(pattern.intent, place, Mention(text, span, "position"), records)
    return None


def _is_of_others(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether a number counts others, and is nobody's own: "the other two"."""
    others = {w for phrase in pack.ellipsis.marks["other"] for w in phrase} & pack.references.vague
    return any(w.text in others for w in said.words[max(words[0] - 1, 0) : words[1]])


def _is_merely_pointing(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether a pronoun is said with nothing else but when something was done, or the small word before a value: "I did
    that yesterday", "put it on low"."""
    start, end = words
    for at in range(start + 1, min(start + 3, end)):
        rest = [w.text for w in said.words[at:end]]
        is_small = all(text in pack.shifts.ahead for text in rest) or matches(pack.commands.spans, said, (at, end))
        if is_small and matches(pack.references.pronouns, said, (start, at)):
            return True
    return False


def _part(said: Line, words: tuple[int, int]) -> Line:
    return line(said.raw, said.words[words[0] : words[1]])


def unwrapped(said: Line, words: tuple[int, int], pack: Pack) -> tuple[int, int]:
    """The words of a mention without "the entry called", "the … one", articles and the like."""
    for _ in range(3):
        inner = _unwrapped_once(said, words, pack)
        if inner is None:
            return words
        words = inner
    return words


def _unwrapped_once(said: Line, words: tuple[int, int], pack: Pack) -> tuple[int, int] | None:
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    for pattern in pack.references.wrappings.of(said.texts):
        found = pattern.match(said.flat, left, right)
        if found is None:
            continue
        a, b = spans_of(found)["name"]
        inner = (said.index(a), said.index(b - 1) + 1)
        if all(w.text in pack.references.vague for w in said.words[inner[0] : inner[1]]) and inner[1] < words[1]:
            continue
        return inner
    return None


def _by_id(text: str, span: tuple[int, int], records: Records) -> Mention | None:
    wanted = text.strip()
    if records.are_known:
        at = records.index().by_id.get(wanted.casefold())
        if at is not None:
            return Mention(wanted, span, "id", (Candidate(records.all[at], 1.0, "id"),))
    if _UUID.fullmatch(wanted) or _ID.fullmatch(wanted):
        return Mention(wanted, span, "id", is_open=not records.are_known)
    return None


def _by_number(number: int, text: str, span: tuple[int, int], records: Records) -> Mention:
    if not records.are_known:
        return Mention(str(number), span, "number", is_open=True)
    index = records.index()
    place = number - 1 if 0 < number <= len(records.all) else None
    at = index.by_number.get(number) if index.by_number else place
    if at is None and not text.startswith("#"):  # "3" may be a title, too
        same = index.by_name.get(" ".join(words_of(text)), ())
        if same:
            return Mention(text, span, "title", tuple(Candidate(records.all[i], 1.0, "same title") for i in same))
    found = (Candidate(records.all[at], 1.0, "number"),) if at is not None else ()
    return Mention(text, span, "number", found)


def _by_position(kind: str, place: int, base: Mention, records: Records) -> Mention:
    count = len(records.all)
    at = {
        "from_start": place - 1,
        "first": 0,
        "newest": count - 1,
        "last": count - 1,
        "next_to_last": count - 2,
        "third_to_last": count - 3,
        "from_end": count - place,
    }[kind]
    from_end = kind not in ("from_start", "first")
    if not records.are_known or (from_end and records.is_partial):
        return Mention(base.text, base.span, "position", is_open=not records.are_known)
    found = (Candidate(records.all[at], 1.0, "place in the list"),) if 0 <= at < count else ()
    return Mention(base.text, base.span, "position", found)


def is_named(said: Line, words: tuple[int, int], pack: Pack, records: Records) -> bool:
    """Whether a range of words clearly names a record, or points at one."""
    found = mention(said, words, pack, records)
    if found.kind in ("focus", "number", "position"):
        return True
    return bool(found.candidates) and found.candidates[0].fit >= 0.8
