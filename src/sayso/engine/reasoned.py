"""A name with a reason after it, without a pause between them: "the tank and the tyres as we won't do them"."""

from sayso.engine.records.mention import mention
from sayso.engine.records.titles import Records
from sayso.engine.thread import Thread

Words = tuple[int, int]


def without_reason(words: Words, thread: Thread, records: Records) -> Words:
    """The words of a reference up to where a reason begins, where nothing is called so as they stand."""
    said, reasons = thread.heard.said, thread.heard.pack.shifts.reasons
    texts = tuple(w.text for w in said.words[: words[1]])
    cut = next((i for i in range(words[0] + 1, words[1]) for p in reasons if texts[i : i + len(p)] == p), None)
    if cut is None or not records.are_known:
        return words
    found = mention(said, words, thread.heard.pack, records)
    return words if found.candidates or found.kind != "title" else (words[0], cut)
