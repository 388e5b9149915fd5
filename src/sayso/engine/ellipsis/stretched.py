"""Another stretch for the one that was just said: "in an hour", "make that two hours"."""

from sayso.engine.ellipsis.before import Before, last_change
from sayso.engine.ellipsis.change import changed
from sayso.engine.ellipsis.fragment import Fragment
from sayso.engine.nouns import Clause, Mention, Source, Step
from sayso.engine.records.focus import in_focus
from sayso.engine.text import tokens
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import heard_in
from sayso.engine.values.shift import Shift, find_shift, further
from sayso.engine.values.times import find_times

_CHANGING = ("make", "change")
_LEADING = ("corrects", "instead", "hedges")
_SURE = 0.85
_LONGEST = 400  # letters of an earlier turn that are looked at


def stretched_anew(before: Before, thread: Thread) -> list[Step]:
    """The record that was just made or moved, due by the new stretch instead of the one that was said then."""
    said, pack = thread.heard.said, thread.heard.pack
    change = last_change(thread)
    if change is None or change[0].turn != before.turn or before.tool.does not in _CHANGING or "?" in said.raw:
        return []
    words = (0, _pause(thread))
    new = further(said, words, pack) if find_shift(said, words, pack) is None else None
    leading = {w for role in _LEADING for phrase in pack.ellipsis.marks[role] for w in phrase}
    small = pack.ellipsis.small | pack.shifts.fillers | pack.shifts.between | leading
    is_bare = new is not None and all(
        w.text in small for i, w in enumerate(said.words[: words[1]]) if not new.start <= i < new.end
    )
    old = _said_then(before, thread) if is_bare else None
    if new is None or old is None or (new.length, new.months) == (old.length, old.months):
        return []
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if len(focused.candidates) != 1 or not focused.candidates[0].entry.when:
        return []
    is_back = old.length.total_seconds() < 0 or old.months < 0
    length, months = (-new.length, -new.months) if is_back else (new.length, new.months)
    by = Shift(length - old.length, months - old.months, new.start, new.end)
    entry = focused.candidates[0].entry
    source = Source("history", turn=focused.turn, record=entry.id)
    step = changed(Fragment(frozenset(), False, shift=by), entry, source, thread)
    return [] if step is None else [step]


def _pause(thread: Thread) -> int:
    """Where a remark begins that says no time of its own: "make that three hours, it is cold in here"."""
    said, pack = thread.heard.said, thread.heard.pack
    end = len(said.words)
    at = next((i for i in range(1, end) if "," in said.gap(i)), end)
    is_remark = at < end and not find_times(said, pack, (at, end)) and further(said, (at, end), pack) is None
    return at if is_remark and _goes_on(thread) else end


def _goes_on(thread: Thread) -> bool:
    """Whether the message as one is surely heard as going on from what was done."""
    said, hearing = thread.heard.said, thread.heard.hearing
    if hearing is None:
        return False
    heard = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    return meaning is not None and meaning.follows and heard.probability >= _SURE


def _said_then(before: Before, thread: Thread) -> Shift | None:
    """The stretch that the message said which the last step came of."""
    history, pack = thread.scene.history, thread.heard.pack
    content = history[before.turn - 1].content[:_LONGEST] if before.turn else ""
    line = pack.line(content, tokens(content))
    return further(line, (0, len(line.words)), pack) if line.words else None
