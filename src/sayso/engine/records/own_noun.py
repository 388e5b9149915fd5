"""A record called by one of its words and a noun of the person's own: "the gym subscription" for "renew the gym
membership", "l'appuntamento dal dentista" for "chiamare il dentista". That is near and not said: only ever asked about.
"""

from collections.abc import Callable

from sayso.engine.nouns import Candidate, Mention
from sayso.engine.pack import Pack
from sayso.engine.records.index import RecordIndex
from sayso.engine.records.titles import Records
from sayso.engine.records.words import stem
from sayso.engine.text import line, tokens
from sayso.engine.values.times import find_times

OWN_NOUN = "another noun for it"
_FIT = 0.7
_AT_MOST = 4  # telling words
_SAME = 5  # letters with which two words of one root begin


def with_own_noun(found: Mention, pack: Pack, records: Records) -> Mention:
    """The mention, with the one open record that bears all of its words but the noun; as it was where there is none."""
    if found.candidates or found.kind != "title" or not records.are_known:
        return found
    place = _place(found.text, pack, records)
    return found if place is None else Mention(found.text, found.span, "title", (place,), lost=found.lost)


def _place(text: str, pack: Pack, records: Records) -> Candidate | None:
    index = records.index()
    words = [w for w in index.spoken(text) if w not in records.languages.light]
    stems = [stem(w, index.endings) for w in words]
    strange = [i for i, s in enumerate(stems) if s not in index.by_stem]
    if len(strange) != 1 or not 1 < len(words) <= _AT_MOST or any(w.isdecimal() for w in words):
        return None
    if _is_of_time(words[strange[0]], pack):
        return None
    borne = [s for s in stems if s in index.by_stem]
    places = set.intersection(*(set(index.by_stem[s]) for s in borne))
    open_ones = [i for i in places if not records.all[i].is_done]
    if len(open_ones) != 1 or index.near(stems[strange[0]]):
        return None
    verbs = pack.lists[records.domain.name].is_verb if records.domain.name in pack.lists else (lambda _: False)
    content = _content(open_ones[0], index, records, verbs)
    telling = content & set(borne)
    is_head = strange[0] == (_head(text, words, pack, records) if pack.references.is_head_last else 0)
    others = {stem(w, index.endings) for w in index.words[open_ones[0]]} - set(borne)
    is_root = any(_is_of_one_root(stems[strange[0]], other) for other in others)
    if not telling or 2 * len(telling) < len(content) or not (is_head or is_root):
        return None
    return Candidate(records.all[open_ones[0]], _FIT, OWN_NOUN)


def _head(text: str, words: list[str], pack: Pack, records: Records) -> int:
    """Which of the telling words is the noun, where it stands last: "the vet *appointment* for Rufus"."""
    light, articles, first = records.languages.light, pack.references.articles, 0
    for word in records.index().spoken(text):
        if word not in light:
            first += 1
        elif first and word not in articles and len(word) > 1:  # "Rufus's vet appointment"
            return first - 1  # a small word after it: what follows tells more of it
    return len(words) - 1


def _is_of_time(word: str, pack: Pack) -> bool:
    """Whether a word tells when, and what nothing."""
    times = pack.times
    return any(word in known for known in (times.weekdays, times.months, times.units, times.parts)) or bool(
        find_times(line(word, tokens(word)), pack, (0, 1))
    )


def _content(place: int, index: RecordIndex, records: Records, is_verb: Callable[[str], bool]) -> set[str]:
    """The words of a title that tell what it is about: no small ones, and not what is to be done."""
    words = [w for w in index.words[place] if w not in records.languages.light]
    rest = words[1:] if words and is_verb(words[0]) else words
    return {stem(w, index.endings) for w in rest}


def _is_of_one_root(one: str, other: str) -> bool:
    """Whether two words begin alike for long enough: "electric" and "electricity"."""
    return min(len(one), len(other)) >= _SAME and (one.startswith(other[:-1]) or other.startswith(one[:-1]))
