"""Whether the last words of a message take all of it back."""

from sayso.engine.pack import Pack
from sayso.engine.text import Line

_PAUSES = (",", ".", ";", "!", "?", "…", " - ", "–", "—")
_NOES = ("retracted", "no")


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
    while at < end:
        left = said.flat_at(at)
        found = [m.end() for p in pack.answers if p.intent in _NOES and (m := p.match_start(said.flat, left, right))]
        if not found:
            return False
        at = max(said.index(max(found) - 1) + 1, at + 1)
    return True
