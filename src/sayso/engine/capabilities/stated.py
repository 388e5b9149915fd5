"""A subject and what it is to be, in so many words: "living room light at half", "feeder portions three", "tv backlight
purple and at 20 percent". Every word names a subject, a setting or a value; where one is left over, nothing is read."""

from collections.abc import Iterator
from dataclasses import replace

from sayso.engine.capabilities.acts import RELATIVE, SET
from sayso.engine.capabilities.apart import parts_of_clause
from sayso.engine.capabilities.asked import asked
from sayso.engine.capabilities.lexicon import Role
from sayso.engine.capabilities.region import AMOUNT, amount, whole_number
from sayso.engine.capabilities.room import NOTHING, InFocus
from sayso.engine.capabilities.settle import never_called, settle
from sayso.engine.capabilities.think import to_subjects
from sayso.engine.capabilities.wholly import wholly_named
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Call, Clause, Confirm, Reading, Step
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.understand.exact import readings, starts, without_closers

_ASKS = "?"
_LONGEST = 24  # words of a statement, with what is said after it
_Words = tuple[int, int]


def stated(clause: Clause, thread: Thread) -> list[Step]:
    """The settings that a clause states, to be confirmed; nothing where it states none, or says anything besides."""
    said, room = thread.heard.said, thread.room
    is_long = clause.end - clause.start > _LONGEST
    if not room.is_known or clause.start >= clause.end or is_long or _is_asked(said, clause):
        return []
    if not _has_value(clause, thread) and not _are_orders(clause, thread):
        return []
    kept = thread.focus, thread.things
    for last in _ends(clause, thread):
        start = starts(said, clause.start, last, room.pack)[-1]
        end = without_closers(said, start, last, room.pack)
        parts = _with_whole_numbers(list(parts_of_clause(Clause(start, end, "request"), thread)), thread)
        steps = _all_stated(parts, thread) if parts else []
        if not steps and len(parts) > 1 and any("," in said.gap(p.start) for p in parts[1:]):
            thread.focus, thread.things = kept
            steps = _all_stated([Clause(start, end, "request")], thread)  # "floor lamp, half brightness"
        thread.focus, thread.things = kept
        if steps:
            return [never_called(s, room) for s in steps]
    return []


def _has_value(clause: Clause, thread: Thread) -> bool:
    """Whether a clause holds a number, or a word for what can be chosen."""
    lexicon, index = thread.room.lexicon, thread.room.index
    texts = [w.text for w in thread.heard.said.words[clause.start : clause.end]]
    if any(_counts(text, thread, False) for text in texts):
        return True
    stems = [lexicon.stem(text) for text in texts]
    return any(s in index.command_words or s in lexicon.longest["value"] for s in stems)


def _are_orders(clause: Clause, thread: Thread) -> bool:
    """Whether a clause has several parts, and each a word for what to do: "oven on and radio off"."""
    acts, words = thread.heard.pack.commands.acts, thread.heard.said.words
    parts = list(parts_of_clause(clause, thread))
    return len(parts) > 1 and all(any((w.text,) in acts for w in words[p.start : p.end]) for p in parts)


def _with_whole_numbers(parts: list[Clause], thread: Thread) -> list[Clause]:
    """The parts, those that cut a number in two as one: "one hundred and eighty", "3,5"."""
    words = thread.heard.said.words
    out: list[Clause] = []
    for part in parts:
        is_cut = bool(out) and _counts(words[out[-1].end - 1].text, thread, False)
        if is_cut and _counts(words[part.start].text, thread, False):
            out[-1] = out[-1]._replace(end=part.end)
        else:
            out.append(part)
    return out


def is_joined(clause: Clause, thread: Thread) -> bool:
    """Whether a clause has several parts."""
    return len(list(parts_of_clause(clause, thread))) > 1


def _is_asked(said: Line, clause: Clause) -> bool:
    after = said.words[clause.end].start if clause.end < len(said.words) else len(said.raw)
    return _ASKS in said.raw[said.words[clause.end - 1].end : after]


def _ends(clause: Clause, thread: Thread) -> Iterator[int]:
    """Where a statement may end: with the clause, or before a word or a pause after which something else is said."""
    said, pack = thread.heard.said, thread.heard.pack
    yield clause.end
    for at in range(clause.start + 2, clause.end):
        is_break = said.words[at].text in pack.commands.breaks or "," in said.gap(at)
        if is_break and _is_idle((at, clause.end), thread):
            yield at


def _is_idle(words: _Words, thread: Thread) -> bool:
    """Whether words are only talk: they deny nothing, and hold no order, number, value or name of a subject."""
    said, pack, room = thread.heard.said, thread.heard.pack, thread.room
    texts = [w.text for w in said.words[words[0] : words[1]]]
    if any(t in pack.negations or whole_number(t, pack) is not None or t.isdecimal() for t in texts):
        return False
    heavy = [t for t in texts if t not in room.lexicon.light]
    stems = room.lexicon.stems(heavy)
    index = room.index
    is_listed = words[0] < words[1] and joined_until(said, words[0], words[1], pack) > words[0]
    roles: tuple[Role, ...] = ("act", "kind", "value") if is_listed else ("act", "kind")
    return not any(room.lexicon.spots(role, stems) for role in roles) and not any(s in index.by_stem for s in stems)


def _all_stated(parts: list[Clause], thread: Thread) -> list[Step]:
    """The steps of all parts, each of them an order by itself, about what it names or what the one before did."""
    steps: list[Step] = []
    focus = NOTHING
    for part in parts:
        found = _patterned(part, thread) if len(parts) > 1 else []
        found = found or _bare(part, thread, focus)
        if not found or not all(isinstance(s, Call | Confirm) and s.action.does == "command" for s in found):
            return []
        at = thread.room.at(found[-1].action)
        focus = InFocus((at,)) if at is not None else NOTHING
        steps.extend(found)
    return steps


def _patterned(part: Clause, thread: Thread) -> list[Step]:
    said, pack = thread.heard.said, thread.heard.pack
    known = [r for r in readings(said, part, pack, is_loose=True) if thread.policy.has_capabilities(r.intent)]
    return to_subjects(tuple(known[:1]), thread) if known and known[0].does == "command" else []


def _bare(part: Clause, thread: Thread, focus: InFocus) -> list[Step]:
    """What a part states: by a number, or by a word for what can be chosen."""
    room = thread.room
    reading = _reading(part, thread)
    if reading is None:
        return []
    wanted = asked(thread.heard.said, reading, thread.heard.pack, thread.around.languages, thread.scene.now)
    wanted = wholly_named(wanted, room)
    if not wanted.named.musts and focus.at:
        step, _ = settle(replace(wanted, is_pronoun=True), room, focus)
        found = [step] if step is not None else []
    else:
        found = to_subjects((reading,), thread)
    return found if all(s.action.of("settings") is not None for s in found) else []


def _reading(part: Clause, thread: Thread) -> Reading | None:
    command = thread.room.intent("command")
    numbers = list(_amounts(part, thread))
    if not numbers:
        return Reading(command, "plain", part, {"what": (part.start, part.end)}, does="command")
    if len(numbers) > 1:
        return None
    start, end = numbers[0]
    if _is_relative((part.start, start), thread):
        return None
    slots = {"amount": (start, end)}
    named = start
    while named > part.start and thread.heard.said.words[named - 1].text in thread.room.lexicon.light:
        named -= 1
    if named > part.start:
        slots["what"] = (part.start, named)
    if end < part.end:
        slots["where"] = (end, part.end)
    return Reading(command, "plain", part, slots, value=SET, does="command")


def _is_relative(words: _Words, thread: Thread) -> bool:
    """Whether more or less is said, and not to what: "up by 25 percent", but not "down to five"."""
    said, commands = thread.heard.said, thread.heard.pack.commands
    acts = [
        thread.room.lexicon.by_role["act"].get((thread.room.lexicon.stem(w.text),)) for w in said.words[slice(*words)]
    ]
    is_changed = any(act in RELATIVE for act in acts)
    return is_changed and (words[1] == words[0] or said.words[words[1] - 1].text not in commands.towards)


def _amounts(part: Clause, thread: Thread) -> Iterator[_Words]:
    """Where numbers stand, each with its unit; not those that stand in a subject's name."""
    said, pack, room = thread.heard.said, thread.heard.pack, thread.room
    at = part.start
    while at < part.end:
        end = at
        while end < part.end and _counts(said.words[end].text, thread, end > at):
            end += 1
        is_pointing = 0 < at == end - 1 and said.words[at].text in pack.shifts.one
        is_pointing = is_pointing and said.words[at - 1].text in pack.references.articles  # "the one on the ceiling"
        is_named = (
            is_pointing or (end > at and room.index.is_borne(said.words[at].text)) or _is_how_many(at, end, thread)
        )
        value = amount(said, (at, end), pack) if end > at and not is_named else None
        if value is not None and value.source.span is not None:
            while end < part.end and said.words[end].start < value.source.span[1]:  # "3,5" is one number
                end += 1
            while end + 1 < part.end and _is_joint(end, thread):  # "one hundred and eighty"
                end += 2
            end = _with_unit(end, part, thread)
            yield at, end
        at = max(end, at + 1)


def _is_how_many(at: int, end: int, thread: Thread) -> bool:
    """Whether a number says how many subjects are meant: "the two fridges"."""
    words, lexicon, light = thread.heard.said.words, thread.room.lexicon, thread.heard.pack.references.light
    if not 0 < at == end - 1 or end >= len(words) or words[at].text[0].isdigit() or words[at - 1].text not in light:
        return False
    return bool(lexicon.kinds(lexicon.stems([words[end].text])))


def _is_joint(at: int, thread: Thread) -> bool:
    """Whether a word joins a hundred or a thousand with what is less."""
    said, pack = thread.heard.said, thread.heard.pack
    before, after = (whole_number(said.words[i].text, pack) for i in (at - 1, at + 1))
    is_joiner = joined_until(said, at, len(said.words), pack) > at
    return is_joiner and before is not None and before % 100 == 0 and after in range(1, 100)


def _counts(text: str, thread: Thread, is_next: bool) -> bool:
    is_digits = AMOUNT.fullmatch(text) is not None and not is_next
    return is_digits or whole_number(text, thread.heard.pack) is not None


def _with_unit(at: int, part: Clause, thread: Thread) -> int:
    said, lexicon = thread.heard.said, thread.room.lexicon
    for length in (2, 1):
        words = said.words[at : min(at + length, part.end)]
        if len(words) == length and lexicon.stems(w.text for w in words) in lexicon.by_role["unit"]:
            return at + length
    return at
