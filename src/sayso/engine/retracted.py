"""Whether the last words of a message take all of it back."""

from sayso.engine.pack import Pack
from sayso.engine.text import Line

_PAUSES = (",", ".", ";", "!", "?", "…", " - ", "–", "—")
_NOES = ("retracted", "no")
_LONGEST = 4  # words that take something back


def is_retracted(said: Line, pack: Pack) -> bool:
    """Whether the last words take everything back: "…, no, leave it", "… just kidding!"."""
    if said.is_unbroken:
        return False
    parts = [i for i in range(1, len(said.words)) if any(mark in said.gap(i) for mark in _PAUSES)]
    return any(_takes_back(said, pack, at) for at in parts)


def _takes_back(said: Line, pack: Pack, at: int) -> bool:
    """Whether all words from one on say no: "…? no, better not", "…! no, wait". Not after what is denied already: "I
    don't need that any more, drop it"."""
    if any(w.text in pack.negations for w in said.words[1:at]):
        return False
    end, right = len(said.words), len(said.flat)
    texts, lengths = [w.text for w in said.words], range(1, _LONGEST + 1)
    is_surely, is_asked = False, "?" in said.gap(at)
    known = pack.shifts.taken_back | pack.ellipsis.marks["corrects"]
    taking = {(j, j + n) for j in range(at, end) for n in lengths if tuple(texts[j : j + n]) in known}
    covered = {i for words in taking for i in range(*words)}
    while at < end:
        left = said.flat_at(at)
        found = [m.end() for p in pack.answers if p.intent in _NOES and (m := p.match_start(said.flat, left, right))]
        if not found:
            return is_surely and any(mark in said.gap(at) for mark in _PAUSES) and not _asks(said, pack, at)
        after = max(said.index(max(found) - 1) + 1, at + 1)
        is_surely |= any(_is_sure(said, pack, i, covered) for i in range(at, after))
        first = tuple(texts[at:after])
        is_bare = first in pack.ellipsis.marks["corrects"] or (len(first) == 1 and first[0] in pack.negations)
        is_surely |= is_asked and not is_bare  # "delete the vet? no way, it stays"; "…? no, the other one" goes on
        is_asked = False
        at = after
    return True


def _is_sure(said: Line, pack: Pack, at: int, covered: set[int]) -> bool:
    """Whether words take everything back for good, and no other value is to follow: not "scratch that, 2 degrees"."""
    left, right = said.flat_at(at), len(said.flat)
    ends = [m.end() for p in pack.answers if p.intent == "retracted" and (m := p.match_start(said.flat, left, right))]
    return any(not covered.issuperset(range(at, said.index(end - 1) + 1)) for end in ends)


def _asks(said: Line, pack: Pack, at: int) -> bool:
    """Whether something else is asked for after that, and no reason given: "…, forget it, we have got some"."""
    left, right = said.flat_at(at), said.flat_at(len(said.words))
    patterns = (*pack.patterns.at(said.words[at].text, said.texts), *pack.patterns.floating.of(said.texts))
    return any(p.match(said.flat, left, right) for p in patterns)
