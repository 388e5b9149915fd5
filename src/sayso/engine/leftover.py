"""No value that was said is dropped unasked: what would be changed without a time or a weight that stands in the same
message waits for a yes."""

from collections.abc import Iterator, Sequence

from sayso.engine.capabilities.settle import never_called
from sayso.engine.compose.clearing import clearings
from sayso.engine.compose.skipping import SKIPPED
from sayso.engine.nouns import Action, Call, Step
from sayso.engine.text import QUOTE
from sayso.engine.thread import Thread
from sayso.engine.values.shift import further
from sayso.engine.values.times import find_times

_GIVING = frozenset(("change", "make"))
_TIMES = ("when", "new_when")
_RANKS = ("rank", "new_rank")
_TEXTS = ("name", "new_name", "details", "new_details")
Words = tuple[int, int]


def unless_left(steps: Sequence[Step], thread: Thread) -> list[Step]:
    """The steps; those that give values to records are asked about where one was said that none of them has, or where
    a text is made of nothing but values."""
    giving = [s.action for s in steps if isinstance(s, Call) and s.action.does in _GIVING]
    giving = [a for a in giving if a.of("new_status") != SKIPPED]  # a turn of what repeats is skipped by its day
    is_left = bool(giving) and (_leaves_a_value(steps, giving, thread) or _leaves_words(steps, giving, thread))
    is_left = is_left or any(_leaves_of_a_value(a, thread) for a in giving)
    if not is_left and not any(_is_all_values(a, thread) for a in giving):
        return list(steps)
    return [never_called(s, thread.room) if s.action in giving else s for s in steps]


def _told(steps: Sequence[Step], thread: Thread) -> list[tuple[int, int]]:
    """The letters from which the steps have what they have."""
    told = [a.source.span for s in steps for a in s.action.arguments if a.source.span is not None]
    told += [s.action.mention.span for s in steps if s.action.mention is not None and s.action.mention.span is not None]
    return told + [span for r in thread.heard.said.repeats for span in (r.tail, (r.start, r.end))]


def _leaves_of_a_value(action: Action, thread: Thread) -> bool:
    """Whether only the first words of a new value were read: "to friday, with the priest"."""
    said, pack = thread.heard.said, thread.heard.pack
    start, end = action.reading.slots.get("value", (0, 0)) if action.reading is not None else (0, 0)
    told = [a.source.span for a in action.arguments if a.source.span is not None]
    small = pack.references.light | pack.shifts.fillers | pack.shifts.ahead
    left = (w for w in said.words[start:end] if w.text not in small)
    return any(not any(a <= w.start < b for a, b in told) for w in left)


def _leaves_words(steps: Sequence[Step], giving: Sequence[Action], thread: Thread) -> bool:
    """Whether more was read as a text than the quotes that it ends with, and nothing came of it: "add 'milk', bread and
    eggs"."""
    said, pack = thread.heard.said, thread.heard.pack
    read = [words for a in giving if a.reading is not None for words in a.reading.slots.values()]
    spans = {a.source.span for action in giving for a in action.arguments}
    longer = [(i, end) for i, end in read if i + 1 < end and said.words[i].text == QUOTE]
    cut = [(i, end) for i, end in longer if said.span(i, i + 1) in spans]
    small = pack.references.light | pack.joiners.by_word.keys() | pack.shifts.fillers | pack.shifts.ahead
    told = _told(steps, thread)
    last = max(
        (end for _, end in told), default=0
    )  # what leads up to another value is no more than that: "and move it to"
    after = [w for i, end in cut for w in said.words[i + 1 : end] if w.text not in small]
    left = [w for w in after if not any(start <= w.start < end for start, end in told)]
    return any(w.start >= last or w.text == QUOTE or w.text.isdecimal() for w in left)


def _leaves_a_value(steps: Sequence[Step], giving: Sequence[Action], thread: Thread) -> bool:
    said, told = thread.heard.said, _told(steps, thread)
    asked = [h.clause for h in thread.heard.heard if h.clause.kind in ("request", "other")]
    for start, end in (*_values(giving, thread), *_taken_away(giving, thread)):
        is_asked = any(c.start <= start and end <= c.end for c in asked)
        spans = said.words[start].start, said.words[end - 1].end
        if is_asked and not any(a < spans[1] and spans[0] < b for a, b in told):
            return True
    return False


def _values(giving: Sequence[Action], thread: Thread) -> Iterator[Words]:
    """Where times and weights stand in the message."""
    said, pack = thread.heard.said, thread.heard.pack
    if not any(action.of(role) for action in giving for role in _TIMES):
        whole = (0, len(said.words))
        yield from ((t.start, t.end) for t in find_times(said, pack, whole))
        stretch = further(said, whole, pack)  # "half an hour after that, …"
        if stretch is not None:
            yield stretch.start, stretch.end
    unweighed = {a.intent for a in giving if not any(_is_said(a, role) for role in _RANKS)}
    for intent in unweighed:
        for pattern in pack.words(intent).priorities.of(said.texts):
            for found in pattern.search_all(said.flat, 0, len(said.flat)):
                yield said.index(found.start()), said.index(found.end() - 1) + 1


def _taken_away(giving: Sequence[Action], thread: Thread) -> Iterator[Words]:
    """Where the message takes a value away that no change of it takes away."""
    said, pack = thread.heard.said, thread.heard.pack
    changes = [a for a in giving if a.does == "change"]
    for intent in {a.intent for a in changes}:
        for role, words in clearings(said, pack.words(intent), (0, len(said.words))):
            if not any(_is_said(a, role) for a in changes if a.intent == intent):
                yield words


def _is_said(action: Action, role: str) -> bool:
    return any(a.name == action.key(role) and a.source.kind != "default" for a in action.arguments)


def _is_all_values(action: Action, thread: Thread) -> bool:
    """Whether a text of a change is made of a time or a weight, and of small words: "change it to medium and
    tomorrow"."""
    if action.does != "change":
        return False
    said, pack = thread.heard.said, thread.heard.pack
    valued = {i for words in _values((action,), thread) for i in range(*words)}
    small = pack.references.light | pack.joiners.by_word.keys() | pack.shifts.lead
    keys = {action.key(role) for role in _TEXTS}
    for argument in action.arguments:
        span = argument.source.span
        if argument.name in keys and span is not None and argument.value:
            own = [i for i, w in enumerate(said.words) if span[0] <= w.start < span[1]]
            if len(own) > 1 and all(i in valued or said.words[i].text in small for i in own):
                return True
    return False
