"""Reads a range of words by the pack's own patterns."""

from collections.abc import Iterator
from itertools import islice, pairwise

from sayso.engine.nouns import Clause, Grade, Reading
from sayso.engine.pack import Pack
from sayso.engine.pattern import Pattern, spans_of
from sayso.engine.text import Line

_RANK: dict[str, int] = {"named": 4, "plain": 3, "elsewhere": 3, "known": 2, "duty": 2, "report": 1}
_DIVIDE_AT_MOST = 8
_FEW = 5  # words
_VERIFIED = frozenset(
    (
        "due",
        "again",
        "priority",
        "status",
        "when",
        "n",
        "it",
        "metrics",
        "amount",
        "by_amount",
        "low_amount",
        "high_amount",
    )
)  # slots that hold only what they should


def starts(said: Line, start: int, end: int, pack: Pack) -> list[int]:
    """Where the request itself may begin: at the start, and after each opener that is taken off."""
    found = [start]
    limit = said.flat_at(end)
    first = pack.openers.first or frozenset()
    while found[-1] < end and said.words[found[-1]].text in first:
        match = pack.openers.match_start(said.flat, said.flat_at(found[-1]), limit)
        if match is None:
            break
        found.append(said.index(match.end() - 1) + 1)
    return [s for s in found if s < end]


def without_closers(said: Line, start: int, end: int, pack: Pack) -> int:
    """Where the request ends once thanks and the like are taken off."""
    first, joiners = pack.closers.first or frozenset(), pack.joiners.by_word
    moved = True
    while moved:
        moved = False
        for at in range(max(start + 1, end - 5), end):
            is_joined = said.words[at].text in joiners and said.words[at - 1].text in joiners  # "every now and then"
            if is_joined:
                continue
            if said.words[at].text in first and pack.closers.match(said.flat, said.flat_at(at), said.flat_at(end)):
                end, moved = at, True
                break
    return end


def readings(said: Line, clause: Clause, pack: Pack, is_loose: bool) -> list[Reading]:
    """Every reading of a clause by the patterns, the best first; `is_loose`: something may speak of a subject."""
    found: list[tuple[int, int, Reading]] = []
    floating = pack.patterns.floating.of(said.texts)
    if is_loose:
        floating = [*floating, *pack.loose.of(said.texts)]
    for end in dict.fromkeys((without_closers(said, clause.start, clause.end, pack), clause.end)):
        opened = starts(said, clause.start, end, pack)
        first = _first_of_a_name(said, opened, pack)
        for start in opened:
            for order, (pattern, reading) in enumerate(_at(said, Clause(start, end, "request"), pack, floating)):
                if pattern.first is None and start != first and pack.intent(reading.intent).has_capabilities:
                    continue  # "please the oven off" names no subject "please the oven"
                found.append((_RANK[pattern.grade] * 1000 + reading.literal, -order, reading))
        if found:
            break
    found.sort(key=lambda f: f[:2], reverse=True)
    return [reading for _, _, reading in found]


def _first_of_a_name(said: Line, opened: list[int], pack: Pack) -> int:
    """Where a name begins: after all that opens, but for a word that tells subjects apart: "right bedside lamp"."""
    for before, start in pairwise(opened):
        if said.words[start - 1].text in pack.commands.telling and "," not in said.gap(start):
            return before
    return opened[-1] if opened else 0


def _at(said: Line, clause: Clause, pack: Pack, floating: list[Pattern]) -> Iterator[tuple[Pattern, Reading]]:
    left, right = said.flat_at(clause.start), said.flat_at(clause.end)
    for pattern in (*pack.patterns.at(said.words[clause.start].text, said.texts), *floating):
        match = pattern.match(said.flat, left, right)
        if match is None:
            continue
        spans = spans_of(match)
        yield pattern, _reading(said, clause, pack, pattern, spans)
        if pattern.is_divisible:
            for other in islice(pattern.divisions(said.flat, left, right), _DIVIDE_AT_MOST):
                if other != spans:
                    yield pattern, _reading(said, clause, pack, pattern, other)


def _reading(said: Line, clause: Clause, pack: Pack, pattern: Pattern, spans: dict[str, tuple[int, int]]) -> Reading:
    slots = {name: (said.index(a), said.index(b - 1) + 1) for name, (a, b) in spans.items() if " " not in name}
    free = sum(b - a for name, (a, b) in spans.items() if name not in _VERIFIED)
    literal = said.flat_at(clause.end) - said.flat_at(clause.start) - free
    grade: Grade = pattern.grade  # type: ignore[assignment]  # packs are checked for grades when they are loaded
    intent, _, value = pattern.intent.partition(" ")
    return Reading(intent, grade, clause, slots, pattern.text, literal, value=value, does=pack.intent(intent).does)


def ends_with_no(said: Line, pack: Pack) -> bool:
    """Whether a few words that say something else end with a no: "the kitchen one, no"; "have I done it or no" asks."""
    is_no = 1 < len(said.words) <= _FEW and (said.words[-1].text,) in pack.ellipsis.marks["corrects"]
    start = said.flat_at(len(said.words) - 1) if is_no else 0
    return is_no and any(p.match(said.flat, start, len(said.flat)) for p in pack.answers if p.intent == "no")
