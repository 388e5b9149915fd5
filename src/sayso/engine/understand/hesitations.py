"""What is said while looking for words is left blank: "add uh wash the aprons". Every letter keeps its place."""

from collections.abc import Sequence

from sayso.engine.pack import Pack
from sayso.engine.text import Word, line
from sayso.engine.values.times import find_times

_MARKS = ",.;:!?"
_LEAST = 2  # words that a request has besides its politeness
_FIRST = 1  # where "both" stands in "delete both the shed and the licence"; not within a name


def blanked(raw: str, start: int, end: int) -> str:
    """The message with blanks for a range of its letters."""
    return raw[:start] + " " * (end - start) + raw[end:]


def unhesitating(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """The message without the sounds of hesitation, and with its first word said once; as it is where it holds nothing
    else."""
    raw = _named_one_by_one(_said_once(raw, words, pack), words, pack)
    sounds = [w for w in words if w.text in pack.shifts.hesitations]
    if not sounds or len(sounds) == len(words):
        return raw
    for word in sounds:
        start, end = word.start, word.end
        while end < len(raw) and raw[end] in ",.…":  # "uh, wash the aprons", "ehm..."
            end += 1
        before = raw[:start].rstrip()
        if end > word.end and before.endswith(","):  # "the blue, erm, shirts"
            start = len(before) - 1
        raw = blanked(raw, start, end)
    return raw


def _said_once(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """The message with the order that begins it once: "stop stop stop the shutters!"."""
    again = next((i for i, word in enumerate(words) if word.text != words[0].text), 0)
    if again < _LEAST or words[0].text not in pack.patterns.by_word or not words[0].text.isalpha():
        return raw
    return blanked(raw, 0, words[again - 1].start)


def _named_one_by_one(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """The message without the word that says of two that they are two, where each of them is named: "erase both the
    shed and the licence"."""
    texts, articles = [w.text for w in words], pack.references.articles
    if not (pack.negations | pack.commands.excepting).isdisjoint(texts):
        return raw
    for i, word in enumerate(words[: _FIRST + 1]):
        seconds = {pair[1] for pair in pack.shifts.pairs if pair[0] == word.text and pair[1] in pack.joiners.by_word}
        joints = [j for j in range(i + 3, len(words) - 1) if texts[j] in seconds]
        if not joints or texts[i + 1] not in articles or texts[joints[0] + 1] not in articles:
            continue
        if any(t in pack.commands.plurals for t in texts[i + 2 : joints[0]]):
            continue  # several of a kind, and another one
        end = words[i + 1].start if raw[word.end : words[i + 1].start].strip() in ("", ",", ":") else word.end
        return blanked(raw, word.start, end)
    return raw


def without_courtesies(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """The message without politeness that begins like a condition or a question ("if it is no trouble, …"); as it is
    where little else is left."""
    said = pack.line(raw, words)
    found = [
        (said.index(m.start()), said.index(m.end() - 1) + 1)
        for pattern in pack.courtesies.of(said.texts)
        for m in pattern.search_all(said.flat, 0, len(said.flat))
    ]
    taken = {i for a, b in found for i in range(a, b)}
    if not taken or len(said.words) - len(taken) < _LEAST:
        return raw
    for a, b in found:
        start, end = said.words[a].start, said.words[b - 1].end
        while end < len(raw) and raw[end] in ",…":
            end += 1
        raw = blanked(raw, start, end)
    return raw


def without_reason(raw: str, words: Sequence[Word], pack: Pack) -> str | None:
    """The message without why it is wanted, where that is said last: "light on so I can see the bread"; None where
    nothing says why, or little else is left."""
    texts = [w.text for w in words]
    for i in range(_LEAST, len(texts) - 1):
        phrase = next((p for p in pack.shifts.reasons if tuple(texts[i : i + len(p)]) == p), None)
        if phrase is not None and not _is_of_time(raw, words, i + len(phrase), pack):
            return blanked(raw, words[i - 1].end, len(raw))
    return None


def _is_of_time(raw: str, words: Sequence[Word], after: int, pack: Pack) -> bool:
    """Whether a time follows: "since 6 this morning" says no reason."""
    return any(t.start == after for t in find_times(pack.line(raw, words), pack, (after, len(words))))


def with_marks(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """A dictated message with marks in the places of the words for them; between numbers such a word is a decimal's."""
    if any(mark in raw for mark in _MARKS):
        return raw
    texts = [w.text for w in words]
    said = [(phrase, mark) for phrase, mark in pack.shifts.spoken.items() if phrase[0] in texts]
    for at in range(1, len(texts)) if said else ():
        for phrase, mark in said:
            if tuple(texts[at : at + len(phrase)]) != phrase or _is_decimal(texts, at, at + len(phrase), pack):
                continue
            is_led = texts[at - 1] in pack.references.light  # "put the period", "mettere il punto"
            # more than one mark may be meant, or the word begins those for others, too: "punto", of "punto e virgola"
            is_end = len(said) > 1 and not is_led if at + 1 == len(texts) else _closes(at + 1, raw, words, pack)
            if mark == "." and len(phrase) == 1 and not is_end:
                continue  # "the period", "il punto": a stop only where a message ends in which marks are said
            start, end = words[at].start, words[at + len(phrase) - 1].end
            raw = f"{raw[: start - 1]}{mark}{' ' * (end - start)}{raw[end:]}"
    return raw


def _closes(at: int, raw: str, words: Sequence[Word], pack: Pack) -> bool:
    """Whether nothing but thanks and the like follows: "… full stop thanks"."""
    said = line(raw, words)
    return at < len(words) and pack.closers.match(said.flat, said.flat_at(at), said.flat_at(len(words))) is not None


def _is_decimal(texts: Sequence[str], start: int, end: int, pack: Pack) -> bool:
    sides = (texts[start - 1], texts[end] if end < len(texts) else "")
    return all(t.isdecimal() or t in pack.numbers.cardinals for t in sides)
