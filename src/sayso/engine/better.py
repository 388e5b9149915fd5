"""Which accounts for a message better: what its clauses say one by one, or what was heard in it as one."""

from collections.abc import Sequence
from itertools import pairwise

from sayso.engine.meant import says_more
from sayso.engine.nouns import Action, Argument, Ask, Call, Confirm, Failed, Reading, Step
from sayso.engine.records.mention import matches
from sayso.engine.thread import Thread
from sayso.regex import regex

_NAME = regex(r"\b[A-Z]\w+ [A-Z]\w+")  # "The Day After Tomorrow": words of a name
_PARTS = regex(r"[,;:.?\n)]|!(?=\s)")  # marks between two things
_TEXTS = ("name", "new_name", "details", "new_details")
_OF_RECORDS = frozenset(("change", "finish", "remove"))
_GLUE = 4  # words between two values: "and put it on"
_SUBJECTS = ("what", "subject")
AGAINST = 0.95  # how sure it must be against what a pattern says
_BESIDE = 2  # words that a guess leaves unread before what is meant


def is_better(whole: list[Step], steps: list[Step], sure: float, thread: Thread) -> bool:
    """Whether the message as one says what its clauses leave open, or says more."""
    if not any(isinstance(s, Call | Confirm) for s in steps):  # a subject that is not there is never another one
        if len(whole) == 1 and any(s.action.mention is not None and s.action.mention.kind == "all" for s in steps):
            return False  # several are meant: "them both" is no one
        is_same = {s.action.tool_name for s in whole} <= {s.action.tool_name for s in steps}
        is_lost = all(isinstance(s, Failed) and s.reason == "not_found" for s in steps)
        if any(thread.policy.has_capabilities(s.action.intent) for s in steps):
            is_else = sure >= AGAINST and is_lost and _is_of_a_list(whole, thread)
            is_named = is_same and is_lost and _is_all_named(whole, steps, thread)
            return is_else or is_named or (sure >= AGAINST and _fills_in(whole, steps))
        return is_same or is_lost
    if (
        sure < AGAINST
        or _is_of_fewer(steps, whole)
        or _is_noted(steps) > _is_noted(whole)
        or (len(whole) > len(steps) and _is_one_text(whole, thread))
    ):
        return False
    if not all(isinstance(s, Call | Confirm) for s in steps):
        return _completes(whole, steps) or _names_all(whole, steps) or _is_of_those_listed(whole, steps)
    if _is_named_here(whole, steps) or _is_told_of(whole, steps):
        return True
    if _is_new_at_once(whole, steps) or _is_done_to_listed(whole, steps, thread) or _is_moved(whole, steps, thread):
        return True
    if _is_all_but_offers(whole, steps) or _is_more_of_one(whole, steps) or _is_all_new(whole, steps, thread):
        return True
    if {s.action.tool_name for s in steps} != {s.action.tool_name for s in whole}:
        return False
    if _is_aside(whole, steps):
        return True
    if len(whole) > len(steps) and not thread.heard.pack.commands.excepting.isdisjoint(thread.heard.said.texts):
        return False  # "all of them but that one"
    if len(whole) != len(steps):
        return (len(whole) > len(steps) and not _is_torn(whole, thread)) or _is_of_one(whole, steps)
    if not _valued(steps, thread, has_texts=False) <= _valued(whole, thread, has_texts=True):
        return False
    pairs = list(zip(whole, steps, strict=True))
    is_more = any(values_of(w.action) != values_of(s.action) for w, s in pairs)
    return is_more and all(_holds(w.action, s.action, thread) for w, s in pairs)


def _is_done_to_listed(whole: list[Step], steps: list[Step], thread: Thread) -> bool:
    """Whether listed records are meant, and asked about, where a pattern only looks something up, or offers words of it
    as something new: "get rid of the gym task, …", "on the dentist call, add a note: …"."""
    if not _is_of_a_list(whole, thread) or not all(s.action.does in _OF_RECORDS for s in whole):
        return False
    if all(s.action.does == "list" and not s.action.of("search") for s in steps):
        return True
    is_offered = all(isinstance(s, Confirm) and s.action.does == "make" for s in steps)
    return is_offered and _valued(steps, thread, has_texts=True) <= _valued(whole, thread, has_texts=True)


def _is_told_of(whole: list[Step], steps: list[Step]) -> bool:
    """Whether something new was heard in a sentence that a pattern took for its name: "we are out of flour, put it on
    the list"."""
    if len(whole) != 1 or len(steps) != 1 or {whole[0].action.does, steps[0].action.does} != {"make"}:
        return False
    one, other = whole[0].action, steps[0].action
    names = [str(a.value(a.key("name"))).casefold() for a in (one, other)]
    is_first = other.reading is not None and other.reading.pattern.startswith("{title}")
    is_less = names[0] != names[1] and names[0] in names[1]
    rest = {a.name: a.value for a in other.arguments if a.name != other.key("name") and a.source.kind != "default"}
    return is_first and is_less and rest.items() <= values_of(one).items()


def _is_moved(whole: list[Step], steps: list[Step], thread: Thread) -> bool:
    """Whether a record gets a time where a pattern took the words of it for its name: "… to six today not five"."""
    if len(whole) != 1 or len(steps) != 1 or whole[0].action.record != steps[0].action.record:
        return False
    one, other = whole[0].action, steps[0].action
    is_named = other.reading is not None and "value" not in other.reading.slots  # "rename it to friday mowing"
    is_renamed = not is_named and [a.name for a in other.changes] == [other.key("new_name")]
    times, name = (value_words(a, a.key(role), thread) for a, role in ((one, "new_when"), (other, "new_name")))
    if not is_renamed or not times or not set(times) <= set(name):
        return False
    after, said = times[-1] + 1, thread.heard.said  # "friday lunch" may be a name
    return after > name[-1] or bool(said.gap(after).strip()) or said.words[after].text in thread.heard.pack.negations


def _names_all(whole: list[Step], steps: list[Step]) -> bool:
    """Whether the message as one does the same to several that it names, those of its clauses among them: "eggs and
    lamb are sorted, tick them both off"."""
    is_same = {s.action.tool_name for s in whole} == {s.action.tool_name for s in steps}
    done = {s.action.record for s in steps if isinstance(s, Call | Confirm)}
    return is_same and len(whole) > 1 and bool(done) and done <= {s.action.record for s in whole}


def _is_named_here(whole: list[Step], steps: list[Step]) -> bool:
    """Whether a look is at a subject that the message names, where its clauses took it for the one spoken of before:
    "and the oven? is it still on?"."""
    if len(whole) != len(steps) or not all(s.action.does == "inspect" for s in (*whole, *steps)):
        return False
    pairs = zip(whole, steps, strict=True)
    return all(_of(w.action) == "message" and _of(s.action) == "history" for w, s in pairs)


def _of(action: Action) -> str:
    """Where the subject of an action is from."""
    return next((a.source.kind for a in action.arguments if a.name == action.key("id")), "")


def _is_aside(whole: list[Step], steps: list[Step]) -> bool:
    """Whether the first of two steps was guessed from words that go on otherwise, and the other one is what was heard:
    "the lamp on my desk | is killing my eyes, turn it down"."""
    if len(whole) != 1 or len(steps) != 2 or whole[0].action.record != steps[1].action.record:
        return False
    guessed, meant = steps[0].action.reading, steps[1].action.reading
    if guessed is None or meant is None or guessed.grade != "plain" or steps[0].action.does != "command":
        return False
    is_same = values_of(whole[0].action) == values_of(steps[1].action)
    return is_same and meant.clause.start - guessed.clause.end > _BESIDE


def _fills_in(whole: list[Step], steps: list[Step]) -> bool:
    """Whether what a subject's clauses ask for was heard, and all that they say: "… by one and a half degrees"."""
    pairs = list(zip(whole, steps, strict=False))
    is_asked = len(whole) == len(steps) and all(isinstance(s, Ask) for s in steps)
    return is_asked and all(values_of(s.action).items() <= values_of(w.action).items() for w, s in pairs)


def _is_one_text(whole: list[Step], thread: Thread) -> bool:
    """Whether one new thing was heard as several: nothing joins or parts "the gate" and "both sides"."""
    said, joiners = thread.heard.said, thread.heard.pack.joiners.by_word
    readings = [s.action.reading for s in whole if s.action.does == "make"]
    spans = sorted({r.slots["title"] for r in readings if r is not None and "title" in r.slots})
    return any(
        not any(said.words[i].text in joiners or _PARTS.search(said.gap(i)) for i in range(before[1], after[0] + 1))
        for before, after in pairwise(spans)
    )


def _is_noted(steps: list[Step]) -> bool:
    """Whether something new has more told about it than its name: "…, note: bring the keys"."""
    return any(s.action.does == "make" and s.action.of("details") for s in steps)


def _is_of_a_list(whole: list[Step], thread: Thread) -> bool:
    """Whether listed records are meant, and asked about, where a pattern heard a subject that is not there: "kill the
    electricity bill entry"."""
    return all(
        isinstance(s, Confirm)
        and not thread.policy.has_capabilities(s.action.intent)
        and any(a.source.record is not None for a in s.action.arguments)
        for s in whole
    )


def is_of_listed_instead(whole: list[Step], steps: list[Step]) -> bool:
    """Whether a listed record is meant by words that were taken for something new: "note on the order that …"."""
    texts = [str(s.action.value(s.action.key("name"))).casefold() for s in steps if s.action.does == "make"]
    if len(texts) < len(steps) or not steps or not all(isinstance(s, Confirm) for s in steps):
        return False
    return all(
        s.action.does in ("change", "finish", "remove")
        and s.action.mention is not None
        and any(a.source.record is not None for a in s.action.arguments)
        and any(s.action.mention.text.casefold() in text for text in texts)
        for s in whole
    )


def _is_of_fewer(steps: list[Step], whole: list[Step]) -> bool:
    """Whether records were told by what they are, and the whole leaves out a part of that: "the open ones that have no
    date"."""
    is_told = bool(steps) and all(s.action.mention is not None and s.action.mention.kind == "group" for s in steps)
    return is_told and {s.action.record for s in steps} < {s.action.record for s in whole}


def _is_of_those_listed(whole: list[Step], steps: list[Step]) -> bool:
    """Whether the clauses list some records and ask which of them "it" is, where the whole means them all: "anything
    overdue, move it to today"."""
    listed = [s for s in steps if isinstance(s, Call) and s.action.does == "list"]
    asked = [s for s in steps if isinstance(s, Ask)]
    if len(listed) + len(asked) != len(steps) or not listed or len(asked) != 1:
        return False
    is_told = all(s.action.mention is not None and s.action.mention.kind == "group" for s in whole)
    return is_told and {s.action.tool_name for s in whole} == {asked[0].action.tool_name}


def _completes(whole: list[Step], steps: list[Step]) -> bool:
    """Whether one change says all that the clauses say of its record, and what they ask: "rename it Y and move it"."""
    if len(whole) != 1 or whole[0].action.does != "change":
        return False
    mine, key = values_of(whole[0].action), whole[0].action.key("record")
    return all(s.action.value(key) == mine.get(key) and values_of(s.action).items() <= mine.items() for s in steps)


def _is_new_at_once(whole: list[Step], steps: list[Step]) -> bool:
    """Whether the clauses make something new and change it right away, and the whole makes it so: "new entry buy
    candles, and that is due saturday"."""
    if len(whole) != 1 or len(steps) < 2 or {whole[0].action.does, steps[0].action.does} != {"make"}:
        return False
    new = whole[0].action
    title = str(new.value(new.key("name"))).casefold()
    is_same = str(steps[0].action.value(steps[0].action.key("name"))).casefold() == title
    changes = [s.action for s in steps[1:]]
    are_of_it = all(a.does == "change" and str(a.value(a.key("record"))).casefold() == title for a in changes)
    return is_same and are_of_it and len(values_of(new)) > len(values_of(steps[0].action))


def _is_all_new(whole: list[Step], steps: list[Step], thread: Thread) -> bool:
    """Whether several new records were heard where the clauses look something up and offer some of them: "three jobs.
    oil the gate, …"."""
    if len(whole) < 2 or not all(isinstance(s, Confirm) and s.action.does == "make" for s in whole):
        return False
    looks = [s for s in steps if thread.policy.tools.is_reading(s.action.tool_name)]
    offers = [s for s in steps if isinstance(s, Confirm) and s.action.does == "make"]
    return bool(looks) and len(looks) + len(offers) == len(steps) and len(whole) > len(offers)


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
    told = [(s.action.tool_name, values_of(s.action)) for s in whole]
    more = [s for s in steps if (s.action.tool_name, values_of(s.action)) not in told]
    is_offered = all(isinstance(s, Confirm) and s.action.does == "make" for s in more)
    return bool(more) and is_offered and len(steps) - len(more) == len(whole)


def _is_more_of_one(whole: list[Step], steps: list[Step]) -> bool:
    """Whether a change says what the steps do, and what they offer as new is a value of it: "… and add the note 7"."""
    if len(whole) != 1 or whole[0].action.does != "change":
        return False
    mine = values_of(whole[0].action)
    offers = [s for s in steps if isinstance(s, Confirm) and s.action.does == "make"]
    rest = [s for s in steps if s not in offers]
    is_held = all(s.action.does == "change" and values_of(s.action).items() <= mine.items() for s in rest)
    named = [a for s in offers for a in s.action.arguments if a.name == s.action.key("name")]
    parts = [str(mine[key]) for key in mine if key in {whole[0].action.key(role) for role in _TEXTS}]
    is_value = all(any(part in str(a.value) for part in parts) for a in named)
    return bool(offers) and bool(rest) and is_held and is_value


def values_of(action: Action) -> dict[str, object]:
    return {a.name: a.value for a in action.arguments}


def _is_of_one(whole: list[Step], steps: list[Step]) -> bool:
    """Whether several new records are one with its values: "the cake for Giulia, it's due on saturday"."""
    if len(whole) != 1 or whole[0].action.does != "make":
        return False
    mine, key = values_of(whole[0].action), whole[0].action.key("name")
    first, *others = (values_of(s.action) for s in steps)
    values = {n: v for other in others for n, v in other.items() if n != key}
    return str(first.get(key)) in str(mine.get(key)) and all(mine.get(n) == v for n, v in values.items())


def _holds(one: Action, other: Action, thread: Thread) -> bool:
    """Whether an action holds all that another one does; a text may lose words that are small, or another value's."""
    mine = values_of(one)
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
        words = value_words(other, argument.name, thread), value_words(one, argument.name, thread)
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
    return theirs.value != argument.value and not set(value_words(other, name, thread)) <= set(
        value_words(one, name, thread)
    )


def _is_of(name: str, actions: tuple[Action, Action], lost: set[int], thread: Thread) -> bool:
    """Whether a value was made of words that a text had taken: "write to the office, high priority; …"."""
    mine, theirs = (set(value_words(a, name, thread)) for a in actions)
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


def value_words(action: Action, name: str, thread: Thread) -> list[int]:
    """The words of the message that a value was made of."""
    span = next((a.source.span for a in action.arguments if a.name == name), None)
    if span is None:
        return []
    return [i for i, w in enumerate(thread.heard.said.words) if span[0] <= w.start < span[1]]


def is_trimmed(whole: list[Step], steps: list[Step]) -> bool:
    """Whether new records are the same with shorter texts, and with all other values: what was taken out of a text that
    is in doubt says something else."""
    if len(whole) != len(steps) or not all(s.action.does == "make" for s in (*whole, *steps)):
        return False
    for one, other in zip(whole, steps, strict=True):
        mine = values_of(one.action)
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
