"""Records that are named to be left alone: "keep the milk, delete the flights", "delete neither the milk nor …"."""

from collections.abc import Set

from sayso.engine.nouns import Step
from sayso.engine.understand.read import Understanding

_ENDING = frozenset(("remove", "finish"))


def without_spared(steps: tuple[Step, ...], heard: Understanding) -> tuple[Step, ...]:
    """The steps, without those that would end a record whose name stands right after a word that spares it, or change
    one that several are to be changed except for."""
    are_many = any(s.action.mention is not None and s.action.mention.kind == "group" for s in steps)
    excepting = heard.pack.commands.excepting if are_many else frozenset()
    sparing = dict.fromkeys(_ENDING, heard.pack.shifts.sparing | excepting) | {"change": excepting}
    return tuple(s for s in steps if not _is_spared(s, heard, sparing.get(s.action.does, frozenset())))


def _is_spared(step: Step, heard: Understanding, sparing: Set[str]) -> bool:
    mention, said = step.action.mention, heard.said
    if not sparing or mention is None or mention.span is None or mention.kind in ("focus", "group"):
        return False
    at = next((i for i, word in enumerate(said.words) if word.end > mention.span[0]), 0)
    if said.words[at].text in sparing:
        return True
    while at > 0 and not said.gap(at).strip():
        at -= 1
        if said.words[at].text in sparing:
            return True
        if said.words[at].text not in heard.pack.references.light:
            return False
    return False
