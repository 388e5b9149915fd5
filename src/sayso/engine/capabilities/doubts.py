"""What makes an order doubtful that fits a subject: a number that is lost, a word for any of them."""

from dataclasses import replace

from sayso.engine.capabilities.acts import SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.region import whole_number
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.capabilities.timing import NO_TIMES
from sayso.engine.capabilities.worth import is_all_said, is_bare_act
from sayso.engine.nouns import Step
from sayso.engine.records.names import find

_FEW = 8  # words of an order in one breath
_OF_ONE = frozenset(("command", "measure", "states", "inspect"))


def pointing(asked: Asked, room: Room) -> Asked:
    """What is asked, pointing where it names a subject by nothing but a word for any of them: "that thing"."""
    if not _is_any_of_them(asked, room) or find(asked.named, room.index) or asked.things:
        return asked
    return replace(asked, is_pronoun=True, named=replace(asked.named, texts=(), stems=(), musts=frozenset()), at=())


def is_doubtful(asked: Asked, step: Step, before_and_now: tuple[InFocus, InFocus], room: Room) -> bool:
    """Whether a step may be another one than was meant: it is confirmed at least."""
    before, now = before_and_now
    is_another = bool(before.at) and not set(before.at) & set(now.at)
    if is_another and _is_any_of_them(asked, room) and find(asked.named, room.index):
        return True  # a word for any of them may not mean the one that is called so
    if is_bare_act(asked) and not is_all_said(asked, room):
        return True  # "they are done, close" may be said of a record
    return _drops_a_number(asked, room.at(step.action), room)  # "19 heater on"


def _is_any_of_them(asked: Asked, room: Room) -> bool:
    """Whether one subject is named by nothing but words for any of them."""
    if not room.is_known or asked.reading.does not in _OF_ONE or asked.is_group:
        return False
    return any_kind_in(asked, room) >= asked.named.musts != frozenset()


def _drops_a_number(asked: Asked, at: int | None, room: Room) -> bool:
    """Whether an order to switch something holds a number that is no time, and in no name of it."""
    is_timed = asked.when != NO_TIMES or asked.lasts is not None
    if at is None or asked.wanted.act not in SWITCHING or is_timed or asked.is_all or asked.is_many:
        return False
    own, clause, line = room.index.own_words(at), asked.reading.clause, asked.line
    is_short = len(line.words) <= _FEW and not any(line.gap(i).strip() for i in range(1, len(line.words)))
    for word in line.words if is_short else line.words[clause.start : clause.end]:
        number = int(word.text) if word.text.isdecimal() else whole_number(word.text, room.pack)
        is_name = word.text in own or str(number) in own
        if number is not None and number > 1 and not is_name:
            return True
    return False


def any_kind_in(asked: Asked, room: Room) -> set[int]:
    """The naming words that any subject may be called by."""
    spots = room.lexicon.spots("kind", asked.named.stems)
    return {i for s in spots if s.name == room.lexicon.any_kind for i in range(s.start, s.end)}
