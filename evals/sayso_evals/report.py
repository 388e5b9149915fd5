"""`sayso eval FILE…`: decides labelled utterances and acceptance cases, and prints how right it was.

Right tool, right title, wrong-action and needless-question rates, calibration, per language and label, each share with
its 95 % interval, and the worst errors.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sayso import Engine
from sayso_evals.data import Case, DataError, read
from sayso_evals.handed import handed_report
from sayso_evals.handed import read as read_handed
from sayso_evals.judge import Verdict, judge
from sayso_evals.measures import Share, bins, calibration_error, parting
from sayso_evals.plot import reliability

Test = Callable[[Verdict], bool]


def run(arguments: list[str]) -> int:
    """Measure, print, and draw the reliability plot where asked."""
    parser = argparse.ArgumentParser(prog="sayso eval", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSONL files, or folders of them")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="write the reliability plot here")
    parser.add_argument("--worst", type=int, default=12, metavar="N", help="how many errors of a kind to show")
    given = parser.parse_args(arguments)
    cases = [c for path in given.files for c in read(path)]
    benchmark = [h for path in given.files for h in read_handed(path)]
    if benchmark:
        for line in handed_report(benchmark, given.worst):
            print(line)
    if not cases and benchmark:
        return 0
    if not cases:
        raise DataError("no labelled utterances or cases in it", str(given.files[0]), "see docs/accuracy.md")
    verdicts = verdicts_of(cases)
    for line in report(verdicts, given.worst):
        print(line)
    if given.plot is not None:
        said = confidences(verdicts)
        given.plot.write_text(reliability(bins(said), calibration_error(said)), encoding="utf-8")
        print(f"\nreliability plot: {given.plot}")
    return 0


def verdicts_of(cases: Iterable[Case]) -> list[Verdict]:
    """Every case decided and judged."""
    engine = Engine()
    return [judge(case, engine.decide(case.request).to_dict()) for case in cases]


def report(verdicts: list[Verdict], worst: int) -> Iterator[str]:
    """The lines of the report."""
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.case.group].append(verdict)
    for name, inside in groups.items():
        yield f"## {name}: {len(inside)} messages"
        if inside[0].case.expect:
            yield from _accepted(inside, worst)
        elif name in ("tasks", "machines"):
            yield from _labelled(inside, worst)
        else:
            yield from _negatives(inside, worst)
        yield ""
    said = confidences(verdicts)
    if said:
        yield f"## confidence, over {len(said)} steps for tasks, machines and negatives"
        yield f"expected calibration error  {calibration_error(said):.4f}"
        yield f"right parted from wrong (AUROC)  {parting(said):.4f}"
        yield from (f"  said {b.confidence:.2f}  right {b.right:.2f}  {b.count} steps" for b in bins(said))


def confidences(verdicts: Iterable[Verdict]) -> list[tuple[float, bool]]:
    """(confidence, right) of the steps said about tasks, machines and negatives."""
    groups = ("tasks", "machines", "negatives")
    return [(v.confidence, v.is_right) for v in verdicts if v.case.group in groups and v.confidence is not None]


def _by_language(inside: list[Verdict], name: str, test: Test) -> Iterator[str]:
    for language in sorted({v.case.language for v in inside}):
        of = [v for v in inside if v.case.language == language]
        yield f"{name:34} {language}  {Share(sum(map(test, of)), len(of))}"


def _labelled(inside: list[Verdict], worst: int) -> Iterator[str]:
    yield from _by_language(inside, "right tool and direction", lambda v: v.is_tool_right)
    titled = [v for v in inside if v.is_title_right is not None]
    yield from _by_language(titled, "title as labelled, tool right", lambda v: v.is_title_right is True)
    yield from _by_language(inside, "wrong action called", lambda v: bool(v.called) and not v.is_tool_right)
    asked = ("delete_task", "machine_command_execute")  # which are never carried out unasked here
    unneeded: Test = lambda v: v.is_tool_right and v.status != "call" and v.case.tool not in asked  # noqa: E731
    yield from _by_language(inside, "needless question", unneeded)
    labels = sorted({(v.case.language, v.case.label) for v in inside})
    for language, label in labels:
        of = [v for v in inside if (v.case.language, v.case.label) == (language, label)]
        yield f"  {label:32} {language}  {Share(sum(v.is_tool_right for v in of), len(of))}"
    yield from _shown("wrong tool", [v for v in inside if not v.is_tool_right], worst)
    yield from _shown("other title", [v for v in titled if not v.is_title_right], worst)


def _negatives(inside: list[Verdict], worst: int) -> Iterator[str]:
    judged = [v for v in inside if v.case.is_judged]
    if not judged:
        yield "no label is asserted here; what was decided:"
        for status in ("call", "confirm", "ask", "failed", "decline"):
            yield from _by_language(inside, f"  {status}", lambda v, s=status: v.status == s)  # type: ignore[misc]
        return
    if len(judged) < len(inside):
        yield f"{len(inside) - len(judged)} messages that may ask for a reminder are left out"
    yield from _by_language(judged, "a changing tool called", lambda v: v.changes)
    yield from _by_language(judged, "any tool called", lambda v: bool(v.called))
    yield from _by_language(judged, "a needless question", lambda v: bool(v.tools) and not v.called)
    yield from _shown("called", [v for v in judged if v.called], worst)
    labels: dict[str, int] = defaultdict(int)
    for verdict in judged:
        if verdict.tools and not verdict.called:
            labels[verdict.case.label] += 1
    most = sorted(labels.items(), key=lambda kv: -kv[1])[:worst]
    yield "needless questions by label: " + ", ".join(f"{label} {count}" for label, count in most)


def _accepted(inside: list[Verdict], worst: int) -> Iterator[str]:
    yield from _by_language(inside, "cases that hold", lambda v: not v.faults)
    for verdict in [v for v in inside if v.faults][:worst]:
        yield f"  {verdict.case.id}: {verdict.case.message[:80]!r}"
        yield from (f"      {fault}" for fault in verdict.faults)


def _shown(name: str, wrong: list[Verdict], worst: int) -> Iterator[str]:
    if not wrong:
        return
    ordered = sorted(wrong, key=lambda v: -(v.confidence or 0.0))[:worst]
    yield f"worst of {len(wrong)} with {name}:"
    for v in ordered:
        sure = f"{v.confidence:.2f}" if v.confidence is not None else "  - "
        tools = "+".join(v.tools) or "none"
        yield f"  {v.case.language} {sure} {v.case.label:16.16} -> {tools:14} {v.case.message[:90]!r}"
