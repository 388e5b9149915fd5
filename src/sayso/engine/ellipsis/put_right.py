"""A part of a text that was just given, put right: "sorry, room 21", "4471, not 4417", "it's in the green drawer"."""

from dataclasses import replace
from typing import NamedTuple

from sayso.engine.ellipsis.before import last
from sayso.engine.ellipsis.change import asked_change
from sayso.engine.ellipsis.numbered import is_number
from sayso.engine.ellipsis.shown import mentioned
from sayso.engine.nouns import Argument, Entry, Mention, Source, Step
from sayso.engine.records.focus import in_focus
from sayso.engine.text import Line, Word, tokens
from sayso.engine.thread import Thread
from sayso.engine.tool import Does
from sayso.engine.understand.exact import without_closers
from sayso.engine.values.times import find_times

_TEXTS = {"new_details": "new_details", "details": "new_details", "new_name": "new_name", "name": "new_name"}
PUT_RIGHT = "put right"
_GIVING: frozenset[Does] = frozenset(("make", "change"))
_LEADING = ("corrects", "instead", "said", "moves", "whether")
_CLOSING = ("corrects", "said")
_MARKS = frozenset(",;:.!?–—")
_MOST_WORDS, _MOST_RIGHT, _LONGEST = 14, 6, 5
_CODE = 3  # signs of a number that stands for another one of as many, whatever is beside it
_CLEAR = 0.6  # how well a reference may fit
Words = tuple[int, int]


class Correction(NamedTuple):
    """The words that are right, those that were wrong if these are said, and whether the message says it corrects."""

    right: Words
    wrong: Words | None
    is_led: bool


def put_right(thread: Thread) -> list[Step]:
    """The record with one part of the text that was given last in the place of another, to be confirmed."""
    said = thread.heard.said
    if not 0 < len(said.words) <= _MOST_WORDS or "?" in said.raw or said.repeats:
        return []
    correction = _correction(thread)
    if correction is None:
        return []
    before = last(thread, lambda _: True)
    entry = _focused(thread) if before is not None and before.tool.does in _GIVING and before.is_done else None
    if before is None or entry is None:
        return []
    known = {"new_details": entry[0].description, "new_name": entry[0].name}
    names = known if correction.wrong is not None else {n for r, n in _TEXTS.items() if before.text(before.tool.key(r))}
    texts = ((name, _with(known[name], correction, thread)) for name in names)
    found = [(name, text) for name, text in texts if text is not None and text != known[name]]
    if len(found) != 1 or _names_another(correction.right, entry[0], thread):
        return []
    name, text = found[0]
    value = Argument(name, text, Source("message", said.span(*correction.right), record=entry[0].id))
    step = asked_change(value, *entry, thread)
    reading = step.action.reading
    assert reading is not None
    return [replace(step, action=replace(step.action, reading=reading._replace(pattern=PUT_RIGHT)))]


def _focused(thread: Thread) -> tuple[Entry, Source] | None:
    found = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if len(found.candidates) != 1 or found.turn is None:
        return None
    entry = found.candidates[0].entry
    return entry, Source("history", turn=found.turn, record=entry.id)


def _correction(thread: Thread) -> Correction | None:
    """What a message says is right; None where more than that is said."""
    said, pack = thread.heard.said, thread.heard.pack
    end, is_closed = _before_closing(said, without_closers(said, 0, len(said.words), pack), thread)
    start, is_led = _after_lead(said, end, thread)
    is_led |= is_closed
    fields = {word for some in pack.ellipsis.fields.values() for word in some}
    if start >= end or any(w.text in fields for w in said.words[start:end]):
        return None  # "change the title to …" says so itself
    denied = [i for i in range(start, end) if said.words[i].text in pack.negations]
    if not denied:
        is_broken = any(said.gap(i).strip() for i in range(start + 1, end))
        right = _trimmed((start, end), thread)
        is_short = 0 < right[1] - right[0] <= _MOST_RIGHT
        return Correction(right, None, is_led) if is_short and not is_broken else None
    if len(denied) > 1:
        return None
    at = denied[0]
    if at > start:  # "4471, not 4417"
        right, wrong = (start, at), (at + 1, end)
    else:  # "not Modena, Mantova"
        cut = next((i for i in range(at + 2, end) if not _MARKS.isdisjoint(said.gap(i))), None)
        cut = cut or next(
            (i for i in range(at + 2, end) if (said.words[i].text,) in pack.ellipsis.marks["hedges"]), None
        )
        if cut is None:
            return None
        after, _ = _after_lead(said, end, thread, cut)
        right, wrong = (after, end), (at + 1, cut)
    right, wrong = _trimmed(right, thread), _trimmed(wrong, thread)
    is_short = all(0 < b - a <= _MOST_RIGHT for a, b in (right, wrong))
    return Correction(right, wrong, True) if is_short else None


def _phrases(roles: tuple[str, ...], thread: Thread) -> list[tuple[str, ...]]:
    return [p for role in roles for p in thread.heard.pack.ellipsis.marks[role]]


def _before_closing(said: Line, end: int, thread: Thread) -> tuple[int, bool]:
    """Where what is right ends, and whether something said after it says that it corrects: "the flour I meant"."""
    texts = tuple(w.text for w in said.words[:end])
    size = max((len(p) for p in _phrases(_CLOSING, thread) if p == texts[end - len(p) :]), default=0)
    return end - size, bool(size)


def _after_lead(said: Line, end: int, thread: Thread, at: int = 0) -> tuple[int, bool]:
    """Where what is right begins, and whether something said before it says that it corrects."""
    pack = thread.heard.pack
    phrases = _phrases(_LEADING, thread)
    is_led = False
    while at < end:
        texts = tuple(w.text for w in said.words[at : min(end, at + _LONGEST)])
        size = max((len(p) for p in phrases if texts[: len(p)] == p), default=0)
        is_small = texts[0] in pack.ellipsis.small - pack.negations or texts[0] in pack.joiners.by_word
        if not size and not is_small:
            break
        is_led |= bool(size)
        at += size or 1
    return at, is_led


def _trimmed(words: Words, thread: Thread) -> Words:
    """The words without small ones before them."""
    said, light = thread.heard.said, thread.heard.pack.references.light
    start, end = words
    while start < end - 1 and said.words[start].text in light:
        start += 1
    return start, end


def _names_another(words: Words, entry: Entry, thread: Thread) -> bool:
    """Whether words name another record that is listed: then that one is meant, and nothing is put right."""
    found = mentioned(words, thread)
    return any(c.entry.id != entry.id and c.fit >= _CLEAR for c in found.candidates)


def _with(text: str, correction: Correction, thread: Thread) -> str | None:
    """The text with what is right in its place; None where it has no such place, or several."""
    said, words = thread.heard.said, tokens(text)
    if correction.wrong is not None:
        wrong = [w.text for w in said.words[slice(*correction.wrong)]]
        size = len(wrong)
        places = [i for i in range(len(words) - size + 1) if _texts_of(words[i : i + size]) == wrong]
        spots = [((i, i + size), correction.right) for i in places]
    elif correction.is_led:
        spots = _like(text, words, correction.right, thread)
    else:
        return None
    if len(spots) != 1:
        return None
    (first, last), right = spots[0]
    start, end = words[first].start, words[last - 1].end
    new = said.said(*right)
    is_whole = first > 0 and said.words[right[0]].text == words[0].text  # "not flea collars, order flea drops"
    return f"{'' if is_whole else text[:start]}{new}{text[end:]}"


def _texts_of(words: list[Word]) -> list[str]:
    return [w.text for w in words]


def _like(text: str, words: list[Word], right: Words, thread: Thread) -> list[tuple[Words, Words]]:
    """Where as many words stand that differ in one from those that are right: "room 12" and "room 21"."""
    said, pack = thread.heard.said, thread.heard.pack
    size, new = right[1] - right[0], [w.text for w in said.words[right[0] : right[1]]]
    if size == 1:
        return _in_place_of_one(text, words, right, thread)
    spots = []
    for at in range(len(words) - size + 1):
        old = _texts_of(words[at : at + size])
        unlike = [i for i in range(size) if old[i] != new[i]]
        shared = [old[i] for i in range(size) if i not in unlike]
        is_one = len(unlike) == 1 and _says_something(said, right[0] + unlike[0], thread)
        if is_one and any(t not in pack.references.light and not is_number(t, pack) for t in shared):
            i = unlike[0]
            if is_number(old[i], pack) == is_number(new[i], pack):
                spots.append(((at + i, at + i + 1), (right[0] + i, right[0] + i + 1)))
    return spots


def _says_something(said: Line, at: int, thread: Thread) -> bool:
    """Whether a word is no mere article: the size L is none."""
    word = said.words[at]
    return word.text not in thread.heard.pack.references.light or (
        len(word.text) == 1 and said.raw[word.start].isupper()
    )


def _in_place_of_one(text: str, words: list[Word], right: Words, thread: Thread) -> list[tuple[Words, Words]]:
    """The one long number, or the one name of a person or a place, in whose place another one is to be."""
    said, pack = thread.heard.said, thread.heard.pack
    word = said.words[right[0]]
    if word.text.isdecimal():
        alike = [i for i, w in enumerate(words) if w.text.isdecimal() and len(w.text) == len(word.text)]
        return [((i, i + 1), right) for i in alike] if len(word.text) >= _CODE else []
    if not said.raw[word.start].isupper() or find_times(said, pack, right) or right[0] == 0:
        return []
    names = [i for i, w in enumerate(words) if i and text[w.start].isupper()]
    return [((i, i + 1), right) for i in names]
