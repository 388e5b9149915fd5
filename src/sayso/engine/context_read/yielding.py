"""When a decision that is complete yields to what was heard with what went before: where it was a guess, lost a value,
took too many words for a text, or counted one thing as two."""

from collections.abc import Sequence
from itertools import chain

from sayso.engine.context_read.reader import MessageAtHand
from sayso.engine.nouns import Argument, Ask, Call, Confirm, Decision, Failed, Step
from sayso.engine.outcome import is_named_now
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.text import tokens
from sayso.engine.understand.wording import HEARD

_INSTEAD = 0.75  # where something new, or a list, was heard by the wording alone
_SURELY = 0.9  # where it was read by its words, or two things are one
_NEVER = 2.0
_GUESSED = frozenset(("make", "list"))  # what is easily heard in the wording of a change
_BARE = frozenset(("plain", "duty"))  # grades of something new whose name may be any words
_CHANGES = frozenset(("change", "finish", "command"))
_NEW_TEXTS = ("new_name", "new_details")
_WHEN = frozenset(("when", "priority"))  # slots
_MOSTLY = 0.5  # of an answer
_MARKS = " .,;:!?\n"
Steps = Sequence[Step]


def may_yield(decision: Decision) -> bool:
    """Whether a decision with steps may be another one, before it is known what was heard."""
    steps = decision.steps
    return _is_guess(decision) or _is_likely_one(steps) or len(steps) > 1


def yields(decision: Decision, found: Steps, wording: IntentPrediction, said: MessageAtHand) -> bool:
    """Whether what was heard says the same, and one value more or a text without what is no part of it."""
    steps = decision.steps
    if _are_alike(steps, found):
        return (
            _says_more(steps, found) or _is_swallowed(steps, found, wording, said) or _is_led_up_to(steps, found, said)
        )
    return wording.probability >= _SURELY and (_is_of_two(steps, found) or _is_one_of_two(steps, found))


def enough_instead(decision: Decision, found: Steps) -> float:
    """How likely what was heard must be to stand in the place of a complete decision that says something else."""
    is_other = len(found) == 1 and found[0].action.does in _CHANGES and _is_guess(decision)
    is_said = all(is_named_now(s.action) or s.action.changes for s in found)
    if not is_other or not is_said:
        return _NEVER
    return _INSTEAD if _is_heard(decision.steps[0]) or decision.steps[0].action.does == "change" else _SURELY


def _is_guess(decision: Decision) -> bool:
    """Whether one new thing, or a list, is all that was heard by the wording alone, or offered by bare words; or most
    of what was said to a question what to change was taken for a text."""
    step = decision.steps[0]
    is_bare = step.action.reading is not None and step.action.reading.grade in _BARE and step.action.does == "make"
    is_guessed = (_is_heard(step) and step.action.does in _GUESSED) or (is_bare and isinstance(step, Confirm))
    return len(decision.steps) == 1 and (is_guessed or _is_taken_whole(step, decision.trace.message))


def _is_heard(step: Step) -> bool:
    return step.action.reading is not None and step.action.reading.grade == HEARD


def _is_taken_whole(step: Step, message: str) -> bool:
    """Whether a new text is most of an answer: "too late today. tomorrow, same time"."""
    spans = [a.source.span for a in _texts(step) if a.source.span is not None]
    count = _MOSTLY * len(message.strip(_MARKS))
    return step.action.does == "change" and step.action.reading is None and any(e - b >= count for b, e in spans)


def _texts(step: Step) -> list[Argument]:
    names = {step.action.key(role) for role in _NEW_TEXTS}
    return [a for a in step.action.arguments if a.name in names]


def _is_likely_one(steps: Steps) -> bool:
    """Whether one change or one new thing waits for a yes, of which a value may have been lost."""
    is_change = steps[0].action.does == "change" and _is_heard(steps[0])
    return len(steps) == 1 and isinstance(steps[0], Confirm) and (is_change or steps[0].action.does == "make")


def _are_alike(steps: Steps, found: Steps) -> bool:
    """Whether a decision is one likely change or new thing, and so is what was found."""
    is_one = len(steps) == len(found) == 1 and _is_likely_one(steps)
    return is_one and steps[0].action.tool_name == found[0].action.tool_name


def _values(step: Step) -> dict[str, object]:
    """What was given, without what nobody said."""
    return {a.name: a.value for a in step.action.arguments if a.source.kind != "default"}


def _says_more(steps: Steps, found: Steps) -> bool:
    """Whether the same change, or the same new thing, has one value more: "until saturday, and medium priority"."""
    before, after = _values(steps[0]), _values(found[0])
    more = after.keys() - before.keys()
    is_same = all(after.get(name) == value for name, value in before.items())
    return is_same and bool(more) and more.isdisjoint(a.name for a in _texts(found[0]))


def _is_swallowed(steps: Steps, found: Steps, wording: IntentPrediction, said: MessageAtHand) -> bool:
    """Whether the name of something new holds words that are surely heard as its time or its weight: "label the trays,
    sunday arvo at 4"."""
    long, short = (str(s.action.of("name")) for s in chain(steps, found))
    if steps[0].action.does != "make" or not long.startswith(short) or long == short:
        return False
    words = said.line.words
    told = {words[i].text for t in wording.spans if t.slot in _WHEN for i in range(t.start, t.end)}
    is_kept = _values(steps[0]).keys() <= _values(found[0]).keys()
    return is_kept and all(w.text in told for w in said.pack.line(long, tokens(long[len(short) :])).words)


def _is_led_up_to(steps: Steps, found: Steps, said: MessageAtHand) -> bool:
    """Whether a new text begins with words that only lead up to it: "write beside it: bring the key"."""
    texts = [_texts(s) for s in chain(steps, found)]
    if any(len(some) != 1 for some in texts) or _values(steps[0]).keys() != _values(found[0]).keys():
        return False
    (long,), (short,) = texts
    before, after = _values(steps[0]), _values(found[0])
    if any(before[name] != after[name] for name in before if name != long.name) or not isinstance(short.value, str):
        return False
    head = str(long.value).removesuffix(short.value)
    light = said.pack.references.articles
    return head not in ("", long.value) and any(w.text not in light for w in said.pack.line(head, tokens(head)).words)


def _is_of_two(steps: Steps, found: Steps) -> bool:
    """Whether one change says all that was understood in parts, of which one was left open: "put the note 'bring wine'
    on poet night and shift it to 9"."""
    if len(found) != 1 or found[0].action.does != "change" or len(steps) < 2:
        return False
    after = _values(found[0])
    told = [s for s in steps if isinstance(s, Call | Confirm) and not _is_heard_look(s)]
    is_told = all(s.action.tool_name == found[0].action.tool_name for s in told)
    is_rest_open = all(s.action.tool_name == found[0].action.tool_name or _is_heard_look(s) for s in steps)
    is_parted = len(told) < len(steps)
    kept = all(after.get(name) == value for s in told for name, value in _values(s).items())
    return is_parted and is_told and is_rest_open and kept and len(found[0].action.changes) > 1


def _is_heard_look(step: Step) -> bool:
    return step.action.does == "list" and _is_heard(step)


def _is_one_of_two(steps: Steps, found: Steps) -> bool:
    """Whether one and the same record would be finished and removed, and one of that was heard: "it is done, strike it
    off"."""
    if len(steps) != 2 or len(found) != 1 or any(isinstance(s, Ask | Failed) for s in steps):
        return False
    is_same = len({str(s.action.record) for s in (*steps, *found)}) == 1
    return is_same and {s.action.does for s in steps} == {"finish", "remove"} and found[0].action.does == "finish"
