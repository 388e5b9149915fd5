"""A record of which a remark has a word, beside the one that is spoken of: which of them "it" is."""

from dataclasses import replace

from sayso.engine.nouns import Mention
from sayso.engine.records.titles import Records
from sayso.engine.records.words import stem, words_of

_HALF = 0.5  # of the words of a name, from which on it is named


def unless_in_passing(
    named: Mention, focused: Mention, remark: str, records: Records, light: frozenset[str]
) -> Mention:
    """The record that a remark names; where it has but a word or two of the name, and another one is spoken of, either
    may be meant: "she came in with the dog, so mark it done"."""
    spoken = focused.candidates
    one = named.candidates[0]
    if len(spoken) != 1 or spoken[0].entry.id == one.entry.id:
        return replace(named, turn=None)
    endings = records.index().endings
    own = {stem(w, endings) for w in words_of(one.entry.name) if w not in light}
    said = [stem(w, endings) for w in words_of(remark)]
    if len(own.intersection(said)) >= _HALF * len(own) or said[0] in own:  # "bread's out, close that one"
        return replace(named, turn=None)
    return replace(named, kind="title", candidates=(*spoken, one), turn=None)
