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


_NAMING = frozenset(("task", "title", "new_title", "search"))


def renamed(parts: list[Part], words: list[str], chance: random.Random) -> list[Part]:
    """A sentence about other things: what is named must not tell what is asked for."""
    if not words or chance.random() > 0.3:
        return parts
    names = [(slot or "").rstrip("!") in _NAMING for _, slot in parts]
    return [(_other(said, words, chance) if n else said, slot) for (said, slot), n in zip(parts, names, strict=True)]


def _other(said: str, words: list[str], chance: random.Random) -> str:
    """The same number of words, some of them replaced; the first stays, as it is often what to do."""
    head, *rest = said.split(" ")
    swapped = [chance.choice(words) if len(w) > 3 and chance.random() < 0.6 else w for w in rest]
    return " ".join((head, *swapped))


def roughened(parts: list[Part], values: Templates, chance: random.Random) -> list[Part]:
    """A sentence as it may come in."""
    out = list(parts)
    if chance.random() < 0.35:
        out = [(re.sub(r"[.,!?;…]+", "", words), slot) for words, slot in out]
    if chance.random() < 0.5:
        out = [(words.lower(), slot) for words, slot in out]
    elif chance.random() < 0.03:
        out = [(words.upper(), slot) for words, slot in out]
    if chance.random() < 0.3:
        often = 0.4 if chance.random() < 0.2 else 0.12  # some people slip in nearly every word
        out = [
            ("".join(slip(w, chance) if chance.random() < often else w for w in _WORD.findall(words)), slot)
            for words, slot in out
        ]
    if chance.random() < 0.28:
        out = [(values.value("opener", chance) + chance.choice((" ", ", ", " ")), None), *out]
    if chance.random() < 0.25:
        out = [*out, (chance.choice((" ", ", ", " ")) + values.value("closer", chance), None)]
    return [(words, slot) for words, slot in out if words]
