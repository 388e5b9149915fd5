"""Whole messages about the record that was last spoken of: "when is it due?", "add a note: …", "bring it back"."""

from collections.abc import Iterator

from sayso.engine.capabilities.think import to_subjects
from sayso.engine.compose.repeating import CHANGED
from sayso.engine.ellipsis.before import UNDO, Before, last_change, steps
from sayso.engine.ellipsis.change import SURE, asked_change, called
from sayso.engine.ellipsis.once_more import once_more
from sayso.engine.ellipsis.put_right import put_right
from sayso.engine.ellipsis.raised import PUT_OFF, put_off
from sayso.engine.ellipsis.renaming import RENAMING, SWAPPED, renamed
from sayso.engine.ellipsis.shown import mentioned
from sayso.engine.ellipsis.stepped import STEPS, stepped
from sayso.engine.nouns import Action, Argument, Call, Clause, Confirm, Entry, Mention, Reading, Source, Step
from sayso.engine.pattern import spans_of
from sayso.engine.records.focus import in_focus
from sayso.engine.records.mention import unwrapped
from sayso.engine.records.words import stem
from sayso.engine.refuse import checked, with_defaults
from sayso.engine.tell import confirm
from sayso.engine.text import QUOTE, tokens
from sayso.engine.thread import Thread
from sayso.engine.tool import Does, Tool
from sayso.engine.understand.exact import starts, without_closers
from sayso.engine.understand.read import Heard, understand
from sayso.engine.understand.wording import HEARD, RECORD, heard_in
from sayso.engine.values.times import find_times

_VALUES = {"note": "new_details", "noted": "new_details", "one": "new_details", "name": "new_name"}
_REDO: Does = "redo"
_ONCE_MORE = "once_more"
_EMPTIED = {"undated": "new_when", "unnoted": "new_details", "once": CHANGED, "single": CHANGED}
_LEADING = ("corrects", "instead", "hedges")
_NOTED = frozenset(("new_description", "described"))
Words = tuple[int, int]
_ABOUT = "about"  # the slot of the record that a question is about
_SURELY = 0.95  # the same where no mark asks
_HEARD = 0.45  # how sure such a question must be heard
_CLEAR = 0.8  # how well a reference must fit
_MOST_WORDS = 20


def said_or_put_right(before: Before | None, thread: Thread) -> list[Step] | None:
    """What such a message asks for, or what of the last text it puts right; None where it does neither."""
    said = said_of_it(before, thread)
    return (put_right(thread) or None) if said is None else said


def said_of_it(before: Before | None, thread: Thread) -> list[Step] | None:
    """The step that such a message asks for; None where it is no such message, or nothing was spoken of."""
    found = _matched(thread)
    if found is None:
        return None
    what, words, start, is_named = found
    if before is not None and what == _ONCE_MORE:
        is_mere = before.tool.is_read_only or _is_said_plainly(start, thread)
        return None if _says_how_much(thread) or not is_mere else once_more(before, thread)
    if before is not None and thread.policy.has_capabilities(before.tool.intent):
        return _state(before, thread) if what == "state" and not _names_another(start, thread) else None
    if what in ("state", _ONCE_MORE) or not thread.entries.are_known or _is_read_surer(what, words, thread):
        return None
    by_what = {"back": _taken_back, "add": _added, "again": _done_again, PUT_OFF: put_off}
    if what in by_what:
        return by_what[what](before, thread)
    addressed = _addressed(words, thread) if what in ("note", "noted") else None
    if addressed is not None:
        return addressed
    is_named &= what in STEPS  # "raise the priority of the dentist"
    focused = _named_in(words, start, thread) if is_named else _focused(start, thread)
    if focused is None or (what in _EMPTIED and _says_something_else(start, focused, thread)):
        return None
    return _done_to(what, words, *focused, thread)


def _done_to(what: str, words: Words, entry: Entry, source: Source, thread: Thread) -> list[Step] | None:
    """What is said of a record, done to it."""
    if what in RENAMING:
        return renamed(words, entry, source, thread)
    if what in STEPS:
        return stepped(what, words, entry, source, thread)
    if what in _EMPTIED:
        is_meant = what != "single" or _was_set_to_repeat(entry, thread)
        value = Argument(_EMPTIED[what], "", Source("message", thread.heard.said.span(*words)))
        asked = asked_change(value, entry, source, thread)
        return [called(asked) if what != "unnoted" else asked] if is_meant else None
    if what == "one" and not _asked_for_a_note(thread):
        return None
    if what in ("about", "asks_note"):
        return [shown(entry, source, thread)]
    if what == "open":
        value = Argument("new_status", "pending", Source("message", thread.heard.said.span(*words)))
        return [asked_change(value, entry, source, thread)] if entry.is_done else None
    return [asked_change(_text(_VALUES[what], words, thread), entry, source, thread)]


def only_stepped(thread: Thread) -> list[Step] | None:
    """A record that is named, one step up or down, where nothing was said before."""
    found = _matched(thread) if len(thread.heard.said.words) <= _MOST_WORDS else None
    return said_of_it(None, thread) if found is not None and found[0] in STEPS else None


def _is_a_time(words: Words, thread: Thread) -> bool:
    """Whether words say when and nothing else: "call it noon" is no name."""
    times = find_times(thread.heard.said, thread.heard.pack, words)
    return len(times) == 1 and (times[0].start, times[0].end) == words


def _is_said_plainly(start: int, thread: Thread) -> bool:
    """Whether nothing but small talk leads to what is said, and nothing asks: not "here we go again", "again?"."""
    said, pack = thread.heard.said, thread.heard.pack
    small = (pack.shifts.fillers | pack.commands.beside_acts) - {w.text for w in said.words[start:]}
    return "?" not in said.raw and all(w.text in small for w in said.words[:start])


def _says_how_much(thread: Thread) -> bool:
    """Whether an amount is said with its unit: "one degree more" is not the same once more."""
    texts = [w.text for w in thread.heard.said.words]
    units = thread.heard.pack.commands.units
    return any(tuple(texts[i : i + len(u)]) == u for u in units for i in range(len(texts) - len(u) + 1))


def _addressed(words: tuple[int, int], thread: Thread) -> list[Step] | None:
    """A note whose record stands before a colon: "to the dentist: bring the card"; nothing where nobody knows it."""
    said, pack = thread.heard.said, thread.heard.pack
    colon = next((i for i in range(words[0] + 1, words[1]) if ":" in said.gap(i)), None)
    light = pack.references.light
    if colon is None or said.words[words[0]].text not in light | pack.shifts.ahead:
        return None
    first = next((i for i in range(words[0], colon) if said.words[i].text not in light), colon)
    if first == colon:
        return None
    named = mentioned((first, colon), thread)
    if named.kind == "focus":
        return None
    if len(named.candidates) != 1:
        return []
    entry = named.candidates[0].entry
    source = Source("message", named.span, record=entry.id)
    return [asked_change(_text("new_details", (colon, words[1]), thread), entry, source, thread)]


def asked_of_it(thread: Thread) -> list[Step]:
    """The record that was last spoken of, where a question about one is heard that names none: "and its priority?"."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    if hearing is None or not said.words or not thread.entries.are_known:
        return []
    heard = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    if "?" not in said.raw and heard.probability < _SURELY:
        return []
    meaning = hearing.meanings.get(heard.intent)
    is_of_one = meaning is not None and _ABOUT in meaning.slots.values()
    if (
        meaning is None
        or not is_of_one
        or heard.probability < _HEARD
        or any(t.slot in meaning.slots for t in heard.spans)
    ):
        return []
    focused = _focused(0, thread)
    return [] if focused is None else [shown(*focused, thread)]


def _is_read_surer(what: str, words: Words, thread: Thread) -> bool:
    """Whether a pattern is surer of a name, or reads a note on a record that is named: "note on the dentist: …"."""
    if what == "name":  # "call it noon" gives none
        return _is_a_time(words, thread) or any(_is_sure(r) for h in thread.heard.heard for r in h.readings)
    return what in ("note", "noted") and _names_its_own(thread)


def _names_its_own(thread: Thread) -> bool:
    """Whether a pattern reads a note on a record that the message names itself."""
    read = [r for h in thread.heard.heard for r in h.readings if _is_sure(r) and not _NOTED.isdisjoint(r.slots)]
    found = [mentioned(r.slots["entry"], thread) for r in read if "entry" in r.slots]
    return any(m.kind == "title" and len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR for m in found)


def _focused(start: int, thread: Thread) -> tuple[Entry, Source] | None:
    """The record that is named before what is said of it, else the one that was last spoken of."""
    said, pack = thread.heard.said, thread.heard.pack
    if any(w.text not in pack.ellipsis.small and w.text not in pack.joiners.by_word for w in said.words[:start]):
        first = starts(said, 0, start, pack)[-1]
        found = _named((first, start), thread)
        if found is not None:
            return found
        if mentioned((first, start), thread).kind == "title" and said.words[first].text in pack.references.articles:
            return None  # "the fryer shouldn't repeat", which is not listed, is about no other
        heard = _heard_before(start, thread)
        if heard is not None:
            return heard
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if len(focused.candidates) != 1 or focused.turn is None:
        return None
    entry = focused.candidates[0].entry
    return entry, Source("history", turn=focused.turn, record=entry.id)


def _named_in(words: Words, start: int, thread: Thread) -> tuple[Entry, Source] | None:
    """The record that words name after small ones; the one that was spoken of where there are no others."""
    said, small = thread.heard.said, thread.heard.pack.ellipsis.small - thread.heard.pack.references.articles
    first = next((i for i in range(*words) if said.words[i].text not in small), None)
    return _focused(start, thread) if first is None else _named((first, words[1]), thread)


def _named(words: Words, thread: Thread) -> tuple[Entry, Source] | None:
    """The one listed record that some words name."""
    named = mentioned(words, thread)
    if named.kind != "title" or len(named.candidates) != 1 or named.candidates[0].fit < _CLEAR:
        return None
    entry = named.candidates[0].entry
    return entry, Source("message", named.span, record=entry.id)


def _heard_before(start: int, thread: Thread) -> tuple[Entry, Source] | None:
    """The one listed record that is heard in the words before: "when is the bill due, and what priority is it?"."""
    hearing, said = thread.heard.hearing, thread.heard.said
    if hearing is None:
        return None
    heard = heard_in(said, Clause(0, start, "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    slots = {n for n, to in meaning.slots.items() if to in (_ABOUT, RECORD, "search")} if meaning is not None else set()
    found = [mentioned((t.start, t.end), thread) for t in heard.spans if t.slot in slots]
    sure = [m for m in found if m.kind == "title" and len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR]
    if len(sure) != 1:
        return None
    entry = sure[0].candidates[0].entry
    return entry, Source("message", sure[0].span, record=entry.id)


def _says_something_else(start: int, focused: tuple[Entry, Source], thread: Thread) -> bool:
    """Whether words before what a record loses ask for more, or a record is named by the words for it."""
    said, pack = thread.heard.said, thread.heard.pack
    leading = pack.ellipsis.small | {w for role in _LEADING for p in pack.ellipsis.marks[role] for w in p}
    idle = {i for h in thread.heard.heard for i in range(h.clause.start, min(h.clause.end, start)) if _is_idle(h)}
    heavy = [i for i in range(start) if said.words[i].text not in leading | pack.joiners.by_word.keys()]
    index = thread.entries.index()
    borne = {i for i in heavy if index.is_borne(stem(said.words[i].text, index.endings))}
    heavy = [i for i in heavy if i not in idle or len(borne) > 1]  # "call mom just once, stop repeating it"
    opened = {i for at in starts(said, 0, start, pack) for i in range(at)}
    if focused[1].kind == "history" and not opened.issuperset(heavy):
        return True
    named = [h.slots["entry"] for part in thread.heard.heard for h in part.readings if "entry" in h.slots]
    found = [mentioned(words, thread) for words in named]
    return any(m.kind == "title" and len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR for m in found)


def _is_idle(part: Heard) -> bool:
    """Whether a sentence asks for nothing that a pattern knows: "you know what?"."""
    return all(r.grade == HEARD for r in part.readings)


def _was_set_to_repeat(entry: Entry, thread: Thread) -> bool:
    """Whether the conversation made a record repeat: only then "just once" is about that."""
    for before in steps(thread):
        roles = [before.tool.key(role) for role in ("repeat", CHANGED) if before.tool.key(role)]
        told = [before.done.parameters[name] for name in roles if name in before.done.parameters]
        if told:
            is_its = before.text(before.tool.key("record") or "") in ("", entry.id)
            return bool(told[0]) and is_its
    return False


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


def _names_another(end: int, thread: Thread) -> bool:
    """Whether a subject is named before the question: "and the proofer, is that running?"."""
    lexicon = thread.around.lexicon
    texts = [w.text for w in thread.heard.said.words[:end] if w.text not in lexicon.light]
    stems, room = lexicon.stems(texts), thread.room
    return bool(lexicon.kinds(stems)) or (room.is_known and any(room.index.by_stem.get(s) for s in stems))


def _is_sure(reading: Reading) -> bool:
    return reading.does == "change" and reading.grade != HEARD


def _matched(thread: Thread) -> tuple[str, Words, int, bool] | None:
    """What is said, the words of the value that it gives, where it begins, and whether it gives one."""
    return _matched_by(thread, is_bare=False) or _matched_by(thread, is_bare=True)


def _matched_by(thread: Thread, is_bare: bool) -> tuple[str, Words, int, bool] | None:
    """The same by the patterns that begin with a word of their own, or by those that do not."""
    said, pack = thread.heard.said, thread.heard.pack
    patterns = [p for p in pack.ellipsis.says if (p.intent == SWAPPED) == is_bare]
    count = len(said.words)
    parts = [i for i in range(count - 1, 0, -1) if any(mark in said.gap(i) for mark in ",.;!")]
    for end in dict.fromkeys((without_closers(said, 0, count, pack), count, *parts)):
        for start in _openings(thread, end):
            for pattern in patterns:
                match = pattern.match(said.flat, said.flat_at(start), said.flat_at(end))
                if match is None or (end in parts and pattern.intent in (*_VALUES, _ONCE_MORE)):
                    continue
                given = [at for name, at in spans_of(match).items() if name in ("note", "name")]
                is_renamed = pattern.intent in RENAMING
                a, b = given[0] if given and not is_renamed else (said.flat_at(start), said.flat_at(end))
                words = (said.index(a), said.index(b - 1) + 1)
                if pattern.intent != "noted" or any(mark in said.gap(words[0]) for mark in ":-–—"):
                    return pattern.intent, words, start, bool(given)
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


def _done_again(before: Before | None, thread: Thread) -> list[Step] | None:
    """What was just taken back, done once more: "no, the deletion was right"; it is asked about."""
    tool = thread.deed(_REDO)
    if before is None or not before.is_last or not before.is_done or before.tool.does != UNDO or not tool.name:
        return None
    action = Action(tool.intent, tool.name, (), SURE, tool.always_confirms, _reading(tool, thread), tool=tool)
    return [Confirm(action, confirm(thread.heard.pack, action, ""))]


def _asked_for_a_note(thread: Thread) -> bool:
    """Whether the question before was whether there is a note: then "add one" is about that."""
    pack, history = thread.heard.pack, thread.scene.history
    content = next((t.content for t in reversed(history) if t.role == "user"), "")
    line = pack.line(content, tokens(content))
    patterns = (p for p in pack.ellipsis.says if p.intent == "asks_note")
    return any(next(iter(p.search_all(line.flat, 0, len(line.flat))), None) is not None for p in patterns)


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
