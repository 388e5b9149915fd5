"""Call, confirm, ask or failed: certainty and danger are weighed here and nowhere else."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sayso.engine import tell
from sayso.engine.compose.changing import CLOCK_ALONE, EITHER_HALF, IN_PART
from sayso.engine.compose.draft import Draft
from sayso.engine.compose.skipping import SKIPPED
from sayso.engine.compose.whose import business
from sayso.engine.confidence import of_mention, of_reading, probability
from sayso.engine.fault import Fault
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Candidate,
    Confirm,
    Entry,
    Evidence,
    Failed,
    Mention,
    Source,
    Step,
    Suggestion,
)
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.records.mention import matches
from sayso.engine.records.own_noun import OWN_NOUN
from sayso.engine.records.titles import SHORTENED, Records
from sayso.engine.refuse import refused, with_defaults, wrong_in
from sayso.engine.understand.read import Understanding
from sayso.engine.values.shift import Shift, nearer_half

_NEARLY = frozenset((OWN_NOUN, SHORTENED))
_OFFERED = frozenset(("duty", "elsewhere", "report"))
_OF_THE_PERSON = frozenset(("whoami",))  # needs no records
_NAME_WORDS = 5  # more are seldom a name: "my oil and have no idea how", where no records are known
_HOURS = {"am": range(5, 12), "pm": range(18, 24), "night": (*range(20, 24), *range(5))}  # surely of a part of a day
_UNKNOWN = 7.0  # log-odds by which the tagger is less sure where no records are known


def weigh(
    draft: Draft, heard: Understanding, policy: Policy, are_known: bool = True
) -> tuple[float, tuple[Evidence, ...]]:
    """How likely a draft is right, and what that is made of."""
    if draft.reading.grade == "heard":
        is_ours = (
            are_known or business(heard.said, draft.reading.clause, heard.pack.words(draft.reading.intent)).is_ours
        )
        return _as_heard(draft, is_ours)
    evidence = [*of_reading(draft.reading, heard), *draft.evidence]
    if draft.mention is not None:
        evidence.extend(of_mention(draft.mention))
    return probability(evidence, policy.weights), tuple(evidence)


def _as_heard(draft: Draft, is_ours: bool) -> tuple[float, tuple[Evidence, ...]]:
    """What the tagger alone heard is as likely as it says: less where the reference fits badly, and far less where
    neither a word nor anybody says that there are any records to speak about."""
    odds = draft.reading.likeness or 0.0
    fit = draft.mention.candidates[0].fit if draft.mention is not None and draft.mention.candidates else 1.0
    evidence = [Evidence("heard by its wording", odds)]
    if draft.mention is not None:
        evidence.extend(of_mention(draft.mention))
    if not is_ours and draft.reading.does not in _OF_THE_PERSON:
        evidence.append(Evidence("no records are known", -_UNKNOWN))
        odds -= _UNKNOWN
    return min(0.96, fit / (1.0 + math.exp(-odds))), tuple(evidence)


def decide(draft: Draft, heard: Understanding, records: Records, policy: Policy) -> Step:
    """The step that a draft becomes."""
    confidence, evidence = weigh(draft, heard, policy, records.are_known)
    pack, intent = heard.pack, draft.reading.intent
    tool = policy.tools.of_intent(intent)
    action = Action(
        intent,
        tool.name,
        with_defaults(draft.arguments, tool),
        confidence,
        tool.always_confirms,
        draft.reading,
        draft.mention,
        evidence,
        rivals=draft.rivals,
        tool=tool,
    )
    wrong = wrong_in(action, policy.tools)
    if wrong is not None:
        return _refused(action, wrong, draft, pack)
    if "name" in draft.missing:
        return Ask(action, pack.replies[f"ask_{tool.key('name')}"])
    if "record" in draft.missing:
        if _is_of_everything(draft, heard):
            return Ask(action, pack.replies["ask_all"], _likeliest(action, pack, records))
        return _ask_entry(action, draft, pack, records)
    if draft.mention is not None:
        return _referring(action, draft, heard, records, policy)
    lacking = lacks(action)
    return Ask(action, pack.replies[f"ask_{lacking}"]) if lacking else settled(action, "", pack, policy)


def lacks(action: Action) -> str:
    """The first parameter that the tool needs and nobody said; empty where there is none."""
    known = {a.name for a in action.arguments}
    needed = action.tool.parameters if action.tool is not None else ()
    return next((p.name for p in needed if p.is_required and p.name not in known), "")


def _refused(action: Action, wrong: Fault, draft: Draft, pack: Pack) -> Failed:
    """Why a value cannot be; another one is offered where it is clear what it would be for."""
    found = draft.mention
    fitting = narrowed(action, found) if found is not None else ()
    if found is not None and (len(fitting) == 1 or found.is_open):
        action = with_record(action, found, fitting[0].entry if fitting else None)
    elif found is not None or draft.missing:
        return replace(refused(action, wrong, pack), suggestions=())
    return refused(action, wrong, pack)


def _is_of_everything(draft: Draft, heard: Understanding) -> bool:
    """Whether a removal that names no record ends with all there is: "empty my list"."""
    if draft.reading.does != "remove" or draft.reading.slots:
        return False
    start, end = draft.reading.clause.start, draft.reading.clause.end
    everything = heard.pack.references.everything
    return any(matches(everything, heard.said, (i, end)) for i in range(start, end))


def _ask_entry(action: Action, draft: Draft, pack: Pack, records: Records) -> Step:
    both = "value" in draft.missing
    question = pack.replies["ask_value_of_unknown" if both else f"ask_{action.key('record')}"]
    return Ask(action, question, _likeliest(action, pack, records))


def _likely(action: Action, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that such a step is usually about first."""
    if action.of("new_status") == SKIPPED:
        return sorted(entries, key=lambda t: t.is_done or not t.repeat)
    wants_done = action.of("new_status") == "pending"
    return sorted(entries, key=lambda t: t.is_done != wants_done) if action.does != "remove" else list(entries)


def _referring(action: Action, draft: Draft, heard: Understanding, records: Records, policy: Policy) -> Step:
    found, pack = draft.mention, heard.pack
    assert found is not None
    if found.kind == "all":
        return Ask(action, pack.replies["ask_all"], _likeliest(action, pack, records))
    fitting = narrowed(action, found)
    if len(fitting) > 1:
        entries = [c.entry for c in fitting]
        return Ask(action, tell.ask_which(pack, entries), tell.suggest(entries, action, pack, records.today))
    if not fitting and not found.is_open:
        if found.kind in ("focus", "indefinite"):
            return _ask_entry(action, draft, pack, records)
        return _nowhere(action, found, pack, records)
    action = with_record(action, found, fitting[0].entry if fitting else None)
    name = fitting[0].entry.name if fitting else found.text
    if fitting:
        action = at_its_hour(action, fitting[0].entry, {e.name for e in draft.evidence}, records.now)
    if draft.shift is not None:
        action, is_moved = _moved(action, draft.shift, fitting[0].entry if fitting else None, heard)
        if not is_moved:
            return Ask(action, tell.say(pack, "ask_value", {"name": name}))
    if "value" in draft.missing:
        return Ask(action, tell.say(pack, "ask_value", {"name": name}))
    if fitting and action.of("new_status") == SKIPPED:
        return skipping(action, fitting[0].entry, draft.days, pack, policy)
    step = settled(action, name, pack, policy)
    is_rambling = found.is_open and draft.reading.does == "change" and len(found.text.split()) > _NAME_WORDS
    if isinstance(step, Call) and (is_rambling or (fitting and fitting[0].why in _NEARLY)):
        return Confirm(action, tell.confirm(pack, action, name, policy.today))
    return step


def skipping(action: Action, entry: Entry, days: tuple[str, str] | None, pack: Pack, policy: Policy) -> Step:
    """One time of an entry passed over, where it repeats; another day than that of its coming time is asked about."""
    if not entry.repeat or entry.is_done:
        text = tell.say(pack, "failed_not_repeating", {"name": entry.name})
        gone = policy.tools.doing("remove", policy.tools.domain_of(action.intent))
        if gone is None or entry.is_done:
            return Failed(action, "no_capability", text)
        label = tell.say(pack, f"near_{gone.intent}", {"name": entry.name})
        return Failed(
            action, "no_capability", text, (Suggestion(label, {gone.key("record"): entry.id}, 0.5, gone.name),)
        )
    step = settled(action, entry.name, pack, policy)
    if days is None or not entry.when or days[0] <= entry.when[:10] <= days[1]:
        return step
    coming = tell.day(pack, entry.when, policy.today)
    return Confirm(action, tell.say(pack, "confirm_skip_on", {"name": entry.name, "day": coming}))


def at_its_hour(action: Action, entry: Entry, told: set[str], now: datetime | None) -> Action:
    """A new day keeps the time of day that the record had, a new time of day its day, unless that is over while the
    time is still to come; of two halves of a day that would do, it is the one nearer to when it was due."""
    day = action.of("new_when")
    if not isinstance(day, str) or not day or not entry.when:
        return action
    if "T" not in day and "T" in entry.when:
        if not _is_at_such_an_hour(entry.when, told):
            return action
        value = day + entry.when[10:]
    elif CLOCK_ALONE in told and "T" in day:
        value = entry.when[:10] + day[10:]
        value = nearer_half(value, entry.when) if EITHER_HALF in told and "T" in entry.when else value
        is_over = now is not None and datetime.fromisoformat(value) <= now < datetime.fromisoformat(day)
        value = day if is_over else value
    else:
        return action
    moved = tuple(a._replace(value=value) if a.name == action.key("new_when") else a for a in action.arguments)
    return replace(action, arguments=moved)


def _is_at_such_an_hour(when: str, told: set[str]) -> bool:
    """Whether a time of day lies in the part of a day that was said; what is at three is not at three this evening."""
    part = next((t.removeprefix(IN_PART) for t in told if t.startswith(IN_PART)), "")
    return not part or int(when[11:13]) in _HOURS.get(part, ())


def _moved(action: Action, shift: Shift, entry: Entry | None, heard: Understanding) -> tuple[Action, bool]:
    """The action with the record's own time moved, where it has one."""
    when = shift.moved(entry.when) if entry is not None and entry.when else None
    if entry is None or when is None:
        return action, False
    moved = Argument(
        action.key("new_when"), when, Source("message", heard.said.span(shift.start, shift.end), record=entry.id)
    )
    return replace(action, arguments=(*action.arguments, moved)), True


def narrowed(action: Action, found: Mention) -> tuple[Candidate, ...]:
    """The candidates, without the done ones where something is to be completed (and the other way round)."""
    if action.does == "finish" or action.of("new_status") == "pending":
        wanted = action.does != "finish"
        open_ones = tuple(c for c in found.candidates if c.entry.is_done == wanted)
        return open_ones or found.candidates
    if action.of("new_status") == SKIPPED:
        return tuple(c for c in found.candidates if c.entry.repeat and not c.entry.is_done) or found.candidates
    return found.candidates


def with_record(action: Action, found: Mention, entry: Entry | None) -> Action:
    """The action on the record that is meant, or on the words where records are not known."""
    if entry is None:
        source = Source("message", found.span)
        value: object = found.text
    elif found.kind == "focus" and found.turn is not None:
        record = entry.id if entry.id != entry.name else None  # a title alone is no record's id
        source, value = Source("history", turn=found.turn, record=record), entry.id
    elif found.span is None:  # what the open question was about
        source, value = Source("context", record=entry.id), entry.id
    else:
        source, value = Source("message", found.span, record=entry.id), entry.id
    key = action.key("record")
    rest = tuple(a for a in action.arguments if a.name != key)
    return replace(action, arguments=(Argument(key, value, source), *rest))


def _likeliest(action: Action, pack: Pack, records: Records) -> tuple[Suggestion, ...]:
    return tell.suggest(_likely(action, records.all), action, pack, records.today)


def _nowhere(action: Action, found: Mention, pack: Pack, records: Records) -> Failed:
    near = [c.entry for c in found.lost]
    shown = tell.suggest(near, action, pack, records.today) if near else ()
    if records.all and not shown:
        listing, label = records.domain.doing("list"), pack.replies[f"show_{records.domain.record.context}"]
        shown = () if listing is None else (Suggestion(label, dict(listing.defaults()), 0.5, listing.name),)
    text = tell.not_found(pack, found, records, near)
    return Failed(action, "not_found", text, shown)


def settled(action: Action, name: str, pack: Pack, policy: Policy) -> Step:
    """A complete action as a call, or as a question where it is dangerous, merely offered, or not sure enough."""
    grade = action.reading.grade if action.reading is not None else ""
    offered = grade in _OFFERED or (grade == "heard" and not policy.tools.is_reading(action.tool_name))
    if action.is_dangerous or offered or action.confidence < policy.threshold(action.intent):
        return Confirm(action, tell.confirm(pack, action, name, policy.today))
    return Call(action)
