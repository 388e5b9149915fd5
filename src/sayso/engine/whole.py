"""A message heard as one, beside its clauses one by one: which of the two accounts for it better."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from sayso.engine.capabilities.settle import never_called
from sayso.engine.clauses import joined_until
from sayso.engine.meant import says_more
from sayso.engine.nouns import Action, Argument, Call, Clause, Confirm, Failed, Reading, Step
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.mention import matches
from sayso.engine.records.words import stem
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import NOTHING, Hearing, Meaning, heard_in, together

_NAME = re.compile(r"\b[A-Z]\w+ [A-Z]\w+")  # "The Day After Tomorrow": words of a name
_PARTED = re.compile(r"\w[,;:.] ")  # as sentences are, and not "');"
_GAP = "..."  # any words, in a pattern
_PLAIN = 6  # words of a text that is surely one
_MOST = 48  # words that are heard as one
_SURE = 0.9
_TEXTS = ("name", "new_name", "details", "new_details")
_POLITE = 0.95  # where a condition is mere politeness: "if it is no trouble"
_GLUE = 4  # words between two values: "and put it on"
_TELLING = 4  # words that may tell something
_DOUBTED = 0.8  # how sure it must be to ask about it first
_TITLES = ("title", "new_title")
_SUBJECTS = ("what", "subject")
_AGAINST = 0.95  # how sure it must be against what a pattern says
Say = Callable[[Heard], list[Step]]


def by_whole(steps: list[Step], thread: Thread, say: Say) -> list[Step]:
    """The steps of the clauses, or those of the whole message where they account for more of it."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    kinds = {h.clause.kind for h in thread.heard.heard} - {"request", "other"}
    if hearing is None or not pack.is_heard or not 0 < len(said.words) <= _MOST:
        return steps
    if not thread.heard.heard or "negated" in kinds or not _is_worth_it(steps, thread):
        return steps
    heard, clause = _wording(hearing, thread)
    heard = heard.instead(_whole_ones(hearing)) if thread.scene.history else heard
    sure = together(heard, hearing)
    if heard.intent == NOTHING and sure >= _AGAINST and len(said.words) >= _TELLING:  # told, quoted or asked in theory
        return [s for s in steps if _is_still_said(s, thread)]
    doubted = _doubted(steps, heard, clause, thread)
    if sure < (_POLITE if kinds else _SURE) or "quoted" in kinds:
        return doubted
    readings = readings_of(heard, clause, (said, pack), hearing, bool(thread.scene.history))
    meaning = hearing.meanings.get(heard.intent)
    if not readings or meaning is None or meaning.follows:
        return doubted
    thread.spoken = None
    each = [say(Heard(r.clause, (r,), beside=_beside(r, readings))) for r in readings]
    if not all(each):
        return doubted
    whole = _distinct([s for found in each for s in found])
    if not all(isinstance(s, Call | Confirm) for s in whole):  # what is named is not there: better told than declined
        is_told = all(isinstance(s, Failed) for s in whole) and sure >= _AGAINST
        return whole if is_told and not steps and not kinds else doubted
    if any(isinstance(s, Confirm) and thread.policy.tools.is_reading(s.action.tool_name) for s in whole):
        return doubted  # not even sure enough to look
    if "how_to" in kinds and not all(thread.policy.tools.is_reading(s.action.tool_name) for s in whole):
        return doubted
    is_asked = all(isinstance(s, Confirm) for s in doubted)
    is_trimmed = is_asked and sure >= _AGAINST and _is_trimmed(whole, steps)
    return whole if is_trimmed or _is_better(whole, steps, sure, thread) else doubted


def _is_trimmed(whole: list[Step], steps: list[Step]) -> bool:
    """Whether new records are the same with shorter texts, and with all other values: what was taken out of a text that
    is in doubt says something else."""
    if len(whole) != len(steps) or not all(s.action.does == "make" for s in (*whole, *steps)):
        return False
    for one, other in zip(whole, steps, strict=True):
        mine = _values(one.action)
        for argument in other.action.arguments:
            value = mine.get(argument.name)
            is_part = isinstance(value, str) and value in str(argument.value)
            is_part = is_part and not _loses_a_name(str(argument.value), str(value))
            if argument.source.kind != "default" and value != argument.value and not is_part:
                return False
    return True


def _loses_a_name(text: str, part: str) -> bool:
    """Whether words that are written as a name would be lost: "watch The Day After Tomorrow"."""
    return _NAME.search(text.replace(part, " ")) is not None


def _doubted(steps: list[Step], heard: IntentPrediction, clause: Clause, thread: Thread) -> list[Step]:
    """The steps; asked about where a pattern took more for a text than was heard: "…, but it is not urgent"."""
    hearing = thread.heard.hearing
    meaning = hearing.meanings.get(heard.intent) if hearing is not None else None
    if meaning is None:
        return steps
    texts = [t for t in heard.spans if meaning.slots.get(t.slot) in _TITLES]
    inside = {clause.start + i for t in texts for i in range(t.start, t.end)}
    return [never_called(s, thread.room) if _is_in_doubt(s, meaning, heard, inside, thread) else s for s in steps]


def _is_in_doubt(step: Step, meaning: Meaning, heard: IntentPrediction, inside: set[int], thread: Thread) -> bool:
    """Whether a crowded text was heard as something else, or as parted where it goes on."""
    named = [a for a in step.action.arguments if a.name in (step.action.key("name"), step.action.key("new_name"))]
    if not isinstance(step, Call) or not any(_is_crowded(a, thread) for a in named):
        return False
    if meaning.intent != step.action.intent:
        return heard.probability >= _DOUBTED
    pack, words = thread.heard.pack, thread.heard.said.words
    for argument in named:
        own = [i for i in _words(step.action, argument.name, thread) if words[i].text not in pack.references.light]
        is_parted = _PARTED.search(str(argument.value)) is not None
        if inside and is_parted and len(set(own) - inside) > 1:
            return True
    return False


def _beside(reading: Reading, readings: Sequence[Reading]) -> tuple[tuple[int, int], ...]:
    """The words that name what the other readings are about."""
    own = reading.slots.values()
    return tuple(words for r in readings for words in r.slots.values() if words not in own)


def _is_still_said(step: Step, thread: Thread) -> bool:
    """Whether a step stands though the message asks for nothing: "she kept shouting: turn on the oven" does not."""
    if isinstance(step, Call):
        return thread.policy.tools.is_reading(step.action.tool_name) or _is_all_an_order(step, thread)
    return isinstance(step, Failed) and step.reason != "not_found"


def _is_all_an_order(step: Step, thread: Thread) -> bool:
    """Whether a pattern that begins with what to do reads the message from its first word to its last."""
    reading = step.action.reading
    if reading is None or reading.grade != "named" or reading.pattern.startswith("{"):
        return False
    return (reading.clause.start, reading.clause.end) == (0, len(thread.heard.said.words))


def _distinct(steps: list[Step]) -> list[Step]:
    """The steps without those that do the same once more: "leo is with my mum, delete the leo one"."""
    out: list[Step] = []
    for step in steps:
        told = (step.action.tool_name, _values(step.action))
        if not step.action.arguments or all((s.action.tool_name, _values(s.action)) != told for s in out):
            out.append(step)
    return out


def _whole_ones(hearing: Hearing) -> dict[str, str]:
    """The intents of changes that say only what is new, and those that they are else."""
    changes = {n: m for n, m in hearing.meanings.items() if m.does == "change"}
    return {
        n: other
        for n, m in changes.items()
        if m.follows
        for other, o in changes.items()
        if o.intent == m.intent != n and not o.follows
    }


def _wording(hearing: Hearing, thread: Thread) -> tuple[IntentPrediction, Clause]:
    """What the tagger says of the whole message, but for a joiner that it begins with."""
    said, pack, only = thread.heard.said, thread.heard.pack, thread.heard.heard[0]
    start, end = 0, len(said.words)
    while start < end and joined_until(said, start, end, pack) > start:
        start += 1
    clause = Clause(start if start < end else 0, end, "request")
    if only.wording is not None and (only.clause.start, only.clause.end) == (clause.start, clause.end):
        return only.wording, clause
    return heard_in(said, clause, pack, hearing), clause


def _is_worth_it(steps: list[Step], thread: Thread) -> bool:
    """Whether hearing the message once more may say anything else: not where plain words were read plainly."""
    if len(thread.heard.heard) > 1 or not steps or not all(isinstance(s, Call) for s in steps):
        return True
    actions = [s.action for s in steps if not thread.policy.tools.is_reading(s.action.tool_name)]
    weights = [a for act in actions for a in act.arguments if a.name == act.key("rank") and a.source.kind != "default"]
    if any(_leaves_words(s.action, thread) for s in steps):
        return True
    if len(actions) > 1 and weights:  # each with its own: "renew the passport as high priority and … as low"
        return True
    return any(act.does == "change" or _is_crowded(a, thread) for act in actions for a in act.arguments)


def _leaves_words(action: Action, thread: Thread) -> bool:
    """Whether a list was read around a word that a record bears, or that is no word of the language: "is there flour on
    my list"."""
    reading, said, pack = action.reading, thread.heard.said, thread.heard.pack
    if action.does != "list" or reading is None or _GAP not in reading.pattern or action.of("search"):
        return False
    told = [a.source.span for a in action.arguments if a.source.span is not None]
    records = thread.records_of(action.intent)
    if not records.are_known:
        return False
    index, light = records.index(), thread.around.languages.light
    words = [w for w in said.words[reading.clause.start : reading.clause.end] if w.text not in light]
    left = [w.text for w in words if not any(start <= w.start < end for start, end in told)]
    return any(not pack.knows(t) or index.is_borne(stem(t, index.endings)) for t in left)


def _is_crowded(argument: Argument, thread: Thread) -> bool:
    """Whether a text may hold more than itself: it is long, parted, begins with a small word or says a number."""
    span = argument.source.span
    if span is None or argument.source.record is not None or not isinstance(argument.value, str):
        return False
    said, pack = thread.heard.said, thread.heard.pack
    at = [i for i, w in enumerate(said.words) if span[0] <= w.start < span[1]]
    if len(at) > _PLAIN or any(mark in argument.value for mark in ",;:."):
        return True
    texts = [said.words[i].text for i in at]
    return any(t[0].isdigit() or t in pack.joiners.by_word for t in texts) or texts[0] in pack.shifts.lead


def _is_better(whole: list[Step], steps: list[Step], sure: float, thread: Thread) -> bool:
    """Whether the message as one says what its clauses leave open, or says more."""
    if not any(isinstance(s, Call | Confirm) for s in steps):  # a subject that is not there is never another one
        if len(whole) == 1 and any(s.action.mention is not None and s.action.mention.kind == "all" for s in steps):
            return False  # several are meant: "them both" is no one
        is_same = {s.action.tool_name for s in whole} <= {s.action.tool_name for s in steps}
        is_lost = all(isinstance(s, Failed) and s.reason == "not_found" for s in steps)
        if any(thread.policy.has_capabilities(s.action.intent) for s in steps):
            return is_same and is_lost and _is_all_named(whole, steps, thread)
        return is_same or is_lost
    if not all(isinstance(s, Call | Confirm) for s in steps):
        return False
    if sure < _AGAINST:
        return False
    if _is_all_but_offers(whole, steps) or _is_more_of_one(whole, steps):
        return True
    if {s.action.tool_name for s in steps} != {s.action.tool_name for s in whole}:
        return False
    if len(whole) != len(steps):
        return (len(whole) > len(steps) and not _is_torn(whole, thread)) or _is_of_one(whole, steps)
    if not _valued(steps, thread, has_texts=False) <= _valued(whole, thread, has_texts=True):
        return False
    pairs = list(zip(whole, steps, strict=True))
    is_more = any(_values(w.action) != _values(s.action) for w, s in pairs)
    return is_more and all(_holds(w.action, s.action, thread) for w, s in pairs)


def _is_torn(whole: list[Step], thread: Thread) -> bool:
    """Whether one unlisted name was heard as several: nothing joins "plug" and "wemo" in "the plug smart wemo"."""
    said, joiners = thread.heard.said, thread.heard.pack.joiners.by_word
    readings = [s.action.reading for s in whole if thread.policy.has_capabilities(s.action.intent)]
    spans = sorted({words for r in readings if r is not None for name, words in r.slots.items() if name in _SUBJECTS})
    if thread.room.is_known or len(spans) < len(whole):
        return False
    return any(
        "," not in said.gap(after[0]) and not any(said.words[i].text in joiners for i in range(before[1], after[0]))
        for before, after in pairwise(spans)
    )


def _is_all_named(whole: list[Step], steps: list[Step], thread: Thread) -> bool:
    """Whether the names of several subjects are all that a pattern took for one: "both the cellar and the hall"."""
    readings = [s.action.reading for s in whole]
    heard = [r for r in readings if r is not None]
    named = {f"{i} {name}": words for i, r in enumerate(heard) for name, words in r.slots.items()}
    patterns = [s.action.reading for s in steps]
    return bool(named) and all(
        p is not None and (_is_pointing(p, thread) or says_more(p, heard[0]._replace(slots=named), thread))
        for p in patterns
    )


def _is_pointing(reading: Reading, thread: Thread) -> bool:
    """Whether a subject is meant by "it": "the fridge needs defrosting, start it"."""
    said, points = thread.heard.said, thread.heard.pack.references.pronouns
    named = [reading.slots[name] for name in _SUBJECTS if name in reading.slots]
    return len(thread.heard.heard) > 1 and bool(named) and all(matches(points, said, words) for words in named)


def _valued(steps: list[Step], thread: Thread, has_texts: bool) -> set[int]:
    """The words that the values of steps are made of, but for small ones; with those of texts, or without."""
    pack, words = thread.heard.pack, thread.heard.said.words
    small = pack.references.light | pack.shifts.lead | pack.shifts.ahead | pack.shifts.fillers
    spans = [
        a.source.span
        for s in steps
        for a in s.action.arguments
        if a.source.span is not None and (has_texts or a.name not in {s.action.key(role) for role in _TEXTS})
    ]
    hosts = {i for i in range(len(words) - 1) if words[i].start == words[i + 1].start}  # the verb of "spostalo"
    said = {i for i, w in enumerate(words) if any(start <= w.start < end for start, end in spans)}
    return {i for i in said - hosts if words[i].text not in small}


def _is_all_but_offers(whole: list[Step], steps: list[Step]) -> bool:
    """Whether the steps say the same, and besides only offer what else was said: "… please. I must bake a cake"."""
    told = [(s.action.tool_name, _values(s.action)) for s in whole]
    more = [s for s in steps if (s.action.tool_name, _values(s.action)) not in told]
    is_offered = all(isinstance(s, Confirm) and s.action.does == "make" for s in more)
    return bool(more) and is_offered and len(steps) - len(more) == len(whole)


def _is_more_of_one(whole: list[Step], steps: list[Step]) -> bool:
    """Whether a change says what the steps do, and what they offer as new is a value of it: "… and add the note 7"."""
    if len(whole) != 1 or whole[0].action.does != "change":
        return False
    mine = _values(whole[0].action)
    offers = [s for s in steps if isinstance(s, Confirm) and s.action.does == "make"]
    rest = [s for s in steps if s not in offers]
    is_held = all(s.action.does == "change" and _values(s.action).items() <= mine.items() for s in rest)
    named = [a for s in offers for a in s.action.arguments if a.name == s.action.key("name")]
    parts = [str(mine[key]) for key in mine if key in {whole[0].action.key(role) for role in _TEXTS}]
    is_value = all(any(part in str(a.value) for part in parts) for a in named)
    return bool(offers) and bool(rest) and is_held and is_value


def _values(action: Action) -> dict[str, object]:
    return {a.name: a.value for a in action.arguments}


def _is_of_one(whole: list[Step], steps: list[Step]) -> bool:
    """Whether several new records are one with its values: "the cake for Giulia, it's due on saturday"."""
    if len(whole) != 1 or whole[0].action.does != "make":
        return False
    mine, key = _values(whole[0].action), whole[0].action.key("name")
    first, *others = (_values(s.action) for s in steps)
    values = {n: v for other in others for n, v in other.items() if n != key}
    return str(first.get(key)) in str(mine.get(key)) and all(mine.get(n) == v for n, v in values.items())


def _holds(one: Action, other: Action, thread: Thread) -> bool:
    """Whether an action holds all that another one does; a text may lose words that are small, or another value's."""
    mine = _values(one)
    texts = (one.key("new_name"), one.key("new_details"))
    lost: set[int] = set()
    differing: list[str] = []
    for argument in other.arguments:
        value, is_default = mine.get(argument.name), argument.source.kind == "default"
        if value == argument.value or is_default:
            continue
        if isinstance(value, str) and argument.name in texts and str(argument.value) in value:
            continue  # the pattern took only a part of it
        if not isinstance(value, str) or value not in str(argument.value):
            differing.append(argument.name)
            continue
        if _loses_a_name(str(argument.value), value):
            return False
        words = _words(other, argument.name, thread), _words(one, argument.name, thread)
        lost |= set(words[0]) - set(words[1])
        new = [a.source.span for a in one.arguments if a.source.span is not None and _is_new(a, one, other, thread)]
        if not words[1] or not _is_another_value(*words, new, thread):
            return False
    return all(_is_of(name, (one, other), lost, thread) for name in differing)


def _is_new(argument: Argument, one: Action, other: Action, thread: Thread) -> bool:
    """Whether a value is one that the other action lacks, or made of other words."""
    name = argument.name
    theirs = next((a for a in other.arguments if a.name == name and a.source.kind != "default"), None)
    if theirs is None:
        return True
    return theirs.value != argument.value and not set(_words(other, name, thread)) <= set(_words(one, name, thread))


def _is_of(name: str, actions: tuple[Action, Action], lost: set[int], thread: Thread) -> bool:
    """Whether a value was made of words that a text had taken: "write to the office, high priority; …"."""
    mine, theirs = (set(_words(a, name, thread)) for a in actions)
    return bool(mine) and lost >= mine and not theirs <= mine


def _is_another_value(theirs: list[int], mine: list[int], new: Sequence[tuple[int, int]], thread: Thread) -> bool:
    """Whether the words that a text loses are small, lead to it, or say a value that was not heard else."""
    words, pack = thread.heard.said.words, thread.heard.pack
    before, after = [i for i in theirs if i < mine[0]], [i for i in theirs if i > mine[-1]]
    small = pack.references.light | pack.shifts.lead | pack.shifts.ahead
    is_led = not before or words[before[-1]].text in pack.shifts.lead or all(words[i].text in small for i in before)
    said = [i for i in after if any(start <= words[i].start < end for start, end in new)]
    is_said = (
        not after or all(words[i].text in small for i in after) or (bool(said) and len(after) - len(said) <= _GLUE)
    )
    return is_led and is_said


def _words(action: Action, name: str, thread: Thread) -> list[int]:
    """The words of the message that a value was made of."""
    span = next((a.source.span for a in action.arguments if a.name == name), None)
    if span is None:
        return []
    return [i for i, w in enumerate(thread.heard.said.words) if span[0] <= w.start < span[1]]
