"""Whether a decision is right: against a label, or against what an acceptance case expects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sayso_evals.data import Case

CHANGING = frozenset(("add_task", "complete_task", "delete_task", "update_task", "undo", "machine_command_execute"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision did with a case."""

    case: Case
    status: str
    tools: tuple[str, ...]
    called: tuple[str, ...]
    confidence: float | None  # of the first step
    is_tool_right: bool
    is_title_right: bool | None  # None where no title is labelled
    faults: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Tool and title right (for a case: nothing amiss)."""
        return not self.faults if self.case.expect else self.is_tool_right and self.is_title_right is not False

    @property
    def changes(self) -> bool:
        """Whether something would be changed without asking."""
        return any(t in CHANGING for t in self.called)


def judge(case: Case, decision: Mapping[str, object]) -> Verdict:
    """The verdict on a decision in the contract's shape."""
    steps = decision.get("steps") or []
    assert isinstance(steps, list)
    tools = tuple(str(s["tool_name"]) for s in steps)
    called = tuple(str(s["tool_name"]) for s in steps if s["status"] == "call")
    right = tools == ((case.tool,) if case.tool else ())
    if right and case.direction is not None:
        right = str(steps[0]["parameters"].get("command_name")).startswith(case.direction)
    title: bool | None = None
    if right and case.title is not None:
        given = steps[0]["parameters"]
        title = folded(given.get("title") or given.get("task_identifier")) == folded(case.title)
    faults = tuple(amiss(case.expect, decision, case.message)) if case.expect else ()
    return Verdict(
        case,
        str(decision.get("status")),
        tools,
        called,
        steps[0]["confidence"] if steps else None,
        right,
        title,
        faults,
    )


def folded(value: object) -> object:
    """Text without what does not count: case, spaces, quotes and stops at its edges."""
    return " ".join(value.casefold().split()).strip(" .!?'\"") if isinstance(value, str) else value


def one_of(wanted: object) -> list[object]:
    """A list of acceptable values."""
    return wanted if isinstance(wanted, list) else [wanted]


def is_same(wanted: object, got: object) -> bool:
    """Whether a value is what was wanted; a list accepts any of its members, unless the value is a list itself."""
    if isinstance(got, list):
        options = [w for w in one_of(wanted) if isinstance(w, list)] or [one_of(wanted)]
        return any(sorted(map(str, option)) == sorted(map(str, got)) for option in options)
    return any(
        folded(w) == (folded(str(got)) if isinstance(w, str) and got is not None else got) for w in one_of(wanted)
    )


def amiss(expect: Mapping[str, object], decision: Mapping[str, object], message: str) -> Iterator[str]:
    """Every way in which a decision is not what a case expects."""
    steps = decision.get("steps") or []
    assert isinstance(steps, list)
    if decision.get("status") not in one_of(expect["status"]):
        yield f"status {decision.get('status')!r}, expected {expect['status']!r}"
    wanted = expect.get("steps")
    if isinstance(wanted, list):
        yield from _steps_amiss(wanted, steps)
    for step in steps:
        yield from _sources_amiss(step, message)
        if step["tool_name"] in one_of(expect.get("never")) and step["status"] in ("call", "confirm"):
            yield f"must never reach {step['tool_name']}"
    told = _told(decision, steps)
    for words in one_of(expect.get("mentions")):
        if words is not None and str(words).casefold() not in told:
            yield f"does not mention {words!r}"
    labels = [
        f"{o['label']} {o.get('description') or ''}".casefold() for s in steps for o in s.get("suggestions") or []
    ]
    if len(labels) < int(str(expect.get("min_suggestions", 0))):
        yield f"{len(labels)} suggestions, expected at least {expect['min_suggestions']}"
    yield from _readings_amiss(expect, steps)
    for name in one_of(expect.get("suggests")):
        if name is not None and not any(str(name).casefold() in label for label in labels):
            yield f"does not suggest {name!r}"


def _readings_amiss(expect: Mapping[str, object], steps: list[dict[str, object]]) -> Iterator[str]:
    given = [s["parameters"] for s in steps]
    named = [m for p in given if isinstance(p, dict) for m in p.get("metric_names") or ()]
    if "metrics" in expect and sorted(named) != sorted(map(str, one_of(expect["metrics"]))):
        yield f"reads {named}, expected {expect['metrics']}"
    if "device_id" in expect and any(isinstance(p, dict) and p.get("device_id") != expect["device_id"] for p in given):
        yield f"not on {expect['device_id']}"


def _steps_amiss(wanted: list[dict[str, object]], steps: list[dict[str, object]]) -> Iterator[str]:
    if len(steps) != len(wanted):
        yield f"{len(steps)} steps, expected {len(wanted)}"
    for i, (want, got) in enumerate(zip(wanted, steps, strict=False), 1):
        given = got["parameters"]
        assert isinstance(given, dict)
        if got["tool_name"] not in one_of(want["tool_name"]):
            yield f"step {i}: {got['tool_name']}, expected {want['tool_name']}"
        if "status" in want and got["status"] not in one_of(want["status"]):
            yield f"step {i}: {got['status']}, expected {want['status']}"
        parameters, absent = want.get("parameters") or {}, want.get("absent") or []
        assert isinstance(parameters, dict)
        assert isinstance(absent, list)
        for name, value in parameters.items():
            if not is_same(value, given.get(name)):
                yield f"step {i}: {name} is {given.get(name)!r}, expected {value!r}"
        for name in absent:
            if name in given:
                yield f"step {i}: {name} is {given[name]!r}, expected none"


def _sources_amiss(step: dict[str, object], message: str) -> Iterator[str]:
    parameters, sources = step["parameters"], step["sources"]
    assert isinstance(parameters, dict)
    assert isinstance(sources, dict)
    for name in parameters:
        source = sources.get(name)
        if source is None:
            yield f"{name} has no source"
        elif (
            source["kind"] == "message"
            and "span" in source
            and not 0 <= source["span"][0] < source["span"][1] <= len(message)
        ):
            yield f"the span of {name} lies outside the message"


def _told(decision: Mapping[str, object], steps: list[dict[str, object]]) -> str:
    parts = [str(decision.get("reply") or "")]
    for step in steps:
        parts.append(str(step.get("question") or ""))
        offers = step.get("suggestions") or []
        assert isinstance(offers, list)
        parts.extend(f"{o['label']} {o.get('description') or ''}" for o in offers)
    return "\n".join(parts).casefold()
