"""The first and the second of the subjects that were spoken of together: "the first off again"."""

from dataclasses import replace

from sayso.engine.capabilities.asked import Asked
from sayso.engine.capabilities.pointed import NOBODY
from sayso.engine.capabilities.room import InFocus, Room
from sayso.engine.nouns import Turn
from sayso.engine.records.names import Named, find
from sayso.engine.thread import Thread
from sayso.engine.values.numbers import ordinal

_LATELY = 8  # turns, of both


def placed(wanted: Asked, thread: Thread, focus: InFocus) -> tuple[Asked, InFocus]:
    """What is asked and the focus; of the one at that place where nothing but a place names it."""
    found = None if wanted.is_group or wanted.things else at_its_place(wanted.named, thread)
    if found is None:
        return wanted, focus
    return replace(wanted, is_pronoun=True, named=NOBODY, at=()), found


def at_its_place(named: Named, thread: Thread) -> InFocus | None:
    """The subject at the one place that words say; None where they say more, or one is called so."""
    if not thread.room.is_known or len(named.musts) != 1 or not thread.scene.history:
        return None
    (word,) = named.musts
    place = _place(named.texts[word], thread)
    together, turn = spoken_of_together(thread.scene.history, thread.room)
    if place is None or not 0 < place <= len(together) or find(named, thread.room.index):
        return None
    return InFocus((together[place - 1],), turn)


def _place(text: str, thread: Thread) -> int | None:
    if not text.isalpha():
        return None
    return next(
        (n for p in (thread.heard.pack, *thread.around.languages.packs) if (n := ordinal(text, p.numbers))), None
    )


def spoken_of_together(history: tuple[Turn, ...], room: Room) -> tuple[tuple[int, ...], int | None]:
    """The subjects of the latest turn that was about several, in their order; else the last two, in the order in which
    they were spoken of first."""
    lately = range(max(0, len(history) - _LATELY), len(history))
    about = {turn: _subjects(history[turn], room) for turn in lately}
    several = next((turn for turn in reversed(lately) if len(about[turn]) > 1), None)
    if several is not None:
        return about[several], several
    each = dict.fromkeys(at for turn in lately for at in about[turn])
    return (tuple(each), lately[-1]) if len(each) == 2 else ((), None)


def _subjects(turn: Turn, room: Room) -> tuple[int, ...]:
    ids = (str(s.parameters.get(room.key("id"), "")).casefold() for s in turn.steps)
    return tuple(dict.fromkeys(room.index.by_id[i] for i in ids if i in room.index.by_id))
