"""Whole messages about the record that was last spoken of: "when is it due?", "add a note: …", "bring it back"."""

from collections.abc import Iterator

from sayso.engine.capabilities.think import to_subjects
from sayso.engine.ellipsis.before import UNDO, Before, last_change
from sayso.engine.ellipsis.change import SURE
from sayso.engine.ellipsis.shown import mentioned
from sayso.engine.nouns import Action, Argument, Call, Clause, Confirm, Entry, Mention, Reading, Source, Step
from sayso.engine.pattern import spans_of
from sayso.engine.records.focus import in_focus
from sayso.engine.records.mention import unwrapped
from sayso.engine.refuse import checked, with_defaults
from sayso.engine.tell import confirm
from sayso.engine.text import QUOTE, tokens
from sayso.engine.thread import Thread
from sayso.engine.tool import Tool
from sayso.engine.understand.exact import starts, without_closers
from sayso.engine.understand.read import understand
from sayso.engine.understand.wording import HEARD

_VALUES = {"note": "new_details", "noted": "new_details", "name": "new_name"}
Words = tuple[int, int]
_CLEAR = 0.8  # how well a reference must fit


def said_of_it(before: Before | None, thread: Thread) -> list[Step] | None:
    """The step that such a message asks for; None where it is no such message, or nothing was spoken of."""
    found = _matched(thread)
    if found is None:
        return None
    what, words, start = found
    if before is not None and thread.policy.has_capabilities(before.tool.intent):
        return _state(before, thread) if what == "state" else None
    if what == "state" or not thread.entries.are_known:
        return None
    if what == "name" and any(_is_sure(r) for h in thread.heard.heard for r in h.readings):
        return None  # a pattern is surer of it
    if what == "back":
        return _taken_back(before, thread)
    if what == "add":
        return _added(before, thread)
    focused = _focused(start, thread)
    if focused is None:
        return None
    entry, source = focused
    if what == "about":
        return [shown(entry, source, thread)]
    if what == "open":
        value = Argument("new_status", "pending", Source("message", thread.heard.said.span(*words)))
        return [_asked(value, entry, source, thread)] if entry.is_done else None
    return [_asked(_text(_VALUES[what], words, thread), entry, source, thread)]


def _focused(start: int, thread: Thread) -> tuple[Entry, Source] | None:
    """The record that is named before what is said of it, else the one that was last spoken of."""
    said, pack = thread.heard.said, thread.heard.pack
    if any(w.text not in pack.ellipsis.small and w.text not in pack.joiners.by_word for w in said.words[:start]):
        first = starts(said, 0, start, pack)[-1]
        named = mentioned((first, start), thread)
        if named.kind != "focus" and len(named.candidates) == 1 and named.candidates[0].fit >= _CLEAR:
            entry = named.candidates[0].entry
            return entry, Source("message", named.span, record=entry.id)
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if len(focused.candidates) != 1 or focused.turn is None:
        return None
    entry = focused.candidates[0].entry
    return entry, Source("history", turn=focused.turn, record=entry.id)


def _state(before: Before, thread: Thread) -> list[Step] | None:
    """How the subject is that was last spoken of."""
    if not before.text(thread.room.key("id")):
        return None
    clause = Clause(0, len(thread.heard.said.words), "request")
    return (
        to_subjects(
            (Reading(thread.room.intent("inspect"), "named", clause, {"it": (0, 1)}, "ellipsis", does="inspect"),),
            thread,
        )
        or None
    )


def _is_sure(reading: Reading) -> bool:
    return reading.does == "change" and reading.grade != HEARD


def _matched(thread: Thread) -> tuple[str, Words, int] | None:
    """What is said, the words of the value that it gives, and where it begins."""
    said, pack = thread.heard.said, thread.heard.pack
    count = len(said.words)
    parts = [i for i in range(count - 1, 0, -1) if any(mark in said.gap(i) for mark in ",.;!")]
    for end in dict.fromkeys((without_closers(said, 0, count, pack), count, *parts)):
        for start in _openings(thread, end):
            for pattern in pack.ellipsis.says:
                match = pattern.match(said.flat, said.flat_at(start), said.flat_at(end))
                if match is None or (end in parts and pattern.intent in _VALUES):
                    continue
                given = [at for name, at in spans_of(match).items() if name in ("note", "name")]
                a, b = given[0] if given else (said.flat_at(start), said.flat_at(end))
                words = (said.index(a), said.index(b - 1) + 1)
                if pattern.intent != "noted" or any(mark in said.gap(words[0]) for mark in ":-–—"):
                    return pattern.intent, words, start
    return None


def _openings(thread: Thread, end: int) -> Iterator[int]:
    """Where it may begin: at the start, after a mark, and after small words that merely lead up to it."""
    said, pack = thread.heard.said, thread.heard.pack
    leading = {word for role in ("corrects", "instead") for p in pack.ellipsis.marks[role] for word in p}
    leading |= pack.ellipsis.small
    for at in (0, *(i for i in range(1, end) if any(mark in said.gap(i) for mark in ",.;!?…"))):
        yield from starts(said, at, end, pack)
        heavy = next((i for i in range(at, end) if said.words[i].text not in leading), end)
        yield from range(at + 1, min(heavy + 1, end))


def shown(entry: Entry, source: Source, thread: Thread) -> Step:
    """One record, as a list that shows it."""
    tool = thread.deed("list")
    arguments = with_defaults((Argument(tool.key("search"), entry.name, source),), tool)
    return Call(Action(tool.intent, tool.name, arguments, SURE, False, _reading(tool, thread), tool=tool))


def _text(name: str, words: Words, thread: Thread) -> Argument:
    start, end = words
    said = thread.heard.said
    if end - start == 1 and said.words[start].text == QUOTE:
        span = (said.words[start].start, said.words[start].end)
        return Argument(name, said.raw[span[0] : span[1]], Source("message", span))
    return Argument(name, said.said(start, end), Source("message", said.span(start, end)))


def _asked(value: Argument, entry: Entry, source: Source, thread: Thread) -> Step:
    """The change, to be confirmed: free words may have been meant otherwise."""
    pack, tool = thread.heard.pack, thread.deed("change")
    arguments = (Argument(tool.key("record"), entry.id, source), value._replace(name=tool.key(value.name)))
    action = Action(tool.intent, tool.name, arguments, SURE, tool.always_confirms, _reading(tool, thread), tool=tool)
    asked = Confirm(action, confirm(pack, action, entry.name, thread.policy.today))
    return checked(asked, thread.policy.tools, pack)


def _taken_back(before: Before | None, thread: Thread) -> list[Step] | None:
    """The last change taken back; nothing where it was never made: one that was asked about and refused."""
    change = last_change(thread)
    if before is None or change is None:
        return None
    if before.done.outcome in ("waiting", "refused"):
        return []
    if not change[1]:
        return None
    tool = thread.deed(UNDO)
    return [Call(Action(tool.intent, tool.name, (), SURE, tool.always_confirms, _reading(tool, thread), tool=tool))]


def _added(before: Before | None, thread: Thread) -> list[Step] | None:
    """What was not found, as a new record."""
    history = thread.scene.history
    if before is None or before.done.outcome != "failed" or before.turn < 1:
        return None
    turn = before.turn - 1
    content = history[turn].content
    heard = understand(content, tokens(content), (thread.heard.pack,))
    named = [r.slots["entry"] for h in heard.heard for r in h.readings if "entry" in r.slots]
    if not named:
        return None
    title = heard.said.said(*unwrapped(heard.said, named[0], heard.pack))
    tool, pack = thread.deed("make"), thread.heard.pack
    arguments = with_defaults((Argument(tool.key("name"), title, Source("history", turn=turn)),), tool)
    action = Action(tool.intent, tool.name, arguments, SURE, tool.always_confirms, _reading(tool, thread), tool=tool)
    return [checked(Confirm(action, confirm(pack, action, title, thread.policy.today)), thread.policy.tools, pack)]


def _reading(tool: Tool, thread: Thread) -> Reading:
    return Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
