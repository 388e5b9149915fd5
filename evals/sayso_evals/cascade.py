"""What the cascade saves and what the guard holds back, with a sloppy model.

    python -m sayso_evals.cascade [--sample N] FILE_OR_FOLDER ...

Reads labelled utterances and acceptance cases. Prints the share of messages that were answered without the model, the
rate of wrong actions with and without the guard, and the tokens and the time that were saved.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from types import MappingProxyType

from sayso import Engine
from sayso.assistant.model.cascade import is_sure
from sayso_evals.data import Case, read
from sayso_evals.fitting import READS
from sayso_evals.judge import folded, is_same, one_of
from sayso_evals.measures import Share
from sayso_evals.shadow import Shadow
from sayso_evals.sloppy import Sloppy

Action = tuple[str, dict[str, object]]
_WAYS = ("the model as it is", "the model with the guard", "the cascade", "the engine alone")
_NOTHING: MappingProxyType[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one message in each way."""

    is_sure: bool  # answered without the model
    is_wrong: tuple[bool, ...]  # in each of the ways
    tokens: int  # that asking the model takes
    engine_seconds: float


def main(arguments: list[str], engine: Engine | None = None) -> int:
    """Try, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=500, metavar="N", help="messages of each file; default: 500")
    parser.add_argument("--seconds", type=float, default=1.2, help="that a model takes for a message; default: 1.2")
    given = parser.parse_args(arguments)
    groups = [(f"{path.name} {name}", cases) for path in given.files for name, cases in sampled(path, given.sample)]
    deciding = engine or Engine().warm()
    every: list[Tried] = []
    for name, cases in groups:
        tried = asyncio.run(_tried(cases, deciding))
        every.extend(tried)
        print("\n".join(_told(name, tried, given.seconds)))
    print("\n".join(_told("all", every, given.seconds)))
    return 0


def sampled(path: Path, most: int) -> Iterator[tuple[str, list[Case]]]:
    """The judged messages of each file, or so many of them, the same every time."""
    groups: dict[str, list[Case]] = {}
    for case in read(path):
        if case.is_judged and case.message.strip() and not {"call", "tools", "pending"} & set(case.request):
            groups.setdefault(case.group, []).append(case)
    for name, cases in groups.items():
        yield name, cases if len(cases) <= most else Random(name).sample(cases, most)


async def _tried(cases: list[Case], engine: Engine) -> list[Tried]:
    shadow = Shadow(engine)
    return [await _one(case, engine, shadow) for case in cases]


async def _one(case: Case, engine: Engine, shadow: Shadow) -> Tried:
    began = perf_counter()
    decision = engine.decide(case.request)
    seconds = perf_counter() - began
    alone = await shadow.acted(decision)
    model = Sloppy(case)
    guarded, tokens = await shadow.guarded(model, case, decision)
    bare = [(tool, given) for tool, given in model.proposed[:1] if tool in engine.policy.tools]
    sure = is_sure(decision, engine.policy) or bool(decision.trace.answered)
    ways = (bare, guarded, alone if sure else guarded, alone)
    return Tried(sure, tuple(any(is_wrong(case, deed) for deed in way) for way in ways), tokens, seconds)


def is_wrong(case: Case, deed: Action) -> bool:
    """Whether something was carried out that nobody asked for: another tool, or with a value that nobody said."""
    tool, given = deed
    wanted = case.expect.get("steps")
    if isinstance(wanted, list):
        return not any(_is_expected(step, deed) for step in wanted)
    if "metrics" in case.expect:
        return tool != "metrics_read" or not is_same(case.expect["metrics"], given.get("metric_names"))
    if tool != case.tool:
        is_allowed = case.tool is None and "call" in one_of(case.expect.get("status", "decline"))
        return not (is_allowed and tool in READS and tool not in one_of(case.expect.get("never", "")))
    if case.direction is not None and not str(given.get("command_name")).startswith(case.direction):
        return True
    said = str(folded(case.message))
    names = [given[name] for name in ("title", "task_identifier") if isinstance(given.get(name), str)]
    return any(word not in said for name in names for word in str(folded(name)).split())


def _is_expected(step: dict[str, object], deed: Action) -> bool:
    tool, given = deed
    parameters = step.get("parameters") or _NOTHING
    assert isinstance(parameters, dict | MappingProxyType)
    is_tool = tool in one_of(step.get("tool_name")) and "call" in one_of(step.get("status", "call"))
    return is_tool and all(is_same(value, given.get(name)) for name, value in parameters.items())


def _told(name: str, tried: list[Tried], seconds: float) -> Iterator[str]:
    if not tried:
        return
    count, sure = len(tried), [t for t in tried if t.is_sure]
    tokens, saved = sum(t.tokens for t in tried), sum(t.tokens for t in sure)
    times = sorted(t.engine_seconds * 1000 for t in tried)
    yield f"## {name}: {count} messages"
    yield f"answered without the model       {Share(len(sure), count)}"
    for at, way in enumerate(_WAYS):
        yield f"wrong actions, {way:24}  {Share(sum(t.is_wrong[at] for t in tried), count)}"
    alone, left = tokens / count, (tokens - saved) / count
    yield f"tokens of a message              {alone:.0f} by the model alone, {left:.0f} in the cascade"
    late = times[int(len(times) * 0.95)]
    yield f"time of a message                engine p50 {median(times):.1f} ms, p95 {late:.1f} ms"
    mean = sum(times) / count / 1000
    cascade = mean + seconds * (count - len(sure)) / count
    yield f"  where the model takes {seconds:.1f} s     {seconds:.2f} s by it alone, {cascade:.2f} s in the cascade"
    yield ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
