"""What is said while looking for words is left blank: "add uh wash the aprons". Every letter keeps its place."""

from collections.abc import Sequence

from sayso.engine.pack import Pack
from sayso.engine.text import Word


def blanked(raw: str, start: int, end: int) -> str:
    """The message with blanks for a range of its letters."""
    return raw[:start] + " " * (end - start) + raw[end:]


def unhesitating(raw: str, words: Sequence[Word], pack: Pack) -> str:
    """The message without the sounds of hesitation; as it is where it holds nothing else."""
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
