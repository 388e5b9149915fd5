"""Several calls in one message: it is cut where "and", commas and stops allow, so that the most of it is used.

"12 and 18, and 24 and 36" are two calls of two numbers; "in Rome and Paris" two of one; what a part does not say is as
in the part before it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sayso.engine.read.around import mark_before
from sayso.engine.read.assign import Assignment, Filled, Option, Options, assign, shared
from sayso.engine.read.candidates import ValueCandidate
from sayso.engine.read.offer import ToolParameter
from sayso.engine.read.rank import MessageWords, chance
from sayso.engine.read.slots import Signs
from sayso.regex import regex

Range = tuple[int, int]  # of words
CUTS = 14  # places where a message is cut at most
_SEEN = 24  # values a parameter that may stand in a list
_LEAST = -6.0  # from which weight on
_LONGEST = 8  # values in a list
_STOP = regex(r"[.!?\n](?:\s|$)")
_PART = 1.0  # what each part more costs
_HELD = 0.3  # what it costs that a needed value is taken from another part
SURE = frozenset(  # what besides says how sure several calls are
    (
        "again: as many as counted",
        "again: not as many as counted",
        "again: complete parts",
        "again: values held",
        "again: all alike",
        "again: alike",
        "again: left by several",
        "again: the same call twice",
    )
)
_WORTH = -1.0  # from which weight on a value counts as said


class Split(NamedTuple):
    """A message in parts, each with its own call, and how much more of it is used than by one call."""

    how: str  # "cuts", "few cuts", "sentences", "run", "pairs"
    calls: tuple[Assignment, ...]
    fresh: tuple[tuple[Filled, ...], ...]  # what each part says itself
    gain: float
    left: tuple[int, int]  # how many telling values one call leaves unused, and how many these do


_Way = tuple[str, tuple[Assignment, ...], tuple[tuple[Filled, ...], ...], float]


def places(said: MessageWords) -> list[int]:
    """The words before which a message may be cut."""
    out = []
    for at, token in enumerate(said.tokens):
        if at and (token.mark in ("and", "or") or any(c in token.gap for c in ",;.?!&\n")):
            out.append(at)
    return out


def is_worth(options: Options, one: Assignment) -> bool:
    """Whether anything was said that one call does not use, for a parameter that it fills already."""
    have = {f.slot.wanted.path: f.one for f in one.filled}
    taken = [(f.one.start, f.one.end) for f in one.filled]
    for slot, scored in options:
        if slot.wanted.path in have and any(o.weight > _WORTH - 2.0 and _is_free(o.one, taken) for o in scored[:8]):
            return True
    return False


def _is_free(one: ValueCandidate, taken: Sequence[tuple[int, int]]) -> bool:
    return all(one.end <= s or one.start >= e for s, e in taken)


def splits(options: Options, said: MessageWords, whole: Assignment) -> list[Split]:
    """The ways to make several calls of one tool out of a message: cut into parts, or one call for each in a list."""
    scores: dict[Range, Assignment] = {}
    options = [(slot, _uncounted(scored)) for slot, scored in options]
    ends = _useful(options, places(said))
    stops = [e for e in ends if 0 < e < len(said.tokens) and _STOP.search(said.tokens[e].gap)]
    found = [
        _cut("cuts", ends, _PART, (options, scores)),
        _cut("few cuts", ends, 3 * _PART, (options, scores)),
        _cut("sentences", [0, *stops, ends[-1]], 0.0, (options, scores)),
        *_runs(options, said, whole),
    ]
    out: dict[str, Split] = {}
    for how, calls, fresh, score in (_distinct(f) for f in found if f is not None):
        used = [f for call in calls for f in call.filled]
        left = _left(options, whole.filled), _left(options, used)
        if all(not c.missing for c in calls) and len(calls) > 1:
            out.setdefault(_told(calls), Split(how, calls, fresh, score - whole.score, left))
    return list(out.values())


def _distinct(way: _Way) -> _Way:
    """A way without calls that another of its calls repeats."""
    how, calls, fresh, score = way
    first = {_told([c]): at for at, c in reversed(list(enumerate(calls)))}
    kept = sorted(first.values())
    return how, tuple(calls[i] for i in kept), tuple(fresh[i] for i in kept), score


def _uncounted(scored: list[Option]) -> list[Option]:
    """The values without the words that only count what is told: "two circles, of 5 and of 10 metres"."""
    plain = [o for o in scored if o.one.form in ("number", "list") and o.weight > _WORTH]
    if len({o.one.start for o in plain}) < 2:
        return scored
    return [o for o in scored if o.one.form != "words"]


def _told(calls: Sequence[Assignment]) -> str:
    return repr([sorted((f.slot.wanted.path, repr(f.one.value)) for f in c.filled) for c in calls])


def _cut(how: str, ends: list[int], cost: float, given: tuple[Options, dict[Range, Assignment]]) -> _Way | None:
    """The best way to cut a message at some of these words; None where one call uses as much."""
    options, scores = given
    if len(ends) < 3:
        return None
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("-inf"), 0)] * (len(ends) - 1)
    for j in range(1, len(ends)):
        for i in range(j):
            part = (ends[i], ends[j])
            if part not in scores:
                scores[part] = assign(within(options, part), missing=_HELD)
            one = scores[part]
            if one.filled and best[i][0] + one.score - cost > best[j][0]:
                best[j] = (best[i][0] + one.score - cost, i)
            elif not one.filled and j - i == 1 and best[i][0] > best[j][0]:  # a part that says nothing
                best[j] = (best[i][0], i)
    parts: list[Range] = []
    at = len(ends) - 1
    while at:
        parts.append((ends[best[at][1]], ends[at]))
        at = best[at][1]
    own = [scores[p] for p in reversed(parts) if scores[p].filled]
    if len(own) < 2:
        return None
    calls = tuple(_held(own, i) for i in range(len(own)))
    return how, calls, tuple(a.filled for a in own), best[-1][0]


def _runs(options: Options, said: MessageWords, whole: Assignment) -> Iterator[_Way]:
    """One call for each of several values side by side; for two such lists of one length, one for each pair."""
    found: list[tuple[Filled, list[Option]]] = []
    for filled in whole.filled:
        scored = next(ranked for slot, ranked in options if slot is filled.slot)
        others = [(f.one.start, f.one.end) for f in whole.filled if f is not filled]
        free = [o for o in scored[:_SEEN] if o.weight > _LEAST and o.one.form != "run"]
        free = [o for o in free if _is_free(o.one, others)]
        whole_run = _run(filled, free, said)
        parted = _run(filled, [o for o in free if o.one.form != "chunk" or "," not in str(o.one.value)], said)
        found.extend((filled, run) for run in {len(r): r for r in (whole_run, parted)}.values() if len(run) > 1)
    for filled, run in found:
        yield _spread("run", whole, [(filled, run)], options)
    for at, (one, first) in enumerate(found):
        for other, second in found[at + 1 :]:
            if len(first) == len(second) and other is not one:
                yield _spread("pairs", whole, [(one, first), (other, second)], options)


def _run(filled: Filled, free: Sequence[Option], said: MessageWords) -> list[Option]:
    """The values side by side with one that was taken, in order."""
    known = next((o for o in free if o.one is filled.one), None)
    if known is None:
        return []
    run = [known]
    for _ in range(_LONGEST):
        after = [o for o in free if o.one.start >= run[-1].one.end and _is_beside(run[-1].one, o.one, said)]
        if not after:
            break
        run.append(max(after, key=lambda o: o.weight))
    for _ in range(_LONGEST):
        before = [o for o in free if o.one.end <= run[0].one.start and _is_beside(o.one, run[0].one, said)]
        if not before:
            break
        run.insert(0, max(before, key=lambda o: o.weight))
    return run


def _is_beside(one: ValueCandidate, other: ValueCandidate, said: MessageWords) -> bool:
    """Whether nothing but a comma, "and" and small words stand between two values, and one of the first two does."""
    between = said.tokens[one.words[1] : other.words[0]]
    gap = said.found.spoken.raw[one.end : other.start]
    is_joined = "," in gap or ";" in gap or any(t.mark in ("and", "or") for t in between)
    return len(between) < 4 and is_joined and all(t.is_small or t.mark for t in between) and not _STOP.search(gap)


def _apart(filled: Filled, run: list[Option], options: Options) -> list[float]:
    """How likely each value of a list is among those that are not in it: they do not speak against each other."""
    scored = next(ranked for slot, ranked in options if slot is filled.slot)
    inside = {id(o) for o in run}
    taken = [(r.one.start, r.one.end) for r in run]
    rest = [(o.weight, o.one) for o in scored if id(o) not in inside and _is_free(o.one, taken)]
    return [next(s.odds for s in shared([(o.weight, o.one), *rest]) if s.one is o.one) for o in run]


def _spread(how: str, whole: Assignment, lists: Sequence[tuple[Filled, list[Option]]], options: Options) -> _Way:
    """The call once for each place in the lists."""
    odds = [_apart(filled, run, options) for filled, run in lists]
    fresh = [
        tuple(Filled(filled.slot, run[at].one, alone[at]) for (filled, run), alone in zip(lists, odds, strict=True))
        for at in range(len(lists[0][1]))
    ]
    paths = {filled.slot.wanted.path for filled, _ in lists}
    kept = tuple(f for f in whole.filled if f.slot.wanted.path not in paths)
    calls = tuple(whole._replace(filled=(*kept, *part)) for part in fresh)
    gain = sum(o.weight for _, run in lists for o in run) - len(fresh) * _PART
    return how, calls, tuple(fresh), whole.score + gain


def _left(options: Options, used: Sequence[Filled]) -> int:
    """How many names, quotes, numbers and moments no call uses."""
    taken = [(f.one.start, f.one.end) for f in used]
    left: list[tuple[int, int]] = []
    for _, scored in options:
        for o in scored[:12]:
            if o.is_telling and o.weight > _WORTH - 2.0 and _is_free(o.one, taken) and _is_free(o.one, left):
                left.append((o.one.start, o.one.end))
    return len(left)


def _useful(options: Options, cuts: list[int]) -> list[int]:
    """The cuts between which something was said that counts, with both ends of the message."""
    said = sorted({o.one.words for _, scored in options for o in scored[:12] if o.weight > _WORTH})
    out = [0]
    for cut in cuts:
        if any(out[-1] <= a and b <= cut for a, b in said) and any(a >= cut for a, _ in said):
            out.append(cut)
    return [*out[:CUTS], 10**6]


def within(options: Options, part: Range) -> Options:
    """The values in a part of the message, weighed against each other anew."""
    out: list[tuple[ToolParameter, list[Option]]] = []
    for slot, scored in options:
        inside = [(o.weight, o.one) for o in scored if part[0] <= o.one.words[0] and o.one.words[1] <= part[1]]
        out.append((slot, shared(inside)))
    return out


def _held(own: Sequence[Assignment], at: int) -> Assignment:
    """A part's call, with what it does not say from the part before, else from the first one after that says it."""
    filled = list(own[at].filled)
    for other in (*reversed(own[:at]), *own[at + 1 :]):
        have = {f.slot.wanted.path for f in filled}
        filled.extend(f for f in other.filled if f.slot.wanted.path not in have)
    have = {f.slot.wanted.path for f in filled}
    missing = tuple(s for s in own[at].missing if s.wanted.path not in have)
    return Assignment(tuple(filled), missing, own[at].score)


def again_signs(one: Split, said: MessageWords) -> Signs:
    """What speaks for several calls rather than one."""
    chances = [chance(f.odds) for part in one.fresh for f in part]
    first, rest = one.fresh[0], one.fresh[1:]
    sets = [frozenset(f.slot.wanted.path for f in part) for part in one.fresh]
    marks: list[bool] = []
    joined: list[bool] = []
    alike: list[bool] = []
    for before, after in zip(one.fresh, one.fresh[1:], strict=False):
        last = {f.slot.wanted.path: f.one for f in before}
        for f in after:
            if f.slot.wanted.path in last:
                other = last[f.slot.wanted.path]
                marks.append(_stated(f.one, said) == _stated(other, said))
                joined.append(_is_joined(f.one, other, said))
                alike.append(_shape(f.one) == _shape(other))
    kinds = {f.slot.wanted.kind for part in rest for f in part}
    used = [f.one for part in one.fresh for f in part]
    counted = sum(c.form in ("ordinal", "words") for c in used)
    return [
        ("again", 1.0),
        (f"again: by {one.how}", 1.0),
        ("again: gain", max(-3.0, min(6.0, one.gain))),
        ("again: left by one", min(one.left[0], 5) / 5),
        ("again: left by several", min(one.left[1], 5) / 5),
        ("again: taken by several alone", min(max(one.left[0] - one.left[1], 0), 5) / 5),
        ("again: parts", min(len(one.calls), 5) / 5),
        ("again: least chance", min(chances)),
        ("again: mean chance", sum(chances) / len(chances)),
        ("again: all alike", float(len(set(sets)) == 1)),
        ("again: within the first", float(all(s <= sets[0] for s in sets))),
        ("again: nothing in common", float(not marks)),
        ("again: same mark", sum(marks) / max(len(marks), 1)),
        ("again: joined", sum(joined) / max(len(joined), 1)),
        ("again: alike", sum(alike) / max(len(alike), 1)),
        ("again: joined and alike", float(bool(joined) and all(joined) and all(alike))),
        ("again: the same call twice", float(len({_told([c]) for c in one.calls}) < len(one.calls))),
        ("again: number words", counted / max(len(used), 1)),
        ("again: as many as counted", float(len(one.calls) in _counts(said))),
        ("again: not as many as counted", float(bool(_counts(said)) and len(one.calls) not in _counts(said))),
        ("again: complete parts", _complete(one)),
        ("again: a list of several", float(one.how in ("run", "pairs") and len(one.calls) > 2)),
        ("again: values held", min(_held_of(one), 4) / 4),
        ("again: values of a part", min(sum(map(len, rest)) / len(rest), 4) / 4),
        ("again: values of the first", min(len(first), 4) / 4),
        *((f"again: other {kind}", 1.0) for kind in kinds),
    ]


def _shape(one: ValueCandidate) -> tuple[str, bool, bool]:
    text = str(one.value)
    return one.form, text[:1].isupper(), any(c.isdigit() for c in text)


def _counts(said: MessageWords) -> set[int]:
    """How many things a message says there are: "two circles", "the first … the third"."""
    found = said.found
    words = {n.value for n in found.numbers if n.form == "words" and isinstance(n.value, int) and 1 < n.value < 9}
    ordinals = {o for t in said.tokens for p in found.spoken.packs[:1] if (o := p.numbers.ordinals.get(t.text, 0))}
    return words | ({max(ordinals)} if ordinals and 1 < max(ordinals) < 9 and 1 in ordinals else set())


def _complete(one: Split) -> float:
    """The share of the parts that say themselves all that the first call needs."""
    needed = {f.slot.wanted.path for f in one.calls[0].filled if f.slot.wanted.is_required}
    whole = [needed <= {f.slot.wanted.path for f in part} for part in one.fresh]
    return sum(whole) / len(whole)


def _held_of(one: Split) -> float:
    """How many values a part takes from another, on the average."""
    return sum(len(c.filled) - len(p) for c, p in zip(one.calls, one.fresh, strict=True)) / len(one.calls)


def _stated(one: ValueCandidate, said: MessageWords) -> str:
    return mark_before(one, said.found).rpartition(" ")[2]


def _is_joined(one: ValueCandidate, other: ValueCandidate, said: MessageWords) -> bool:
    """Whether nothing but commas and small words stand between two values."""
    first, last = sorted((one.words, other.words))
    between = said.tokens[first[1] : last[0]]
    return len(between) < 4 and all(t.is_small or t.mark for t in between)


def other_signs(tool: Signs, odds: float, before: int) -> Signs:
    """What speaks for another tool besides: what speaks for it at all, in what the others left."""
    told = [(f"other: {name}", value) for name, value in tool]
    return [("other", 1.0), ("other: odds", max(-4.0, min(4.0, odds))), ("other: later", float(before > 1)), *told]
