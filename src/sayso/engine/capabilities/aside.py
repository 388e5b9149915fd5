"""An order beside talk: "fan on, it's like a sauna here", "we're off, set it to away", "unlock it my hands are full".
Tried where no pattern reads all of it: one piece is an order by itself, the others deny nothing and ask for nothing."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from sayso.engine.capabilities.lexicon import Role
from sayso.engine.capabilities.region import whole_number
from sayso.engine.capabilities.room import InFocus
from sayso.engine.capabilities.settle import never_called
from sayso.engine.capabilities.several import naming_words
from sayso.engine.capabilities.stated import stated
from sayso.engine.capabilities.think import merely_named, to_subjects
from sayso.engine.clauses import joined_until
from sayso.engine.nouns import Ask, Call, Clause, Confirm, Step
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.understand.exact import readings
from sayso.engine.understand.read import is_somebodys

_MARKS = frozenset(",;.!?…")
_LONGEST = 32  # words of a message
_TALK = 3  # words that are talk where no pause parts them
_Words = tuple[int, int]
_Kept = tuple[InFocus | None, frozenset[str]]


def beside_talk(clause: Clause, thread: Thread) -> list[Step]:
    """The order that one piece of a clause is by itself, to be confirmed; nothing where another may change it."""
    room = thread.room
    if not room.is_known or clause.kind not in ("request", "other") or not 1 < clause.end - clause.start <= _LONGEST:
        return []
    kept = thread.focus, thread.things
    which: list[Step] = []
    for piece in _pieces(clause, thread):
        rest = [w for w in ((clause.start, piece[0]), (piece[1], clause.end)) if w[0] < w[1]]
        if not all(_is_talk(words, thread) for words in rest):
            continue
        steps = _ordered(piece, thread, kept)
        if not steps or any(_orders(words, thread) for words in rest):
            continue
        if all(isinstance(s, Call | Confirm) for s in steps):
            return [never_called(s, room) for s in steps]
        which = which or steps
    thread.focus, thread.things = kept
    return which


def _pieces(clause: Clause, thread: Thread) -> Iterator[_Words]:
    """The pieces between pauses, and from one to a word that begins something else, the longest first."""
    said, pack = thread.heard.said, thread.heard.pack
    start, end = clause.start, clause.end
    pauses = [i for i in range(start + 1, end) if not _MARKS.isdisjoint(said.gap(i))]
    opening = pack.commands.breaks | pack.references.articles
    soft = [i for i in range(start + 2, end - _TALK + 1) if said.words[i].text in opening]
    soft = [i for i in soft if not _says_a_value((i, end), thread)]
    found = {(a, b) for a in (start, *pauses) for b in (*pauses, *soft, end) if b > a + 1}
    yield from sorted(found - {(start, end)}, key=lambda p: (p[0] - p[1], p[0]))


def _says_a_value(words: _Words, thread: Thread) -> bool:
    """Whether words hold a number, or begin with something that can be chosen."""
    said, lexicon = thread.heard.said, thread.room.lexicon
    texts = [w.text for w in said.words[slice(*words)]]
    if any(t[0].isdigit() or whole_number(t, thread.heard.pack) is not None for t in texts):
        return True
    return bool(lexicon.spots("value", lexicon.stems(t for t in texts[:2] if t not in lexicon.light)))


def _orders(words: _Words, thread: Thread) -> bool:
    """Whether a part of what is said besides is an order or a question, too."""
    said, pack = thread.heard.said, thread.heard.pack
    parts = [Clause(*part, "request") for part in _parts(words, said)]
    found = [r for p in parts for r in readings(said, p, pack, is_loose=True)]
    found = [r for r in found if thread.policy.has_capabilities(r.intent)]
    return any(r.grade == "named" or (r.does == "command" and not r.pattern.startswith("{")) for r in found)


def _is_told(piece: _Words, thread: Thread) -> bool:
    """Whether what follows a piece without a pause says how it is: "the fridge is too warm"."""
    said, words = thread.heard.said, thread.heard.said.words
    if piece[1] == len(words) or not _MARKS.isdisjoint(said.gap(piece[1])):
        return False
    return (words[piece[1]].text,) in thread.heard.pack.ellipsis.marks["whether"]


def _is_asked(piece: _Words, said: Line) -> bool:
    return piece[1] < len(said.words) and "?" in said.gap(piece[1])


def _is_talk(words: _Words, thread: Thread) -> bool:
    """Whether words neither deny, correct nor bind what is said beside them."""
    said, pack, lexicon = thread.heard.said, thread.heard.pack, thread.room.lexicon
    texts = [w.text for w in said.words[slice(*words)]]
    if any(t in pack.commands.excepting for t in texts):
        return False
    if texts[0] in pack.commands.binding or any(t in pack.commands.corrections for t in texts[:2]):
        return False
    if any(_names_only(part, thread) for part in _parts(words, said)):
        return False  # "turn off the light, the heater and the fan"
    is_joined = joined_until(said, words[0], words[1], pack) > words[0]
    if is_joined and naming_words(said, words, thread.room):
        return False  # "oven off and the chiller running"
    is_denied = any(t in pack.negations for t in texts)
    stems = lexicon.stems(t for t in texts if t not in lexicon.light)
    is_apart = not _MARKS.isdisjoint(said.gap(words[0])) or words[0] == 0
    if not is_apart and (lexicon.spots("kind", stems) or lexicon.spots("room", stems)):
        return False  # "turn off the light of the kitchen oven": whose it is
    roles: tuple[Role, ...] = ("act", "kind", "thing")
    return not is_denied or not any(lexicon.spots(role, stems) for role in roles)


def _parts(words: _Words, said: Line) -> Iterator[_Words]:
    cuts = [i for i in range(words[0] + 1, words[1]) if not _MARKS.isdisjoint(said.gap(i))]
    yield from pairwise((words[0], *cuts, words[1]))


def _names_only(words: _Words, thread: Thread) -> bool:
    """Whether all that words do is name a subject, or a thing of one."""
    said, lexicon = thread.heard.said, thread.room.lexicon
    heavy = [t for w in said.words[slice(*words)] if (t := w.text) not in lexicon.light]
    stems = lexicon.stems(heavy)
    roles: tuple[Role, ...] = ("kind", "thing", "component")
    named = {i for role in roles for s in lexicon.spots(role, stems) for i in range(s.start, s.end)}
    named |= {i for i, stem in enumerate(stems) if thread.room.index.is_borne(stem)}
    return bool(heavy) and len(named) == len(heavy)


def _ordered(piece: _Words, thread: Thread, kept: _Kept) -> list[Step]:
    """The commands that a piece is by itself; nothing where a word of it is left over."""
    said, pack = thread.heard.said, thread.heard.pack
    part = Clause(*piece, "request")
    known = [
        r
        for r in readings(said, part, pack, is_loose=True)
        if r.does == "command" and is_somebodys(r, thread.room.index.by_kind)
    ]
    ways: tuple[Callable[[Thread], list[Step]], ...] = (
        partial(to_subjects, tuple(known)),
        *(
            ()
            if _is_asked(piece, said)
            else (partial(stated, part), *(() if _is_told(piece, thread) else (partial(merely_named, part),)))
        ),
    )
    for way in ways:
        thread.focus, thread.things = kept
        steps = way(thread)
        if steps and all(isinstance(s, Call | Confirm) and s.action.does == "command" for s in steps):
            return steps
        if steps and all(_asks_which(s) for s in steps):
            return steps
    return []


def _asks_which(step: Step) -> bool:
    """Whether an order that begins with what to do could be to several subjects."""
    reading = step.action.reading
    is_order = reading is not None and reading.grade == "named" and not reading.pattern.startswith("{")
    return isinstance(step, Ask) and is_order and len(step.suggestions) > 1
