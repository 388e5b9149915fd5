"""A message that says only what is new, read against what was last done or shown: "and tomorrow?", "a bit hotter"."""

from dataclasses import replace

from sayso.engine.capabilities.acts import LOWER, RAISE, SET
from sayso.engine.nouns import Argument, Call, Confirm, Done, Reading, Source, Step
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.focus import are_as_many, several_in_focus, so_many
from sayso.engine.records.mention import matches, mention, speaks_of_several
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.tool import Tool
from sayso.engine.understand.exact import starts
from sayso.engine.understand.read import Heard
from sayso.engine.understand.wording import FOLLOWS, HEARD
from sayso.engine.values.times import find_times

_ACT, _SET_ACT = 0.8, 0.55  # how sure the act must be; less where a value is heard that something is to be set to
_LOOK_BACK = 8  # turns
_FILTERS = ("status", "priority", "count")  # by which a list is asked for anew, whatever was done last
_PLURAL = 4  # words that say how many of those that were spoken of are meant
_NAMED = 0.8  # how well a record must fit that is only named with a day
_CLEAR = 3.0  # log-odds of a message that holds nothing but values


def last_done(thread: Thread) -> tuple[Done, int] | None:
    """The last step that the assistant decided, and in which turn; talk between it and now changes nothing."""
    history = thread.scene.history
    for turn in range(len(history) - 1, max(len(history) - 1 - _LOOK_BACK, -1), -1):
        if history[turn].steps:
            return history[turn].steps[-1], turn
    return None


def taken_up(reading: Reading, wording: IntentPrediction | None, thread: Thread) -> Reading | None:
    """The reading, as what was last done makes it; None where nothing was that it could go on from."""
    before = last_done(thread)
    if before is None:
        return reading if reading.does == "change" else None
    tool = thread.policy.tools.get(before[0].tool_name)
    if reading.does == "list":
        if tool is not None and tool.does == "list":
            return reading._replace(intent=tool.intent)
        are_several = speaks_of_several(thread.heard.said, thread.heard.pack)  # "now the low ones"
        filters = (*_FILTERS, "when") if are_several else _FILTERS
        is_whole = wording is not None and any(wording.first(slot) is not None for slot in filters)
        is_anew = "?" in thread.heard.said.raw or are_several
        return reading._replace(value="") if is_whole and is_anew else None
    if tool is None or not thread.policy.has_capabilities(tool.intent):
        return reading if tool is None else _of_its_list(reading, tool, thread)
    enough = _SET_ACT if wording is not None and wording.act == SET and wording.first("value") is not None else _ACT
    value, start = wording.first("value") if wording is not None else None, reading.clause.start
    way = _way_after(start + value[1], thread) if value is not None else None
    if wording is None or (way is None and wording.act_probability < enough) or _says_both(thread):
        return None
    slots, act = {"it": (start, start + 1)}, way or wording.act
    if value is not None:
        slots["amount" if act == SET else "by_amount"] = (start + value[0], start + value[1])
    command = thread.room.intent("command")
    return Reading(command, HEARD, reading.clause, slots, HEARD, 0, reading.likeness, act, "command")


def _way_after(at: int, thread: Thread) -> str | None:
    """Which way a value goes by the words after it and its unit: "30 less, as it burnt" is not 30."""
    said, pack = thread.heard.said, thread.heard.pack
    at += at < len(said.words) and (said.words[at].text,) in pack.commands.units
    for role, act in (("less", LOWER), ("more", RAISE)):
        for phrase in pack.ellipsis.marks[role]:
            if tuple(w.text for w in said.words[at : at + len(phrase)]) == phrase:
                return act
    return None


def _says_both(thread: Thread) -> bool:
    """Whether more and less are said in one breath: that is a saying, and no setting."""
    texts = {w.text for w in thread.heard.said.words}
    marks = thread.heard.pack.ellipsis.marks
    return all(any(texts.issuperset(phrase) for phrase in marks[role]) for role in ("more", "less"))


def _of_its_list(reading: Reading, tool: Tool, thread: Thread) -> Reading:
    """A change of an entry of the list that was last spoken of."""
    change = thread.policy.tools.doing("change", tool.domain) if reading.does == "change" else None
    return reading if change is None else reading._replace(intent=change.intent)


def only_values(part: Heard, thread: Thread) -> Reading | None:
    """A message of values and nothing else after something was done: "at 11", "no, friday", "and high"."""
    said, pack, clause = thread.heard.said, thread.heard.pack, part.clause
    before = last_done(thread)
    tool = thread.policy.tools.get(before[0].tool_name) if before is not None else None
    change = thread.policy.tools.doing("change", tool.domain) if tool is not None else None
    if tool is None or change is None or tool.is_read_only or speaks_of_several(said, pack):
        return None
    slots = _values_in(said, pack, (clause.start, clause.end), tool)
    covered = {i for a, b in slots.values() for i in range(a, b)}
    small = (pack.references.light | pack.shifts.ahead | pack.shifts.fillers) - pack.numbers.ordinals.keys()
    if not slots or any(said.words[i].text not in small for i in range(clause.start, clause.end) if i not in covered):
        return None
    whole = clause._replace(kind="request")
    return Reading(change.intent, HEARD, whole, slots, HEARD, 0, _CLEAR, FOLLOWS, "change")


def several_values(part: Heard, thread: Thread) -> Reading | None:
    """Several that were spoken of and what is new of them, and nothing else: "all three for tomorrow", "both high"."""
    said, pack, clause = thread.heard.said, thread.heard.pack, part.clause
    before = last_done(thread)
    tool = thread.policy.tools.get(before[0].tool_name) if before is not None else None
    change = thread.policy.tools.doing("change", tool.domain) if tool is not None else None
    if tool is None or change is None or thread.policy.has_capabilities(tool.intent):
        return None
    small = pack.references.light | pack.shifts.ahead | pack.shifts.fillers
    first = starts(said, clause.start, clause.end, pack)[-1]
    first += first < clause.end and said.words[first].text in pack.words(tool.intent).destinations
    ends = range(min(first + _PLURAL, clause.end), first, -1)
    end = next((at for at in ends if matches(pack.references.plural, said, (first, at))), None)
    if end is None or not _are_so_many((first, end), thread):
        return None
    slots = _values_in(said, pack, (end, clause.end), tool)
    covered = {i for a, b in slots.values() for i in range(a, b)}
    if not slots or any(said.words[i].text not in small for i in range(end, clause.end) if i not in covered):
        return None
    slots["entry"] = (first, end)
    return Reading(change.intent, HEARD, clause._replace(kind="request"), slots, HEARD, 0, _CLEAR, "", "change")


def _are_so_many(words: tuple[int, int], thread: Thread) -> bool:
    """Whether as many were spoken of as some words say: "all three"; not "those", which may be some of a list."""
    said, plural = thread.heard.said, thread.heard.pack.references.plural
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    ways = {p.intent for p in plural.of(said.texts) if p.match(said.flat, left, right)}
    if not ways or not ways.isdisjoint(("any", "")) or not thread.entries.are_known:
        return False
    entries, _ = several_in_focus(thread.scene.history, thread.entries, so_many(ways))
    return len(entries) > 1 and are_as_many(ways, len(entries))


def _values_in(said: Line, pack: Pack, words: tuple[int, int], tool: Tool) -> dict[str, tuple[int, int]]:
    """The day and the priority that some words say."""
    times = find_times(said, pack, words)
    slots = {"due": (times[0].start, times[0].end)} if len(times) == 1 else {}
    for pattern in pack.words(tool.intent).priorities.of(said.texts):
        for m in pattern.search_all(said.flat, said.flat_at(words[0]), said.flat_at(words[1])):
            slots["priority"] = (said.index(m.start()), said.index(m.end() - 1) + 1)
    return slots


def named_time(part: Heard, thread: Thread) -> Reading | None:
    """A record and the day to which it is to go, and nothing else: "rabies vaccines to friday"."""
    said, pack, clause = thread.heard.said, thread.heard.pack, part.clause
    times = find_times(said, pack, (clause.start, clause.end))
    if len(times) != 1 or times[0].end != clause.end or not thread.entries.are_known:
        return None
    ends, words = times[0].start, pack.lists.get(thread.entries.domain.name)
    linked = {*pack.ellipsis.on, *pack.ellipsis.at, *pack.shifts.ahead, *(words.destinations if words else ())}
    while ends > clause.start and said.words[ends - 1].text in linked:
        ends -= 1
    is_linked = ends < times[0].start or said.words[ends].text in linked
    if ends == clause.start or not is_linked:
        return None
    found = mention(said, (clause.start, ends), pack, thread.entries)
    change = thread.policy.tools.doing("change", thread.entries.domain.name)
    if change is None or found.kind != "title" or len(found.candidates) != 1 or found.candidates[0].fit < _NAMED:
        return None
    if found.candidates[0].entry.is_done:
        return None
    slots = {"entry": (clause.start, ends), "due": (times[0].start, times[0].end)}
    return Reading(change.intent, HEARD, clause._replace(kind="request"), slots, HEARD, 0, _CLEAR, "", "change")


def carried_on(step: Step, thread: Thread) -> Step:
    """A list as it was shown last, with what was said now in its place."""
    before = last_done(thread)
    reading = step.action.reading
    if before is None or reading is None or reading.value != FOLLOWS or step.action.does != "list":
        return step
    done, turn = before
    said = tuple(a for a in step.action.arguments if a.source.kind != "default")
    names = {a.name for a in said}
    kept = (Argument(n, v, Source("history", turn=turn)) for n, v in done.parameters.items() if n not in names)
    action = replace(step.action, arguments=(*said, *kept))
    return replace(step, action=action) if isinstance(step, Call | Confirm) else step
