"""What "it" means: the record named in the latest exchange that names one, if it names one alone."""

from collections.abc import Iterator, Set

from sayso.engine.nouns import Candidate, Entry, Mention, Turn
from sayso.engine.records.titles import Records
from sayso.engine.records.words import stem, words_of
from sayso.engine.text import QUOTE, tokens
from sayso.engine.turns import without_examples
from sayso.regex import regex

_LOOK_BACK = 10  # turns
_SHOWN_BACK = 4  # turns in which a list is still before one's eyes
COUNTED = {"two": 2, "three": 3, "four": 4}  # how many are meant, by how they are pointed at
_LIKE_AN_ID = regex(r"\d.*\w{3}|\w{3}.*\d")  # "a" or "7" in a sentence is no id


def in_focus(history: tuple[Turn, ...], pointing: Mention, records: Records) -> Mention:
    """The mention of a pronoun with the records that the conversation put into focus: one, several, or none."""
    last = len(history) - 1
    at = last
    while at >= max(0, last - _LOOK_BACK + 1):
        first = at - 1 if at and history[at].role == "assistant" and history[at - 1].role == "user" else at
        found = _done(history, at, records)
        if found is None and _is_of_one_unlisted(history[at], records):
            return pointing
        found = found or _named(history, range(first, at + 1), records)
        if found:
            entries, turn = found
            fit = 1.0 if at == last else 0.9
            near = tuple(Candidate(t, fit, "named in the conversation") for t in entries)
            return Mention(pointing.text, pointing.span, "focus", near, turn=turn)
        at = first - 1
    return pointing


def _done(history: tuple[Turn, ...], turn: int, records: Records) -> tuple[list[Entry], int] | None:
    """The records that the steps of a turn were about; nothing is read back from prose where they say so."""
    if not history[turn].steps or not records.are_known:
        return None
    index = records.index()
    found: dict[int, None] = {}
    if len(history[turn].shown) == 1:  # one was shown: that is the one
        at = index.by_id.get(history[turn].shown[0].casefold())
        return None if at is None else ([records.all[at]], turn)
    for step in history[turn].steps:
        domain = records.domain
        known = step.parameters.get(domain.key("record"))
        at = index.by_id.get(known.casefold()) if isinstance(known, str) else None
        made = step.parameters.get(domain.key("name"))
        title = step.parameters.get(domain.key("search")) if made is None else made
        named = index.by_name.get(" ".join(words_of(title)), []) if isinstance(title, str) else []
        if at is not None:
            found[at] = None
        elif len(named) == 1 or (named and made is not None):
            found[named[-1]] = None
    return ([records.all[i] for i in found], turn) if found else None  # of several, none is singled out


def done_in(history: tuple[Turn, ...], turn: int, records: Records) -> list[Entry]:
    """The records that the steps of a turn were about."""
    found = _done(history, turn, records)
    return found[0] if found is not None else []


def several_in_focus(history: tuple[Turn, ...], records: Records, count: int = 0) -> tuple[list[Entry], int]:
    """The records that "them" means: those that the latest turn about any was about, or showed, where they are several;
    and that turn. Where so many are said, and each turn was about one, those of as many turns."""
    if not records.are_known:
        return [], 0
    last, index = len(history) - 1, records.index()
    one_by_one: dict[str, Entry] = {}
    for turn in range(last, max(-1, last - _LOOK_BACK), -1):
        done = _done(history, turn, records)
        places = [index.by_id.get(i.casefold()) for i in history[turn].shown]
        shown = [records.all[p] for p in places if p is not None]
        entries = shown if len(shown) > 1 else done[0] if done is not None else shown
        if len(entries) > 1:
            return ([], 0) if one_by_one else (entries, turn)
        if entries:
            one_by_one.setdefault(entries[0].id, entries[0])
            if count < 2 or len(one_by_one) == count:
                break
    return (list(one_by_one.values())[::-1], last) if 1 < len(one_by_one) == count else ([], 0)


def last_shown(history: tuple[Turn, ...], records: Records) -> tuple[list[Entry], int]:
    """The records that a list showed lately, in its order, and its turn."""
    index = records.index()
    for turn in range(len(history) - 1, max(-1, len(history) - 1 - _SHOWN_BACK), -1):
        if history[turn].shown:
            places = [index.by_id[i.casefold()] for i in history[turn].shown if i.casefold() in index.by_id]
            return [records.all[p] for p in places], turn
    return [], 0


def so_many(ways: Set[str]) -> int:
    """How many are said; 0 where no number is."""
    return max((COUNTED.get(way, 0) for way in ways), default=0)


def are_as_many(ways: Set[str], count: int) -> bool:
    """Whether they are as many as was said: "both", "all three"; "them" says no number."""
    return all(COUNTED.get(way, count) == count for way in ways)


def only_one_shown(history: tuple[Turn, ...], records: Records) -> tuple[list[Entry], int]:
    """The record that the last list showed where it showed no other, and its turn; a list that was just shown."""
    turn = len(history) - 1
    if not records.are_known or turn < 0 or len(history[turn].shown) != 1:
        return [], 0
    at = records.index().by_id.get(history[turn].shown[0].casefold())
    return ([], 0) if at is None else ([records.all[at]], turn)


def _is_of_one_unlisted(turn: Turn, records: Records) -> bool:
    """Whether a turn was to make a record that is not there: its words may well share some with another's name."""
    made = records.domain.key("name")
    return any(isinstance(s.parameters.get(made), str) for s in turn.steps)


def _named(history: tuple[Turn, ...], turns: range, records: Records) -> tuple[list[Entry], int] | None:
    """The records that an exchange names; what the assistant singled out counts before what was merely listed."""
    found: dict[str, Entry] = {}
    turn_of: dict[str, int] = {}
    is_told = any(t.steps for t in history)  # what was done is known: no prose of ours is read back
    steps = [s for t in turns for s in history[t].steps]
    is_acted_on = bool(steps) and not any(s.parameters for s in steps)  # "take that back" is about no record
    for turn in reversed(turns):
        if is_told and history[turn].role == "assistant":
            continue
        for entry in _entries_in(without_examples(history[turn], records.languages.packs), records, is_acted_on):
            found.setdefault(entry.id, entry)
            turn_of.setdefault(entry.id, turn)
        if found and history[turn].role == "assistant":
            break
    if not found:
        return None
    entries = list(found.values())
    return entries, turn_of[entries[0].id]


def _entries_in(content: str, records: Records, is_acted_on: bool) -> Iterator[Entry]:
    if not records.are_known:
        quoted = [w for w in tokens(content) if w.text == QUOTE]
        for word in quoted:
            title = content[word.start : word.end]
            yield Entry(title, title)
        return
    index = records.index()
    words = words_of(content[:4000])
    text = f" {' '.join(words)} "
    stems = {stem(w, index.endings) for w in words}
    pool = {i for s in stems for i in index.by_stem.get(s, ())[:200]}
    spoken = {w.strip(".,:;!?()'\"") for w in content.casefold().split()}
    named_ids = {i for w in spoken if _LIKE_AN_ID.search(w) and (i := index.by_id.get(w)) is not None}
    whole = [i for i in sorted(pool | named_ids) if i in named_ids or f" {' '.join(index.words[i])} " in text]
    # a title inside another's ("milk" in "buy milk") is not named by it
    kept = [i for i in whole if not any(_holds(index.words[j], index.words[i]) for j in whole if j != i)]
    if not kept and not is_acted_on:
        kept = _by_share(sorted(pool), stems, records)
    for i in kept:
        yield records.all[i]


def _by_share(pool: list[int], stems: set[str], records: Records) -> list[int]:
    """Records of which a turn says the better part ("what about the report?")."""
    index = records.index()
    light = records.languages.light
    shares: dict[int, float] = {}
    counts: dict[int, int] = {}
    for i in pool:
        word = index.words[i][0]
        deed = stem(word, index.endings) if word in records.languages.deeds else ""  # what to do names nothing
        heavy = [
            s for s in index.stems[i] if len(s) > 2 and s not in light and len(index.by_stem[s]) == 1 and s != deed
        ]
        shared = [s for s in heavy if s in stems]
        if heavy and not (shared == [stem(word, index.endings)] and len(heavy) > 2):  # "clean the fryer"
            shares[i], counts[i] = len(shared) / len(heavy), len(shared)
    best = max(shares.values(), default=0.0)
    most = max((counts[i] for i, s in shares.items() if s == best), default=0)
    fitting = [i for i, s in shares.items() if s == best or (s and best < 1.0 and counts[i] == most)] if best else []
    return fitting if best >= 0.5 or len(fitting) == 1 else []


def _holds(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    return len(longer) > len(shorter) and f" {' '.join(shorter)} " in f" {' '.join(longer)} "
