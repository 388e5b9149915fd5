"""Which accounts for more of a message: the steps that it came to, or those that its spans come to."""

from itertools import pairwise

from sayso.engine.from_spans.composed import Composed, composed
from sayso.engine.nouns import UNABLE, Action, Argument, Ask, Call, Confirm, Failed, Step
from sayso.engine.outcome import what_it_does
from sayso.engine.thread import Around
from sayso.engine.understand.read import Understanding

_SURE = 0.9  # that it is meant at all, where nothing came of the message
_SURE_OF_HARM = 0.97
_LIKELY = 0.8  # the same, where the record alone was not found
_SURE_OF_MORE = 0.6
_PAUSES = frozenset(",;:.!?–—")
_LINKING = 2  # words that say what a value is: "and note …"
_SURE_ORDER = 0.95  # an order beside what is only told
_ORDERS = frozenset(("command", "change", "finish"))
_NOT_ASKED = frozenset((*UNABLE, "supposed", "how_to", "hypothetical", "elsewhere"))
_TEXTS = ("new_name", "new_details")  # which may be read longer or shorter
Steps = tuple[Step, ...]


def unless_more(steps: Steps, heard: Understanding, around: Around) -> Steps:
    """The steps; or those that the spans of the whole message come to, where they account for more of it."""
    kinds = {h.clause.kind for h in heard.heard}
    if not heard.pack.shifts.sparing.isdisjoint(heard.said.texts):
        return steps  # "keep the milk and throw the rest away"
    if not kinds.isdisjoint(_NOT_ASKED) or not all(_may_lack(s) for s in steps):
        return steps
    if (not steps and "negated" in kinds) or not (around.lists or around.room(heard.pack).is_known):
        return steps
    whole = composed(heard, around)
    if whole is None or set(map(what_it_does, whole.steps)) == set(map(what_it_does, steps)):
        return steps
    if whole.meaning.has_act and not _only_tells(whole, steps, around):
        is_lost = all(isinstance(s, Failed) for s in steps)  # an order is easily heard: "we used to open the valve"
        is_sure = whole.likely >= _SURE_OF_HARM and not whole.is_asked and not _leaves_out(whole, heard, around)
        return whole.steps if is_lost and is_sure else steps
    if whole.meaning.follows and heard.said.raw.rstrip().endswith("?"):
        return steps  # whether what was spoken of is so: "and is it urgent already?"
    if all(not isinstance(s, Call | Confirm) for s in steps):
        return whole.steps if _is_sure(whole, steps, around) else steps
    is_again = _begins_again(whole, heard) and _said_times(whole.steps) >= _said_times(steps)
    is_meant = _has_more(whole, steps, heard) or is_again or _only_tells(whole, steps, around)
    return whole.steps if is_meant else steps


def _leaves_out(whole: Composed, heard: Understanding, around: Around) -> bool:
    """Whether a part of the message in which something of the order was heard says more than was heard: "turn the fan
    backwards", "when we were children one opened the valve by hand"."""
    said, pack, lexicon = heard.said, heard.pack, around.lexicon
    told = {i for t in whole.wording.spans for i in range(t.start, t.end)}
    idle = pack.ellipsis.small | pack.references.light | pack.shifts.fillers | lexicon.light
    cuts = [i for i in range(1, len(said.words)) if not _PAUSES.isdisjoint(said.gap(i))]
    for start, end in pairwise((0, *cuts, len(said.words))):
        if told.isdisjoint(range(start, end)):
            continue
        rest = [said.words[i].text for i in range(start, end) if i not in told]
        if any(text not in idle and not _is_act(text, heard, around) for text in rest):
            return True
    return False


def _is_act(text: str, heard: Understanding, around: Around) -> bool:
    lexicon = around.lexicon
    return bool(heard.pack.commands.acts.get((text,)) or lexicon.by_role["act"].get(lexicon.stems((text,))))


def _begins_again(whole: Composed, heard: Understanding) -> bool:
    """Whether the word with which something new is asked for comes again before each of several: "add milk add
    bread"."""
    texts = [w.text for w in heard.said.words]
    is_order = texts[0] in heard.pack.patterns.by_word and whole.meaning.does == "make"
    return is_order and 1 < texts.count(texts[0]) == len(whole.steps)


def _only_tells(whole: Composed, steps: Steps, around: Around) -> bool:
    """Whether something is looked up though nothing is asked, and the message surely orders something: "turn off the
    coffee machine, the bar is closed"."""
    is_reading = around.policy.tools.is_reading
    is_order = whole.likely >= _SURE_ORDER and whole.meaning.does in _ORDERS and not whole.is_asked
    return is_order and bool(steps) and all(is_reading(s.action.tool_name) for s in steps)


def _may_lack(step: Step) -> bool:
    """Whether a step may lack something that was said: not one that cannot be done, or has a choice to offer."""
    if isinstance(step, Failed):
        return step.reason == "not_found"
    is_for_a_value = step.action.does == "command" and step.action.of("capability_id") is not None
    return not isinstance(step, Ask) or (len(step.suggestions) != 2 and not is_for_a_value)


def _is_sure(whole: Composed, steps: Steps, around: Around) -> bool:
    """Whether what nothing came of is surely asked for."""
    enough = _SURE_OF_HARM if whole.meaning.does == "remove" else _SURE
    if whole.meaning.does == "change" and _is_found(whole, steps):
        enough = _LIKELY
    if any(isinstance(s, Ask) and s.action.mention is not None for s in steps):
        return False
    is_told = all(around.policy.tools.is_reading(s.action.tool_name) for s in whole.steps) and not whole.is_asked
    return whole.likely >= enough and not is_told


def _is_found(whole: Composed, steps: Steps) -> bool:
    """Whether the same was asked for of a record that was not found, with no other value: "the photos: friday, make
    them high"."""
    given = {(a.name, str(a.value)) for s in steps for a in s.action.arguments}
    told = {(a.name, str(a.value)) for s in whole.steps for a in s.action.arguments}
    return bool(given) and given <= told and _tools(steps) == _tools(whole.steps)


def _has_more(whole: Composed, steps: Steps, heard: Understanding) -> bool:
    """Whether every value of the steps is in the others, too, and those have more of the message."""
    if whole.likely < _SURE_OF_MORE or _tools(steps) != _tools(whole.steps) or len(whole.steps) < len(steps):
        return False
    words, more_words = _heavy(steps, heard), _heavy(whole.steps, heard)
    if len(words - more_words) > (_LINKING if _is_swallowed(steps, whole) else 0):
        return False
    if len(whole.steps) > len(steps):
        return whole.meaning.does == "make" and not any(isinstance(s, Call) for s in steps)
    if whole.meaning.does != "make" and len(steps) > 1:
        return False  # which of several a value is said of is told better clause by clause
    pairs = zip(whole.steps, steps, strict=True)
    return _told(whole.steps) > _told(steps) and all(_goes_further(w.action, s.action) for w, s in pairs)


def _goes_further(action: Action, before: Action) -> bool:
    """Whether an action does the same to the same record, and more: a day may get its hour."""
    if action.record != before.record:
        return False
    given = {a.name: str(a.value) for a in action.arguments}
    texts = [a for a in before.arguments if _is_text(before, a)]
    if any(a.name not in given and not _swallows(a, action) for a in texts):
        return False
    return all(given.get(a.name, "").startswith(str(a.value)) for a in before.arguments if a not in texts)


def _is_swallowed(steps: Steps, whole: Composed) -> bool:
    """Whether a text of the only step holds what is heard as several values."""
    before, action = steps[0].action, whole.steps[0].action
    texts = (a for a in before.arguments if _is_text(before, a) and _is_said(a))
    return len(steps) == len(whole.steps) == 1 and any(_swallows(a, action) for a in texts)


def _swallows(text: Argument, action: Action) -> bool:
    """Whether a text holds two new values or more: "to friday at 10 and note bring the receipt"."""
    spans = [a.source.span for a in action.changes if a.source.kind == "message" and a.source.span is not None]
    own = text.source.span
    return own is not None and len(spans) > 1 and all(own[0] <= a and b <= own[1] for a, b in spans)


def _is_text(action: Action, argument: Argument) -> bool:
    return argument.name in {action.key(role) for role in _TEXTS}


def _tools(steps: Steps) -> set[str | None]:
    return {s.action.tool_name for s in steps}


def _told(steps: Steps) -> int:
    """How many values the message gave them."""
    return len({(a.name, str(a.value), s.action.record) for s in steps for a in s.action.arguments if _is_said(a)})


def _said_times(steps: Steps) -> int:
    """How many values they have that the message gave, the same one for each that it is given to."""
    return sum(1 for s in steps for a in s.action.arguments if _is_said(a))


def _is_said(argument: Argument) -> bool:
    return argument.source.kind == "message" and argument.source.span is not None


def _heavy(steps: Steps, heard: Understanding) -> set[int]:
    """The telling words of the values, by their places."""
    light = heard.pack.references.light | heard.pack.joiners.by_word.keys() | heard.pack.shifts.fillers
    spans = [a.source.span for s in steps for a in s.action.arguments if _is_said(a)]
    return {
        i
        for i, w in enumerate(heard.said.words)
        if w.text not in light and any(span is not None and span[0] <= w.start < span[1] for span in spans)
    }
