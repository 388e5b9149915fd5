"""What makes an order doubtful that fits a subject: a number that is lost, a word for any of them."""

from sayso.engine.capabilities.acts import SWITCHING
from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.region import whole_number
from sayso.engine.capabilities.room import Room
from sayso.engine.capabilities.timing import NO_TIMES

_FEW = 8  # words of an order in one breath


def drops_a_number(asked: Asked, at: int | None, room: Room) -> bool:
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
