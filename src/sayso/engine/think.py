"""Resolve, compose, decide: from what was understood, and what is known besides, to the steps of a decision."""

from collections.abc import Sequence
from dataclasses import replace

from sayso.engine.added_notes import beside_notes
from sayso.engine.afar import unless_afar
from sayso.engine.after_all import after_all
from sayso.engine.asked_of import of_a_listed_one, of_each_asked
from sayso.engine.capabilities.apart import apart
from sayso.engine.capabilities.aside import beside_talk
from sayso.engine.capabilities.by_label import by_label
from sayso.engine.capabilities.led import led_by_a_name
from sayso.engine.capabilities.once import said_once
from sayso.engine.capabilities.room import NOTHING, Room
from sayso.engine.capabilities.settle import never_called
from sayso.engine.capabilities.stated import is_joined, stated
from sayso.engine.capabilities.think import is_doubtful, merely_named, parted, to_subjects
from sayso.engine.compose.parts import WHOLE
from sayso.engine.contrary import unless_contrary
from sayso.engine.decide import decide, narrowed, settled, with_record
from sayso.engine.drafting import drafts, is_offerable
from sayso.engine.ellipsis.before import raised_together
from sayso.engine.ellipsis.commands import things_done_to
from sayso.engine.ellipsis.onward import of_what_was_spoken_of, on_that_day, onward
from sayso.engine.ellipsis.period import of_another_period
from sayso.engine.ellipsis.raised import as_of_one, at_once
from sayso.engine.ellipsis.topic import by_topic, in_doubt, is_heard_otherwise
from sayso.engine.follow import carried_on, last_done, named_time, only_values, several_values, taken_up
from sayso.engine.for_all import timed_for_all
from sayso.engine.group import asked_together
from sayso.engine.half_read import unless_ambiguous, unless_half_read
from sayso.engine.judge import is_asked, is_denied_as_it_is, judged, standing
from sayso.engine.kept import kept
from sayso.engine.leftover import unless_left
from sayso.engine.lost import CHANGING, ORDERS, is_order
from sayso.engine.meant import as_listed, as_one, from_its_start, is_no_name, is_something_new, says_more
from sayso.engine.noted import with_notes
from sayso.engine.nouns import Action, Argument, Ask, Call, Confirm, Failed, Reading, Source, Step
from sayso.engine.overheard import overheard
from sayso.engine.own_sentence import of_its_sentence
from sayso.engine.preferred import PRIORITY, chosen_before
from sayso.engine.said_why import without_said_why
from sayso.engine.thread import Around, Thread
from sayso.engine.understand.exact import starts
from sayso.engine.understand.read import Heard, Understanding
from sayso.engine.understand.wording import FOLLOWS, HEARD, heard_in, reading_of, together
from sayso.engine.weighed import weighed_last
from sayso.engine.whole import by_whole

_SURE_OF_A_QUESTION = 0.9  # that begins like a condition: "when is it due?"


def think(heard: Understanding, around: Around) -> tuple[Step, ...]:
    """The steps of a message, in order."""
    shown, around = raised_together(around.scene.history), as_of_one(around)
    focus = around.focus if around.focus is not NOTHING else None
    thread = Thread(heard, around, around.room(heard.pack), around.spoken, focus=focus)
    steps = weighed_last(without_said_why(_thought(heard, around, thread), thread), thread)
    steps = timed_for_all(unless_contrary(steps, thread), thread)
    return at_once(beside_notes(steps, thread), shown, thread)


def _thought(heard: Understanding, around: Around, thread: Thread) -> Sequence[Step]:
    thread.things = things_done_to(thread)
    if around.scene.history:
        thread.heard = heard = replace(heard, heard=tuple(by_topic(part, thread) for part in heard.heard))
    if len(heard.heard) > 1:
        thread.heard = heard = replace(heard, heard=led_by_a_name(heard.heard, thread))
    gone_on = of_another_period(thread) or onward(thread)
    if gone_on is not None and not is_heard_otherwise(gone_on, thread):
        return unless_half_read([unless_afar(s, thread) for s in gone_on], thread)
    steps: list[Step] = []
    is_part_lost = False
    for part in heard.heard:
        found = asked_together(_steps(part, thread), thread)
        is_part_lost |= not found and len(heard.heard) > 1 and is_order(part, thread)
        thread.before = _bare(part, thread) if part.clause.kind == "other" else None
        is_asked = part.clause.kind in ("request", "hypothetical", "how_to") or (
            part.clause.kind == "other" and bool(found)
        )
        steps.extend(s for s in found if is_asked and not any(_is_same(s, other) for other in steps))
        if part.clause.kind == "negated":  # "delete it, no wait, don't delete it, move it"
            denied = {r.intent for r in part.readings if r.grade in ORDERS and "it" in r.slots and r.does in CHANGING}
            steps = [s for s in steps if s.action.intent not in denied]
    if all(isinstance(s, Failed) and s.reason == "not_found" for s in steps):
        gone_on = onward(thread, is_lost=True)
        gone_on = gone_on if gone_on and not is_heard_otherwise(gone_on, thread) else None
        steps = gone_on or steps or of_what_was_spoken_of(thread)
    is_part_lost |= _asks_beside_a_change(steps)
    if is_part_lost:  # the rest alone may not be what is wanted
        is_reading = thread.policy.tools.is_reading
        steps = [s if is_reading(s.action.tool_name) else never_called(s, thread.room) for s in steps]
    parted_steps = _as_one(steps, thread)
    steps = by_whole(parted_steps, thread, lambda part: _listed_and_judged(part, thread))
    steps = overheard(with_notes(steps, thread), thread, lambda part: tried_as_heard(part, thread))
    is_told = bool(parted_steps) and not steps  # what stood in it is only spoken of
    if around.fleet is not None and not is_told and all(_is_beyond_it(s) for s in steps):
        steps = _by_name(thread) or by_label(thread) or steps
    steps = after_all(of_a_listed_one(steps, thread), thread, lambda part: tried_as_heard(part, thread))
    steps = [s for s in steps if not is_denied_as_it_is(s, thread)]
    doubted = (in_doubt(on_that_day(s, thread), thread) for s in joined(said_once(steps, thread.room), thread.room))
    told = of_each_asked(unless_half_read([unless_afar(s, thread) for s in doubted], thread), thread)
    return kept(unless_left(unless_ambiguous(told, thread), thread), thread)


def _asks_beside_a_change(steps: list[Step]) -> bool:
    """Whether something is asked about a record that the message changes besides: neither is done before the answer."""
    asked = {s.action.value(s.action.key("record")) for s in steps if isinstance(s, Ask) and s.action.does == "change"}
    return any(isinstance(s, Call) and s.action.value(s.action.key("record")) in asked - {None} for s in steps)


def _listed_and_judged(part: Heard, thread: Thread) -> list[Step]:
    reading = as_listed(part.readings[0], thread)
    part = part._replace(clause=reading.clause, readings=(reading,))
    return asked_together(judged(part, thread, _said(part, thread)), thread)


def tried_as_heard(part: Heard, thread: Thread) -> list[Step]:
    """The steps that a part would give by what is listed, whether or not it is sure enough to count."""
    reading = as_listed(part.readings[0], thread)
    part = part._replace(clause=reading.clause, readings=(reading,))
    steps = standing(part, thread, _said(part, thread))
    if any(thread.policy.tools.is_reading(s.action.tool_name) for s in steps) and not is_asked(part, thread):
        return []  # told, and not asked: "the oven is off"
    return asked_together(steps, thread)


def _by_name(thread: Thread) -> list[Step]:
    """What a subject is named for, in its own words for what it does."""
    out: list[Step] = []
    for part in thread.heard.heard:
        is_idle = part.clause.kind == "other" and not part.readings
        if is_idle or (part.clause.kind == "request" and all(r.grade == HEARD for r in part.readings)):
            out.extend(s for c in parted(part.clause, thread.heard.said) for s in merely_named(c, thread))
    return out


def _is_beyond_it(step: Step) -> bool:
    """Whether an act was only heard, and the subject knows none such."""
    is_heard = step.action.reading is not None and step.action.reading.grade == HEARD
    return is_heard and isinstance(step, Failed) and step.reason == "no_capability"


def _bare(part: Heard, thread: Thread) -> tuple[int, int]:
    """The words of a clause without what merely opens it."""
    start, end = part.clause.start, part.clause.end
    return starts(thread.heard.said, start, end, thread.heard.pack)[-1], end


def tried(reading: Reading, thread: Thread) -> list[Step]:
    """The steps that a reading would give, whether or not it is sure enough to count."""
    return _said(Heard(reading.clause, (reading,)), thread)


def as_read(part: Heard, thread: Thread) -> list[Step]:
    """The steps that a part would give, whatever it is made of beside what was read."""
    return asked_together(_said(part, thread), thread)


def _points_back(step: Step) -> bool:
    """Whether something new is to be made of what was said before it."""
    slots = step.action.reading.slots if step.action.reading is not None else {}
    return isinstance(step, Ask) and step.action.does == "make" and bool(slots.keys() & {"title", "it"})


def _as_one(steps: list[Step], thread: Thread) -> list[Step]:
    """What all parts say together, where they leave something open one by one: "dry cleaning on thursday, add it"."""
    hearing, named = thread.heard.hearing, [s for s in steps if s.action.of("name")]
    if named and all(s in named or _points_back(s) for s in steps):  # "I should buy flour, put it on the list"
        return named
    is_open = all(isinstance(s, Ask) and len(s.suggestions) != 1 for s in steps)
    if hearing is None or not is_open or (not steps and any(p.readings for p in thread.heard.heard)):
        return steps
    reading = as_one(thread, hearing)
    if reading is None or reading.value == FOLLOWS:
        return steps
    tools = {s.action.tool_name for s in steps}
    thread.spoken = None
    part = Heard(reading.clause, (as_listed(reading, thread),))
    found = of_its_sentence(judged(part, thread, _said(part, thread)), thread)
    is_same = not tools or all(s.action.tool_name in tools for s in found)
    return found if found and is_same and all(isinstance(s, Call | Confirm) for s in found) else steps


def _is_same(one: Step, other: Step) -> bool:
    """Whether two steps do the same: "the bill is paid, tick it off"."""
    first, second = one.action, other.action
    is_alike = type(one) is type(other) or (isinstance(one, Call | Confirm) and isinstance(other, Call | Confirm))
    if not is_alike or first.tool_name != second.tool_name:
        return False
    values = ({a.name: a.value for a in action.arguments} for action in (first, second))
    offered = [[s.label for s in step.suggestions] for step in (one, other) if isinstance(step, Ask)]
    is_asked = len(offered) > 1 and offered[0] == offered[1] != []
    return next(values) == next(values) and (one == other or is_asked or bool(first.arguments))


def joined(steps: list[Step], room: Room) -> list[Step]:
    """Two changes of one record are one: "move it to thursday and make it low priority"."""
    out: list[Step] = []
    for step in steps:
        last = out[-1] if out else None
        if isinstance(last, Call | Confirm) and isinstance(step, Call | Confirm):
            both = _together(last.action, step.action)
            if both is not None:
                is_more = len(both.arguments) > max(len(last.action.arguments), len(step.action.arguments))
                is_call = is_more and isinstance(last, Call) and isinstance(step, Call)
                out[-1] = Call(both) if is_call else never_called(Call(both), room)
                continue
        out.append(step)
    return out


def _together(one: Action, other: Action) -> Action | None:
    key = one.key("record")
    known = {a.name: a.value for a in one.arguments}
    more = tuple(a for a in other.arguments if a.name != key)
    is_same = one.intent == other.intent and one.does == "change" and one.value(key) == other.value(key)
    if not is_same:
        return None
    anew = {a.name for a in more if known.get(a.name, a.value) != a.value}  # what is said last counts
    kept = tuple(a for a in one.arguments if a.name not in anew)
    more = tuple(a for a in more if a.name in anew or a.name not in known)
    return replace(one, arguments=(*kept, *more), confidence=min(one.confidence, other.confidence))


def _steps(part: Heard, thread: Thread) -> list[Step]:
    """The steps of a clause: what its patterns say, else what was heard in its wording."""
    sure = tuple(r for r in part.readings if r.grade != HEARD)
    told = _told_apart(part, sure, thread)
    if told:
        return told
    out = _said(part._replace(readings=sure), thread) if sure or part.clause.kind != "request" else []
    is_question = part.clause.kind in ("hypothetical", "how_to")
    is_lost = all(isinstance(s, Failed) and s.reason == "not_found" for s in out) or _lacks_record(out, thread)
    told = _told(part, thread) if _came_to_nothing(part, out, thread) else []
    if told:
        return told
    if part.clause.kind == "other" and not sure and len(thread.heard.heard) == 1:
        bare = only_values(part, thread) or named_time(part, thread)
        part = part._replace(clause=part.clause._replace(kind="request"), readings=(bare,)) if bare else part
    if not is_question and (not is_lost or part.clause.kind != "request"):
        return out
    out = [] if is_question else out
    besides = several_values(part, thread) or _besides(part, sure, thread)
    if besides is None or besides.value == FOLLOWS:
        besides = only_values(part, thread) or besides
    if besides is None:
        return out
    if besides.value == FOLLOWS:
        meant = taken_up(besides, part.wording, thread)
        if meant is None:
            return out
        besides = meant
    divided = apart(part.clause, thread) if besides.does == "command" else []
    if divided:
        return [never_called(s, thread.room) for s in divided]
    besides = as_listed(besides, thread)
    alone = part._replace(readings=(besides,), clause=besides.clause)
    steps = [carried_on(s, thread) for s in judged(alone, thread, _said(alone, thread))]
    if is_question:  # "what would happen if …" is not asked back about
        steps = [s for s in steps if isinstance(s, Call)]
    if out and sure and any(thread.policy.has_capabilities(s.action.intent) for s in out):
        is_whole = all(isinstance(s, Call | Confirm) for s in steps)
        is_look = sure[0].grade == "plain" and all(thread.policy.tools.is_reading(s.action.tool_name) for s in steps)
        is_named = is_look or says_more(sure[0], besides, thread) or is_no_name(sure[0], besides, thread)
        return steps if steps and is_whole and is_named else out  # a subject that is not there is never another one
    if not out:
        return steps
    if steps and _lacks_record(out, thread):
        return steps
    tools = {s.action.tool_name for s in out}
    is_better = any(
        not isinstance(s, Failed) and (s.action.tool_name in tools or is_something_new(s, sure[0], thread))
        for s in steps
    )
    return steps if is_better else out


def _told_apart(part: Heard, sure: tuple[Reading, ...], thread: Thread) -> list[Step]:
    """ "tv on and floor lamp at 30": what each part states by itself, where patterns only guess at the whole."""
    is_guess = bool(sure) and sure[0].grade == "plain" and thread.policy.has_capabilities(sure[0].intent)
    if not is_guess or part.clause.kind != "request" or not is_joined(part.clause, thread):
        return []
    return stated(part.clause, thread)


def _told(part: Heard, thread: Thread) -> list[Step]:
    """What is stated, or is an order beside talk; not of what was heard as something else."""
    is_else = any(r.grade == HEARD and r.does != "command" for r in part.readings[:1])
    return stated(part.clause, thread) or ([] if is_else else beside_talk(part.clause, thread))


def _came_to_nothing(part: Heard, steps: list[Step], thread: Thread) -> bool:
    """Whether nothing is left of what patterns read but that a subject is not there, or cannot do it."""
    if part.clause.kind not in ("request", "other"):
        return False
    is_read = any(r.grade != HEARD for r in part.readings)
    return not is_read or all(isinstance(s, Failed) and thread.policy.has_capabilities(s.action.intent) for s in steps)


def _lacks_record(steps: list[Step], thread: Thread) -> bool:
    """Whether "it" means no record of this kind, where something else was last spoken of."""
    before = last_done(thread)
    tool = thread.policy.tools.get(before[0].tool_name) if before is not None else None
    is_other = tool is not None and thread.policy.has_capabilities(tool.intent)
    return is_other and all(isinstance(s, Ask) and s.action.does == "change" for s in steps)


def _besides(part: Heard, sure: tuple[Reading, ...], thread: Thread) -> Reading | None:
    """What the wording of a clause says, where its patterns made nothing of it; of a question only what reads."""
    if len(sure) < len(part.readings):
        return part.readings[len(sure)]
    hearing = thread.heard.hearing
    if hearing is None or any(r.grade != HEARD for h in thread.heard.heard if h is not part for r in h.readings):
        return None
    is_request = part.clause.kind == "request"
    clause = part.clause if is_request else from_its_start(part.clause, thread)
    wording = heard_in(thread.heard.said, clause, thread.heard.pack, hearing)
    reading = reading_of(wording, clause, hearing)
    if reading is None or is_request:
        return reading
    tool = thread.policy.tools.of_intent(reading.intent)
    if clause.kind == "how_to" and not thread.policy.has_capabilities(reading.intent):
        return None
    return reading if tool.is_read_only and together(wording, hearing) >= _SURE_OF_A_QUESTION else None


def _said(part: Heard, thread: Thread) -> list[Step]:
    """The steps of the readings of a clause; what is negated is spoken of, too: "don't delete X, just mark it done"."""
    asks = [r for r in part.readings if not thread.policy.has_capabilities(r.intent)]
    if part.readings and thread.policy.has_capabilities(part.readings[0].intent):
        steps = to_subjects(part.readings, thread)
        if steps and (not asks or not is_doubtful(part.readings[0], asks[0], thread)):
            return steps
    drawn = drafts(Heard(part.clause, tuple(asks)), thread)
    worth = [d for d in drawn if is_offerable(d, thread)]
    if worth and all(WHOLE in d.reading.slots and d.reading.grade == "duty" for d in drawn):
        worth = drawn  # none of several things in one breath is lost
    out = [
        _preferring(decide(d, thread.heard, thread.records_of(d.reading.intent), thread.policy), thread) for d in worth
    ]
    if not drawn and not out and len(asks) < len(part.readings):
        return to_subjects(part.readings, thread)
    is_lost = bool(out) and all(isinstance(s, Failed) and s.reason == "not_found" for s in out)
    others = tuple(r for r in part.readings if r not in asks) if is_lost and thread.room.is_known else ()
    steps = to_subjects(others, thread) if others else []  # "reopen the shutters", which are on no list
    return steps if steps and all(isinstance(s, Call | Confirm) for s in steps) else out


def _preferring(step: Step, thread: Thread) -> Step:
    """A step as this user's earlier choices would have it: the usual rank, the entry that is nearly always meant."""
    given, now, policy = thread.scene.preferences, thread.scene.now, thread.policy
    if step.action.does == "make" and given:
        return _usual_priority(step, thread)
    found = step.action.mention
    if not isinstance(step, Ask) or found is None or len(found.candidates) < 2:
        return step
    action = replace(step.action, hint=found.text)
    fitting = {c.entry.id: c.entry for c in narrowed(action, found)}
    before = chosen_before(given, found.text, list(fitting), now)
    if not before or not isinstance(found.span, tuple):
        return replace(step, action=action)
    record, sure = before[0]
    key = action.key("record")
    order = [r for r, _ in before]
    rank = {r: i for i, r in enumerate(order)}
    shown = tuple(sorted(step.suggestions, key=lambda s: rank.get(str(s.value.get(key)), len(rank))))
    if sure < policy.primary:
        return replace(step, action=action, suggestions=shown)
    chosen = with_record(action, found, fitting[record])
    arguments = tuple(
        a._replace(source=Source("preference", record=record)) if a.name == key else a for a in chosen.arguments
    )
    sure = min(action.confidence, sure)
    return settled(
        replace(chosen, arguments=arguments, confidence=sure), fitting[record].name, thread.heard.pack, policy
    )


def _usual_priority(step: Step, thread: Thread) -> Step:
    given, now, key = thread.scene.preferences, thread.scene.now, step.action.key("rank")
    if step.action.tool is None or not key:
        return step
    usual = chosen_before(given, PRIORITY, step.action.tool.parameter(key).options, now)
    if not usual or usual[0][1] < thread.policy.primary:
        return step
    source = Source("preference", record=usual[0][0])
    arguments = tuple(
        Argument(key, usual[0][0], source) if a.name == key and a.source.kind == "default" else a
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))
