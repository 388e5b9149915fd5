"""No word of a new entry is lost: what was understood as none of its values stays in its title, and is asked about.
What is not made after all is not changed either."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Action, Call, Confirm, Step
from sayso.engine.pack import Pack
from sayso.engine.text import Line
from sayso.engine.thread import Thread
from sayso.engine.values.repeats import often
from sayso.engine.values.times import find_times

_MARKS = frozenset(",;:.!?…\n–—")
_LONGEST = 200  # letters of a title
Words = tuple[int, int]


def kept(steps: Sequence[Step], thread: Thread) -> tuple[Step, ...]:
    """The steps; one that adds something with the words in the same breath that nothing else accounts for."""
    steps = _without_the_unmade(steps, thread)
    if len(steps) != 1 or not isinstance(steps[0], Call | Confirm) or steps[0].action.does != "make":
        return tuple(steps)
    action, said = steps[0].action, thread.heard.said
    title = next((a.source.span for a in action.arguments if a.name == action.key("name")), None)
    if title is None:
        return tuple(steps)
    more = [said.said(*run) for run in _lost(said, action, title, thread.heard.pack)]
    longer = _longer(action, more) if more else action
    return tuple(steps) if longer is action else (never_called(Call(longer), thread.room),)


def _without_the_unmade(steps: Sequence[Step], thread: Thread) -> list[Step]:
    """The steps without what would be done to something new that is not made after all: "the stapler isn't important,
    give it low priority"."""
    made = {str(s.action.of("name")) for s in steps if s.action.does == "make"}
    return [s for s in steps if not _is_of_what_is_new(s, thread) or str(s.action.of("record")) in made]


def _is_of_what_is_new(step: Step, thread: Thread) -> bool:
    """Whether a step is about a record that this message makes."""
    found, records = step.action.mention, thread.records_of(step.action.intent)
    return found is not None and found.is_open and found.kind == "title" and records.are_known


def _longer(action: Action, more: Sequence[str]) -> Action:
    key = action.key("name")
    title = " ".join((str(action.value(key)), *more))
    if len(title) > _LONGEST:
        return action
    arguments = tuple(a._replace(value=title) if a.name == key else a for a in action.arguments)
    return replace(action, arguments=arguments)


def _lost(said: Line, action: Action, title: tuple[int, int], pack: Pack) -> Iterator[Words]:
    """The words that follow the title or a value after it in the same breath, and say something; before it, only how
    often: "remind me [every blue moon] to pay the rent"."""
    spans = [a.source.span for a in action.arguments if a.source.span is not None]
    spans += [span for r in said.repeats for span in (r.tail, (r.start, r.end))]
    told = [any(start <= w.start < end for start, end in spans) for w in said.words]
    small = pack.references.light | pack.joiners.by_word.keys() | pack.shifts.lead | pack.shifts.ahead
    small |= pack.times.either | pack.shifts.fillers | pack.shifts.polite | pack.making
    details = next((a.source.span for a in action.arguments if a.name == action.key("details")), None)
    reading, known = action.reading, pack.lists.get(action.tool.domain if action.tool is not None else "")
    last = reading.clause.end if reading is not None else len(said.words)
    for run in _runs(said, told):
        if run[0] >= last or (known is not None and said.words[run[0]].text in known.destinations):
            continue  # of another clause; "to my list"
        if details is not None and run[1] < len(told) and details[0] <= said.words[run[1]].start < details[1]:
            continue  # "[with the note] ask about the piano"
        if said.words[run[0]].start < title[0]:
            found = _how_often(said, run, title[0], pack)
            if found is not None:
                yield found
            continue
        texts = [w.text for w in said.words[run[0] : run[1]]]
        is_beside = run[0] > 0 and told[run[0] - 1] and not _is_said_besides(said, run, pack)
        is_said = any(t not in small and not t.isdigit() for t in texts)
        if is_beside and is_said and not _is_time(said, run, pack):
            yield run


def _how_often(said: Line, run: Words, before: int, pack: Pack) -> Words | None:
    """The words of a run that say how often, with the day after them: "[every sunday] cook", of which no rule came."""
    leading = often(pack)
    start = next((i for i in range(*run) if said.words[i].text in leading), None)
    if start is None:
        return None
    end = run[1]
    while end > start + 1 and said.words[end - 1].text in pack.shifts.lead:
        end -= 1
    if end == start + 1:
        end = next((i for i in range(end, len(said.words)) if said.words[i].start >= before), end)
    return (start, end) if end > start + 1 else None


def _runs(said: Line, told: Sequence[bool]) -> Iterator[Words]:
    """The words side by side that are told nowhere, as far as no mark parts them."""
    start = 0
    for at in range(1, len(told) + 1):
        is_end = at == len(told) or told[at] or not _MARKS.isdisjoint(said.gap(at))
        if told[start]:
            start = at
        elif is_end:
            if start == 0 or _MARKS.isdisjoint(said.gap(start)):
                yield start, at
            start = at


def _is_time(said: Line, words: Words, pack: Pack) -> bool:
    """Whether words say when and no more: a day that was corrected, an hour that was heard apart from its day."""
    times = find_times(said, pack, words)
    inside = {i for t in times for i in range(t.start, t.end)}
    return all(i in inside or said.words[i].text in pack.joiners.by_word for i in range(*words))


def _is_said_besides(said: Line, run: Words, pack: Pack) -> bool:
    """Whether words are no part of what stands before them: why it is wanted, politeness."""
    texts = tuple(w.text for w in said.words[run[0] : run[1]])
    if any(texts[: len(phrase)] == phrase for phrase in pack.shifts.reasons):
        return True
    return pack.closers.match_start(said.flat, said.flat_at(run[0]), said.flat_at(run[1])) is not None
