"""A word of the name of the record that was last spoken of, put right: "it's not the plumber, it's the locksmith"."""

from sayso.engine.ellipsis.change import asked_change
from sayso.engine.ellipsis.shown import mentioned
from sayso.engine.nouns import Argument, Entry, Source, Step
from sayso.engine.pattern import spans_of
from sayso.engine.records.words import words_of
from sayso.engine.text import are_forms
from sayso.engine.thread import Thread

SWAPPED = "swapped"  # "the locksmith, not the plumber"
RENAMING = frozenset(("renamed", SWAPPED))
_STOPS = frozenset(".!?;")
_AT_MOST = 6  # words of what is put right, and of what it is to be
_CLEAR = 0.6  # how well a reference may fit
Words = tuple[int, int]


def renamed(words: Words, entry: Entry, source: Source, thread: Thread) -> list[Step] | None:
    """The record with one part of its name in the place of another, to be confirmed; None where it has no such part."""
    said = thread.heard.said
    for pattern in (p for p in thread.heard.pack.ellipsis.says if p.intent in RENAMING):
        match = pattern.match(said.flat, said.flat_at(words[0]), said.flat_at(words[1]))
        if match is None:
            continue
        spans = {n: (said.index(a), said.index(b - 1) + 1) for n, (a, b) in spans_of(match).items()}
        wrong, right = spans["note"], _without_lead(spans["name"], entry, thread)
        if tuple(w.text for w in said.words[slice(*right)]) in thread.heard.pack.ellipsis.marks["corrects"]:
            continue  # "no, not Modena" says no other
        if max(b - a for a, b in (wrong, right)) > _AT_MOST or _is_another(right, entry, thread):
            continue
        if pattern.intent == SWAPPED and any(not _STOPS.isdisjoint(said.gap(i)) for i in range(words[0] + 1, words[1])):
            continue  # more than a name is said before
        whole = next((i for i in range(right[0] + 1, right[1]) if ":" in said.gap(i)), None)
        name = _put_right(entry.name, wrong, right, thread) if whole is None else said.said(whole, right[1])
        if name is not None and _put_right(entry.name, wrong, right, thread) is not None:
            span = said.span(*right) if whole is None else said.span(whole, right[1])
            return [asked_change(Argument("new_name", name, Source("message", span)), entry, source, thread)]
    return None


def _without_lead(words: Words, entry: Entry, thread: Thread) -> Words:
    """The words without what merely leads up to them: "and it is …", "no, …"."""
    said, pack = thread.heard.said, thread.heard.pack
    marks = pack.ellipsis.marks
    leading = {w for role in ("corrects", "whether") for phrase in marks[role] for w in phrase}
    leading = (leading | pack.joiners.by_word.keys() | pack.ellipsis.small) - pack.references.articles
    start, end = words
    while start < end - 1 and said.words[start].text in leading:
        start += 1
    return start, _without_deed(start, end, entry, thread)


def _without_deed(start: int, end: int, entry: Entry, thread: Thread) -> int:
    """Where the words end, without what is said to be done once more: "it's the electrician [that I have to call]"."""
    said, deed = thread.heard.said, words_of(entry.name)[:1]
    only = thread.heard.pack.shifts.only
    cut = next((i for i in range(end - 1, start, -1) if said.words[i].text in only), end)
    is_deed = bool(deed) and cut < end - 1 and are_forms(said.words[end - 1].text, deed[0])
    return cut if is_deed else end


def _is_another(words: Words, entry: Entry, thread: Thread) -> bool:
    """Whether words name a record that is listed: then that one is meant, and no name is put right."""
    found = mentioned(words, thread)
    return any(c.entry.id != entry.id and c.fit >= _CLEAR for c in found.candidates)


def _put_right(name: str, wrong: Words, right: Words, thread: Thread) -> str | None:
    """The name with other words in the place of those that were wrong; small words before them go along."""
    said, light = thread.heard.said, thread.heard.pack.references.light
    for first in range(wrong[0], wrong[1]):
        old = said.said(first, wrong[1])
        at = name.casefold().find(old.casefold())
        if at >= 0 and words_of(old) and (at == 0 or not name[at - 1].isalnum()):
            start = right[0]
            while start < right[1] - 1 and first > wrong[0] and said.words[start].text in light:
                start += 1  # "the plumber" in "call plumber": neither is the article of the other
            new, rest = said.said(start, right[1]), name[at + len(old) :]
            again = rest.split()[:1]  # "three kilos, not two": the kilos are there already
            if len(new.split()) > 1 and again and new.casefold().endswith(f" {again[0].casefold()}"):
                new = new[: -len(again[0]) - 1]
            is_whole = new.casefold().split()[:1] == name[:at].casefold().split()[:1]  # "buy oat milk, not milk"
            return f"{'' if is_whole else name[:at]}{new}{rest}"
        if said.words[first].text not in light:
            return None
    return None
