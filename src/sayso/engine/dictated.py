"""A long message without a pause, as it is dictated, by its parts: "they can't do it before friday so move the bill to
friday and then open the gate"; always asked about."""

from collections.abc import Sequence
from itertools import pairwise

from sayso.engine.by_ear import Decide
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import boundaries, not_a_request
from sayso.engine.nouns import Call, Clause, Confirm, Step
from sayso.engine.outcome import unless_reading
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import HEARD, heard_in

_LEAST, _MOST = 12, 60  # words
_PIECES = 7  # between the words that join them
_ORDERED = frozenset(("change", "finish", "remove", "command", "make"))
_OF_PARTS = frozenset(("negated", "quoted"))
_SURELY = 0.9
_LED = 5  # words among which one says what to do
Words = tuple[int, int]
_Found = tuple[tuple[Step, ...], int]  # the steps of a beginning of the message, and by how many parts


def dictated(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What the parts of the message ask for, each said alone: as much as can be, in as few parts as can be. None where
    a part that nothing comes of sounds like an order."""
    said = heard.said
    why = not_a_request(said, 0, len(said.words), heard.pack)
    is_plain = why is None or why[0] in _OF_PARTS  # "the bank says they can't": that is said of a part alone
    if not _LEAST <= len(said.words) <= _MOST or "?" in said.raw or not is_plain or heard.hearing is None:
        return ()
    numbers, words = heard.pack.numbers.cardinals, said.words  # "three hundred and eighty" is one
    joints = [(left, right) for left, right in boundaries(said, 0, len(words), heard.pack) if 0 < left < right]
    joints = [j for j in joints if words[j[0] - 1].text not in numbers or words[j[1]].text not in numbers]
    starts = [0, *(right for _, right in joints)]
    ends = [*(left for left, _ in joints), len(words)]
    pieces = [p for p in zip(starts, ends, strict=True) if p[0] < p[1]]
    if not 1 < len(pieces) <= _PIECES:
        return ()
    best: list[_Found | None] = [((), 0)]
    for end in range(1, len(pieces) + 1):
        ways = (_with(best[first], (pieces[first][0], pieces[end - 1][1]), heard, decide) for first in range(end))
        best.append(max((w for w in ways if w is not None), key=lambda w: (len(w[0]), -w[1]), default=None))
    steps = best[-1][0] if best[-1] is not None else ()
    return unless_reading(_once(steps), room.policy.tools, room)


def _with(before: _Found | None, words: Words, heard: Understanding, decide: Decide) -> _Found | None:
    """A beginning of the message with one part more; None where that part is no whole request and no mere remark."""
    if before is None or words == (0, len(heard.said.words)):
        return None
    said, (start, end) = heard.said, words
    found = decide(blanked(blanked(said.raw, said.words[end - 1].end, len(said.raw)), 0, said.words[start].start))
    asked = tuple(s for s in found if not _is_offer(s, words, heard))
    if not all(isinstance(s, Call | Confirm) for s in asked) or (not asked and _is_order(words, heard)):
        return None
    return (*before[0], *asked), before[1] + 1


def _is_offer(step: Step, words: Words, heard: Understanding) -> bool:
    """Whether something was only heard, by no word for it near its beginning: in a story, that is no request."""
    reading = step.action.reading
    if reading is None or reading.grade != HEARD or step.action.does not in ("make", "command"):
        return False
    if step.action.does == "command":
        return True  # "as children we opened the valve": a word for it may be of the story
    begins, pack = heard.pack.patterns.by_word, heard.pack
    small = pack.references.light | pack.shifts.speaker | pack.shifts.fillers | pack.ellipsis.small
    texts = (w.text for w in heard.said.words[slice(*words)][:_LED] if w.text not in small)
    led = (begins[text] for text in texts if text in begins)
    return not any(p.intent.partition(" ")[0] == reading.intent for some in led for p in some.patterns)


def _is_order(words: Words, heard: Understanding) -> bool:
    assert heard.hearing is not None
    wording = heard_in(heard.said, Clause(*words, "request"), heard.pack, heard.hearing)
    meaning = heard.hearing.meanings.get(wording.intent)
    return meaning is not None and meaning.does in _ORDERED and wording.probability >= _SURELY


def _once(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps, without one that is said once more right after itself."""
    told = [(s.action.tool_name, [(a.name, a.value) for a in s.action.arguments]) for s in steps]
    same = {b for a, b in pairwise(range(len(steps))) if told[a] == told[b]}
    return tuple(s for i, s in enumerate(steps) if i not in same)
