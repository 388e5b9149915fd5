"""What was heard, as the listed records make it: a record that is named beside a time is moved, not added again; one
that is done is asked about, not done again."""

from sayso.engine.capabilities.lexicon import Lexicon, Role
from sayso.engine.clauses import joined_until
from sayso.engine.compose.whose import business
from sayso.engine.divided import divided
from sayso.engine.nouns import Clause, Failed, Reading, Step
from sayso.engine.pack import Pack
from sayso.engine.records.mention import mention
from sayso.engine.records.own_noun import with_own_noun
from sayso.engine.records.words import stem, words_of
from sayso.engine.text import is_item
from sayso.engine.thread import Thread
from sayso.engine.tool import Does, Tool
from sayso.engine.understand.exact import starts
from sayso.engine.understand.wording import HEARD, Hearing, heard_in, reading_of
from sayso.engine.values.shift import find_shift
from sayso.engine.values.times import find_times

Words = tuple[int, int]
_THINGS: tuple[Role, ...] = ("kind", "room", "thing", "component")
_VALUES = frozenset(("due", "again", "priority"))  # slots that a new record may have as well
_SAME = 0.99  # how well it fits where it is named in full
_CLEAR = 0.65  # how well a record must fit
_SURELY = 3.0  # log-odds of something else than what a pattern reads
_ATTRIBUTES = 6  # words that may tell what several are
_MIND_AT_MOST = 6  # parts of a message that are heard as one


def as_listed(reading: Reading, thread: Thread) -> Reading:
    """A thing to do that is a listed record: asked about, or moved to the time that is said."""
    reading = _itemised(reading, thread)
    if reading.does == "change":
        return _as_new(reading, thread)
    if reading.does == "remove":
        return _as_a_deed(reading, thread)
    if "about" in reading.slots:
        return _about_listed(reading, thread)
    title = reading.slots.get("title" if reading.does == "make" else "entry")
    is_told = reading.does in ("make", "finish")
    records, domain = thread.records_of(reading.intent), thread.policy.tools.domain_of(reading.intent)
    if not is_told or title is None or not records.are_known:
        return reading
    said, pack, clause = thread.heard.said, thread.heard.pack, reading.clause
    found = mention(said, title, pack, records)
    if len(found.candidates) != 1 or found.candidates[0].fit < _CLEAR:
        return reading
    first, is_done = said.words[title[0]].text, found.candidates[0].entry.is_done
    is_deed = pack.words(reading.intent).is_verb(first) and first not in words_of(found.candidates[0].entry.name)[1:]
    if _is_asked(thread, clause) and (is_done or reading.does == "make"):
        return _of(reading, "list", {"about": title}, thread.policy.tools.doing("list", domain))
    when, change = reading.slots.get("when"), thread.policy.tools.doing("change", domain)
    is_same = found.candidates[0].fit >= _SAME
    if (is_deed and not is_same) or is_done or reading.does != "make":
        return reading
    more = {name: words for name in ("priority", "new_description") if (words := _beside(name, reading, thread, title))}
    if when is not None and any(not t.is_past(thread.scene.now) for t in find_times(said, pack, when)):
        return _of(reading, "change", {"entry": title, "due": when, **more}, change)
    if find_shift(said, (title[1], clause.end), pack) is not None:
        return _of(reading, "change", {"entry": title}, change)
    return reading


def _beside(name: str, reading: Reading, thread: Thread, title: Words) -> Words | None:
    """The words for a value that is said beside a title, told by what was heard or by a pattern: "…, high"."""
    said, pack, clause = thread.heard.said, thread.heard.pack, reading.clause
    told = reading.slots.get("description") if name == "new_description" else reading.slots.get(name)
    if told is not None or name != "priority":
        return told
    left, right = said.flat_at(clause.start), said.flat_at(clause.end)
    found = (
        m for p in pack.words(reading.intent).priorities.of(said.texts) for m in p.search_all(said.flat, left, right)
    )
    spans = [(said.index(m.start()), said.index(m.end() - 1) + 1) for m in found]
    return max((s for s in spans if s[1] <= title[0] or s[0] >= title[1]), key=lambda s: s[1] - s[0], default=None)


def _itemised(reading: Reading, thread: Thread) -> Reading:
    """Something new whose items are numbered or stand in lines of their own: all of them are titles."""
    clause, said = reading.clause, thread.heard.said
    if reading.does != "make" or "title" not in reading.slots:
        return reading
    items = [i for i in range(clause.start, clause.end) if is_item(said, i, clause.end)]
    return reading._replace(slots={"title": (items[0], clause.end)}) if len(items) > 1 else reading


def _about_listed(reading: Reading, thread: Thread) -> Reading:
    """A question about a record without the words before and after its name that no record bears: "what day is [the gym
    membership] up for renewal"."""
    said, pack, records = thread.heard.said, thread.heard.pack, thread.records_of(reading.intent)
    about = reading.slots["about"]
    if not records.are_known or mention(said, about, pack, records).candidates:
        return reading
    index = records.index()
    borne = [i for i in range(*about) if index.is_borne(stem(said.words[i].text, index.endings))]
    borne = [i for i in borne if said.words[i].text not in pack.references.light]
    inner = (borne[0], borne[-1] + 1) if borne else about
    if inner == about or len(mention(said, inner, pack, records).candidates) != 1:
        return reading
    return reading._replace(slots={**reading.slots, "about": inner})


def _as_new(reading: Reading, thread: Thread) -> Reading:
    """A change of what nobody listed, told by its values alone, as something new: "car insurance, urgent"."""
    said, pack, clause, entry = thread.heard.said, thread.heard.pack, reading.clause, reading.slots.get("entry")
    records, domain = thread.records_of(reading.intent), thread.policy.tools.domain_of(reading.intent)
    values = [words for name, words in reading.slots.items() if name in _VALUES]
    if entry is None or not values or len(values) + 1 < len(reading.slots) or not records.are_known:
        return reading
    found = mention(said, entry, pack, records)
    points = pack.references.pronouns.of(said.texts)
    is_pointing = any(p.match_start(said.flat, said.flat_at(entry[0]), said.flat_at(entry[1])) for p in points)
    if found.kind != "title" or found.candidates or is_pointing or _is_asked(thread, clause):
        return reading
    if divided(entry, thread, records):
        return reading
    start = max((b for _, b in values if b <= entry[0]), default=starts(said, clause.start, clause.end, pack)[-1])
    end = min((a for a, _ in values if a >= entry[1]), default=clause.end)
    around = [said.words[i].text for i in range(start, end) if not entry[0] <= i < entry[1]]
    parts = {w.text for w in said.words[entry[1] : end]} & pack.shifts.particles
    is_parted = bool(parts) and pack.words(reading.intent).is_verb(said.words[start].text)  # "put the bins out"
    if not is_parted and any(_changes(word, reading, pack) for word in around):
        return reading
    if end > entry[1] and with_own_noun(found, pack, records).candidates:  # "Rufus's vet appointment is now on friday"
        return reading
    slots = {"title": (start, end)}
    if "due" in reading.slots:
        slots["when"] = reading.slots["due"]
    return _of(reading, "make", slots, thread.policy.tools.doing("make", domain))


def _as_a_deed(reading: Reading, thread: Thread) -> Reading:
    """A removal of what nobody listed, by a verb in two parts that begins things to do: "take out the rubbish"."""
    said, pack, clause, entry = thread.heard.said, thread.heard.pack, reading.clause, reading.slots.get("entry")
    records, domain = thread.records_of(reading.intent), thread.policy.tools.domain_of(reading.intent)
    start = starts(said, clause.start, clause.end, pack)[-1]
    if entry is None or entry[0] <= start or reading.grade != HEARD or not records.are_known:
        return reading
    around = [said.words[i].text for i in range(start, clause.end) if not entry[0] <= i < entry[1]]
    times = {i for t in find_times(said, pack, (entry[1], clause.end)) for i in range(t.start, t.end)}
    end = min(times, default=clause.end)
    is_parted = not pack.shifts.particles.isdisjoint(around) and pack.words(reading.intent).is_verb(around[0])
    is_ours = business(said, clause, pack.words(reading.intent)).is_ours
    if not is_parted or is_ours or mention(said, entry, pack, records).candidates or _is_asked(thread, clause):
        return reading
    slots = {"title": (start, end), **({"when": (min(times), max(times) + 1)} if times else {})}
    return _of(reading, "make", slots, thread.policy.tools.doing("make", domain))


def _changes(word: str, reading: Reading, pack: Pack) -> bool:
    """Whether a request for such a change begins with a word: "move", "sposta"."""
    index = pack.patterns.by_word.get(word)
    return index is not None and any(p.intent == reading.intent for p in index.patterns)


def _of(reading: Reading, does: Does, slots: dict[str, tuple[int, int]], tool: Tool | None) -> Reading:
    """The same words as a reading of another tool of the list, where it has one."""
    return reading if tool is None else reading._replace(intent=tool.intent, does=does, slots=slots)


def _is_asked(thread: Thread, clause: Clause) -> bool:
    """Whether a clause ends as a question does."""
    said = thread.heard.said
    after = said.words[clause.end].start if clause.end < len(said.words) else len(said.raw)
    return "?" in said.raw[said.words[clause.end - 1].end : after]


def from_its_start(clause: Clause, thread: Thread) -> Clause:
    """A question with the word that it begins with: "when is it due" is no condition."""
    before = (h.clause.end for h in thread.heard.heard if h.clause.end <= clause.start)
    start = max(before, default=0)
    return clause._replace(start=start)


def as_one(thread: Thread, hearing: Hearing) -> Reading | None:
    """What the parts of a message say together: "dry cleaning on thursday, add it"."""
    parts = [h.clause for h in thread.heard.heard]
    said, pack = thread.heard.said, thread.heard.pack
    is_plain = all(c.kind in ("request", "other") for c in parts)
    if not is_plain or not 1 < len(parts) <= _MIND_AT_MOST:
        return None
    whole = Clause(parts[0].start, parts[-1].end, "request")
    start = whole.start
    while start < whole.end and joined_until(said, start, whole.end, pack) > start:
        start += 1
    whole = whole._replace(start=start if start < whole.end else whole.start)
    return reading_of(heard_in(said, whole, pack, hearing), whole, hearing)


def says_more(pattern: Reading, heard: Reading, thread: Thread) -> bool:
    """Whether a pattern took words for a name that only say when, or nothing: the name was heard without them."""
    said, pack, lexicon = thread.heard.said, thread.heard.pack, thread.room.lexicon
    taken = {i for name in ("what", "subject", "where") for i in range(*pattern.slots.get(name, (0, 0)))}
    named = {i for a, b in heard.slots.values() for i in range(a, b)}
    times = {i for t in find_times(said, pack, (0, len(said.words))) for i in range(t.start, t.end)}
    small = lexicon.light | pack.references.light | pack.shifts.fillers
    left = {i for i in taken - named - times if said.words[i].text not in small}
    is_sure = (heard.likeness or 0.0) >= _SURELY  # then it is asked about
    if is_sure or thread.policy.tools.of_intent(heard.intent).is_read_only:  # other words, but no other thing
        end = max(named & taken, default=0) if is_sure else len(said.words)
        left = {i for i in left if _is_thing(said.words[i].text, lexicon) or _is_named_by(i, end, thread)}
    return bool(taken & named) and not left


def is_no_name(pattern: Reading, heard: Reading, thread: Thread) -> bool:
    """Whether a pattern took plain words for a subject where something else was surely heard: "run me through this
    week" names no thing and may name no subject."""
    is_else = not thread.policy.has_capabilities(heard.intent) and (heard.likeness or 0.0) >= _SURELY
    words, lexicon = thread.heard.said.words, thread.room.lexicon
    taken = [i for name in ("what", "subject", "where") for i in range(*pattern.slots.get(name, (0, 0)))]
    return is_else and not any(_is_thing(words[i].text, lexicon) or _may_name(i, thread) for i in taken)


def _may_name(at: int, thread: Thread) -> bool:
    """Whether a word may be part of a name: it has a capital, or is no word of the language."""
    said = thread.heard.said
    return said.raw[said.words[at].start].isupper() or not thread.heard.pack.knows(said.words[at].text)


def _is_named_by(at: int, end: int, thread: Thread) -> bool:
    """Whether a word may be part of a name that ends there; after it only where it is written as names and numbers are:
    "Oven B", "oven 3"."""
    said = thread.heard.said
    written = said.raw[said.words[at].start : said.words[at].end]
    is_written = not written.isalpha() or written[0].isupper() or len(written) == 1
    return is_written if at > end else _may_name(at, thread)


def _is_thing(word: str, lexicon: Lexicon) -> bool:
    stems = lexicon.stems([word])
    return any(lexicon.spots(role, stems) for role in _THINGS)


def is_something_new(step: Step, sure: Reading, thread: Thread) -> bool:
    """Whether a step adds something to do that a pattern took for a record: "put hand in the essay on friday"."""
    reading = step.action.reading
    title = reading.slots.get("title") if reading is not None else None
    if step.action.does != "make" or title is None or isinstance(step, Failed):
        return False
    if "new_title" in sure.slots or sure.slots.get("entry", (0, 0))[1] != title[1]:
        return False
    return thread.heard.pack.words(step.action.intent).is_verb(thread.heard.said.words[title[0]].text)
