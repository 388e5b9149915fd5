"""Weighs what was heard by its wording alone: by what is known, by what is denied, and by what else was said."""

from sayso.engine.compose.whose import business
from sayso.engine.machines.fleet import command_of
from sayso.engine.machines.settle import never_called
from sayso.engine.nouns import (
    Call,
    Failed,
    Step,
)
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard

_HEARD_OF_A_RECORD, _HEARD_READING, _HEARD_ALONE, _HEARD_SURELY = 1.1, 1.7, 2.2, 3.5  # log-odds that count
_MEANT_AS_SAID = frozenset(("add_task", "complete_task", "machine_command"))  # not where anything in it is denied
_BY_HOW_MUCH = frozenset(("set", "raise", "lower"))
_NAMING = ("task", "what", "device", "about")


def judged(part: Heard, thread: Thread, found: list[Step]) -> list[Step]:
    """What only the tagger heard, as far as it counts: what changes something is offered, what only reads is done."""
    reading = part.readings[0]
    odds = reading.likeness or 0.0
    if reading.intent in _MEANT_AS_SAID and _is_denied(part, thread):
        return []
    whole = (part.clause.start, part.clause.end)
    if any(reading.slots.get(name) == whole for name in _NAMING):
        return []  # a name and nothing else
    steps = [s for s in found if not _is_adrift(s, part, thread) and not _is_another(s, part, thread)]
    is_anchored = any(s.action.arguments and _is_listed(s) for s in steps)
    is_reading = all(thread.policy.tools.is_reading(s.action.tool_name) for s in steps)
    is_unlisted = not thread.room.is_known and any(s.action.value("device_name") for s in steps)
    alone = _HEARD_SURELY if is_unlisted else _HEARD_READING if is_reading else _HEARD_ALONE
    if not thread.records.are_known and not business(thread.heard.said, part.clause, thread.heard.pack).is_ours:
        alone = _HEARD_SURELY  # nobody says that there is anything to speak about
    if is_unlisted and reading.value in _BY_HOW_MUCH and not any(s.action.value("overrides") for s in steps):
        return []
    anchored = _HEARD_OF_A_RECORD
    if is_reading and "?" not in thread.heard.said.raw and thread.policy.is_about_machines(reading.intent):
        anchored = _HEARD_ALONE  # "the oven is on" need not ask anything
    if odds < (anchored if is_anchored else alone):
        return []
    kept = [s for s in steps if is_anchored or not isinstance(s, Failed) or odds >= _HEARD_SURELY]
    return [_offered(s, thread) for s in kept if odds >= _HEARD_SURELY or not _changes_nothing(s)]


def _changes_nothing(step: Step) -> bool:
    """Whether a change was heard without what to change: a record that is merely spoken of."""
    return step.action.intent == "update_task" and not any(a.name.startswith("new_") for a in step.action.arguments)


def _is_denied(part: Heard, thread: Thread) -> bool:
    """Whether a word in the clause takes something back: "I have not paid it yet"."""
    said = thread.heard.said.words[part.clause.start : part.clause.end]
    return not thread.heard.pack.negations.isdisjoint(w.text for w in said)


def _is_adrift(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether a record is spoken of that nobody listed, in words that need not be about any."""
    mention = step.action.mention
    is_open = mention is not None and mention.is_open
    return is_open and not business(thread.heard.said, part.clause, thread.heard.pack).is_ours


def _is_another(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether the clause names a kind of thing that the record is not: every such word must be borne by it."""
    room = thread.room
    known = next((a.source.record for a in step.action.arguments if a.name == "device_id"), None)
    at = room.index.by_id.get(known.casefold()) if room.is_known and known is not None else None
    if at is None:
        return False
    texts = [w.text for w in thread.heard.said.words[part.clause.start : part.clause.end]]
    stems = room.lexicon.stems(room.lexicon.heavy(texts))
    kinds = {s.name: stems[s.start : s.end] for s in room.lexicon.spots("kind", stems) if s.name != "machine"}
    own, borne = room.index.kinds[at], room.index.own_words[at]
    if any(kind not in own and not borne.issuperset(words) for kind, words in kinds.items()):
        return True
    command = command_of(room.machine(at), str(step.action.value("machine_command_id") or ""))
    if command is None:
        return False
    does = room.index.ability(command.name, command.description).things
    return any(
        s.name not in does for s in room.lexicon.spots("thing", stems) if not borne.issuperset(stems[s.start : s.end])
    )


def _is_listed(step: Step) -> bool:
    return any(a.source.record is not None for a in step.action.arguments)


def _offered(step: Step, thread: Thread) -> Step:
    is_reading = thread.policy.tools.is_reading(step.action.tool_name)
    if not isinstance(step, Call) or is_reading:
        return step
    return never_called(step, thread.room)
