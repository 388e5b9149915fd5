"""What points into what was shown: "the second one" of the last list, "the other one" of two."""

from dataclasses import replace

from sayso.engine.ellipsis.before import last_change, shown_last
from sayso.engine.ellipsis.counted import counted_ones, numbered_ones
from sayso.engine.nouns import Candidate, Clause, Entry, Mention
from sayso.engine.records.focus import done_in, last_shown, several_in_focus
from sayso.engine.records.index import IndexedEntries
from sayso.engine.records.mention import mention
from sayso.engine.records.titles import Records
from sayso.engine.thread import Thread
from sayso.engine.understand.wording import RECORD, heard_in

_FEW = 3  # words of a name with its article
_SPOKEN_OF = 8  # turns
_LIKELY = 0.95


def mentioned(words: tuple[int, int], thread: Thread, known: Records | None = None) -> Mention:
    """What words point at; a place is one in the list that the person saw last."""
    said, pack, records = thread.heard.said, thread.heard.pack, known or thread.entries
    texts = tuple(w.text for w in said.words[words[0] : words[1]])
    if texts in pack.ellipsis.marks["other"] and records.are_known and records.domain == thread.main:
        other = the_other(thread) or Mention("", None, "indefinite")
        return replace(other, text=said.said(*words), span=said.span(*words))
    several = counted_ones(words, thread, records) or numbered_ones(words, thread, records)
    if several is not None:
        return several
    found = mention(said, words, pack, records)
    if found.kind != "position" or not records.are_known:
        return found
    shown = _shown(thread, records)
    if not shown:
        return found
    return mention(
        said, words, pack, Records(IndexedEntries(shown), records.languages, False, records.now, records.domain)
    )


def is_bare_name(thread: Thread) -> bool:
    """Whether the words before a pronoun are a name and nothing else, so that it means that: "the fryer, delete it"."""
    if thread.before is None:
        return False
    said, pack, hearing = thread.heard.said, thread.heard.pack, thread.heard.hearing
    start, end = thread.before
    if said.words[start].text in pack.references.articles and end - start <= _FEW:
        return True
    if hearing is None:
        return False
    heard = heard_in(said, Clause(0, len(said.words), "request"), pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    names = [t for t in heard.spans if meaning is not None and meaning.slots.get(t.slot) == RECORD]
    return any((t.start, t.end) == (start, end) for t in names)


def speaks_of_another(thread: Thread) -> bool:
    """Whether a message points at the other one, by words that stand anywhere in it."""
    texts = [w.text for w in thread.heard.said.words]
    phrases = thread.heard.pack.ellipsis.marks["other"]
    return any(tuple(texts[i : i + len(p)]) == p for p in phrases for i in range(len(texts) - len(p) + 1))


def _shown(thread: Thread, records: Records) -> list[Entry]:
    history = thread.scene.history
    done, _ = several_in_focus(history, records)
    if done:  # the several that were just added or changed are the last list
        return done
    return last_shown(history, records)[0]


def the_other(thread: Thread) -> Mention | None:
    """The other one of those that the last list showed, several where it showed more; else of those that were added or
    changed together, else the one that was spoken of before the last."""
    change = last_change(thread)
    index = thread.entries.index()
    spoken = change[0].text(change[0].tool.key("record")) if change is not None else ""
    touched = {b.casefold() for b in (spoken,) if b}
    places = [index.by_id[i.casefold()] for i in shown_last(thread) if i.casefold() in index.by_id]
    others = [thread.entries.all[p] for p in places if thread.entries.all[p].id.casefold() not in touched]
    if not others or len(others) == len(places):
        others = _of_two(thread)
    return Mention("", None, "title", tuple(Candidate(t, _LIKELY, "the other one") for t in others)) if others else None


def _of_two(thread: Thread) -> list[Entry]:
    """Of the records that the latest turns were about, all but the one in focus; none where they are not clear."""
    history = thread.scene.history
    latest: Entry | None = None
    for turn in range(len(history) - 1, max(-1, len(history) - 1 - _SPOKEN_OF), -1):
        entries = done_in(history, turn, thread.entries)
        if latest is None and len(entries) > 1:
            return []
        if latest is None:
            latest = next(iter(entries), None)
        elif others := [e for e in entries if e.id != latest.id]:
            return others
    return []
