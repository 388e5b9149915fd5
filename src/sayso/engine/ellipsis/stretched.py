"""Another stretch for the one that was just said: "in an hour", "make that two hours"."""

from dataclasses import replace

from sayso.engine.ellipsis.before import Before, last_change
from sayso.engine.ellipsis.change import changed
from sayso.engine.ellipsis.fragment import Fragment
from sayso.engine.nouns import Clause, Mention, Source, Step
from sayso.engine.pack import Pack
from sayso.engine.records.focus import in_focus
from sayso.engine.text import Line, tokens
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
    if not said.words or said.words[0].text in pack.joiners.by_word:
        return []  # "and now by a day" is besides
    words = (0, _pause(thread))
    new = further(said, words, pack) if find_shift(said, words, pack) is None else None
    if find_times(said, pack, words):
        return []  # "in two hours" is counted from now
    new = new or _of_its_unit(words, before, thread)
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
    waits = "" if before.is_done else before.text(before.tool.key("new_when"))
    if waits:  # for a yes: it is still due when it was
        if by.moved(waits) is None:
            return []
        entry = replace(entry, when=waits)
    source = Source("history", turn=focused.turn, record=entry.id)
    step = changed(Fragment(frozenset(), False, shift=by), entry, source, thread)
    return [] if step is None else [step]


def _of_its_unit(words: tuple[int, int], before: Before, thread: Thread) -> Shift | None:
    """A mere number, as so many of the unit that was said then: "in ten minutes", "make it twenty"."""
    said, pack = thread.heard.said, thread.heard.pack
    at = _numbers(said, words, pack)
    line, old = _line_then(before, thread), _said_then(before, thread)
    if len(at) != 1 or old is None:
        return None
    counts = _numbers(line, (old.start, old.end), pack)
    if len(counts) != 1:
        return None
    then = [said.words[at[0]].text if i == counts[0] else line.words[i].text for i in range(old.start, old.end)]
    text = " ".join(then)
    found = further(pack.line(text, tokens(text)), (0, len(then)), pack)
    return None if found is None else found._replace(start=at[0], end=at[0] + 1)


def _numbers(said: Line, words: tuple[int, int], pack: Pack) -> list[int]:
    """Where numbers stand, as words or digits."""
    texts = [(i, said.words[i].text) for i in range(*words)]
    return [
        i for i, text in texts if text.isdigit() or (text in pack.numbers.cardinals and text not in pack.numbers.ones)
    ]


def _pause(thread: Thread) -> int:
    """Where a remark begins that says no time of its own: "make that three hours, it is cold in here"."""
    said, pack = thread.heard.said, thread.heard.pack
    end = len(said.words)
    at = next((i for i in range(1, end) if "," in said.gap(i)), end)
    is_idle = not find_times(said, pack, (at, end)) and not _numbers(said, (at, end), pack)
    is_remark = at < end and is_idle and further(said, (at, end), pack) is None
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
    line = _line_then(before, thread)
    return further(line, (0, len(line.words)), thread.heard.pack) if line.words else None


def _line_then(before: Before, thread: Thread) -> Line:
    """The message that the last step came of."""
    content = thread.scene.history[before.turn - 1].content[:_LONGEST] if before.turn else ""
    return thread.heard.pack.line(content, tokens(content))
