"""Resolve, compose, decide: from what was understood, and what is known besides, to the steps of a decision."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from sayso.engine.clauses import joined_until
from sayso.engine.compose.compose import compose
from sayso.engine.compose.draft import Draft, Words
from sayso.engine.compose.whose import Business, business, of_words
from sayso.engine.decide import decide, narrowed, settled, weigh, with_record
from sayso.engine.group import asked_together
from sayso.engine.machines.fleet import command_of
from sayso.engine.machines.room import NOTHING
from sayso.engine.machines.settle import never_called
from sayso.engine.machines.think import is_doubtful, merely_named, parted, to_machines
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Candidate,
    Confirm,
    Failed,
    Mention,
    Reading,
    Source,
    Step,
    Task,
    Turn,
)
from sayso.engine.preferred import PRIORITY, chosen_before
from sayso.engine.records.focus import in_focus
from sayso.engine.records.mention import mention
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.read import Heard, Understanding, understand
from sayso.engine.understand.wording import HEARD, heard_in, reading_of
from sayso.engine.values.times import find_times

_CLEAR = 0.8  # how well a reference must fit to stand against doubt
_LIKELY = 0.6
_TRY_AT_MOST = 5  # readings of one clause
_HEARD_OF_A_RECORD, _HEARD_READING, _HEARD_ALONE, _HEARD_SURELY = 1.1, 1.7, 2.2, 3.5  # log-odds that count
_MEANT_AS_SAID = frozenset(("add_task", "complete_task", "machine_command"))  # not where anything in it is denied
_BY_HOW_MUCH = frozenset(("set", "raise", "lower"))
_SURE_OF_A_QUESTION = 0.9  # that begins like a condition: "when is it due?"
_BETTER = 0.05  # by how much a lesser reading must fit better to be taken instead


def think(heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps of a message, in order."""
    machine = around.machine if around.machine is not NOTHING else None
    thread = Thread(heard, around, around.room(heard.pack), around.spoken, machine=machine)
    steps: list[Step] = []
    for part in heard.heard:
        found = asked_together(_steps(part, thread), thread)
        thread.before = (part.clause.start, part.clause.end) if part.clause.kind == "other" else None
        is_asked = part.clause.kind in ("request", "hypothetical")
        steps.extend(s for s in found if s not in steps and is_asked)
    if not steps and around.fleet is not None:
        for part in heard.heard:
            is_idle = part.clause.kind == "other" and not part.readings
            if is_idle or (part.clause.kind == "request" and all(r.grade == HEARD for r in part.readings)):
                steps.extend(s for c in parted(part.clause, heard.said) for s in merely_named(c, thread))
    return tuple(_joined(steps, thread))


def _joined(steps: list[Step], thread: Thread) -> list[Step]:
    """Two changes of one record are one: "move it to thursday and make it low priority"."""
    out: list[Step] = []
    for step in steps:
        last = out[-1] if out else None
        if last is not None and type(last) is type(step) and isinstance(step, Call | Confirm):
            both = _together(last.action, step.action)
            if both is not None:
                is_call = isinstance(last, Call)
                out[-1] = Call(both) if is_call else never_called(Call(both), thread.room)
                continue
        out.append(step)
    return out


def _together(one: Action, other: Action) -> Action | None:
    key = "task_identifier"
    names = {a.name for a in one.arguments}
    more = tuple(a for a in other.arguments if a.name != key)
    is_same = one.intent == other.intent == "update_task" and one.value(key) == other.value(key)
    if not is_same or any(a.name in names for a in more):
        return None
    return replace(one, arguments=(*one.arguments, *more), confidence=min(one.confidence, other.confidence))


def _steps(part: Heard, thread: Thread) -> list[Step]:
    """The steps of a clause: what its patterns say, else what was heard in its wording."""
    sure = tuple(r for r in part.readings if r.grade != HEARD)
    out = _said(part._replace(readings=sure), thread) if sure or part.clause.kind != "request" else []
    is_question = part.clause.kind == "hypothetical"
    is_lost = all(isinstance(s, Failed) and s.reason == "not_found" for s in out)
    if not is_question and (not is_lost or part.clause.kind != "request"):
        return out
    out = [] if is_question else out
    besides = _besides(part, sure, thread)
    if besides is None:
        return out
    steps = _heard(part._replace(readings=(besides,), clause=besides.clause), thread)
    if not out or any(thread.policy.is_about_machines(s.action.intent) for s in out):
        return out or steps  # a machine that is not there is never another one
    tools = {s.action.tool_name for s in out}
    is_better = any(not isinstance(s, Failed) and s.action.tool_name in tools for s in steps)
    return steps if is_better else out


def _besides(part: Heard, sure: tuple[Reading, ...], thread: Thread) -> Reading | None:
    """What the wording of a clause says, where its patterns made nothing of it; of a question only what reads."""
    if len(sure) < len(part.readings):
        return part.readings[len(sure)]
    hearing = thread.heard.hearing
    if hearing is None or any(r.grade != HEARD for h in thread.heard.heard if h is not part for r in h.readings):
        return None
    wording = heard_in(thread.heard.said, part.clause, thread.heard.pack, hearing)
    reading = reading_of(wording, part.clause, hearing)
    if reading is None or part.clause.kind == "request":
        return reading
    tool = thread.policy.tools.of_intent(reading.intent)
    return reading if tool.is_read_only and wording.probability >= _SURE_OF_A_QUESTION else None


def _heard(part: Heard, thread: Thread) -> list[Step]:
    """What only the tagger heard: what changes something is offered, what only reads is done."""
    reading = part.readings[0]
    odds = reading.likeness or 0.0
    if reading.intent in _MEANT_AS_SAID and _is_denied(part, thread):
        return []
    if (part.clause.start, part.clause.end) in reading.slots.values() and reading.intent != "add_task":
        return []  # a name and nothing else
    steps = [s for s in _said(part, thread) if not _is_adrift(s, part, thread) and not _is_another(s, part, thread)]
    is_anchored = any(s.action.arguments and _is_listed(s) for s in steps)
    is_reading = all(thread.policy.tools.is_reading(s.action.tool_name) for s in steps)
    is_unlisted = not thread.room.is_known and any(s.action.value("device_name") for s in steps)
    alone = _HEARD_SURELY if is_unlisted else _HEARD_READING if is_reading else _HEARD_ALONE
    if not thread.records.are_known and not business(thread.heard.said, part.clause, thread.heard.pack).is_ours:
        alone = _HEARD_SURELY  # nobody says that there is anything to speak about
    if is_unlisted and reading.value in _BY_HOW_MUCH and not any(s.action.value("overrides") for s in steps):
        return []
    if odds < (_HEARD_OF_A_RECORD if is_anchored else alone):
        return []
    kept = [s for s in steps if is_anchored or not isinstance(s, Failed) or odds >= _HEARD_SURELY]
    return [_offered(s, thread) for s in kept if odds >= _HEARD_SURELY or not _changes_nothing(s)]


def _changes_nothing(step: Step) -> bool:
    """Whether a change was heard without what to change: a record that is merely spoken of."""
    return step.action.intent == "update_task" and not any(a.name.startswith("new_") for a in step.action.arguments)


def _is_denied(part: Heard, thread: Thread) -> bool:
    """Whether a word in the clause takes something back: "I have not paid it yet"."""
    said = thread.heard.said.words[part.clause.start : part.clause.end]
    return not thread.heard.pack.negations.isdisjoint(w.text for w in said)


def _is_adrift(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether a record is spoken of that nobody listed, in words that need not be about any."""
    mention = step.action.mention
    is_open = mention is not None and mention.is_open
    return is_open and not business(thread.heard.said, part.clause, thread.heard.pack).is_ours


def _is_another(step: Step, part: Heard, thread: Thread) -> bool:
    """Whether the clause names a kind of thing that the record is not: every such word must be borne by it."""
    room = thread.room
    known = next((a.source.record for a in step.action.arguments if a.name == "device_id"), None)
    at = room.index.by_id.get(known.casefold()) if room.is_known and known is not None else None
    if at is None:
        return False
    texts = [w.text for w in thread.heard.said.words[part.clause.start : part.clause.end]]
    stems = room.lexicon.stems(room.lexicon.heavy(texts))
    kinds = {s.name: stems[s.start : s.end] for s in room.lexicon.spots("kind", stems) if s.name != "machine"}
    own, borne = room.index.kinds[at], room.index.own_words[at]
    if any(kind not in own and not borne.issuperset(words) for kind, words in kinds.items()):
        return True
    command = command_of(room.machine(at), str(step.action.value("machine_command_id") or ""))
    if command is None:
        return False
    does = room.index.ability(command.name, command.description).things
    return any(
        s.name not in does for s in room.lexicon.spots("thing", stems) if not borne.issuperset(stems[s.start : s.end])
    )


def _is_listed(step: Step) -> bool:
    return any(a.source.record is not None for a in step.action.arguments)


def _offered(step: Step, thread: Thread) -> Step:
    is_reading = thread.policy.tools.is_reading(step.action.tool_name)
    if not isinstance(step, Call) or is_reading:
        return step
    return never_called(step, thread.room)


def _said(part: Heard, thread: Thread) -> list[Step]:
    """The steps of the readings of a clause; what is negated is spoken of, too: "don't delete X, just mark it done"."""
    asks = [r for r in part.readings if not thread.policy.is_about_machines(r.intent)]
    if part.readings and thread.policy.is_about_machines(part.readings[0].intent):
        steps = to_machines(part.readings, thread)
        if steps and (not asks or not is_doubtful(part.readings[0], asks[0], thread)):
            return steps
    drafts = _drafts(Heard(part.clause, tuple(asks)), thread)
    out = [
        _preferring(decide(d, thread.heard, thread.records, thread.policy), thread)
        for d in drafts
        if _is_offerable(d, thread)
    ]
    if not drafts and not out and len(asks) < len(part.readings):
        return to_machines(part.readings, thread)
    return out


def _preferring(step: Step, thread: Thread) -> Step:
    """A step as this user's earlier choices would have it: the usual priority, the task that is nearly always meant."""
    given, now, policy = thread.scene.preferences, thread.scene.now, thread.policy
    if step.action.intent == "add_task" and given:
        return _usual_priority(step, thread)
    found = step.action.mention
    if not isinstance(step, Ask) or found is None or len(found.candidates) < 2:
        return step
    action = replace(step.action, hint=found.text)
    fitting = {c.task.id: c.task for c in narrowed(action, found)}
    before = chosen_before(given, found.text, list(fitting), now)
    if not before or not isinstance(found.span, tuple):
        return replace(step, action=action)
    record, sure = before[0]
    order = [r for r, _ in before]
    rank = {r: i for i, r in enumerate(order)}
    shown = tuple(sorted(step.suggestions, key=lambda s: rank.get(str(s.value.get("task_identifier")), len(rank))))
    if sure < policy.primary:
        return replace(step, action=action, suggestions=shown)
    chosen = with_record(action, found, fitting[record])
    arguments = tuple(
        a._replace(source=Source("preference", record=record)) if a.name == "task_identifier" else a
        for a in chosen.arguments
    )
    sure = min(action.confidence, sure)
    return settled(
        replace(chosen, arguments=arguments, confidence=sure), fitting[record].title, thread.heard.pack, policy
    )


def _usual_priority(step: Step, thread: Thread) -> Step:
    given, now = thread.scene.preferences, thread.scene.now
    usual = chosen_before(given, PRIORITY, ("low", "medium", "high"), now)
    if not usual or usual[0][1] < thread.policy.primary:
        return step
    source = Source("preference", record=usual[0][0])
    arguments = tuple(
        Argument("priority", usual[0][0], source) if a.name == "priority" and a.source.kind == "default" else a
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def _drafts(part: Heard, thread: Thread) -> list[Draft]:
    """The drafts of the reading that fits best what is known."""
    if not part.readings:
        return []
    said, pack = thread.heard.said, thread.heard.pack
    whose = business(said, part.clause, pack)
    best: list[Draft] = []
    for reading in islice(_distinct(part.readings), _TRY_AT_MOST):
        if best and not _may_replace(reading, best[0].reading):
            continue
        drafts = [
            referred
            for draft in compose(said, pack, thread.scene.now, _graded(reading, thread, whose))
            for referred in _referred(draft, thread)
        ]
        if not drafts or _is_foreign(drafts[0], thread, whose):
            continue
        if not best or _fit(drafts) > _fit(best) + _BETTER:
            best = drafts
        if _fit(best) >= 0.99 or (reading.grade == "named" and len(reading.slots) == 1):
            break
    if best:
        best = [replace(d, evidence=(*d.evidence, *of_words(d.reading, said, pack, whose))) for d in best]
        thread.spoken = best[-1].mention if best[-1].mention_words else _added(best[-1], thread)
    return best


def _may_replace(reading: Reading, best: Reading) -> bool:
    return reading.intent == best.intent and (best.grade != "named" or reading.grade == "named")


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
    """How well the reference of a draft fits what is known; one that waits for a question lies in between."""
    found = drafts[0].mention
    if found is None or found.is_open:
        return 1.0
    if found.candidates:
        return found.candidates[0].fit
    return 0.5 if found.kind in ("focus", "all", "indefinite") else 0.0


def _referred(draft: Draft, thread: Thread) -> list[Draft]:
    """The draft with its reference resolved; one draft for each where several records are named by "and"."""
    words = draft.mention_words
    if words is None:
        return [draft]
    found = thread.found.get(words)
    if found is None:
        found = mention(thread.heard.said, words, thread.heard.pack, thread.records)
        thread.found[words] = found
    if found.kind == "focus":
        found = _focused(found, thread)
        if "about" not in draft.reading.slots:
            return [replace(draft, mention=found)]
    if "about" in draft.reading.slots:
        return _shown(draft, found)
    if found.kind == "group" and found.candidates:
        return [replace(draft, mention=replace(found, candidates=(c,))) for c in found.candidates]
    is_vague = not found.candidates or found.candidates[0].fit < _CLEAR
    if found.kind == "title" and thread.records.are_known and is_vague:
        several = _divided(words, thread) or _before_comma(found, words, thread)
        if several:
            return [replace(draft, mention=m) for m in several]
    return [replace(draft, mention=found)]


def _shown(draft: Draft, found: Mention) -> list[Draft]:
    """A question about one record as a search for it; none where it is not there."""
    if len(found.candidates) != 1:
        return []
    task = found.candidates[0].task
    source = Source("history", turn=found.turn, record=task.id)
    if found.turn is None:
        source = Source("message", found.span, record=task.id)
    return [replace(draft, arguments=(*draft.arguments, Argument("search", task.title, source)), mention_words=None)]


def _focused(found: Mention, thread: Thread) -> Mention:
    """What a pronoun means: what the message itself spoke of, else what the conversation did."""
    spoken = thread.spoken
    if spoken is not None and spoken.kind != "all":
        return replace(spoken, lost=()) if spoken.candidates or spoken.is_open else found
    earlier = thread.heard.said.raw[: found.span[0]] if found.span else ""
    if thread.records.are_known and earlier.strip():
        named = in_focus((Turn("user", earlier),), found, thread.records)
        if len(named.candidates) == 1:
            return replace(named, turn=None)
    focused = in_focus(thread.scene.history, found, thread.records)
    if focused.candidates or thread.records.are_known:
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
    drafts = [d for part in heard.heard for d in _drafts(part, earlier)]
    named = [m for d in drafts if (m := d.mention or _added(d, earlier)) is not None and m.is_open]
    if len(named) != 1:
        return found
    task = Task(named[0].text, named[0].text)
    return replace(found, candidates=(Candidate(task, 0.9, "asked for before"),), turn=turn)


def _divided(words: Words, thread: Thread) -> list[Mention]:
    """ "milk and the second one": the records that the parts name, if every part clearly names one."""
    said, pack, records = thread.heard.said, thread.heard.pack, thread.records
    if said.is_unbroken and said.texts.isdisjoint(pack.joiners.by_word):
        return []
    parts: list[Words] = []
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


def _before_comma(found: Mention, words: Words, thread: Thread) -> list[Mention]:
    """ "the groceries, I went this morning": what stands before the comma, where the whole names nothing."""
    said = thread.heard.said
    comma = next((i for i in range(words[0] + 1, words[1]) if "," in said.gap(i)), None)
    if found.candidates or comma is None:
        return []
    shorter = mention(said, (words[0], comma), thread.heard.pack, thread.records)
    return [shorter] if shorter.candidates else []


def _graded(reading: Reading, thread: Thread, whose: Business) -> Reading:
    """A bare "add X to Y" is about some other list unless X is clearly a thing to do; so is one that names it."""
    said, pack = thread.heard.said, thread.heard.pack
    title = reading.slots.get("title")
    if reading.intent != "add_task" or title is None or reading.grade not in ("plain", "named"):
        return reading
    if reading.grade == "named":
        return reading._replace(grade="elsewhere") if whose.is_other_list and not whose.is_ours else reading
    words = [w.text for w in said.words[title[0] : title[1]]]
    if pack.tasks.is_verb(words[0]) or pack.tasks.destinations.isdisjoint(words[1:]):
        return reading
    timed = {i for t in find_times(said, pack, title) for i in range(t.start, t.end)}
    places = (i for i in range(title[0] + 1, title[1]) if i not in timed)
    if not any(said.words[i].text in pack.tasks.destinations for i in places):
        return reading
    return reading._replace(grade="elsewhere")


def _is_foreign(draft: Draft, thread: Thread, whose: Business) -> bool:
    """Whether the words say that it is somebody else's business."""
    reading, found = draft.reading, draft.mention
    if found is not None and found.candidates and found.candidates[0].fit >= _CLEAR and found.kind != "focus":
        return False
    if "search" in reading.slots or whose.is_ours:
        return False
    said, pack, clause = thread.heard.said, thread.heard.pack, reading.clause
    match reading.intent:
        case "list_tasks":
            return whose.is_never or whose.is_other_list or whose.is_unlikely
        case "add_task":
            title = reading.slots.get("title")
            if not whose.is_never or title is None:
                return False
            words = [w.text for w in said.words[title[0] : title[1]]]
            if pack.tasks.is_verb(words[0]):
                return reading.grade != "named" and not pack.tasks.destinations.isdisjoint(words)
            return True
        case "identity_query":
            return whose.is_never and reading.literal < said.flat_at(clause.end) - said.flat_at(clause.start)
    if reading.grade == "named":
        return whose.is_other_list
    if found is not None and (found.kind == "all" or (found.kind == "title" and reading.intent == "update_task")):
        a, b = draft.mention_words or (0, 0)
        if not pack.tasks.doubtful.isdisjoint(w.text for w in said.words[a:b]):
            return True
    return whose.is_never or whose.is_unlikely


def _is_offerable(draft: Draft, thread: Thread) -> bool:
    """Whether a draft is worth a step at all."""
    reading, found = draft.reading, draft.mention
    said, tasks = thread.heard.said, thread.heard.pack.tasks
    is_likely = found is not None and bool(found.candidates) and found.candidates[0].fit >= _LIKELY
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
            return tasks.is_verb(said.words[reading.slots["title"][0]].text)
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
            return (
                reading.intent == "add_task"
                or weigh(draft, thread.heard, thread.policy)[0] >= thread.policy.worth_asking
            )


def _names_nothing(draft: Draft) -> bool:
    return any(e.name == "title names nothing" and e.value for e in draft.evidence)


def _is_question(reading: Reading, said: Line) -> bool:
    end = reading.clause.end
    after = said.words[end].start if end < len(said.words) else len(said.raw)
    return "?" in said.raw[said.words[end - 1].end : after]
