"""A yes with more words after it that ask for nothing else: "yes, stop it", "yep tick it off", "sure, we won't go"."""

from collections.abc import Iterable
from dataclasses import replace

from sayso.engine.answers import Answer, Table, answer, choose
from sayso.engine.capabilities.fleet import command_of
from sayso.engine.capabilities.focus import named_in
from sayso.engine.nouns import Action, Ask, Clause, Confirm, OpenQuestion, Reading
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.records.mention import mention
from sayso.engine.records.words import parts_of
from sayso.engine.text import Line, tokens
from sayso.engine.understand.exact import without_closers
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import FOLLOWS, RECORD, TALK, heard_in
from sayso.engine.values.times import find_times

_LIKELY_PICK = 0.7  # of a name that is one of those that were offered
_ANSWER_WORDS, _SURE_OF_AN_ANSWER = 8, 0.85  # of a yes or no that only the wording tells
_TALK_WORDS, _SURE_OF_TALK = 16, 0.75  # of a message that is no new name
_DEEDS = frozenset(("finish", "remove", "undo", "redo", "list"))
_LOOKS = frozenset(("list", "measure", "inspect", "survey"))
_DONE_TO_ONE = frozenset(("change", "finish", "remove"))
_NEW_VALUES = frozenset(("due", "priority", "new_title", "new_description", "shift"))
_BY_WORDS = frozenset(("picked", "said what was missing"))
_SURE_OF_ITS_OWN = 0.9
_PICK, _CHOICE = "pick", "choice"
_FEW = 2  # words that may say anything
_AT_MOST = 12  # words after the yes
_SURE = frozenset(("named", "plain"))
_AGAINST = ("corrects", "instead", "hedges", "only", "other", "more", "less")


def agreed_with_more(question: OpenQuestion, heard: Understanding, table: Table) -> Answer | None:
    """The open step as agreed to; None where the message does not begin with a yes, or says anything else."""
    step, said = question.steps[0], table.said
    after = _after_yes(table)
    rest = range(after, len(said.words))
    if not isinstance(step, Confirm) or not after or not 0 < len(rest) <= _AT_MOST or "?" in said.raw:
        return None
    is_parted = any(mark in said.gap(after) for mark in ",.;!:")
    if _is_against(table, rest, is_parted) or _gives_a_value(table, rest):
        return None
    readings = [r for h in heard.heard if h.clause.end > after for r in h.readings if _counts(r, table)]
    if not all(_is_the_same(r, step.action, table) for r in readings):
        return None
    if _is_refused(table, after) and _acts(said, rest, table) != {_act(step.action, table)}:
        return None
    is_strict = step.action.is_dangerous or table.room.policy.has_capabilities(step.action.intent)
    if not is_parted and len(_unexplained(table, rest, step.action)) > (0 if is_strict else _FEW):
        return None
    if any(h.clause.kind not in ("request", "other") for h in heard.heard) and not is_parted:
        return None
    return choose(question, True, table)


def _is_said_outright(action: Action, heard: Understanding, table: Table) -> bool:
    """Whether nothing after a yes makes it none: no question, no condition and no doubt; before what cannot be undone
    nothing else either, and it begins with a yes. Not "yes or no?", "yes, if it's paid", "yes but why"."""
    said, pack, after = table.said, table.pack, _after_yes(table)
    rest = range(after, without_closers(said, 0, len(said.words), pack))
    if "?" in said.raw or any(h.clause.kind not in ("request", "other") for h in heard.heard):
        return False
    texts = [said.words[i].text for i in rest]
    is_parted = after > 0 and bool(rest) and any(mark in said.gap(after) for mark in ",.;!:")
    no_yes = pack.shifts.asking | pack.joiners.by_word.keys() | pack.negations
    if after and (not no_yes.isdisjoint(texts) or (texts and _is_against(table, rest, is_parted))):
        return False
    return not action.is_dangerous or (after > 0 and (is_parted or not _unexplained(table, rest, action)))


def _unexplained(table: Table, rest: range, action: Action) -> list[str]:
    """The words that are neither small nor what the open step does: a subject is told by them to do something else."""
    said, pack, lexicon = table.said, table.pack, table.room.lexicon
    act = _act(action, table)
    known = pack.ellipsis.small | pack.references.light | lexicon.light | pack.numbers.ones
    left = [said.words[i].text for i in rest if said.words[i].text not in known]
    known_as = action.of("id") or action.of("record")
    named = set(parts_of(table.names.get(str(known_as), "")))
    acts = {
        t
        for t in left
        if act and (pack.commands.acts.get((t,)) or lexicon.by_role["act"].get(lexicon.stems((t,)))) == act
    }
    return [t for t in left if t not in acts and t not in named and not _begins_such(t, action, table)]


def _begins_such(word: str, action: Action, table: Table) -> bool:
    """Whether a request of this kind begins with the word: "yes, delete"."""
    index = table.pack.patterns.by_word.get(word)
    return index is not None and any(p.intent == action.intent for p in index.patterns)


def _after_yes(table: Table) -> int:
    said = table.said
    ends = [
        m.end() for p in table.pack.answers if p.intent == "yes" and (m := p.match_start(said.flat, 0, len(said.flat)))
    ]
    return said.index(max(ends) - 1) + 1 if ends else 0


def _is_refused(table: Table, after: int) -> bool:
    """Whether what follows could be a no by itself: "yes … stop"."""
    said = table.said
    noes = (p for p in table.pack.answers if p.intent in ("no", "retracted", "unsure"))
    return any(p.match_start(said.flat, said.flat_at(after), len(said.flat)) for p in noes)


def _is_against(table: Table, rest: range, is_parted: bool) -> bool:
    """Whether a word takes something back, sets a condition, or denies; what is parted by a mark may speak of why."""
    said, pack = table.said, table.pack
    texts = [said.words[i].text for i in rest]
    marks = pack.ellipsis.marks
    if not is_parted and not pack.negations.isdisjoint(texts):
        return True
    if is_parted and texts[0] in pack.negations:
        return True
    return any(_holds(texts, marks[role]) for role in _AGAINST)


def _holds(texts: list[str], phrases: Iterable[tuple[str, ...]]) -> bool:
    return any(tuple(texts[i : i + len(p)]) == p for p in phrases for i in range(len(texts) - len(p) + 1))


def _gives_a_value(table: Table, rest: range) -> bool:
    said, pack = table.said, table.pack
    if any(said.words[i].text[0].isdigit() for i in rest) or find_times(said, pack, (rest[0], rest[-1] + 1)):
        return True
    left = said.flat_at(rest[0])
    ranks = (p for known in pack.lists.values() for p in known.priorities.of(said.texts))
    found = (p.search_all(said.flat, left, len(said.flat)) for p in ranks)
    return any(next(iter(each), None) is not None for each in found)


def _is_the_same(reading: Reading, action: Action, table: Table) -> bool:
    """Whether a request after the yes is the very one that is open."""
    act = reading.value.partition(" ")[0]
    if reading.intent != action.intent or (act and act != _act(action, table)):
        return False
    words = reading.slots.get("entry") or reading.slots.get("it") or reading.slots.get("what")
    if words is None or "it" in reading.slots:
        return True
    if table.room.policy.has_capabilities(action.intent):
        meant = named_in(table.said.said(*words), table.room) if table.room.is_known else []
        return all(table.room.subject(m).id == action.of("id") for m in meant)
    found = mention(table.said, words, table.pack, table.records_of(action))
    own = {action.of("record")}
    return found.kind == "focus" or (bool(found.candidates) and {c.entry.id for c in found.candidates} == own)


def _counts(reading: Reading, table: Table) -> bool:
    """Whether a reading may be a request of its own: what changes something counts, however faintly it was heard."""
    tools = table.room.policy.tools
    is_change = not tools.of_intent(reading.intent).is_read_only
    return reading.grade in _SURE or (is_change and reading.value != FOLLOWS)


def _acts(said: Line, rest: range, table: Table) -> set[str]:
    lexicon = table.room.lexicon
    return {s.name for s in lexicon.spots("act", lexicon.stems(said.words[i].text for i in rest))}


def _act(action: Action, table: Table) -> str:
    room = table.room
    at = room.index.by_id.get(str(action.of("id")).casefold()) if room.is_known else None
    command = command_of(room.subject(at), str(action.of("capability_id"))) if at is not None else None
    return (room.index.ability(command.name, command.description).act or "") if command is not None else ""


def unless_talk(found: Answer | None, heard: Understanding) -> Answer | None:
    """An answer; None where it would make a new name of what is surely heard as something else: "thanks dear"."""
    action = found.steps[0].action if found is not None and found.steps else None
    if found is not None and found.how in _BY_WORDS and (_asks_for_a_list(heard) or _asks_anew(heard, found)):
        return None
    if action is None or action.does != "change" or action.of("new_name") is None:
        return found
    wording = _wording(heard, _TALK_WORDS)
    if wording is None or wording.probability < _SURE_OF_TALK or heard.hearing is None:
        return found
    meaning = heard.hearing.meanings.get(wording.intent)
    if meaning is not None and meaning.does == "make":  # a new name begins with a verb, too, and has no time
        is_else = any({**meaning.others, **meaning.slots}.get(t.slot) != "title" for t in wording.spans)
    elif meaning is not None and meaning.does == "change":
        is_else = not meaning.follows and any(meaning.slots.get(t.slot) == RECORD for t in wording.spans)
    else:
        is_else = wording.intent in TALK or (meaning is not None and meaning.does in _DEEDS)
    return None if is_else else found


def _asks_for_a_list(heard: Understanding) -> bool:
    """Whether words that could pick one of several surely ask for some: "whats due tomorrow now"."""
    wording = _wording(heard)
    first = heard.said.words[0].text if heard.said.words else ""
    if wording is None or heard.hearing is None or first not in heard.pack.shifts.asking:
        return False
    meaning = heard.hearing.meanings.get(wording.intent)
    return meaning is not None and meaning.does == "list" and wording.probability >= _SURE_OF_AN_ANSWER


def _asks_anew(heard: Understanding, found: Answer) -> bool:
    """Whether words that could be an answer surely ask for something by themselves: to be told something, or for
    another value of a record that they name ("the insurance one can wait till the 24th")."""
    wording = _wording(heard, _TALK_WORDS)
    if wording is None or heard.hearing is None or wording.probability < _SURE_OF_ITS_OWN:
        return False
    meaning, does = heard.hearing.meanings.get(wording.intent), found.steps[0].action.does if found.steps else ""
    if meaning is None or meaning.follows:
        return False
    if meaning.does in _LOOKS:
        return does != meaning.does and does in _DONE_TO_ONE
    slots = [{**meaning.others, **meaning.slots}.get(t.slot) for t in wording.spans]
    is_valued = any(slot in _NEW_VALUES for slot in slots)
    return does == meaning.does == "change" and len(found.steps) == 1 and RECORD in slots and is_valued


def _wording(heard: Understanding, most: int = _ANSWER_WORDS) -> IntentPrediction | None:
    """What the tagger says of a short message as one."""
    if heard.hearing is None or not 0 < len(heard.said.words) <= most:
        return None
    return heard_in(heard.said, Clause(0, len(heard.said.words)), heard.pack, heard.hearing)


def _picking_first(heard: Understanding) -> IntentPrediction | None:
    """A pick that is surely heard before a pause, where the rest only says why: "the waiter, he found another job"."""
    said, hearing = heard.said, heard.hearing
    cut = next((i for i in range(1, len(said.words)) if any(mark in said.gap(i) for mark in ",.;!")), None)
    if hearing is None or cut is None or len(said.words) > _TALK_WORDS:
        return None
    first, rest = (heard_in(said, Clause(*part), heard.pack, hearing) for part in ((0, cut), (cut, len(said.words))))
    is_sure = first.intent == _PICK and first.probability >= _SURE_OF_AN_ANSWER
    is_idle = rest.intent not in hearing.meanings and rest.probability >= _SURE_OF_TALK
    return first if is_sure and is_idle else None


def _picked(question: OpenQuestion, wording: IntentPrediction, table: Table) -> Answer | None:
    """What is picked, without the words around it: "the kitchen one, obviously"."""
    words, said = wording.first(_CHOICE), table.said
    if words is None or not isinstance(question.steps[0], Ask) or (words == (0, len(said.words)) and table.is_request):
        return None
    around = {w.text for i, w in enumerate(said.words) if not words[0] <= i < words[1]}
    if not around.isdisjoint(table.pack.negations | table.pack.commands.excepting):
        return None  # "any but the kitchen one"
    alone = blanked(blanked(said.raw, said.words[words[1] - 1].end, len(said.raw)), 0, said.words[words[0]].start)
    line = table.pack.line(alone, tokens(alone))
    return answer(question, replace(table, said=line, is_request=False))


def heard_answer(question: OpenQuestion, heard: Understanding, table: Table) -> Answer | None:
    """A yes, a no or a pick in other words than the patterns know; a dangerous yes must begin with one that they do."""
    wording = _picking_first(heard) or _wording(heard)
    if wording is not None and wording.intent == _PICK and wording.probability >= _LIKELY_PICK:
        return _picked(question, wording, table)  # which finds one of what was offered, or nothing
    if wording is None or wording.probability < _SURE_OF_AN_ANSWER:
        return None
    if table.is_request or wording.intent not in ("yes", "no"):
        return None
    if wording.intent == "yes" and not _is_said_outright(question.steps[0].action, heard, table):
        return None
    return choose(question, wording.intent == "yes", table)
