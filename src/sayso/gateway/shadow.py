"""What the gateway would have done, written down beside calls that it leaves alone, and told as a report."""

import html
import json
from collections.abc import Iterable, Mapping, Sequence

from sayso.audit.entry import AuditEntry
from sayso.dataclass import dataclass
from sayso.gateway.verdict import NeedsInput, NeedsYes, PassedOn, StoppedCall, Verdict

DOOR = "shadow"
_SHOWN = 3  # examples of each kind
_LONGEST = 400  # letters of an example
_STYLE = (
    "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere}"
)


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of finding, as the report names it."""

    key: str
    title: str
    about: str


KINDS = (
    FindingKind("unsupported", "Unsupported arguments", "A value that nobody said, and that no earlier answer holds."),
    FindingKind("unconfirmed", "Unconfirmed destructive calls", "Carried out without the person's own yes."),
    FindingKind("missed", "Missed parameters", "Something that the tool needs was not given."),
    FindingKind("repaired", "Repairs", "Would have been mended before it was passed on."),
    FindingKind(
        "stopped", "Calls that would have been stopped", "Spoken against, denied by the policy, or no such value."
    ),
)


def would(verdict: Verdict) -> dict[str, object]:
    """What would have become of a call, for the audit."""
    checks = verdict.checks
    told: dict[str, object] = {
        "danger": checks.danger,
        "dropped": list(checks.dropped),
        "repairs": list(checks.repairs),
        "unchecked": dict(checks.unchecked),
    }
    match verdict:
        case PassedOn():
            return {"would": "allow", "arguments": dict(verdict.arguments), **told}
        case NeedsYes():
            return {"would": "confirm", "by": verdict.by, "arguments": dict(verdict.arguments), **told}
        case NeedsInput():
            return {"would": "ask", "message": verdict.question, **told}
        case StoppedCall():
            return {"would": "stop", "message": verdict.message, "error": verdict.kind, **told}


@dataclass(frozen=True, slots=True)
class ShadowReport:
    """What shadow mode found: of how many calls, and by kind the calls that it was found in."""

    calls: int
    without_words: int
    found: Mapping[str, Sequence[AuditEntry]]

    def lines(self) -> list[str]:
        """As text."""
        out = [f"{self.calls} calls, {self.without_words} of them without the person's words"]
        return [*out, *(f"{kind.title}: {len(self.found[kind.key])}" for kind in KINDS)]

    def page(self) -> str:
        """As a page of its own; whatever a program sent is shown as text."""
        parts = "".join(_part(kind, self.found[kind.key]) for kind in KINDS)
        said = html.escape(f"Of {self.calls} calls, {self.without_words} came without the person's words.")
        head = f'<meta charset="utf-8"><title>Sayso in the shadow</title><style>{_STYLE}</style>'
        body = f"<h1>What Sayso would have done</h1><p>{said}</p>{parts}"
        return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def report(entries: Iterable[AuditEntry]) -> ShadowReport:
    """The report on what stands in the audit."""
    found: dict[str, list[AuditEntry]] = {kind.key: [] for kind in KINDS}
    calls = without = 0
    for entry in entries:
        if entry.door != DOOR:
            continue
        calls += 1
        unchecked = entry.result.get("unchecked")
        without += isinstance(unchecked, Mapping) and "words" in unchecked
        for key in _kinds(entry.result):
            found[key].append(entry)
    return ShadowReport(calls, without, found)


def _kinds(result: Mapping[str, object]) -> Iterable[str]:
    if result.get("dropped"):
        yield "unsupported"
    if result.get("danger") == "destroys" and _was_complete(result):
        yield "unconfirmed"
    if result.get("would") == "ask" and not result.get("dropped"):
        yield "missed"
    if result.get("repairs"):
        yield "repaired"
    if result.get("would") == "stop":
        yield "stopped"


def _was_complete(result: Mapping[str, object]) -> bool:
    """Whether a call would have waited for a yes, but for values that nobody said and that it was carried out with."""
    return result.get("would") == "confirm" or (result.get("would") == "ask" and bool(result.get("dropped")))


def _part(kind: FindingKind, entries: Sequence[AuditEntry]) -> str:
    examples = "".join(f"<pre>{html.escape(_example(entry))}</pre>" for entry in entries[:_SHOWN])
    title = html.escape(f"{kind.title}: {len(entries)}")
    return f"<section><h2>{title}</h2><p>{html.escape(kind.about)}</p>{examples}</section>"


def _example(entry: AuditEntry) -> str:
    said = (entry.decision or {}).get("said", "")
    given = json.dumps(dict(entry.arguments), ensure_ascii=False)
    told = json.dumps({k: v for k, v in entry.result.items() if v}, ensure_ascii=False)
    lines = [entry.at.isoformat(), f"{entry.tool} {given}", *([f"after “{said}”"] if said else []), told]
    return "\n".join(line[:_LONGEST] for line in lines)
