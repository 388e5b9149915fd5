"""Lists: several values of one kind side by side, joined by commas and small words."""

from collections.abc import Sequence

from sayso.engine.kinds.spoken import Spoken, SpokenValue

_SIDE = set(" \t\n,;&/[](){}\"'“”’‘$€£")


def find(spoken: Spoken, items: Sequence[SpokenValue]) -> list[SpokenValue]:
    """The runs of items that nothing but commas, brackets and joining words parts; `value` is the list of theirs.

    A single item is a list of one. Forms: "run" of several, "single".
    """
    out: list[SpokenValue] = []
    run: list[SpokenValue] = []
    for item in sorted(items):
        if run and item.start < run[-1].end:
            continue
        if run and not _is_joined(spoken, run[-1].end, item.start):
            out.append(_of(run))
            run = []
        run.append(item)
    if run:
        out.append(_of(run))
    return out


def _of(run: list[SpokenValue]) -> SpokenValue:
    return SpokenValue(run[0].start, run[-1].end, [f.value for f in run], "run" if len(run) > 1 else "single")


def _is_joined(spoken: Spoken, start: int, end: int) -> bool:
    between = [t for t in spoken.tokens if t.start >= start and t.end <= end]
    if any(t.mark not in ("and", "or") for t in between):
        return False
    rest = spoken.raw[start:end]
    if any(c in rest for c in ")]}"):  # "(1, 2) and (3, 4)" are two
        return False
    for token in between:
        rest = rest.replace(spoken.raw[token.start : token.end], "", 1)
    return set(rest) <= _SIDE and bool(between or rest.strip())
