"""The last hearing: where nothing came of a message, or only that nothing is called so, or a question what to change,
what the tagger hears in it as one counts if it is sure, whatever the words around it say, and if what it is about is
there, or was spoken of; what changes something is asked about."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sayso.engine.capabilities.settle import never_called
from sayso.engine.compose.clearing import clearings
from sayso.engine.ellipsis.before import is_undoable
from sayso.engine.ellipsis.topic import by_topic
from sayso.engine.follow import last_done, taken_up
from sayso.engine.nouns import UNABLE, Action, Ask, Call, Clause, Confirm, Failed, Reading, Step
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction, Tagged
from sayso.engine.records.mention import mention
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.understand.read import Heard
from sayso.engine.understand.remarks import denies_a_value
from sayso.engine.understand.several import readings_of
from sayso.engine.understand.wording import FOLLOWS, RECORD, Hearing, Meaning, heard_in, together
from sayso.engine.values.times import find_times

_MOST = 48  # words that are heard as one
_SURE = 0.88
_SURELY = 0.95
_OF_RECORDS = frozenset(("change", "finish", "remove"))
_ANSWERS = frozenset(("yes", "no"))
_STEPS_BACK = frozenset(("undo", "redo"))
_LIKELY = 0.6  # of a part of it
_LIKELY_ACT, _SURE_ACT = 0.75, 0.95  # of an act alone, for what was spoken of
_FOLLOWING = frozenset(("request", "other", "negated"))
_REPEAT = "repeat"  # the slot of how often something is due
_BREAKS = frozenset(",;:.!?–—")
Say = Callable[[Heard], list[Step]]


def after_all(steps: list[Step], thread: Thread, say: Say) -> list[Step]:
    """The steps; or what the whole message was heard as, where they come to nothing."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    if not thread.around.lists and not thread.room.is_known:
        return steps  # nobody says that there is anything to speak about
    kinds = {h.clause.kind for h in thread.heard.heard}
    if hearing is None or not pack.is_heard or not 0 < len(said.words) <= _MOST:
        return steps
    if is_mere_answer(said, pack):
        return steps
    is_open = bool(steps) and (all(_asks_what(s) for s in steps) or _are_misread(steps, thread))
    if not is_open and not all(isinstance(s, Failed) and s.reason == "not_found" for s in steps):
        return steps
    if not kinds.isdisjoint({*UNABLE, "supposed"}):
        return steps
    clause = Clause(0, len(said.words), "request")
    heard = _as_written(thread, hearing) or heard_in(said, clause, pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or _likely(heard, thread) < _enough(heard, meaning) or is_denied(heard.intent, thread):
        return steps
    if steps and meaning.does in _STEPS_BACK and not is_undoable(thread.scene.history):
        return steps  # there is nothing to go back to
    if (meaning.follows and not kinds <= _FOLLOWING) or ("hypothetical" in kinds and _asks_what_then(meaning, thread)):
        return steps
    heard = _without_talk(heard, meaning, thread)
    readings = readings_of(heard, clause, (said, pack), hearing, bool(thread.scene.history))
    each = [say(by_topic(Heard(r.clause, (r,)), thread)) for r in _taken_up(readings, heard, thread)]
    found = [s for one in each for s in one]
    if not found or not all(each) or not all(isinstance(s, Call | Confirm) for s in found):
        return steps
    is_reading = thread.policy.tools.is_reading
    if is_open and not all(s.action.does != "change" or s.action.changes for s in found):
        return steps
    if steps and not is_open and not all(_is_of_one_named(s.action, steps) for s in found):
        return steps  # one that is not there is never another one
    return [s if is_reading(s.action.tool_name) else never_called(s, thread.room) for s in found]


def is_mere_answer(said: Line, pack: Pack) -> bool:
    """Whether a message is a yes or a no and nothing else: "sure, all right then"."""
    whole = said.flat_at(0), said.flat_at(len(said.words))
    return any(p.intent in _ANSWERS and p.match(said.flat, *whole) for p in pack.answers)


def _asks_what_then(meaning: Meaning, thread: Thread) -> bool:
    """Whether it is asked what would come of something: "if I moved it, what would change?"."""
    asking = {phrase[0] for phrase in thread.heard.pack.ellipsis.marks["asks"] if len(phrase) == 1}
    is_asked = "?" in thread.heard.said.raw and not asking.isdisjoint(thread.heard.said.texts)
    return is_asked and meaning.does in _OF_RECORDS


def _without_talk(heard: IntentPrediction, meaning: Meaning, thread: Thread) -> IntentPrediction:
    """What was heard without names that no record bears, where they stand in a remark and another part points at what
    was spoken of: "just got off the phone with them, tick it off"."""
    said, pack = thread.heard.said, thread.heard.pack
    named = [t for t in heard.spans if meaning.slots.get(t.slot) == RECORD]
    if not thread.scene.history or meaning.does not in _OF_RECORDS or not named or not thread.entries.are_known:
        return heard
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    parts = list(pairwise((0, *cuts, len(said.words))))
    pointing = [p for p in parts if _points(p, thread)]
    if len(parts) < 2 or not pointing:
        return heard
    idle = []
    for span in named:
        part = next(p for p in parts if p[0] <= span.start < p[1])
        is_said = part[1] - part[0] > 2 * (span.end - span.start) and part not in pointing  # more than a name
        if is_said and not mention(said, (span.start, span.end), pack, thread.entries).candidates:
            idle.append(span)
    pronouns = [t for t in named if t not in idle and _is_pronoun((t.start, t.end), thread)]
    gone = {*idle, *pronouns} if len(idle) + len(pronouns) == len(named) and idle else set()
    return heard._replace(spans=tuple(t for t in heard.spans if t not in gone))


def _points(part: tuple[int, int], thread: Thread) -> bool:
    """Whether a part holds a pronoun: one that stands alone, or is written with its verb."""
    words = thread.heard.said.words
    clitics = any(words[i].start == words[i - 1].start for i in range(part[0] + 1, part[1]))
    return clitics or any(_is_pronoun((i, j), thread) for i in range(*part) for j in (i + 1, i + 2) if j <= part[1])


def _is_pronoun(words: tuple[int, int], thread: Thread) -> bool:
    said, pronouns = thread.heard.said, thread.heard.pack.references.pronouns
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    is_article = words[1] - words[0] == 1 and said.words[words[0]].text in thread.heard.pack.references.articles
    return not is_article and any(p.match(said.flat, left, right) for p in pronouns.of(said.texts))


def _asks_what(step: Step) -> bool:
    """Whether a step only asks what to change, what to do, or to which record, and has nothing new yet."""
    action = step.action
    if not isinstance(step, Ask) or action.does not in (*_OF_RECORDS, "command"):
        return False
    is_named = action.of("record") is not None or bool(step.suggestions)
    is_idle = action.does in ("finish", "remove") and not is_named
    return (
        is_idle
        or (action.does == "change" and not action.changes)
        or (action.does == "command" and action.of("capability_id") is None and action.of("id") is not None)
    )


def _are_misread(steps: list[Step], thread: Thread) -> bool:
    """Whether what was spoken of would be removed, and the message is surely heard as giving it a new value: "scrap
    that, he wants it thursday"."""
    hearing, said = thread.heard.hearing, thread.heard.said
    points = all(s.action.mention is not None and s.action.mention.kind == "focus" for s in steps)
    if hearing is None or not points or not all(s.action.does == "remove" for s in steps):
        return False
    heard = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    is_change = meaning is not None and meaning.follows and meaning.does == "change"
    return is_change and heard.probability >= _SURELY and bool(heard.spans)


def _enough(heard: IntentPrediction, meaning: Meaning) -> float:
    """How sure the message must be heard; less where a command says what to do, but not to what."""
    is_bare = meaning.has_act and not heard.spans and heard.act_probability >= _SURE_ACT
    return _LIKELY_ACT if is_bare else _SURE


def _likely(heard: IntentPrediction, thread: Thread) -> float:
    """How likely what was heard is; after something of a subject, a command and what goes on are much the same."""
    hearing, before = thread.heard.hearing, last_done(thread)
    if hearing is None:
        return 0.0
    tool = thread.policy.tools.get(before[0].tool_name) if before is not None else None
    known = hearing.meanings
    if tool is not None and thread.policy.has_capabilities(tool.intent) and tool.is_read_only:
        looks = {n for n, m in known.items() if _is_look(m, thread)}
        if heard.intent in looks:
            return sum(s for n, s in heard.shares.items() if n in looks or (n in known and known[n].follows))
    is_either = heard.intent in known and (known[heard.intent].has_act or known[heard.intent].follows)
    if (
        tool is None
        or not is_either
        or heard.act_probability < _SURE_ACT
        or not thread.policy.has_capabilities(tool.intent)
    ):
        return together(heard, hearing)
    return sum(s for n, s in heard.shares.items() if n in known and (known[n].has_act or known[n].follows))


def _is_look(meaning: Meaning, thread: Thread) -> bool:
    """Whether something is asked of a subject."""
    tool = thread.policy.tools.of_intent(meaning.intent)
    return bool(tool.is_read_only) and thread.policy.has_capabilities(meaning.intent)


def _taken_up(readings: Sequence[Reading], heard: IntentPrediction, thread: Thread) -> list[Reading]:
    """The readings, those that say only what is new as what was last done makes them; none where that makes nothing."""
    found = [taken_up(r, heard, thread) if r.value == FOLLOWS else r for r in readings]
    return [r for r in found if r is not None] if None not in found else []


def _as_written(thread: Thread, hearing: Hearing) -> IntentPrediction | None:
    """What is heard in the message as it was written, where a day stands for a phrase of repetition in it: "the filters
    every friday" says more than "the filters tomorrow"; None where that phrase is not heard as one."""
    said, pack = thread.heard.said, thread.heard.pack
    if not said.repeats:
        return None
    line = pack.line(said.raw, tokens(said.raw))
    heard = heard_in(line, Clause(0, len(line.words), "request"), pack, hearing)
    if not any(t.slot == _REPEAT for t in heard.spans):
        return None
    spans = []
    for slot, start, end in heard.spans:
        first, last = line.words[start].start, line.words[end - 1].end
        words = [i for i, w in enumerate(said.words) if w.start < last and first < w.end]
        if not words:
            return None
        spans.append(Tagged("new_when" if slot == _REPEAT else slot, words[0], words[-1] + 1))
    return heard._replace(spans=tuple(spans))


def _is_of_one_named(action: Action, steps: list[Step]) -> bool:
    """Whether an action is of a tool that was tried, and of a record that the message names."""
    key = action.key("id") or action.key("record")
    is_named = any(a.name == key and a.source.kind == "message" and a.source.span for a in action.arguments)
    return is_named and any(s.action.tool_name == action.tool_name for s in steps)


def is_denied(intent: str, thread: Thread) -> bool:
    """Whether a word takes something back, and no part of the message without one says the same: "I can't see a thing
    in there, get the light on" does."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    parts = list(pairwise((0, *cuts, len(said.words))))
    refused = [h.clause for h in thread.heard.heard if h.clause.kind == "negated"]  # "leave it alone" has no such word
    free = [
        (start, end)
        for start, end in parts
        if _denies_a_value((start, end), thread)
        or (
            pack.negations.isdisjoint(w.text for w in said.words[start:end])
            and not any(c.start < end and start < c.end for c in refused)
        )
    ]
    if len(free) == len(parts) or hearing is None:
        return False
    alone = (heard_in(said, Clause(*p, "request"), pack, hearing) for p in free)
    return not any(h.intent == intent and together(h, hearing) >= _LIKELY for h in alone)


def _denies_a_value(part: tuple[int, int], thread: Thread) -> bool:
    """Whether only a time or a number is denied in a part, or a value taken away: "it is sunday, not saturday", "milk
    need not repeat"."""
    said, pack = thread.heard.said, thread.heard.pack

    def timed(start: int, end: int) -> list[int]:
        numbers = [i for i in range(start, end) if said.words[i].text[0].isdigit()]
        return numbers + [i for t in find_times(said, pack, (start, end)) for i in range(t.start, t.end)]

    changing = (
        [m.intent for m in thread.heard.hearing.meanings.values() if m.does == "change"] if thread.heard.hearing else []
    )
    is_cleared = any(next(clearings(said, pack.words(intent), part), None) for intent in dict.fromkeys(changing))
    return is_cleared or (denies_a_value(said, part, pack, timed) and not _is_heard_denied(part, thread))


def _is_heard_denied(part: tuple[int, int], thread: Thread) -> bool:
    """Whether the very value that was heard is the one that is denied: "not 200"."""
    hearing, said, pack = thread.heard.hearing, thread.heard.said, thread.heard.pack
    at = next((i for i in range(*part) if said.words[i].text in pack.negations), part[1])
    if hearing is None:
        return True
    heard = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    end = next((i for i in range(at + 2, part[1]) if said.words[i].text in pack.joiners.by_word), part[1])
    return any(t.start < end and at < t.end for t in heard.spans)
