"""Every record of a list, or every one that bears a word: "push everything back a day", "all the packing tasks"."""

from dataclasses import replace

from sayso.engine.compose.draft import Draft, Words
from sayso.engine.nouns import Candidate, Entry, Mention
from sayso.engine.records.attributes import described
from sayso.engine.records.focus import COUNTED
from sayso.engine.records.mention import matches
from sayso.engine.records.titles import Records
from sayso.engine.records.words import stem
from sayso.engine.thread import Thread
from sayso.engine.values.shift import Shift

_FIT = 0.95


def of_all(found: Mention, words: Words, draft: Draft, thread: Thread, records: Records) -> Mention:
    """The records that "all" means, as a group; as it was found where it says anything else, or all there is is to be
    set to a value, finished or removed: that is asked about."""
    said, pack = thread.heard.said, thread.heard.pack
    texts = [said.words[i].text for i in range(*words)]
    counts = (p for p in pack.references.plural.of(said.texts) if p.intent in COUNTED)
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    is_counted = any(next(iter(p.search_all(said.flat, left, right)), None) for p in counts)
    is_all = found.kind == "all" and records.are_known and texts[0] in pack.shifts.many
    if not is_all or is_counted or any(t in pack.numbers.cardinals or t.isdigit() for t in texts):
        return found
    if draft.shift is not None:  # "everything next week back by a day"
        end = _before_shift(words, draft.shift, thread)
        told = described(said, (words[0], end), pack, records)
        if told is not None:
            return told
        texts = texts[: end - words[0]]
    plain = pack.references.light | pack.shifts.many | pack.shifts.one | pack.shifts.only
    heavy = [t for t in texts if t not in plain]
    spared = pack.commands.excepting | {word for phrase in pack.ellipsis.marks["other"] for word in phrase}
    if (not heavy and draft.shift is None) or _is_pointing(words, thread) or not spared.isdisjoint(heavy):
        return found  # "all of them", "everything else", "everything except the milk"
    meant = [e for e in _bearing(heavy, records) if draft.shift is None or e.when]
    near = tuple(Candidate(e, _FIT, "one of all") for e in meant)
    return replace(found, kind="group" if near else "title", candidates=near)


def _before_shift(words: Words, shift: Shift, thread: Thread) -> int:
    """Where what is moved ends: before the stretch, wherever it was heard to end, and what leads to it."""
    said, pack = thread.heard.said, thread.heard.pack
    leading = pack.shifts.later | pack.shifts.earlier | pack.references.light
    reach = shift.start if shift.start > words[0] else words[1]
    return next((i for i in range(reach, words[0] + 1, -1) if said.words[i - 1].text not in leading), words[0] + 1)


def _is_pointing(words: Words, thread: Thread) -> bool:
    """Whether "all" only points, "all of them"; an article before a noun looks like a pronoun, "tutte le cose"."""
    said, refs = thread.heard.said, thread.heard.pack.references
    bare = [i for i in range(words[0] + 1, words[1]) if i + 1 == words[1] or said.words[i].text not in refs.articles]
    return any(matches(r, said, (i, i + 1)) for r in (refs.pronouns, refs.plural) for i in bare)


def _bearing(words: list[str], records: Records) -> list[Entry]:
    """The open records that bear every one of these words."""
    index = records.index()
    ids = set(range(len(records.all)))
    for word in words:
        ids &= set(index.by_stem.get(stem(word, index.endings), ()))
    return [records.all[i] for i in sorted(ids) if not records.all[i].is_done]
