"""So many at once: "those two", "the last three", "the first two". Never the record of that number."""

from itertools import pairwise

from sayso.engine.nouns import Candidate, Entry, Mention
from sayso.engine.pack import Pack
from sayso.engine.pattern import spans_of
from sayso.engine.records.focus import last_shown, several_in_focus
from sayso.engine.records.titles import Records
from sayso.engine.text import Line, line
from sayso.engine.thread import Thread
from sayso.engine.values.numbers import with_digits

_MOST = 20  # at once
_LONG = 7  # digits: no number of a record
Words = tuple[int, int]


def counted_ones(words: Words, thread: Thread, records: Records) -> Mention | None:
    """The several that words count; "indefinite" where nobody can tell which, None where they count nothing."""
    said, pack = thread.heard.said, thread.heard.pack
    way, count = how_many(said, words, pack)
    if count < 2 or not records.are_known:
        return None
    text, span = said.said(*words), said.span(*words)
    entries, turn = _meant(way, count, thread, records)
    if len(entries) != count:
        return Mention(text, span, "indefinite")
    near = tuple(Candidate(e, 1.0, "one of so many") for e in entries)
    return Mention(text, span, "group", near, turn=turn)


def numbered_ones(words: Words, thread: Thread, records: Records) -> Mention | None:
    """The records of several numbers that are not all parted by pauses or joined: "3 4 and 5", "la 13 14 e 15"."""
    said, pack = thread.heard.said, thread.heard.pack
    inside = said.words[words[0] : words[1]]
    numbers = [int(w.text) for w in inside if w.text.isdecimal() and len(w.text) < _LONG]
    small = pack.references.light | pack.joiners.by_word.keys() | pack.shifts.one | pack.shifts.many
    if len(numbers) < 2 or not records.are_known or not records.index().by_number:
        return None
    if any(not w.text.isdecimal() and w.text not in small for w in inside):
        return None
    if not _run_on(said, words, pack):
        return None
    text, span = said.said(*words), said.span(*words)
    places = [records.index().by_number.get(n) for n in dict.fromkeys(numbers)]
    found = tuple(Candidate(records.all[at], 1.0, "number") for at in places if at is not None)
    return Mention(text, span, "group", found) if len(found) == len(places) else None


def _run_on(said: Line, words: Words, pack: Pack) -> bool:
    """Whether two numbers stand beside each other without a pause or a word that joins them."""
    at = [i for i in range(*words) if said.words[i].text.isdecimal()]
    for one, other in pairwise(at):
        between = range(one + 1, other)
        is_joined = any(said.words[i].text in pack.joiners.by_word for i in between)
        if not is_joined and not any("," in said.gap(i) for i in range(one + 1, other + 1)):
            return True
    return False


def how_many(said: Line, words: Words, pack: Pack) -> tuple[str, int]:
    """How some words count, and how many: of those that were spoken of, or at an end of a list."""
    patterns = pack.references.counted.of(said.texts)
    if not patterns or words[0] >= words[1]:
        return "", 0
    digits = with_digits(line(said.raw, said.words[words[0] : words[1]]), pack.numbers)
    for pattern in patterns:
        found = pattern.match(digits.flat, 0, len(digits.flat))
        if found is not None:
            start, end = spans_of(found)["n"]
            number = digits.flat[start:end].strip()
            return pattern.intent, int(number) if number.isdecimal() and int(number) <= _MOST else 0
    return "", 0


def counts_them(said: Line, at: int, pack: Pack) -> bool:
    """Whether a number says how many of them: "those two", "the last two"."""
    ends = range(at + 1, min(at + 3, len(said.words)) + 1)
    return any(how_many(said, (start, end), pack)[1] for start in range(max(0, at - 2), at) for end in ends)


def _meant(way: str, count: int, thread: Thread, records: Records) -> tuple[list[Entry], int | None]:
    history = thread.scene.history
    spoken, turn = several_in_focus(history, records, count)
    if len(spoken) == count and way != "first":
        return spoken, turn
    if way == "these":
        return [], None
    shown, turn = last_shown(history, records)
    whole: list[Entry] = [] if records.is_partial or shown else list(records.all)
    row = shown or whole
    return (row[:count] if way == "first" else row[-count:]), (turn if shown else None)
