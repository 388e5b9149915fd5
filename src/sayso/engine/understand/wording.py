"""What the tagger hears becomes readings: which intent of ours, and which of its words fill which slot."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from sayso.engine.capabilities.acts import RELATIVE
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.nouns import Clause, Reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Hear, Heard
from sayso.engine.read.marks import marks
from sayso.engine.text import Line

HEARD: Literal["heard"] = "heard"  # the grade, and the pattern, of what no pattern foresaw
FOLLOWS = "follows"  # the value of a reading that takes up what was last done
_LEAST = 0.6  # below which nothing was heard
_ACT = 0.6


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an intent of the tagger stands for: an intent of ours, its slots, and which of them it cannot do without."""

    intent: str
    slots: Mapping[str, str]
    needs: frozenset[str]
    has_act: bool = False
    follows: bool = False  # says only what is new: the rest is what was last done or shown
    does: str = ""  # what the tool does that our intent leads to


@dataclass(frozen=True, slots=True)
class Hearing:
    """What hearing needs at hand."""

    hear: Hear
    meanings: Mapping[str, Meaning]
    lexicon: Lexicon
    listed: Callable[[str], str]  # how a listed record bears a word without its inflection: a letter, or nothing
    impossible: frozenset[str] = frozenset()  # intents that cannot be here: answers where nothing was asked


def heard_in(said: Line, clause: Clause, pack: Pack, hearing: Hearing) -> Heard:
    """What the tagger says of a clause."""
    known = marks(said, pack, hearing.lexicon, lambda _i, bare: hearing.listed(bare))
    words = [w.text for w in said.words[clause.start : clause.end]]
    return hearing.hear(words, known[clause.start : clause.end]).without(hearing.impossible)


def reading_of(heard: Heard, clause: Clause, hearing: Hearing) -> Reading | None:
    """The reading that was heard; None where it asks for nothing of ours."""
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or heard.probability < _LEAST:
        return None
    found: dict[str, tuple[int, int]] = {}
    for slot, start, end in sorted(heard.spans, key=lambda t: t.start - t.end):  # the longest of each
        name = meaning.slots.get(slot)
        if name is not None and name not in found:
            found[name] = (clause.start + start, clause.start + end)
    if any(meaning.slots[slot] not in found for slot in meaning.needs):
        return None
    act = heard.act if meaning.has_act and heard.act_probability >= _ACT else ""
    if meaning.has_act and not act:
        return None
    if act in RELATIVE and "amount" in found:
        found["by_amount"] = found.pop("amount")
    if meaning.follows:
        act = FOLLOWS
    odds = math.log(heard.probability / max(1.0 - heard.probability, 1e-4))
    whole = clause._replace(kind="request")
    return Reading(meaning.intent, HEARD, whole, found, HEARD, 0, odds, act, meaning.does)
