"""A question that was taken to be about a subject that nobody listed, where its words name a listed record: "is washing
the awnings done?" is asked of a task, not of a machine."""

from collections.abc import Sequence

from sayso.engine.clauses import joined_until
from sayso.engine.ellipsis.says import shown
from sayso.engine.nouns import Call, Failed, Source, Step
from sayso.engine.records.mention import mention
from sayso.engine.records.words import stem
from sayso.engine.thread import Thread

_CLEAR = 0.8  # how well the record must fit
_LONGEST = 6  # words of a name
_FEW = 2  # words that name a record, and small ones among them


def of_a_listed_one(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps; or the one record that the words of a question name, where no subject is called so."""
    said, policy, records = thread.heard.said, thread.policy, thread.entries
    if not steps and records.are_known and "?" in said.raw:
        return _named_in_a_question(thread)
    is_lost = bool(steps) and all(isinstance(s, Failed) and s.reason == "not_found" for s in steps)
    if not is_lost or "?" not in said.raw or not records.are_known:
        return steps
    if not all(policy.has_capabilities(s.action.intent) and policy.tools.is_reading(s.action.tool_name) for s in steps):
        return steps
    if any(s.action.of("state") is not None for s in steps):
        return steps
    index, light = records.index(), thread.heard.pack.references.light
    borne = [i for i, w in enumerate(said.words) if index.is_borne(stem(w.text, index.endings)) and w.text not in light]
    lexicon, others = thread.room.lexicon, [w.text for i, w in enumerate(said.words) if i not in borne]
    if not borne or lexicon.kinds(lexicon.stems(others)):  # "is the canoe oven hot?"
        return steps
    words = (borne[0], borne[-1] + 1)
    found = mention(said, words, thread.heard.pack, records)
    if found.kind != "title" or len(found.candidates) != 1 or found.candidates[0].fit < _CLEAR:
        return steps
    entry = found.candidates[0].entry
    return [shown(entry, Source("message", said.span(*words), record=entry.id), thread)]


def of_each_asked(steps: Sequence[Step], thread: Thread) -> Sequence[Step]:
    """The steps; the two records of a question about both, each shown: "when are the bill and the licence due?"."""
    reading = steps[0].action.reading if len(steps) == 1 and isinstance(steps[0], Call) else None
    about = reading.slots.get("about") if reading is not None else None
    if about is None or not thread.entries.are_known:
        return steps
    said, pack, count = thread.heard.said, thread.heard.pack, len(thread.heard.said.words)
    is_shown = steps[0].action.does == "list" and steps[0].action.of("search") is not None
    before, last = about[0] - 1, about[1] - (said.words[about[1] - 1].text in pack.joiners.by_word)
    after = joined_until(said, last, count, pack) if last < count else last
    later = [(after, end) for end in range(count, after, -1)] if is_shown and after > last else []
    is_joined = is_shown and before > 0 and said.words[before].text in pack.joiners.by_word
    earlier = [(start, before) for start in range(max(0, before - _LONGEST), before)] if is_joined else []
    first = mention(said, (about[0], last), pack, thread.entries)
    for words in (*earlier, *later):
        found = mention(said, words, pack, thread.entries)
        is_clear = found.kind == "title" and len(found.candidates) == 1 and found.candidates[0].fit >= _CLEAR
        if is_clear and all(c.entry.id != found.candidates[0].entry.id for c in first.candidates):
            entry = found.candidates[0].entry
            other = shown(entry, Source("message", said.span(*words), record=entry.id), thread)
            return (other, steps[0]) if words in earlier else (steps[0], other)
    return steps


def _named_in_a_question(thread: Thread) -> list[Step]:
    """The one record of which a question that nobody understood has every word but small ones: "when's Ann's test?"."""
    said, pack, records = thread.heard.said, thread.heard.pack, thread.entries
    first = said.words[0].text if said.words else ""
    if first not in pack.shifts.asking or any(h.clause.kind not in ("request", "other") for h in thread.heard.heard):
        return []
    small = pack.references.light | pack.shifts.asking | pack.shifts.helping | pack.shifts.fillers | pack.ellipsis.small
    told = [i for i, w in enumerate(said.words) if w.text.partition("'")[0] not in small]
    if len(told) < _FEW or told[-1] - told[0] >= len(told) + _FEW:
        return []
    words = (told[0], told[-1] + 1)
    found = mention(said, words, pack, records)
    index = records.index()
    are_borne = all(index.is_borne(stem(said.words[i].text.partition("'")[0], index.endings)) for i in told)
    if not are_borne or found.kind != "title" or len(found.candidates) != 1 or found.candidates[0].fit < _CLEAR:
        return []
    entry = found.candidates[0].entry
    return [shown(entry, Source("message", said.span(*words), record=entry.id), thread)]
