"""Yes and no: a switch is said by its own name, and taken back by a word that negates it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sayso.engine.kinds.spoken import Spoken, SpokenValue, Token
from sayso.engine.records.words import stem

_BACK = 6  # words before the name in which a word may switch it off
_STRONG = 5  # letters from which a word of a name is telling


def find(spoken: Spoken, name: AbstractSet[str], stems: Sequence[str] = ()) -> list[SpokenValue]:
    """Where the stems of a switch's name are spoken of; `value` is whether it is on, the span holds what says so.

    `stems` are the words as the name's are compared, where things have names of their own in every language.
    Forms: "whole" where all of its name is said, "most" where more than half is, else "part".
    """
    wanted = {w for w in name if len(w) > 1}
    hits, have = [], set()
    for i, token in enumerate(spoken.tokens):
        same = _names(token, wanted, spoken) or (wanted & {stems[i]} if stems else set())
        if same:
            hits.append(i)
            have |= same
    if not hits:
        return []
    share = len(have) / len(wanted)
    first = hits[0]
    off = _switched_off(spoken, first)
    start = first if off is None else off
    end = max((i for i in hits if i - first < _BACK), default=first)
    form = "whole" if share == 1 else "most" if share > 0.5 else "part"
    return [SpokenValue(spoken.tokens[start].start, spoken.tokens[end].end, off is None, form)]


def _names(token: Token, wanted: AbstractSet[str], spoken: Spoken) -> set[str]:
    """Which stems of a name a word says: itself, a part between hyphens, or the beginning of a longer word."""
    parts = [token.stem]
    if "-" in token.text:
        parts = [stem(p, spoken.endings) for p in (*token.text.split("-"), token.text.replace("-", ""))]
    same = {p for p in parts if p in wanted}
    if not same and len(token.text) > _STRONG:
        same = {w for w in wanted if len(w) >= _STRONG and token.text.startswith(w)}
    return same


def _switched_off(spoken: Spoken, first: int) -> int | None:
    """The word before a name that switches it off, in the same breath."""
    pack = spoken.packs[0]
    for at in range(first - 1, max(-1, first - 1 - _BACK), -1):
        if any(c in spoken.tokens[at + 1].gap for c in ",.;!?"):
            return None
        text = spoken.tokens[at].text
        told = (text, *pack.rewrite.get(text, ()))
        if any(pack.tools.truths.get(w) is False or w in pack.negations for w in told):
            return at
    return None
