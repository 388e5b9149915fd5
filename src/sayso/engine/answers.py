"""The answer to an open question: yes, no, a pick, a name, a value; None where the message is no answer."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.dataclass import dataclass
from sayso.engine import tell
from sayso.engine.capabilities.answer import filled, rechecked
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.several import named_between
from sayso.engine.compose.changing import put_value
from sayso.engine.compose.compose import compose
from sayso.engine.compose.draft import Maker
from sayso.engine.decide import at_its_hour, lacks, settled, with_record
from sayso.engine.every import every_one
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Clause,
    Confirm,
    Entry,
    Failed,
    Mention,
    OpenQuestion,
    Reading,
    Source,
    Step,
    Suggestion,
)
from sayso.engine.pack import Pack
from sayso.engine.pattern import spans_of
from sayso.engine.picking import by_label, by_when
from sayso.engine.records.index import IndexedEntries
from sayso.engine.records.mention import mention
from sayso.engine.records.titles import Records
from sayso.engine.refuse import checked, refused, wrong_in
from sayso.engine.text import Line
from sayso.engine.thread import Around
from sayso.engine.understand.exact import ends_with_no, starts, without_closers
from sayso.engine.values.times import find_times

_SURE = 0.97
_SHORT = 4  # words of an answer that is merely a value
_BESIDE_A_TIME = 4  # words of an answer that picks by when something is due
_SAID_CLEARLY = 0.75
_SAID_FREELY = 0.6


@dataclass(frozen=True, slots=True)
class Answer:
    """What the answer makes of the open steps; none where it was "no"."""

    steps: tuple[Step, ...]
    how: str
    goes_on: bool = False  # the message asks for more besides


@dataclass(frozen=True, slots=True)
class Table:
    """What answering needs at hand."""

    said: Line
    pack: Pack
    around: Around
    room: Room  # what answering about subjects needs
    is_request: bool  # the message, taken alone, asks for something
    names: Mapping[str, str]  # what the open question called the records it is about

    def records_of(self, action: Action) -> Records:
        """The entries of the list that an action is about."""
        return self.around.records_of(self.room.policy.tools.domain_of(action.intent))


def answer(question: OpenQuestion, table: Table) -> Answer | None:
    """The open steps as answered, or None where the message is no answer to them."""
    said = table.said
    if not said.words:
        return None
    step, rest = question.steps[0], question.steps[1:]
    whole = _bare(table)
    word = _word(table)
    if word == "unsure" or (word is not None and "?" in said.raw):
        return Answer(question.steps, "not sure: asked again")
    if word == "no":
        return Answer((), "no")
    is_no = word is None and ends_with_no(said, table.pack) and not begins_with(table, "yes")
    if is_no:  # "the kitchen one, no": which one then?
        return Answer((), "no") if isinstance(step, Confirm) else Answer(question.steps, "not sure: asked again")
    rest = tuple(_still_there(s, table) for s in rest)
    if word == "yes" or (table.is_request and _begins_with_yes(table) and isinstance(step, Confirm)):
        agreed = _agreed(step, table)
        rest = tuple(_agreed_too(step, s, table) for s in rest)
        return Answer((agreed, *rest), "yes", word != "yes") if agreed is not None else None
    if word == "all":
        every = every_one(step, [_merged(step, s, table) for s in _offered(step)], table.pack)
        return Answer((*every, *rest), "all of them") if every else _agreed_to_all(question, table)
    if word == "other":
        return Answer((_other(step, table), *rest), "the other one")
    if _wants_a_value(step) and len(said.words) <= _SHORT:
        value = _filled(step, whole, table)
        if value is not None:
            return Answer((value, *rest), "said what was missing")
    named = _named_thing(step, whole, table) if table.is_request else None
    if table.is_request:
        return Answer((named, *rest), "said what was missing") if named is not None else None
    picked = _picked(step, whole, table)
    if picked is not None:
        return Answer((picked, *rest), "picked")
    given = _filled(step, whole, table) if "?" not in said.raw else None
    return Answer((given, *rest), "said what was missing") if given is not None else None


def _named_thing(step: Step, words: tuple[int, int], table: Table) -> Step | None:
    """Something new with its name, where that also sounds like an order to a subject that is not there."""
    is_open = isinstance(step, Ask) and step.action.does == "make" and step.action.of("name") is None
    is_ours = table.pack.words(step.action.intent).is_verb(table.said.words[words[0]].text) if is_open else False
    if not is_ours or not table.room.is_known or named_between(table.said, words, table.room):
        return None
    return _filled(step, words, table)


def is_talk(table: Table) -> bool:
    """Whether a message is a greeting, thanks or a word about ourselves: no answer to anything."""
    return _word(table) == "talk"


def _offered(step: Step) -> tuple[Suggestion, ...]:
    return () if isinstance(step, Call) else step.suggestions


def _agreed_to_all(question: OpenQuestion, table: Table) -> Answer | None:
    """ "both", where one question asked for several."""
    return choose(question, True, table) if isinstance(question.steps[0], Confirm) else None


def choose(question: OpenQuestion, choice: bool | int, table: Table) -> Answer | None:
    """The open steps after a choice that was made without words: yes, no, or a place among what is offered."""
    step, rest = question.steps[0], tuple(_still_there(s, table) for s in question.steps[1:])
    if choice is False:
        return Answer((), "no")
    if choice is True:
        agreed = _agreed(step, table)
        rest = tuple(_agreed_too(step, s, table) for s in rest)
        return None if agreed is None else Answer((agreed, *rest), "yes")
    offered = () if isinstance(step, Call) else step.suggestions
    if not 0 <= choice < len(offered):
        return None
    return Answer((_merged(step, offered[choice], table), *rest), "picked")


def _wants_a_value(step: Step) -> bool:
    """Whether a setting waits for what to set."""
    action = step.action
    is_setting = action.of("capability_id") is not None and action.of("settings") is None
    return isinstance(step, Ask) and is_setting


def _bare(table: Table) -> tuple[int, int]:
    """The message without "no" and fillers at its edges, but for what would leave nothing."""
    said = table.said
    start = starts(said, _after_no(table), len(said.words), table.pack)[-1]
    end = without_closers(said, start, len(said.words), table.pack)
    return (start, end)


def _after_no(table: Table) -> int:
    """Where the message goes on after a "no" that corrects ("no, buy milk")."""
    said = table.said
    for pattern in table.pack.answers:
        found = pattern.match_start(said.flat, 0, len(said.flat)) if pattern.intent == "no" else None
        if found is not None and found.end() < len(said.flat):
            return said.index(found.end() - 1) + 1
    return 0


def _word(table: Table) -> str | None:
    said = table.said
    for pattern in table.pack.answers:
        if pattern.match(said.flat, 0, len(said.flat)) is not None:
            return pattern.intent
    return None


def begins_with(table: Table, word: str) -> bool:
    """Whether a message begins with a yes or a no."""
    said = table.said
    return any(p.match_start(said.flat, 0, len(said.flat)) for p in table.pack.answers if p.intent == word)


def _begins_with_yes(table: Table) -> bool:
    """ "yes, and add …": an answer, and more."""
    said = table.said
    for pattern in table.pack.answers:
        found = pattern.match_start(said.flat, 0, len(said.flat)) if pattern.intent == "yes" else None
        if found is not None and found.end() < len(said.flat):
            after = said.flat_at(said.index(found.end() - 1) + 1)
            joining = (p for p in table.pack.answers if p.intent == "and")
            return any(p.match_start(said.flat, after, len(said.flat)) for p in joining)
    return False


def _still_there(step: Step, table: Table) -> Step:
    """A later step, failed where its record has gone meanwhile."""
    return _checked(step.action, table, is_granted=True) if isinstance(step, Call) else step


def _agreed(step: Step, table: Table) -> Step | None:
    match step:
        case Confirm(action):
            return _checked(replace(action, confidence=max(action.confidence, _SURE)), table, is_granted=True)
        case Ask(_, _, suggestions) | Failed(_, _, _, suggestions) if len(suggestions) == 1:
            return _merged(step, suggestions[0], table)
        case Ask():
            return step
        case _:
            return None


def _agreed_too(first: Step, other: Step, table: Table) -> Step:
    """A later step, agreed to as well where one question asked for both."""
    is_one = isinstance(first, Confirm) and isinstance(other, Confirm) and first.question == other.question
    return (_agreed(other, table) or other) if is_one else other


def _checked(action: Action, table: Table, is_granted: bool) -> Step:
    """The action, if its values can be and the record it names is still there."""
    wrong = wrong_in(action, table.room.policy.tools)
    if wrong is not None:
        return refused(action, wrong, table.pack)
    if table.room.policy.has_capabilities(action.intent):
        subject = str(action.of("id") or "")
        return rechecked(action, table.room, is_granted, table.names.get(subject, ""))
    name = str(action.of("record") or "")
    records = table.records_of(action)
    if name and records.are_known and action.tool_name in table.room.policy.tools:
        at = records.index().by_id.get(name.casefold())
        if at is None and not records.is_partial:
            gone = Mention(table.names.get(name, name), None, "id")
            return Failed(action, "not_found", tell.not_found(table.pack, gone, records))
        name = records.all[at].name if at is not None else name
        if at is not None and not is_granted:
            action = at_its_hour(action, records.all[at], set(), table.room.now)
    return Call(action) if is_granted else settled(action, name, table.pack, table.room.policy)


def _merged(step: Step, pick: Suggestion, table: Table) -> Step:
    """The step with what was picked merged in; a pick may lead to another tool."""
    action = step.action
    led = table.room.policy.tools.get(pick.tool_name or action.tool_name)
    record = pick.value.get(led.key("id") or led.key("record")) if led is not None else None
    words = table.said.words
    span = (words[0].start, words[-1].end) if words else (0, len(table.said.raw))
    given = tuple(
        Argument(k, v, Source("message", span, record=record if isinstance(record, str) else None))
        for k, v in pick.value.items()
    )
    if pick.tool_name is not None and pick.tool_name != action.tool_name:
        tool = table.room.policy.tools.get(pick.tool_name)
        intent = pick.tool_name if tool is None else tool.intent
        action = Action(intent, pick.tool_name, given, _SURE, tool is not None and tool.always_confirms, tool=tool)
    else:
        kept = tuple(a for a in action.arguments if a.name not in pick.value)
        action = replace(action, arguments=(*given, *kept), confidence=_SURE)
    if action.does == "change" and not action.changes:
        return Ask(action, tell.say(table.pack, "ask_value", {"name": pick.label}))
    return _checked(action, table, is_granted=False)


def _other(step: Step, table: Table) -> Step:
    is_subject = table.room.policy.has_capabilities(step.action.intent)
    key = step.action.key("id" if is_subject else "record")
    current = step.action.value(key)
    offered = () if isinstance(step, Call) else step.suggestions
    others = [s for s in offered if s.value.get(key) != current]
    if len(others) == 1:
        return _merged(step, others[0], table)
    if is_subject:
        kept = tuple(a for a in step.action.arguments if a.name != key)
        return Ask(replace(step.action, arguments=kept), table.pack.replies[table.room.reply("ask_")], tuple(others))
    entries = [t for t in table.records_of(step.action).all if t.id != current]
    sure = replace(step.action, confidence=_SURE)
    if not others and len(entries) == 1:
        return _merged(step, tell.suggest(entries, sure, table.pack)[0], table)
    kept = tuple(a for a in step.action.arguments if a.name != key)
    shown = tuple(others) or tell.suggest(entries, sure, table.pack)
    return Ask(replace(step.action, arguments=kept), table.pack.replies[f"ask_{key}"], shown)


def _picked(step: Step, words: tuple[int, int], table: Table) -> Step | None:
    """The suggestion that is meant by its place or its label."""
    offered = () if isinstance(step, Call) else step.suggestions
    if not offered:
        return None
    place = _place(words, len(offered), table)
    if place is not None:
        return _merged(step, offered[place], table)
    fitting = by_label(offered, table.said.said(*words), table.pack.references.light)
    times = [] if len(fitting) == 1 or "?" in table.said.raw else find_times(table.said, table.pack, words)
    if times and words[1] - words[0] - sum(t.end - t.start for t in times) <= _BESIDE_A_TIME:  # "the one at 8"
        fitting = by_when(offered, times, table.records_of(step.action))
    return _merged(step, offered[fitting[0]], table) if len(fitting) == 1 else None


def _place(words: tuple[int, int], count: int, table: Table) -> int | None:
    """ "the second", "2", "the last one": a place among what was offered."""
    offered = IndexedEntries(Entry(str(i), "") for i in range(count))
    found = mention(table.said, words, table.pack, Records(offered, table.around.languages))
    if found.kind in ("number", "position") and found.candidates:
        return int(found.candidates[0].entry.id)
    return None


def _filled(step: Step, words: tuple[int, int], table: Table) -> Step | None:
    """The step with the missing title, record or value that the message says."""
    action = step.action
    if table.room.policy.has_capabilities(action.intent):
        return filled(step, table.said, words, table.room, _SURE)
    if action.does == "make" and isinstance(step, Ask | Failed) and action.of("name") is None:
        return _titled(action, table)
    if action.does == "make" and isinstance(step, Ask) and lacks(action) == action.key("when") != "":
        return _timed(action, words, table)
    if action.does in ("finish", "remove", "change") and not isinstance(step, Call):
        found = mention(table.said, words, table.pack, table.records_of(action))
        if found.kind in ("number", "position") and step.suggestions:
            return step  # no such place among what was offered: asked again
        if found.kind == "number" and isinstance(step, Confirm) and action.changes:
            return None  # "back two days?", "3": a value, and no record
        if found.kind != "focus" and len(found.candidates) == 1 and found.candidates[0].fit >= _SAID_CLEARLY:
            return _on_record(step, found, table)
        if isinstance(step, Ask) and action.of("record") is None and len(found.candidates) > 1:
            entries = [c.entry for c in found.candidates]
            offered = tell.suggest(entries, action, table.pack, table.room.now.date())
            return Ask(action, tell.ask_which(table.pack, entries), offered)
        if isinstance(step, Ask) and action.of("record") is None and found.is_open and found.kind != "all":
            return _checked(replace(with_record(action, found, None), confidence=_SURE), table, is_granted=False)
        if action.does == "change" and isinstance(step, Ask) and action.of("record") is not None:
            return _valued(action, words, table)
    return None


def _on_record(step: Step, found: Mention, table: Table) -> Step:
    action = replace(with_record(step.action, found, found.candidates[0].entry), confidence=_SURE)
    if action.does == "change" and not action.changes:
        return Ask(action, tell.say(table.pack, "ask_value", {"name": found.candidates[0].entry.name}))
    return _checked(action, table, is_granted=False)


def _named(table: Table) -> tuple[int, int]:
    """The title in "call it …"; the whole message where it is said bare."""
    said = table.said
    for pattern in table.pack.answers:
        found = pattern.match(said.flat, 0, len(said.flat)) if pattern.intent == "named" else None
        if found is not None:
            a, b = spans_of(found)["title"]
            return said.index(a), said.index(b - 1) + 1
    led = (at for at in starts(said, 0, len(said.words), table.pack) if "," in said.gap(at))  # "well, buy candles"
    return max(led, default=0), len(said.words)


def _titled(action: Action, table: Table) -> Step | None:
    """The answer as the title, its date and priority leaving it as they would in one breath."""
    said = table.said
    tool, clause = action.tool, Clause(0, len(said.words), "request")
    if tool is None:
        return None
    reading = Reading(action.intent, "named", clause, {"title": _named(table)}, does=tool.does)
    draft = compose(said, table.pack, table.room.now, reading, tool)[0]
    if draft.missing:
        return None
    known = {a.name for a in draft.arguments}
    kept = tuple(a for a in action.arguments if a.name not in known)
    titled = Call(replace(action, arguments=(*draft.arguments, *kept), confidence=_SURE))
    return checked(titled, table.room.policy.tools, table.pack)


def _timed(action: Action, words: tuple[int, int], table: Table) -> Step | None:
    """The answer as the time that was asked for."""
    times = find_times(table.said, table.pack, words)
    if len(times) != 1:
        return None
    span = table.said.span(times[0].start, times[0].end)
    at = Argument(action.key("when"), times[0].anchor(table.room.now), Source("message", span))
    return _checked(replace(action, arguments=(*action.arguments, at), confidence=_SURE), table, is_granted=False)


def _valued(action: Action, words: tuple[int, int], table: Table) -> Step | None:
    if action.tool is None:
        return None
    reading = Reading(action.intent, "named", Clause(0, len(table.said.words), "request"), {}, does=action.does)
    maker = Maker(table.said, table.pack, table.room.now, reading, action.tool)
    put_value(maker, words)
    changed = replace(action, arguments=(*action.arguments, *maker.arguments), confidence=_SURE)
    entry = next((e for e in table.records_of(action).all if e.id == action.of("record")), None)
    if entry is not None:
        changed = at_its_hour(changed, entry, {e.name for e in maker.evidence}, table.room.now)
    if changed.of("new_name") is not None:  # free words may not have been meant as a name: one more look
        return _checked(replace(changed, confidence=_SAID_FREELY), table, is_granted=False)
    return _checked(changed, table, is_granted=False)
