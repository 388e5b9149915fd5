"""Yes and no: a switch is said by its own name, and taken back by a word that negates it."""

from collections.abc import Set as AbstractSet

from sayso.engine.kinds.spoken import Found, Spoken

_BACK = 4  # words before the name in which a word may switch it off
_STRONG = 5  # letters from which a word of a name is telling


def find(spoken: Spoken, name: AbstractSet[str]) -> list[Found]:
    """Where the stems of a switch's name are spoken of; `value` is whether it is on, the span holds what says so.

    Forms: "whole" where all of its name is said, "most" where more than half is, else "part".
    """
    wanted = {w for w in name if len(w) > 1}
    hits, have = [], set()
    for i, token in enumerate(spoken.tokens):
        same = token.stem if token.stem in wanted else _alike(token.text, wanted)
        if same:
            hits.append(i)
            have.add(same)
    if not hits:
        return []
    share = len(have) / len(wanted)
    first = hits[0]
    before = range(max(0, first - _BACK), first)
    tables = [p.tools.truths for p in spoken.packs[:1]]
    said = [(i, table[spoken.tokens[i].text]) for i in before for table in tables if spoken.tokens[i].text in table]
    value = said[-1][1] if said else True
    start = said[-1][0] if said and not value else first
    end = max((i for i in hits if i - first < _BACK), default=first)
    form = "whole" if share == 1 else "most" if share > 0.5 else "part"
    return [Found(spoken.tokens[start].start, spoken.tokens[end].end, value, form)]


def _alike(word: str, wanted: AbstractSet[str]) -> str:
    """The stem with which a longer word begins: "private" in "privately"."""
    return next((w for w in wanted if len(w) >= _STRONG and word.startswith(w)), "") if len(word) > _STRONG else ""
