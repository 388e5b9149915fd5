"""Resolve, compose, decide: from what was understood, and what is known besides, to a decision."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sayso.engine.clauses import joined_until
from sayso.engine.compose import Business, Draft, business, compose, of_words
from sayso.engine.decide import Policy, decide, weigh
from sayso.engine.focus import in_focus
from sayso.engine.nouns import Ask, Call, Candidate, Confirm, Failed, Mention, Reading, Scene, Step, Task
from sayso.engine.pack import Pack
from sayso.engine.resolve import Records, mention
from sayso.engine.text import Line
from sayso.engine.understand.read import Heard, Understanding

_CLEAR = 0.8  # how well a reference must fit to stand against doubt


@dataclass(slots=True)
class Thread:
    """What the message has spoken of so far, for "it" in a later part of it."""

    spoken: Mention | None = None
    found: dict[tuple[int, int], Mention] = field(default_factory=dict)  # what ranges of words point at


def think(heard: Understanding, scene: Scene, records: Records, policy: Policy) -> tuple[Step, ...]:
    """The steps of a message, in order."""
    thread = Thread()
    steps: list[Step] = []
    for part in heard.heard:
        for step in _steps(part, heard, scene, records, policy, thread):
            if step not in steps:
                steps.append(step)
    return tuple(steps)


def _steps(part: Heard, heard: Understanding, scene: Scene, records: Records, policy: Policy,
           thread: Thread) -> Iterator[Step]:
    drafts = _drafts(part, heard, scene, records, thread)
    if part.clause.kind != "request":
        return
    for draft in drafts:
        if not _is_offerable(draft, heard, policy):
            continue
        yield decide(draft, heard, records, policy)


def _drafts(part: Heard, heard: Understanding, scene: Scene, records: Records, thread: Thread) -> list[Draft]:
    """The drafts of the reading that fits best what is known."""
    best: list[Draft] | None = None
    said, pack = heard.said, heard.pack
    whose = business(said, part.clause, pack) if part.readings else None
    for reading in _distinct(part.readings):
        if best is not None and (reading.intent != best[0].reading.intent or best[0].reading.grade == "named"
                                 and reading.grade != "named"):
            continue
        drafts = [d for draft in compose(said, pack, scene.now, _graded(reading, said, pack))
                  for d in _referred(draft, said, pack, scene, records, thread)]
        if whose is not None and _is_foreign(drafts[0], said, pack, whose):
            continue
        if best is None or _fit(drafts) > _fit(best) + 0.05:
            best = drafts
        if _fit(best) >= 0.99 or (reading.grade == "named" and len(reading.slots) == 1):
            break
    if best and whose is not None:
        best = [replace(d, evidence=(*d.evidence, *of_words(d.reading, said, pack, whose))) for d in best]
        thread.spoken = best[-1].mention if best[-1].mention_words else _added(best[-1], thread)
    return best or []


def _distinct(readings: tuple[Reading, ...]) -> Iterator[Reading]:
    """The readings without those that say nothing new."""
    seen: set[tuple[object, ...]] = set()
    for reading in readings:
        key = (reading.intent, tuple(sorted(reading.slots.items())))
        if key not in seen:
            seen.add(key)
            yield reading


def _added(draft: Draft, thread: Thread) -> Mention | None:
    title = next((a for a in draft.arguments if a.name == "title"), None)
    if title is None:
        return thread.spoken
    return Mention(str(title.value), title.source.span, "title", is_open=True)


def _fit(drafts: list[Draft]) -> float:
    found = drafts[0].mention
    if found is None or found.is_open:
        return 1.0
    return found.candidates[0].fit if found.candidates else 0.5 if found.kind in ("focus", "all", "indefinite") else 0.0


def _referred(draft: Draft, said: Line, pack: Pack, scene: Scene, records: Records, thread: Thread) -> list[Draft]:
    """The draft with its reference resolved; one draft for each where several records are named by "and"."""
    if draft.mention_words is None:
        return [draft]
    found = thread.found.get(draft.mention_words)
    if found is None:
        found = thread.found[draft.mention_words] = mention(said, draft.mention_words, pack, records)
    if found.kind == "focus":
        return [replace(draft, mention=_focused(found, scene, records, thread))]
    if found.kind == "title" and records.are_known and (not found.candidates or found.candidates[0].fit < _CLEAR):
        several = _divided(draft.mention_words, said, pack, records)
        if several:
            return [replace(draft, mention=m) for m in several]
    return [replace(draft, mention=found)]


def _focused(found: Mention, scene: Scene, records: Records, thread: Thread) -> Mention:
    if thread.spoken is not None and thread.spoken.kind != "all":
        spoken = thread.spoken
        return replace(spoken, lost=()) if spoken.candidates or spoken.is_open else found
    return in_focus(scene.history, found, records)


def _divided(words: tuple[int, int], said: Line, pack: Pack, records: Records) -> list[Mention]:
    """ "milk and the second one": the records that the parts name, if every part clearly names one."""
    parts: list[tuple[int, int]] = []
    first = words[0]
    for i in range(words[0], words[1]):
        is_joiner = joined_until(said, i, words[1], pack) > i
        if is_joiner or (i > first and "," in said.gap(i)):
            if first < i:
                parts.append((first, i))
            first = i + 1 if is_joiner else i
    if not parts or first >= words[1]:
        return []
    mentions = [mention(said, p, pack, records) for p in (*parts, (first, words[1]))]
    is_clear = all(len(m.candidates) == 1 and m.candidates[0].fit >= _CLEAR for m in mentions)
    return mentions if is_clear else []


def _is_foreign(draft: Draft, said: Line, pack: Pack, whose: Business) -> bool:
    """Whether the words say that it is somebody else's business."""
    reading, found = draft.reading, draft.mention
    if found is not None and found.candidates and found.candidates[0].fit >= _CLEAR and found.kind != "focus":
        return False
    if "search" in reading.slots or whose.is_ours:
        return False
    clause = reading.clause
    match reading.intent:
        case "list_tasks":
            return whose.is_never or whose.is_other_list or whose.is_unlikely
        case "add_task":
            title = reading.slots.get("title")
            return whose.is_never and title is not None and said.words[title[0]].text not in pack.tasks.verbs
        case "identity_query":
            return whose.is_never and reading.literal < said.flat_at(clause.end) - said.flat_at(clause.start)
    if reading.grade == "named":
        return whose.is_other_list
    if found is not None and found.kind in ("title", "all") and (found.kind == "all" or reading.intent == "update_task"):
        a, b = draft.mention_words or (0, 0)
        if not pack.tasks.doubtful.isdisjoint(w.text for w in said.words[a:b]):
            return True
    return whose.is_never or whose.is_unlikely


def _graded(reading: Reading, said: Line, pack: Pack) -> Reading:
    """A bare "add X to Y" is about some other list unless X is clearly a thing to do."""
    title = reading.slots.get("title")
    if reading.intent != "add_task" or reading.grade != "plain" or title is None:
        return reading
    words = [w.text for w in said.words[title[0]:title[1]]]
    if words[0] in pack.tasks.verbs or pack.tasks.destinations.isdisjoint(words[1:]):
        return reading
    return replace(reading, grade="elsewhere")


def _is_offerable(draft: Draft, heard: Understanding, policy: Policy) -> bool:
    """Whether a draft is worth a step at all."""
    reading, found = draft.reading, draft.mention
    is_clear = found is not None and bool(found.candidates) and found.candidates[0].fit >= 0.6
    match reading.grade:
        case "named":
            return True
        case "report":
            return is_clear and found is not None and len(found.candidates) == 1 and found.kind == "title"
        case "duty":
            words = reading.slots["title"]
            return heard.said.words[words[0]].text in heard.pack.tasks.verbs
        case "known":
            return is_clear or (found is not None and found.kind in ("number", "position") and bool(found.candidates))
        case "plain" | "elsewhere" | "likeness":
            if is_clear:
                return True
            title = reading.slots.get("title")
            if title is not None and heard.said.words[title[0]].text in heard.pack.tasks.verbs:
                return True
            return weigh(draft, heard, policy)[0] >= policy.worth_asking
