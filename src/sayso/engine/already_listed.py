"""What somebody says they still have to do, where just that is listed: "I still have to clean the tack room" adds
nothing."""

from collections.abc import Sequence

from sayso.engine.nouns import Argument, Confirm, Step
from sayso.engine.pack import Pack
from sayso.engine.records.mention import mention
from sayso.engine.text import Word
from sayso.engine.thread import Around
from sayso.engine.understand.read import Understanding

_CLEAR = 0.85  # how well the listed record must fit
_MARKS = frozenset(",;:.!?–—")


def unless_listed(steps: tuple[Step, ...], heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps; without something new that is open already, where it is only told."""
    if not steps or not all(isinstance(s, Confirm) and s.action.does == "make" for s in steps):
        return steps
    if not says_still(heard.said.words, heard.pack):
        return steps
    return tuple(s for s in steps if not _is_open(s, heard, around))


def says_still(words: Sequence[Word], pack: Pack) -> bool:
    """Whether somebody says what they still have to do."""
    texts = tuple(w.text for w in words)
    return any(texts[i : i + len(p)] == p for p in pack.shifts.still for i in range(len(texts)))


def _name(step: Step) -> Argument | None:
    key = step.action.key("name")
    return next((a for a in step.action.arguments if a.name == key), None)


def _is_open(step: Step, heard: Understanding, around: Around) -> bool:
    """Whether a listed record that is open is called so, by the words up to the first mark."""
    said, name = heard.said, _name(step)
    records = around.records_of(around.policy.tools.domain_of(step.action.intent))
    span = name.source.span if name is not None else None
    if span is None or not records.are_known:
        return False
    inside = [i for i, w in enumerate(said.words) if span[0] <= w.start < span[1]]
    if not inside:
        return False
    start, last = inside[0], inside[-1] + 1
    end = next((i for i in range(start + 1, last) if not _MARKS.isdisjoint(said.gap(i))), last)
    found = mention(said, (start, end), heard.pack, records)
    is_one = found.kind == "title" and len(found.candidates) == 1 and found.candidates[0].fit >= _CLEAR
    return is_one and not found.candidates[0].entry.is_done
