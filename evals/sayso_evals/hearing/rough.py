"""Sentences as people really type them: slips, lost marks and capitals, fillers."""

import random
import re

from sayso_evals.hearing.templates import Part, Templates

_WORD = re.compile(r"\w+|[^\w\s]+|\s+")


def slip(word: str, chance: random.Random) -> str:
    """A word with one slip of the finger."""
    if len(word) < 4 or not word.isalpha():
        return word
    at, kind = chance.randrange(1, len(word) - 1), chance.random()
    if kind < 0.3:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.6:
        return word[:at] + word[at + 1 :]
    if kind < 0.8:
        return word[:at] + word[at] + word[at:]
    return word[:at] + chance.choice("aeiorstnlmpcd") + word[at + 1 :]


def roughened(parts: list[Part], values: Templates, chance: random.Random) -> list[Part]:
    """A sentence as it may come in."""
    out = list(parts)
    if chance.random() < 0.35:
        out = [(re.sub(r"[.,!?;…]+", "", words), slot) for words, slot in out]
    if chance.random() < 0.5:
        out = [(words.lower(), slot) for words, slot in out]
    elif chance.random() < 0.03:
        out = [(words.upper(), slot) for words, slot in out]
    if chance.random() < 0.25:
        out = [
            ("".join(slip(w, chance) if chance.random() < 0.12 else w for w in _WORD.findall(words)), slot)
            for words, slot in out
        ]
    if chance.random() < 0.2:
        out = [(values.value("opener", chance) + chance.choice((" ", ", ", " ")), None), *out]
    if chance.random() < 0.16:
        out = [*out, (chance.choice((" ", ", ", " ")) + values.value("closer", chance), None)]
    return [(words, slot) for words, slot in out if words]
