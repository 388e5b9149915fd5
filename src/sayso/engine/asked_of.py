"""A question that was taken to be about a subject that nobody listed, where its words name a listed record: "is washing
the awnings done?" is asked of a task, not of a machine."""

from sayso.engine.ellipsis.says import shown
from sayso.engine.nouns import Failed, Source, Step
from sayso.engine.records.mention import mention
from sayso.engine.records.words import stem
from sayso.engine.thread import Thread

_CLEAR = 0.8  # how well the record must fit


def of_a_listed_one(steps: list[Step], thread: Thread) -> list[Step]:
    """The steps; or the one record that the words of a question name, where no subject is called so."""
    said, policy, records = thread.heard.said, thread.policy, thread.entries
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
