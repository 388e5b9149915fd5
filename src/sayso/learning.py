"""Learning from explicit choices, as values: preferences go in, preferences come out; who they belong to is the
caller's affair, and nobody else's are ever looked at."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sayso.engine.nouns import Ask, Call, Confirm, Decision, Failed, Step
from sayso.engine.preferred import AFTER, PRIORITY, is_same

Preferences = Sequence[Mapping[str, object]]
_RECORDS = ("task_identifier", "device_id")


def learn(preferences: Preferences, asked: Decision, answered: Decision, now: datetime) -> list[dict[str, object]]:
    """The preferences after a question was answered: what was picked among several counts, and a yes or no to what was
    proposed because it was picked before; nothing else does."""
    step = next((s for s in asked.steps if not isinstance(s, Call)), None)
    if isinstance(step, Confirm) and step.action.hint:
        return _judged(preferences, step, answered.trace.answered, now)
    if not isinstance(step, Ask) or len(step.suggestions) < 2 or not step.action.hint:
        return [dict(p) for p in preferences]
    offered = {r for s in step.suggestions if (r := _record(s.value)) is not None}
    picked = _picked(answered.steps[0]) if answered.steps else None
    if answered.trace.answered not in ("picked", "said what was missing") or picked not in offered:
        return [dict(p) for p in preferences]
    return counted(preferences, step.action.hint, str(picked), now)


def _judged(preferences: Preferences, step: Confirm, answered: str, now: datetime) -> list[dict[str, object]]:
    record = next((a.source.record for a in step.action.arguments if a.source.kind == "preference"), None)
    if record is None or answered not in ("yes", "no"):
        return [dict(p) for p in preferences]
    return counted(preferences, step.action.hint, record if answered == "yes" else None, now)


def learn_usual(preferences: Preferences, decision: Decision, now: datetime) -> list[dict[str, object]]:
    """The preferences after a decision was carried out: a priority that was said for a new task counts."""
    kept: list[dict[str, object]] = [dict(p) for p in preferences]
    for step in decision.steps:
        if isinstance(step, Call) and step.action.intent == "add_task":
            said = next((a for a in step.action.arguments if a.name == "priority"), None)
            if said is not None and said.source.kind == "message":
                kept = counted(kept, PRIORITY, str(said.value), now)
    return kept


def learn_sequence(preferences: Preferences, before: str, after: str, now: datetime) -> list[dict[str, object]]:
    """The preferences after one thing followed another; both as `Engine.key_of` names them."""
    return counted(preferences, AFTER + before, after, now)


def counted(preferences: Preferences, hint: str, record: str | None, now: datetime) -> list[dict[str, object]]:
    """The preferences with one more choice of a record for a hint; None: of none of those that were chosen before."""
    same = [p for p in preferences if is_same(str(p["hint"]), hint)]
    times = max((int(str(p["of"])) for p in same), default=0) + 1
    out: list[dict[str, object]] = []
    for preference in preferences:
        if preference in same:
            is_it = preference["record"] == record
            count = int(str(preference["count"])) + is_it
            last = now.isoformat() if is_it else preference["last"]
            out.append({**preference, "count": count, "of": times, "last": last})
        else:
            out.append(dict(preference))
    if record is not None and not any(p["record"] == record for p in same):
        out.append({"hint": hint, "record": record, "count": 1, "of": times, "last": now.isoformat()})
    return out


def forget(preferences: Preferences, hint: str | None = None, record: str | None = None) -> list[dict[str, object]]:
    """The preferences without those of a hint, of a record, or of both; all are forgotten where neither is given."""

    def goes(preference: Mapping[str, object]) -> bool:
        return (hint is None or is_same(str(preference["hint"]), hint)) and (record in (None, preference["record"]))

    return [dict(p) for p in preferences if not goes(p)]


def _record(value: Mapping[str, object]) -> object:
    return next((value[k] for k in _RECORDS if k in value), None)


def _picked(step: Step) -> object:
    match step:
        case Call(action) | Confirm(action) | Ask(action) | Failed(action):
            return _record({a.name: a.value for a in action.arguments})
