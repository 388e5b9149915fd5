"""A follow-up without the words around it, where nothing comes of it with them: "same question for [the blast
chiller]", "no hang on, [190]". What is heard in it is decided as if it had been said alone; a change is asked about."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sayso.engine.capabilities.room import Room
from sayso.engine.half_read import is_half
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.outcome import unless_reading
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.text import Line
from sayso.engine.understand.exact import ends_with_no
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import Hearing, heard_in
from sayso.engine.values.times import find_times

_SURELY = 0.85
_BREAKS = frozenset(",;:.!?–—")
_NAME, _SHORT_NAME = 4, 3  # words with the article; fewer are hardly a sentence
_TELLING = 2  # words of a name
_CHOICE = "choice"  # the tagger's slot of what is picked
_LONGEST = 16  # words
_PLAIN = frozenset(("request", "other", "negated"))
Decide = Callable[[str], tuple[Step, ...]]


def by_ear(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps of what is surely heard as a follow-up, said alone; none where it is all of the message, or denied."""
    said, pack, hearing = heard.said, heard.pack, heard.hearing
    if hearing is None or not pack.is_heard or not 1 < len(said.words) <= _LONGEST:
        return ()
    if not {h.clause.kind for h in heard.heard} <= _PLAIN:
        return ()
    wording = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or not meaning.follows or not wording.spans or _going_on(wording, hearing) < _SURELY:
        return ()
    start, end = min(t.start for t in wording.spans), max(t.end for t in wording.spans)
    start -= start > 0 and not said.gap(start).strip()  # "by", "plus" and "to" say what a value is
    before, after = said.words[:start], said.words[end:]
    if drops_a_name(said, pack, heard.hearing, (start, end)) or ends_with_no(said, pack):
        return ()
    if any(is_half(said, (t.start, t.end), pack) for t in find_times(said, pack, (start, end))):
        return ()
    if not (before or after) or _is_denied([w.text for w in before], [w.text for w in after], pack):
        return ()
    alone = blanked(said.raw, 0, said.words[start].start) if before else said.raw
    alone = blanked(alone, said.words[end - 1].end, len(said.raw)) if after else alone
    found = decide(alone) or decide(_without_between(alone, wording, said, pack))
    if not found or not _are_told(found) or ("?" in said.raw and not _are_readings(found, room)):
        return ()  # "is it urgent already?" makes nothing urgent
    return unless_reading(found, room.policy.tools, room)


def drops_a_name(said: Line, pack: Pack, hearing: Hearing | None, kept: tuple[int, int]) -> bool:
    """Whether the words that are left out before are, up to a pause, a name and nothing else: "the fryer, push it back
    a day" is of no other one."""
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    small = pack.references.light | pack.ellipsis.small | pack.shifts.fillers
    pointing = pack.references.articles | pack.shifts.one
    for start, end in pairwise((0, *cuts, len(said.words))):
        words = [w.text for w in said.words[start:end]]
        if kept[0] < end:
            break
        first = next((i for i, t in enumerate(words) if t not in small or t in pointing), len(words))
        is_led = first < len(words) and words[first] in pointing and len(words) - first <= _NAME
        is_said_again = {t for t in words[first:] if t not in small} <= {w.text for w in said.words[kept[0] : kept[1]]}
        is_short = len(words) - first <= _SHORT_NAME
        telling = [t for t in words if t not in small]
        is_pointed_at = bool(words) and words[0] in pack.references.light and 0 < len(telling) <= _TELLING
        if is_pointed_at and pack.commands.not_last.isdisjoint(words) and not is_said_again:
            return True  # "that old ladder, tick it off"
        if is_led and not is_said_again and (is_short or _is_a_name((start, end), said, pack, hearing)):
            return True
    return False


def _is_a_name(part: tuple[int, int], said: Line, pack: Pack, hearing: Hearing | None) -> bool:
    """Whether a part is no sentence: nothing is surely heard in it but one that may be picked."""
    if hearing is None:
        return True
    start, end = part
    known = hearing.marks_of(said, pack)[start:end]
    wording = hearing.predict([w.text for w in said.words[start:end]], known)
    picked = wording.first(_CHOICE)
    return picked is not None and picked[1] == end - start


def _without_between(alone: str, wording: IntentPrediction, said: Line, pack: Pack) -> str:
    """The same without a word that joins what is heard: "same average [but] for saturday"."""
    inside = {i for t in wording.spans for i in range(t.start, t.end)}
    for i in range(min(inside), max(inside)):
        if i not in inside and said.words[i].text in pack.joiners.by_word:
            alone = blanked(alone, said.words[i].start, said.words[i].end)
    return alone


def _going_on(wording: IntentPrediction, hearing: Hearing) -> float:
    """How surely words go on from something, whatever they say of it: "same figure for the kitchen fridge"."""
    known = hearing.meanings
    return sum(share for name, share in wording.shares.items() if name in known and known[name].follows)


def _is_denied(before: list[str], after: list[str], pack: Pack) -> bool:
    """Whether a word around denies, but for the "no" that a correction begins with."""
    is_corrected = tuple(before[:1]) in pack.ellipsis.marks["corrects"]
    return not pack.negations.isdisjoint((*before[is_corrected:], *after))


def _are_told(steps: Sequence[Step]) -> bool:
    return all(isinstance(s, Call | Confirm) and s.action.does != "make" for s in steps)


def _are_readings(steps: Sequence[Step], room: Room) -> bool:
    return all(room.policy.tools.is_reading(s.action.tool_name) for s in steps)
