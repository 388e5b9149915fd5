"""Two things asked for one after the other, each by itself, where the message as one leaves one of them out or swallows
it: "rename it house rent and remove the date", "add basil and tell me what is on tomorrow"."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sayso.engine.by_ear import Decide, by_ear, drops_a_name
from sayso.engine.capabilities.room import Room
from sayso.engine.clauses import boundaries
from sayso.engine.dictated import dictated
from sayso.engine.each_part import of_each_part
from sayso.engine.nouns import Action, Ask, Call, Clause, Confirm, Failed, Step
from sayso.engine.orders import is_told, several_orders
from sayso.engine.outcome import are_complete, is_named_now, unless_reading
from sayso.engine.run_on import run_on
from sayso.engine.think import joined
from sayso.engine.told_by import told_by_somebody
from sayso.engine.trailing import before_a_sentence
from sayso.engine.understand.hesitations import blanked, without_reason
from sayso.engine.understand.read import Understanding
from sayso.engine.understand.wording import HEARD, heard_in, together

_BREAKS = frozenset(",;:.!?–—")
_PARTS = 8  # of one message
_SURELY = 0.9  # how sure what goes on must be heard
_SURE_ODDS = 2.7
_SURE_ACT, _LIKELY_ACT = 0.95, 0.75
_LEAST = 0.6  # how sure a command must be heard
_CLITIC = 3  # words of a verb, its pronoun and the beginning of a remark
_CUTS = 3  # places where a message is tried to be cut
_LONGEST = 40  # words
_NEW_TEXTS = frozenset(("new_title", "new_description"))
_TEXTS = ("name", "new_name", "details", "new_details")
_OF_RECORDS = frozenset(("change", "finish", "remove", "command"))
_OF_FOCUS = frozenset(("command", "change"))
Words = tuple[int, int]


def in_parts(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps; or those of parts of the message, where these are complete and say more than the whole."""
    if not steps and any(h.clause.kind == "supposed" for h in heard.heard):
        return steps  # what somebody said, or what might be, is no order by itself either
    if not steps:
        shorter = _without_reason(heard, room, decide) or _without_remark((), heard, room, decide)
        shorter = shorter or by_ear(heard, room, decide) or _of_one_part(heard, room, decide)
        shorter = shorter or _of_the_verb(heard, room, decide) or told_by_somebody(heard, room, decide)
        shorter = shorter or run_on((), heard, room, decide) or dictated(heard, room, decide)
        return shorter or before_a_sentence(heard, room, decide) or of_each_part((), heard, room, decide)
    if len(heard.said.words) > _LONGEST or heard.is_cut:
        return steps
    if all(_asks_what(s) for s in steps):
        shorter = _without_remark((), heard, room, decide) or by_ear(heard, room, decide)
        return shorter or _by_halves(steps, heard, room, decide)
    each = run_on(steps, heard, room, decide)
    if each:
        return each
    if all(isinstance(s, Failed) and s.reason == "not_found" for s in steps):
        is_command = all(s.action.does == "command" for s in steps)
        shorter = _without_remark(steps, heard, room, decide) if is_command else steps
        shorter = _of_one_part(heard, room, decide) if shorter is steps else shorter
        return shorter or dictated(heard, room, decide) or before_a_sentence(heard, room, decide) or steps
    if all(isinstance(s, Ask) and s.action.does == "command" and s.action.of("id") is None for s in steps):
        return _without_remark(steps, heard, room, decide, is_named=True)
    if any(h.clause.kind not in ("request", "other") for h in heard.heard):
        return steps
    return (
        of_each_part(steps, heard, room, decide)
        or several_orders(steps, heard, room, decide)
        or _before_remark(steps, heard, room, decide)
        or _by_halves(steps, heard, room, decide)
    )


def _of_one_part(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What the one part of a message says that is surely heard as going on from the conversation, where the rest of it
    says why: "no, thursday they are closed, make it friday at 5"; always asked about."""
    said, hearing = heard.said, heard.hearing
    cuts = [i for i in range(1, len(said.words)) if not _BREAKS.isdisjoint(said.gap(i))]
    if hearing is None or not heard.pack.is_heard or not cuts or len(said.words) > _LONGEST:
        return ()
    parts = list(pairwise((0, *cuts, len(said.words))))
    meant = [p for p in parts if _goes_on(p, heard)]
    if len(meant) != 1 or len(parts) > _PARTS:
        return ()
    start, end = meant[0]
    if drops_a_name(said, heard.pack, heard.hearing, (start, end)):
        return ()
    lexicon = hearing.lexicon
    rest = [w.text for i, w in enumerate(said.words) if not start <= i < end]
    if lexicon.kinds(lexicon.stems(rest)) or any(not t.isalpha() and len(t) > 1 for t in rest):
        return ()  # a subject that is not there is never another one
    found = decide(blanked(blanked(said.raw, said.words[end - 1].end, len(said.raw)), 0, said.words[start].start))
    is_meant = bool(found) and are_complete(found) and all(_is_spoken_of(s.action) for s in found)
    return unless_reading(found, room.policy.tools, room) if is_meant else ()


def _of_the_verb(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What a first verb with its pronoun in one word says, where the rest only says why: "FERMALA c'è dentro un
    cucchiaio"; always asked about."""
    said, pack = heard.said, heard.pack
    words = said.words
    is_one = len(words) > _CLITIC and words[0].start == words[1].start
    if not is_one or any(h.clause.kind not in ("request", "other") for h in heard.heard):
        return ()
    rest = [w.text for w in words[2:]]
    hedges = {word for phrase in pack.ellipsis.marks["hedges"] for word in phrase}
    if any(t in hedges or t in pack.negations or t[:1].isdigit() for t in rest) or len(words) > _LONGEST:
        return ()
    found = decide(blanked(said.raw, words[1].end, len(said.raw)))
    is_meant = bool(found) and all(s.action.does == "command" and _is_spoken_of(s.action) for s in found)
    return unless_reading(found, room.policy.tools, room) if is_meant and are_complete(found) else ()


def _is_spoken_of(action: Action) -> bool:
    """Whether an action is about what the conversation spoke of."""
    key = action.key("id") or action.key("record")
    return _is_of_focus(action) and any(a.name == key and a.source.kind == "history" for a in action.arguments)


def _goes_on(part: Words, heard: Understanding) -> bool:
    """Whether a part alone is surely heard as a change or a command of what was spoken of."""
    if heard.hearing is None or not heard.pack.negations.isdisjoint(
        w.text for w in heard.said.words[part[0] : part[1]]
    ):
        return False
    wording = heard_in(heard.said, Clause(*part, "request"), heard.pack, heard.hearing)
    known = heard.hearing.meanings
    meaning = known.get(wording.intent)
    if meaning is None or not (meaning.follows or meaning.has_act) or meaning.does not in _OF_FOCUS:
        return False
    is_act = meaning.has_act and not wording.spans and wording.act_probability >= _SURE_ACT
    likely = sum(s for n, s in wording.shares.items() if n in known and known[n].does in _OF_FOCUS)
    return likely >= (_LIKELY_ACT if is_act else _SURELY)


def _asks_what(step: Step) -> bool:
    """Whether a step only asks what to change, or of which one, and has nothing new yet."""
    return isinstance(step, Ask) and step.action.does == "change" and not step.action.changes


def _before_remark(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What goes on from the conversation, where a remark after it was taken for something new: "and make it urgent, he
    limps"; always asked about."""
    said, hearing = heard.said, heard.hearing
    pause = next((i for i in range(1, len(said.words)) if "," in said.gap(i)), None)
    is_new = len(steps) == 1 and isinstance(steps[0], Confirm) and steps[0].action.does == "make"
    if hearing is None or pause is None or not is_new or not _is_heard(steps[0].action):
        return ()
    wording = heard_in(said, Clause(0, pause, "request"), heard.pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or not meaning.follows or not wording.spans or wording.probability < _SURELY:
        return ()
    rest = hearing.meanings.get(heard_in(said, Clause(pause, len(said.words), "request"), heard.pack, hearing).intent)
    if rest is not None and rest.does == "make":
        return ()  # "and on the 15th of each month, pay the supplier"
    found = decide(blanked(said.raw, said.words[pause - 1].end, len(said.raw)))
    is_meant = bool(found) and are_complete(found) and all(_is_of_focus(s.action) for s in found)
    return unless_reading(found, room.policy.tools, room) if is_meant else ()


def _without_reason(heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """What a message asks for without why it is wanted, where nothing comes of it with that; always asked about."""
    shorter = without_reason(heard.said.raw, heard.said.words, heard.pack)
    found = decide(shorter) if shorter is not None else ()
    is_new = any(s.action.does == "make" for s in found)
    return () if is_new else unless_reading(found, room.policy.tools, room)


def _without_remark(
    steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide, is_named: bool = False
) -> tuple[Step, ...]:
    """A command to the subject that was spoken of, or a change of the entry, where a remark after it was taken for its
    name, or hides it: "turn it off, it is done", "and low priority, I've got another one"; always asked about. Where
    only the subject was asked for, it may be one that is named: "all the lights off, we are closing"."""
    said = heard.said
    if not steps and not _is_heard_as_one(heard):
        return steps
    pause = next((i for i in range(2, len(said.words)) if "," in said.gap(i) or ";" in said.gap(i)), None)
    ends = (
        without_reason(said.raw, said.words, heard.pack),
        blanked(said.raw, said.words[pause - 1].end, len(said.raw)) if pause is not None else None,
    )
    for shorter in (s for s in ends if s is not None):
        found = decide(shorter)
        is_meant = all(s.action.does == "command" if is_named else _is_of_focus(s.action) for s in found)
        if found and are_complete(found) and is_meant:
            return unless_reading(found, room.policy.tools, room)
    return steps


def _is_heard_as_one(heard: Understanding) -> bool:
    """Whether the tagger hears a command or a change in the message with all that is said besides, and nothing denies
    it."""
    said, hearing = heard.said, heard.hearing
    is_plain = all(h.clause.kind in ("request", "other") for h in heard.heard)
    if hearing is None or not heard.pack.is_heard or not is_plain or not 1 < len(said.words) <= _LONGEST:
        return False
    wording = heard_in(said, Clause(0, len(said.words), "request"), heard.pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    return meaning is not None and meaning.does in _OF_FOCUS and wording.probability >= _LEAST


def _is_of_focus(action: Action) -> bool:
    """Whether an action is about what was spoken of before, and is not named now."""
    return action.does in _OF_FOCUS and not is_named_now(action)


def _by_halves(steps: tuple[Step, ...], heard: Understanding, room: Room, decide: Decide) -> tuple[Step, ...]:
    """The steps; or those of the two halves of the message, each with a request of its own."""
    said = heard.said
    is_reading = room.policy.tools.is_reading
    is_looking = any(is_reading(s.action.tool_name) for s in steps)
    for left, right in _cuts(steps, heard, is_looking):
        first = decide(blanked(said.raw, said.words[left - 1].end, len(said.raw)))
        if not first or not are_complete(first):
            continue
        second = decide(blanked(said.raw, 0, said.words[right].start))
        rest = (right, len(said.words))
        if any(s.action.does == "command" and not is_told(s, rest, heard) for s in second):
            continue  # "the light and the fan too": of the fan nothing is said by itself
        if second and are_complete(second) and _are_both_meant(steps, (first, second), (left, right), (heard, room)):
            both = joined([*first, *second], room)
            return unless_reading(tuple(both), room.policy.tools, room)
    return steps


def _cuts(steps: Sequence[Step], heard: Understanding, is_looking: bool) -> Iterator[Words]:
    """Where the message may be cut: there a text runs on, or one side of it says nothing, or little is sure."""
    said = heard.said
    found = [
        (left, right)
        for left, right in boundaries(said, 0, len(said.words), heard.pack)
        if right > left  # a word joins the two
    ]
    is_open = not are_complete(steps) or any(_is_heard(s.action) for s in steps)
    texts = _heard_texts(heard)
    begins = heard.pack.patterns.by_word.keys()
    found = [
        (left, right)
        for left, right in found
        if said.words[right].text in begins or not any(start < left < end for start, end in texts)
    ]
    for left, right in found[:_CUTS]:
        sides = ((0, left), (right, len(said.words)))
        is_asked = not is_looking and _asks_us(right, heard)  # and nothing is looked up
        if _are_two_orders(steps, sides, heard) or (
            not _is_in_a_name(steps, left, heard)
            and (
                is_open
                or is_asked
                or _is_in_a_text(steps, left, heard)
                or not all(_is_told(side, steps, heard) for side in sides)
            )
        ):
            yield left, right


def _heard_texts(heard: Understanding) -> list[Words]:
    """The words of the message that are surely heard as a new name or a note: "rename it to call Mark and Jo"."""
    said, hearing = heard.said, heard.hearing
    if hearing is None or not heard.pack.is_heard:
        return []
    wording = heard_in(said, Clause(0, len(said.words), "request"), heard.pack, hearing)
    meaning = hearing.meanings.get(wording.intent)
    if meaning is None or meaning.does != "change" or together(wording, hearing) < _LEAST:
        return []
    return [(t.start, t.end) for t in wording.spans if meaning.slots.get(t.slot) in _NEW_TEXTS]


def _are_two_orders(steps: Sequence[Step], sides: tuple[Words, Words], heard: Understanding) -> bool:
    """Whether each side says what to do to a subject, and only one command came of it: "shut it and lights off"."""
    if heard.hearing is None or len(steps) != 1 or steps[0].action.does != "command":
        return False
    lexicon, words = heard.hearing.lexicon, heard.said.words
    texts = ([w.text for w in words[start:end] if w.text not in lexicon.light] for start, end in sides)
    acts = [{s.name for s in lexicon.spots("act", lexicon.stems(some))} for some in texts]
    return all(acts) and acts[0].isdisjoint(acts[1])


def _are_both_meant(
    steps: Sequence[Step],
    halves: tuple[tuple[Step, ...], tuple[Step, ...]],
    cut: Words,
    known: tuple[Understanding, Room],
) -> bool:
    """Whether the halves are two requests, and not the parts of one."""
    (first, second), (heard, room) = halves, known
    is_reading = room.policy.tools.is_reading
    if all(is_reading(s.action.tool_name) for s in second):
        is_new = not all(is_reading(s.action.tool_name) for s in first) or not are_complete(steps)
        return is_new and _asks_us(cut[1], heard)
    records = {s.action.record for s in first}
    is_same = all(s.action.record in records for s in second)
    if _says_it_again(first, second):
        return False
    is_new = not _is_told((cut[1], len(heard.said.words)), steps, heard)
    if is_new and all(_is_added(s) for s in second) and all(s.action.does in _OF_RECORDS for s in (*first, *steps)):
        return True
    if not all(s.action.does in _OF_RECORDS and (is_same or is_named_now(s.action)) for s in second):
        return False
    if _are_other_deeds(steps, first, second) or _is_time_left(steps, first, second):
        return True
    if _is_in_a_text(steps, cut[0], heard):
        return is_same and not any(is_named_now(s.action) for s in second)  # "… and set it to high" is of the same one
    sides = ((0, cut[0]), (cut[1], len(heard.said.words)))
    if _are_two_orders(steps, sides, heard):
        return all(s.action.does == "command" for s in (*first, *second))
    is_told = all(_is_told(side, steps, heard) for side in sides)
    return not is_told or not are_complete(steps) or (is_same and _changed((*first, *second)) > _changed(steps))


def _is_added(step: Step) -> bool:
    """Whether a pattern reads an order for something new: "tick the flour and add count the lemons"."""
    return isinstance(step, Call) and step.action.does == "make"


def _are_other_deeds(steps: Sequence[Step], first: Sequence[Step], second: Sequence[Step]) -> bool:
    """Whether the halves do different things, each to what it names, where the message was only heard as doing one:
    "I got the milk and mark is urgent"."""
    deeds = [{s.action.tool_name for s in half} for half in (first, second)]
    is_heard = all(_is_heard(s.action) for s in steps) and len({s.action.tool_name for s in steps}) == 1
    readings = [s.action.reading for s in (*first, *second)]
    are_sure = all(  # not what merely goes on from before: "set the contract" after another was deleted
        r is not None and bool(r.slots) and (r.grade != HEARD or (r.likeness or 0.0) >= _SURE_ODDS) for r in readings
    )
    return (
        are_sure
        and is_heard
        and deeds[0].isdisjoint(deeds[1])
        and all(is_named_now(s.action) for s in (*first, *second))
    )


def _is_time_left(steps: Sequence[Step], first: Sequence[Step], second: Sequence[Step]) -> bool:
    """Whether the halves do other things to the same records, one of them at a time that the whole leaves out: "call
    Anna tomorrow and the cat is done"."""
    both = [*first, *second]
    is_same = {s.action.record for s in steps} == {s.action.record for s in both}
    is_apart = {s.action.tool_name for s in first}.isdisjoint(s.action.tool_name for s in second)
    is_timed = any(s.action.of("new_when") is not None for s in both)
    return is_same and is_apart and is_timed and not _changed(steps)


def _changed(steps: Sequence[Step]) -> set[str]:
    """Which values steps change."""
    return {a.name for s in steps for a in s.action.changes}


def _asks_us(at: int, heard: Understanding) -> bool:
    """Whether a half is a question to us: by its first word, or by who is told."""
    said, pack = heard.said, heard.pack
    asking = {phrase[0] for phrase in pack.ellipsis.marks["asks"]}
    return said.words[at].text in asking or any(w.text in pack.shifts.speaker for w in said.words[at + 1 : at + 3])


def _says_it_again(first: Sequence[Step], second: Sequence[Step]) -> bool:
    """Whether the second half does to a record what the first one does, or gives one of its values anew."""
    for one in first:
        given = {a.name for a in one.action.changes}
        for other in second:
            is_same = (one.action.tool_name, one.action.record) == (other.action.tool_name, other.action.record)
            values = [{(a.name, str(a.value)) for a in s.action.arguments} for s in (one, other)]
            is_command = one.action.does == "command" and values[0] != values[1]
            if is_same and not is_command and (not given or given & {a.name for a in other.action.changes}):
                return True
    return False


def _is_heard(action: Action) -> bool:
    return action.reading is not None and action.reading.grade == HEARD


def _is_in_a_name(steps: Sequence[Step], at: int, heard: Understanding) -> bool:
    """Whether a word that may join two requests is one of those that name a record: "the flour and yeast thing"."""
    where = heard.said.words[at].start
    spans = [a.source.span for s in steps for a in s.action.arguments if a.source.record is not None]
    spans += [s.action.mention.span for s in steps if s.action.mention is not None]
    return any(span is not None and span[0] < where < span[1] for span in spans)


def _is_in_a_text(steps: Sequence[Step], at: int, heard: Understanding) -> bool:
    """Whether a text goes on over the place where the message may be cut."""
    where = heard.said.words[at].start
    spans = (
        a.source.span
        for s in steps
        for a in s.action.arguments
        if a.source.span is not None and a.name in {s.action.key(role) for role in _TEXTS}
    )
    return any(start < where < end for start, end in spans)


def _is_told(side: Words, steps: Sequence[Step], heard: Understanding) -> bool:
    """Whether any step comes of the words on one side."""
    words = heard.said.words[side[0] : side[1]]
    spans = [a.source.span for s in steps for a in s.action.arguments if a.source.span is not None]
    if any(start <= w.start < end for w in words for start, end in spans):
        return True
    read = [s.action.reading.clause for s in steps if s.action.reading is not None]
    return any(side[0] <= c.start and c.end <= side[1] for c in read)
