"""Words that say a value only where one was heard: "am I behind with anything", "wats overdeu"."""

from collections.abc import Mapping

from sayso.engine.compose.draft import Words
from sayso.engine.fuzzy import OSA
from sayso.engine.text import Line

_SLIPPED = 5  # letters of a word that may be written with a slip


def spoken_value(said: Line, words: Words, known: Mapping[str, str]) -> tuple[str, Words] | None:
    """The value that one of some words says, and which word; one that is a slip away counts where none is written."""
    for at in range(*words):
        if said.words[at].text in known:
            return known[said.words[at].text], (at, at + 1)
    for at in range(*words):
        text = said.words[at].text
        if len(text) < _SLIPPED:
            continue
        near = {v for w, v in known.items() if len(w) >= _SLIPPED and OSA.distance(text, w, score_cutoff=1) <= 1}
        if len(near) == 1:
            return near.pop(), (at, at + 1)
    return None
