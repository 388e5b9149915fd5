"""What descriptions call subjects besides, and which kinds they tell by that: "heat pump, air conditioner"."""

from collections.abc import Sequence

from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Subject
from sayso.engine.records.words import StemCache, words_of
from sayso.regex import regex

_SHORT = 3  # words of what is a name in a description, and no sentence
_LISTED = regex(r"[,;/|()]|\s-\s")


def names_in(description: str, bare: StemCache, lexicon: Lexicon) -> list[tuple[str, ...]]:
    """The names that a description lists, each by its stems; none where a part of it has more words than a name."""
    if not description:
        return []
    lists = [bare.of(lexicon.heavy(words_of(part))) for part in _LISTED.split(description)]
    return lists if all(len(stems) <= _SHORT for stems in lists) else []


def told_kinds(names: Sequence[tuple[str, ...]], lexicon: Lexicon) -> frozenset[str]:
    """The kinds that names say wholly, and nothing else: "boiler, water heater"."""
    spots = ((stems, s) for stems in names for s in lexicon.spots("kind", stems))
    return frozenset(s.name for stems, s in spots if (s.start, s.end) == (0, len(stems))) - {lexicon.any_kind}


def led_kinds(description: str, bare: StemCache, lexicon: Lexicon) -> frozenset[str]:
    """The kinds that names begin with, where a small word leads on to what of: "the boiler of the flat"."""
    out: set[str] = set()
    for part in _LISTED.split(description) if description else ():
        words = words_of(part)
        stems = bare.of(words)
        spots = lexicon.spots("kind", stems)
        if len(spots) != 1 or spots[0].start or spots[0].name == lexicon.any_kind:
            continue
        rest = stems[spots[0].end :]
        is_led = len(rest) > 1 and words[spots[0].end] in lexicon.light
        if is_led and not any(lexicon.spots(role, rest) for role in ("thing", "component", "metric")):
            out.add(spots[0].name)
    return frozenset(out)


def own_stems(stems: Sequence[str], lexicon: Lexicon) -> Sequence[str]:
    """The words of a name without those of a kind that is not all of it."""
    kinds = {i for spot in lexicon.spots("kind", stems) for i in range(spot.start, spot.end)}
    return stems if len(kinds) == len(stems) else [s for i, s in enumerate(stems) if i not in kinds]


def called_too(subject: Subject, kinds: frozenset[str], bare: StemCache, lexicon: Lexicon) -> frozenset[str]:
    """The words for a thing by which a subject of these kinds is called, too, where no command of its own names it."""
    words = {w: thing for kind in kinds for thing, w in lexicon.called.get(kind, ())}
    if not words:
        return frozenset()
    named = {s.name for c in subject.commands for s in lexicon.spots("thing", bare.of(words_of(c.name)))}
    return frozenset(w for w, thing in words.items() if thing not in named)
