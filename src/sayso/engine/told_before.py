"""What the words before a pronoun name in the same message: "the party starts at four, move it", "them"."""

from sayso.engine.divided import parts_of
from sayso.engine.ellipsis.shown import mentioned
from sayso.engine.nouns import Mention, Turn
from sayso.engine.records.attributes import described
from sayso.engine.records.focus import in_focus
from sayso.engine.records.mention import mention
from sayso.engine.records.titles import Records
from sayso.engine.thread import Thread

LIKELY = 0.6  # how well a reference must fit to be likely
_ROOT = 3  # letters in which two spellings of one word agree
_STATED = 7  # words that may be said of a record before it is pointed at


def told_before(thread: Thread) -> Mention | None:
    """What the words before a pronoun name in the same message; of a sentence, what it begins with."""
    if thread.before is None:
        return None
    start, end = thread.before
    whole, pack = mentioned(thread.before, thread), thread.heard.pack
    first = thread.heard.said.words[start].text
    if not whole.candidates and first in pack.shifts.one:  # "the overdue one was done yesterday, close it"
        parts = ((start, at) for at in range(min(start + _STATED, end), start + 1, -1))
        told = (described(thread.heard.said, part, pack, thread.entries) for part in parts)
        whole = next((m for m in told if m is not None and m.candidates), whole)
    if whole.candidates or first not in pack.references.articles:
        return whole
    shorter = (mentioned((start, at), thread) for at in range(end - 1, max(start + 1, end - _STATED), -1))
    named = (m for m in shorter if m.kind == "title" and m.text.casefold() not in pack.references.articles)
    return next((m for m in named if m.candidates and not m.candidates[0].entry.is_done), whole)


def named_before(thread: Thread, records: Records) -> list[Mention]:
    """The records that were named before "them" in the same message: "the two calls, dentist and Mark, move them"."""
    if thread.before is None or not records.are_known:
        return []
    said, pack = thread.heard.said, thread.heard.pack
    group = mention(said, thread.before, pack, records)
    if group.kind == "group" and group.candidates:
        return [group]
    found = [mention(said, part, pack, records) for part in parts_of(thread.before, said, pack)]
    return [m for m in found if len(m.candidates) == 1 and m.kind == "title" and m.candidates[0].fit >= LIKELY]


def is_named_in_a_remark(thread: Thread, records: Records) -> bool:
    """Whether the words before "them" in the same message have just one record's name in them."""
    if thread.before is None or not records.are_known:
        return False
    remark = Turn("user", thread.heard.said.said(*thread.before))
    return len(in_focus((remark,), Mention("", None, "focus"), records).candidates) == 1


def is_likely(found: Mention | None, thread: Thread, records: Records) -> bool:
    """Whether a mention likely means one record, by more than its deed: "all sorted" names no "sort labels"."""
    if found is None or len(found.candidates) != 1 or found.candidates[0].fit < LIKELY:
        return False
    index, verbs = records.index(), thread.heard.pack.lists.get(records.domain.name)
    own = index.words[index.by_id[found.candidates[0].entry.id.casefold()]]
    things = [w[:_ROOT] for at, w in enumerate(own) if at or verbs is None or not verbs.is_verb(w)]
    return any(w.text.startswith(thing) for w in thread.heard.said.words for thing in things)


def is_of_any(thread: Thread) -> bool:
    """Whether the words before a pronoun end with one that is not said which: "I've finished one"."""
    pack, words = thread.heard.pack, thread.heard.said.words[slice(*(thread.before or (0, 0)))]
    texts = [w.text for w in words]
    return bool(texts) and texts[-1] in pack.numbers.ones and pack.references.articles.isdisjoint(texts[:-1])
