"""A reading becomes drafts: its reference resolved, and whether it is ours and worth a step at all."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from sayso.engine.compose.compose import compose
from sayso.engine.compose.draft import Draft, Words
from sayso.engine.compose.whose import Business, business, of_words
from sayso.engine.decide import weigh
from sayso.engine.divided import divided, parts_of
from sayso.engine.ellipsis.shown import is_bare_name, mentioned, speaks_of_another, the_other
from sayso.engine.nouns import (
    Argument,
    Candidate,
    Entry,
    Mention,
    Reading,
    Source,
    Turn,
)
from sayso.engine.of_all import of_all
from sayso.engine.pack import Pack
from sayso.engine.reasoned import without_reason
from sayso.engine.records.deed import doing
from sayso.engine.records.focus import are_as_many, in_focus, only_one_shown, several_in_focus, so_many
from sayso.engine.records.mention import mention
from sayso.engine.records.own_noun import with_own_noun
from sayso.engine.records.passing import unless_in_passing
from sayso.engine.records.titles import Records
from sayso.engine.spared import without_excepted
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.told_before import (
    LIKELY,
    is_likely,
    is_named_in_a_remark,
    is_of_any,
    named_before,
    told_before,
)
from sayso.engine.understand.read import Heard, understand
from sayso.engine.understand.wording import FOLLOWS, HEARD
from sayso.engine.values.times import find_times

_CLEAR = 0.8  # how well a reference must fit to stand against doubt
_SURELY = 2.5  # log-odds of what was heard, that stand against a word of other people's business
_TRY_AT_MOST = 5  # readings of one clause
_WORTH_OFFERING = 0.005  # how likely a bare duty must be, where nobody says that there are any records
_OF_ONE = frozenset(("change", "finish", "remove"))  # done to one record
_BETTER = 0.05  # by how much a lesser reading must fit better to be taken instead


def drafts(part: Heard, thread: Thread) -> list[Draft]:
    """The drafts of the reading that fits best what is known."""
    if not part.readings:
        return []
    said, pack = thread.heard.said, thread.heard.pack
    tools = thread.policy.tools
    best: list[Draft] = []
    whose_of: dict[str, Business] = {}  # by intent
    for reading in islice(_distinct(part.readings), _TRY_AT_MOST):
        if best and not _may_replace(reading, best[0].reading, pack):
            continue
        whose = whose_of[reading.intent] = business(said, part.clause, pack.words(reading.intent))
        meant, tool = _graded(reading, thread, whose), tools.of_intent(reading.intent)
        drafts = [
            referred
            for draft in compose(said, pack, thread.scene.now, meant, tool)
            for referred in _referred(draft, thread)
        ]
        if not drafts or _is_foreign(drafts[0], thread, whose):
            continue
        if not best or _fit(drafts) > _fit(best) + _BETTER:
            best = drafts
        if _fit(best) >= 0.99 or (reading.grade == "named" and len(reading.slots) == 1):
            break
    if best:
        intent = best[0].reading.intent
        whose = whose_of.get(intent) or business(said, part.clause, pack.words(intent))
        rivals = tuple(dict.fromkeys(r.intent for r in part.readings if r.intent != intent))
        best = [
            replace(d, evidence=(*d.evidence, *of_words(d.reading, said, pack, whose)), rivals=rivals) for d in best
        ]
        thread.spoken = best[-1].mention if best[-1].mention_words else added(best[-1], thread)
        thread.spoken_in = tools.domain_of(best[-1].reading.intent)
    return best


def _may_replace(reading: Reading, best: Reading, pack: Pack) -> bool:
    """Whether a reading competes with a better one: of the same tool, or of another domain's."""
    is_rival = reading.intent == best.intent or pack.intent(reading.intent).domain != pack.intent(best.intent).domain
    return is_rival and (best.grade != "named" or reading.grade == "named")


def _distinct(readings: tuple[Reading, ...]) -> Iterator[Reading]:
    """The readings without those that say nothing new."""
    seen: set[tuple[object, ...]] = set()
    for reading in readings:
        key = (reading.intent, tuple(sorted(reading.slots.items())))
        if key not in seen:
            seen.add(key)
            yield reading


def added(draft: Draft, thread: Thread) -> Mention | None:
    """What a new entry is called, for "it" in what comes after."""
    key = thread.policy.tools.of_intent(draft.reading.intent).key("name")
    title = next((a for a in draft.arguments if a.name == key), None)
    if title is None:
        return thread.spoken
    return Mention(str(title.value), title.source.span, "title", is_open=True)


def _fit(drafts: list[Draft]) -> float:
    """How well the reference of a draft fits what is known; one that waits for a question lies in between."""
    found = drafts[0].mention
    if found is None or found.is_open:
        return 1.0
    if found.candidates:
        return found.candidates[0].fit
    return 0.5 if found.kind in ("focus", "all", "indefinite") else 0.0


def _referred(draft: Draft, thread: Thread) -> list[Draft]:
    """The draft with its reference resolved; one draft for each where several records are named by "and"."""
    words, records = draft.mention_words, thread.records_of(draft.reading.intent)
    if words is None and draft.reading.value == FOLLOWS and draft.reading.does in _OF_ONE:
        return [replace(draft, mention=_focused(Mention("", None, "focus"), thread, records, 0))]
    if words is None:
        return [draft]
    words = without_reason(_whole(words, draft, thread), thread, records)
    found = thread.found.get((words, records.domain.name))
    if found is None:
        found = thread.found[words, records.domain.name] = mentioned(words, thread, records)
    if them := _them(words, found, thread, records) if draft.reading.does in _OF_ONE else []:
        return [replace(draft, mention=m) for m in them]
    if found.kind == "focus":
        found = _focused(found, thread, records, draft.reading.clause.start)
        if "about" not in draft.reading.slots:
            return [replace(draft, mention=found)]
    if "about" in draft.reading.slots:
        return _shown(draft, with_own_noun(found, thread.heard.pack, records), thread)
    found = of_all(found, words, draft, thread, records) if draft.reading.does in _OF_ONE else found
    if found.kind == "group" and found.candidates:
        found = without_excepted(found, thread, records)
        return [replace(draft, mention=replace(found, candidates=(c,))) for c in found.candidates]
    if draft.reading.does == "finish" and len(found.candidates) > 1:
        found = doing(found, thread.heard.said, thread.heard.pack, records)  # "I ordered the boxes already"
    is_vague = not found.candidates or found.candidates[0].fit < _CLEAR
    if found.kind == "title" and records.are_known and is_vague:
        several = divided(words, thread, records) or _before_comma(found, words, thread, records)
        if several:
            return [replace(draft, mention=m) for m in several]
        found = with_own_noun(found, thread.heard.pack, records) if draft.reading.does in _OF_ONE else found
    return [replace(draft, mention=found)]


def _whole(words: Words, draft: Draft, thread: Thread) -> Words:
    """The words of a reference with "all" before it, and of a question without the verb after it: "the bulb [have]"."""
    start, end = words
    said, shifts = thread.heard.said.words, thread.heard.pack.shifts
    if draft.reading.grade != HEARD:
        return words
    if "about" in draft.reading.slots and end - start > 1 and said[end - 1].text in shifts.helping:
        return start, end - 1
    articles = thread.heard.pack.references.articles
    first = next((i for i in range(start - 1, -1, -1) if said[i].text not in articles), start)
    is_all = first < start and draft.reading.does in _OF_ONE and said[first].text in shifts.many - shifts.one
    return (first, end) if is_all else words


def _them(words: Words, found: Mention, thread: Thread, records: Records) -> list[Mention]:
    """ "them both", "those": the several that were spoken of, each; none where there is but one, or other than two."""
    if found.kind not in ("focus", "all") or thread.spoken is not None:
        return []
    said, pack = thread.heard.said, thread.heard.pack
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    ways = {p.intent for p in pack.references.plural.of(said.texts) if p.match(said.flat, left, right)}
    named = named_before(thread, records) if ways and thread.before is not None else []
    if len(named) == 1 and named[0].kind == "group":  # "all the urgent ones, make them medium"
        return [replace(found, kind="group", candidates=(c,)) for c in named[0].candidates]
    if named:  # "the eggs, I don't want them": they are no others; one is left to what a pronoun means
        return named if len(named) > 1 else []
    if ways and is_named_in_a_remark(thread, records):  # "I ordered the vaccines yesterday, tick them off"
        return []
    entries, turn = several_in_focus(thread.scene.history, records, so_many(ways)) if ways else ([], 0)
    if not entries and ways == {"any"} and found.kind == "all":  # of a list that showed but one, "all of them" is that
        entries, turn = only_one_shown(thread.scene.history, records)
        ways = {""} if entries else ways
    if (len(entries) < 2 and "" not in ways) or not are_as_many(ways, len(entries)):
        return []
    near = (Candidate(e, 1.0, "named in the conversation") for e in entries)
    return [replace(found, kind="group", candidates=(c,), turn=turn) for c in near]


def _shown(draft: Draft, found: Mention, thread: Thread) -> list[Draft]:
    """A question about one record as a search for it; none where it is not there."""
    if len(found.candidates) != 1:
        return []
    entry = found.candidates[0].entry
    source = Source("history", turn=found.turn, record=entry.id)
    if found.turn is None:
        source = Source("message", found.span, record=entry.id)
    key = thread.policy.tools.of_intent(draft.reading.intent).key("search")
    return [replace(draft, arguments=(*draft.arguments, Argument(key, entry.name, source)), mention_words=None)]


def _focused(found: Mention, thread: Thread, records: Records, start: int) -> Mention:
    """What a pronoun means: what the message itself spoke of, else what the conversation did."""
    if records.are_known and is_of_any(thread):  # "I've finished one, tick it off": which one?
        return replace(found, kind="indefinite")
    spoken = thread.spoken if thread.spoken_in in ("", records.domain.name) else None
    told, is_asked = told_before(thread), spoken is not None and spoken is thread.around.spoken  # by an open question
    is_named = records.are_known and is_likely(told, thread, records)
    if spoken is not None and spoken.kind != "all" and not (is_asked and is_named):
        return replace(spoken, lost=()) if spoken.candidates or spoken.is_open else found
    if records.are_known and speaks_of_another(thread):  # "the other one, push it to thursday"
        other = the_other(thread)
        return replace(found, kind="indefinite") if other is None else replace(other, text=found.text, span=found.span)
    if told is not None and len(told.candidates) > 1:  # "the boxes are ordered, tick that off": one of those
        return doing(told, thread.heard.said, thread.heard.pack, records)
    if told is not None and len(told.candidates) == 1 and told.candidates[0].fit >= _CLEAR:
        return told  # "the one for friday, push it to monday"
    if told is not None and told.kind == "title" and not told.candidates and records.are_known and is_bare_name(thread):
        return told  # "the fryer, move it to friday": what is not listed is no other
    earlier = thread.heard.said.raw[: thread.heard.said.words[start].start]  # "mark it" names nobody called Mark
    if records.are_known and earlier.strip():
        named = in_focus((Turn("user", earlier),), found, records)
        named = told if told is not None and is_named and not named.candidates else named
        if len(named.candidates) == 1:
            spoken = in_focus(thread.scene.history, found, records)
            return unless_in_passing(named, spoken, earlier, records, thread.around.languages.light)
    focused = in_focus(thread.scene.history, found, records)
    if focused.candidates or records.are_known:
        return focused
    return _last_said(focused, thread)


def _last_said(found: Mention, thread: Thread) -> Mention:
    """Where no records are known: what the person themselves last asked for by name."""
    history = thread.scene.history
    turn = next((i for i in range(len(history) - 1, -1, -1) if history[i].role == "user"), None)
    if turn is None:
        return found
    content = history[turn].content
    heard = understand(content, tokens(content), (thread.heard.pack,))
    around = replace(thread.around, scene=replace(thread.scene, history=()))
    earlier = Thread(heard, around, thread.room)
    drawn = [d for part in heard.heard for d in drafts(part, earlier)]
    named = [m for d in drawn if (m := d.mention or added(d, earlier)) is not None and m.is_open]
    if len(named) != 1:
        return found
    entry = Entry(named[0].text, named[0].text)
    return replace(found, candidates=(Candidate(entry, 0.9, "asked for before"),), turn=turn)


def _before_comma(found: Mention, words: Words, thread: Thread, records: Records) -> list[Mention]:
    """ "the groceries, I went this morning": what stands before the comma, where the whole names nothing, and nothing
    after it is a name that is meant as well."""
    said, pack = thread.heard.said, thread.heard.pack
    comma = next((i for i in range(words[0] + 1, words[1]) if "," in said.gap(i)), None)
    if found.candidates or comma is None:
        return []
    shorter = mention(said, (words[0], comma), pack, records)
    if shorter.kind == "focus":  # "get rid of it, we are buying a new one"
        shorter = _focused(shorter, thread, records, words[0])
    others = (mention(said, p, pack, records) for p in parts_of((comma, words[1]), said, pack))
    return [shorter] if shorter.candidates and not any(o.kind == "title" and o.candidates for o in others) else []


def _graded(reading: Reading, thread: Thread, whose: Business) -> Reading:
    """A bare "add X to Y" is about some other list unless X is clearly a thing to do; so is one that names it."""
    said, pack = thread.heard.said, thread.heard.pack
    known, title = pack.words(reading.intent), reading.slots.get("title")
    if reading.does != "make" or title is None or reading.grade not in ("plain", "named"):
        return reading
    if reading.grade == "named":
        return reading._replace(grade="elsewhere") if whose.is_other_list and not whose.is_ours else reading
    words = [w.text for w in said.words[title[0] : title[1]]]
    if known.is_verb(words[0]) or known.destinations.isdisjoint(words[1:]):
        return reading
    timed = {i for t in find_times(said, pack, title) for i in range(t.start, t.end)}
    places = (i for i in range(title[0] + 1, title[1]) if i not in timed)
    if not any(said.words[i].text in known.destinations for i in places):
        return reading
    return reading._replace(grade="elsewhere")


def _is_foreign(draft: Draft, thread: Thread, whose: Business) -> bool:
    """Whether the words say that it is somebody else's business."""
    reading, found = draft.reading, draft.mention
    is_clear = found is not None and bool(found.candidates) and found.candidates[0].fit >= _CLEAR
    is_sure = reading.grade == "heard" and reading.does in _OF_ONE and (reading.likeness or 0.0) >= _SURELY
    if is_clear and found is not None and (found.kind != "focus" or is_sure):
        return False
    if is_sure and found is not None and found.kind in ("title", "all") and thread.entries.are_known:
        return False  # better told that it is not there, or that one at a time is meant
    if "search" in reading.slots or whose.is_ours or ("about" in reading.slots and draft.value("search")):
        return False
    said, clause, known = thread.heard.said, reading.clause, thread.heard.pack.words(reading.intent)
    match reading.does:
        case "list":
            is_heard = reading.grade == "heard" and (reading.likeness or 0.0) >= _SURELY and bool(draft.value("due"))
            return whose.is_never or whose.is_other_list or (whose.is_unlikely and not is_heard)
        case "make":
            title = reading.slots.get("title")
            if not whose.is_never or title is None:
                return False
            words = [w.text for w in said.words[title[0] : title[1]]]
            if known.is_verb(words[0]):
                return reading.grade not in ("named", "heard") and not known.destinations.isdisjoint(words)
            return True
        case "whoami":
            return whose.is_never and reading.literal < said.flat_at(clause.end) - said.flat_at(clause.start)
    if reading.grade == "named":
        return whose.is_other_list
    if found is not None and (found.kind == "all" or (found.kind == "title" and reading.does == "change")):
        a, b = draft.mention_words or (0, 0)
        if not known.doubtful.isdisjoint(w.text for w in said.words[a:b]):
            return True
    return whose.is_never or whose.is_unlikely


def is_offerable(draft: Draft, thread: Thread) -> bool:
    """Whether a draft is worth a step at all."""
    reading, found = draft.reading, draft.mention
    said, known = thread.heard.said, thread.heard.pack.words(reading.intent)
    is_likely = found is not None and bool(found.candidates) and found.candidates[0].fit >= LIKELY
    if reading.grade in ("known", "heard") and _is_of_the_name(draft, thread):
        return False
    match reading.grade:
        case "named":
            return not _names_nothing(draft)
        case "report" | "known" | "duty" if _is_question(reading, said):
            return False  # "is it done?" is not "it is done"
        case "report":
            return is_likely and found is not None and len(found.candidates) == 1 and found.kind == "title"
        case "known":
            return is_likely
        case "duty":
            is_known = thread.records_of(reading.intent).are_known
            is_ours = is_known or weigh(draft, thread.heard, thread.policy)[0] >= _WORTH_OFFERING
            return is_ours and known.is_verb(said.words[reading.slots["title"][0]].text)
        case "heard":
            return is_likely or not _names_nothing(draft)
        case "plain" | "elsewhere":
            if is_likely:
                return True
            is_other = any(e.name == "a word of other things" and e.value for e in draft.evidence)
            if _names_nothing(draft) or (reading.grade == "elsewhere" and "other" not in reading.slots and is_other):
                return False
            if found is not None and found.kind not in ("title", "all"):
                return True  # somebody who says "it" or "number 2" means something
            return reading.does == "make" or weigh(draft, thread.heard, thread.policy)[0] >= thread.policy.worth_asking


def _is_of_the_name(draft: Draft, thread: Thread) -> bool:
    """Whether all that is said after a record's name is of the name, too: "the boiler check" checks nothing off."""
    found, (start, end), clause = draft.mention, draft.mention_words or (0, 0), draft.reading.clause
    light = thread.heard.pack.references.light
    if any(w.text not in light for w in thread.heard.said.words[clause.start : start]):
        return False
    records = thread.records_of(draft.reading.intent)
    if found is None or not found.candidates or not end < clause.end or not records.are_known:
        return False
    index = records.index()
    own = index.words[index.by_id[found.candidates[0].entry.id.casefold()]]
    return all(w.text in own for w in thread.heard.said.words[end : clause.end])


def _names_nothing(draft: Draft) -> bool:
    return any(e.name == "title names nothing" and e.value for e in draft.evidence)


def _is_question(reading: Reading, said: Line) -> bool:
    end = reading.clause.end
    after = said.words[end].start if end < len(said.words) else len(said.raw)
    return "?" in said.raw[said.words[end - 1].end : after]
