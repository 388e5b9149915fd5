"""Tools handed in with a message, as a public benchmark of function calling has them: read, and judged as it judges.

A line is `{"id", "category", "question", "tools", "answer": [{name: {parameter: [acceptable values]}}]}`; "" among the
values means that the parameter may be left out. Strings are compared without case, blanks and punctuation, numbers by
value, calls in any order.
"""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sayso import Engine

_DROPPED = re.compile(r"[ ,./\-_*^'\"()]")
NOW = "2023-01-01T09:00:00+00:00"  # it gives no clock: its dates without a year mean this one


@dataclass(frozen=True, slots=True)
class Handed:
    """A message with tools, and the calls that are right."""

    id: str
    category: str
    message: str
    tools: tuple[Mapping[str, object], ...]
    answer: tuple[tuple[str, Mapping[str, Sequence[object]]], ...]

    @property
    def request(self) -> dict[str, object]:
        """The request of the contract's shape."""
        return {"message": self.message, "tools": list(self.tools), "now": NOW}

    @property
    def group(self) -> str:
        """Messages with the same tools belong together."""
        return "|".join(sorted(str(t["name"]) for t in self.tools))


def is_handed(data: Mapping[str, object]) -> bool:
    """Whether a line is of this format."""
    return {"question", "tools", "answer", "category"} <= set(data)


def handed(data: Mapping[str, object]) -> Handed:
    """A line, read."""
    tools, answer = data["tools"], data["answer"]
    assert isinstance(tools, list)
    assert isinstance(answer, list)
    shaped = tuple(
        {
            "name": t["name"],
            "description": t.get("description", ""),
            "inputSchema": t.get("inputSchema") or t.get("parameters") or {},
        }
        for t in tools
    )
    calls = tuple((name, given) for call in answer for name, given in call.items())
    return Handed(str(data["id"]), str(data["category"]), str(data["question"]), shaped, calls)


def read(path: Path) -> Iterator[Handed]:
    """The lines of this format in a file, or in every JSONL file of a folder."""
    for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            if '"tools"' in line and '"category"' in line:
                data = json.loads(line)
                if is_handed(data):
                    yield handed(data)


def plain(text: str) -> str:
    """A string as it is compared."""
    return _DROPPED.sub("", text.lower())


def is_value(got: object, accepted: Sequence[object]) -> bool:
    """Whether a value is among the acceptable ones."""
    return any(_is_same(got, a) for a in accepted)


def _is_same(got: object, want: object) -> bool:
    match got:
        case bool():
            return got is want or (isinstance(want, str) and want.lower() == str(got).lower())
        case int() | float():
            return isinstance(want, int | float) and not isinstance(want, bool) and float(got) == float(want)
        case str():
            return isinstance(want, str) and want != "" and plain(got) == plain(want)
        case list():
            return (
                isinstance(want, list)
                and len(got) == len(want)
                and all(
                    _is_same(g, w) or (isinstance(w, list) and is_value(g, w)) for g, w in zip(got, want, strict=True)
                )
            )
        case Mapping():
            return isinstance(want, Mapping) and is_arguments(got, want)
        case _:
            return got == want


def is_arguments(got: Mapping[str, object], want: Mapping[str, object]) -> bool:
    """Whether a call's arguments are acceptable: none that is not foreseen, none missing that must be there."""
    if any(name not in want for name in got):
        return False
    for name, accepted in want.items():
        values = accepted if isinstance(accepted, list) else [accepted]
        if name not in got:
            if "" not in values:
                return False
        elif not is_value(got[name], values):
            return False
    return True


def is_right(calls: Sequence[tuple[str, Mapping[str, object]]], case: Handed) -> bool:
    """Whether all calls are right, in whatever order."""
    left = list(calls)
    if len(left) != len(case.answer):
        return False
    for name, want in case.answer:
        found = next((c for c in left if c[0] == name and is_arguments(c[1], want)), None)
        if found is None:
            return False
        left.remove(found)
    return True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was decided about a case: the calls made, none where it was asked or declined."""

    case: Handed
    calls: tuple[tuple[str, Mapping[str, object]], ...]
    confidence: float
    seconds: float

    @property
    def is_right(self) -> bool:
        """All calls right; of a case that asks for none, none made."""
        return is_right(self.calls, self.case)


def outcome(case: Handed, engine: Engine) -> Outcome:
    """A case decided from words alone; a step that is to be called or confirmed counts as made."""
    start = time.perf_counter()
    steps = engine.decide(case.request).to_dict()["steps"]
    took = time.perf_counter() - start
    assert isinstance(steps, list)
    is_made = bool(steps) and all(s["status"] in ("call", "confirm") for s in steps)
    calls = tuple((str(s["tool_name"]), s["parameters"]) for s in steps) if is_made else ()
    return Outcome(case, calls, steps[0]["confidence"] if steps else 0.0, took)


def handed_report(cases: Sequence[Handed], worst: int) -> Iterator[str]:
    """The lines of the report: by category, right of all, made, right of the made."""
    engine = Engine().warm()
    groups: dict[str, list[Outcome]] = {}
    for case in cases:
        groups.setdefault(case.category, []).append(outcome(case, engine))
    yield f"## tools handed in: {len(cases)} messages, from words alone"
    yield "| category | messages | right | made | right of the made |"
    yield "|---|---|---|---|---|"
    for name, inside in groups.items():
        made = [o for o in inside if o.calls]
        right = sum(o.is_right for o in inside) / len(inside)
        of_made = f"{sum(o.is_right for o in made) / len(made):.3f}" if made and inside[0].case.answer else "–"
        yield f"| {name} | {len(inside)} | {right:.3f} | {len(made) / len(inside):.3f} | {of_made} |"
    every = [o for inside in groups.values() for o in inside]
    took = sorted(o.seconds for o in every)
    yield f"median {took[len(took) // 2] * 1000:.1f} ms, 95 of 100 within {took[len(took) * 95 // 100] * 1000:.1f} ms"
    wrong = sorted((o for o in every if o.calls and not o.is_right), key=lambda o: -o.confidence)
    for one in wrong[:worst]:
        told = json.dumps(one.calls, ensure_ascii=False)[:160]
        yield f"  {one.confidence:.2f} {one.case.id}: {one.case.message[:80]!r} {told}"
    yield ""
