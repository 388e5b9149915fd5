"""What a message asks of subjects becomes steps: which subject the words, the message or the conversation mean."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from sayso.engine.capabilities.action import said_name
from sayso.engine.capabilities.acts import SET, SWITCHING
from sayso.engine.capabilities.as_question import as_measure, as_question
from sayso.engine.capabilities.asked import Asked, asked
from sayso.engine.capabilities.each import of_each_group, to_each
from sayso.engine.capabilities.focus import another, does_without, in_focus, named_in, several_in_focus
from sayso.engine.capabilities.own_words import by_its_own_words
from sayso.engine.capabilities.pairs import called_by
from sayso.engine.capabilities.passing import is_an_entrys, is_by_a_slip, says_a_number_alone
from sayso.engine.capabilities.placed import placed
from sayso.engine.capabilities.pointed import NOBODY, is_beyond, of_an_abler_one, of_the_kind
from sayso.engine.capabilities.room import NOTHING, InFocus, Room
from sayso.engine.capabilities.settle import never_called, settle
from sayso.engine.capabilities.several import (
    by_thing,
    divided,
    is_part_first,
    named_between,
    on_whatever_floor,
    shortened,
    widened,
)
from sayso.engine.capabilities.together import together
from sayso.engine.capabilities.wholly import of_what_is_set, wholly_named
from sayso.engine.capabilities.worth import is_worth_a_step, names_known, speaks_of_one
from sayso.engine.ellipsis.no_act import is_no_order
from sayso.engine.nouns import Ask, Call, Clause, Confirm, Failed, Reading, Source, Step
from sayso.engine.pack import Pack
from sayso.engine.records.focus import are_as_many
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.understand.read import understand

_OPENING = 3  # words, the first of which may only join: "and as for the other one"
_RANGE = dict.fromkeys(("low_amount", "high_amount"))  # slots of a pattern that says both ends


def to_subjects(given: tuple[Reading, ...], thread: Thread) -> list[Step]:
    """The steps of the first reading that is about subjects, one for each subject where several are named by "and"."""
    said, pack, room = thread.heard.said, thread.heard.pack, thread.room
    unable: list[Step] = []
    given = tuple(r for r in given if "where" not in r.slots or _can_say_where(said, r.slots["where"], pack))
    given = tuple(r for r in given if not is_no_order(said, pack, r.clause, r.slots.get("what")))
    for at, read in enumerate(given):
        if not room.policy.has_capabilities(read.intent):
            break
        if _RANGE.keys() <= read.slots.keys():
            return _within_bounds(read, thread)
        if read.pattern and read.grade != "heard" and {"which", "amount"} <= read.slots.keys():
            return _both(read, thread)
        reading = as_measure(as_question(widened(read, said, room), thread), thread)
        wanted = asked(said, reading, pack, thread.around.languages, thread.scene.now)
        wanted = of_what_is_set(wholly_named(wanted, room), room)
        is_told = thread.before is not None and _names_anything(thread.before, thread)
        if wanted.is_pronoun and thread.before is not None and is_told:  # "the light of the oven, turn it on"
            whole = Clause(thread.before[0], reading.clause.end, "request")
            kept = {name: at for name, at in reading.slots.items() if name in ("amount", "by_amount", "metrics")}
            told = reading._replace(slots={**kept, "what": thread.before}, clause=whole)
            wanted = wholly_named(asked(said, told, pack, thread.around.languages, thread.scene.now), room)
        if _points_on(wanted, thread) or _means_the_thing(wanted, thread):  # "… and turn off the one of the oven"
            wanted = replace(wanted, wanted=wanted.wanted._replace(things=thread.things))
        focus = _subject_focus(thread, wanted)
        if _is_of_none(wanted, room):  # "show me the alarms": of what was spoken of, else of all
            is_spoken_of = (bool(focus.at) or bool(focus.name)) and pack.shifts.many.isdisjoint(said.texts)
            wanted = replace(wanted, is_all=not is_spoken_of, is_pronoun=is_spoken_of)
        settled = partial(_settled, thread)
        steps = of_an_abler_one(settled(wanted, focus), wanted, thread, focus, settled)
        steps = by_its_own_words(of_the_kind(steps, wanted, thread, focus, settled), wanted, thread, focus, settled)
        open_ended = (Failed, Ask) if wanted.is_all else Failed  # which of all there are is no question for all of them
        is_open = room.is_known and any(isinstance(s, open_ended) for s in steps)
        cut = (shortened(wanted, room) or on_whatever_floor(wanted, room)) if is_open else None
        if cut is not None:  # "… the oven that stands in the hall, I can't see a thing"
            again = _settled(thread, cut, focus)
            is_whole = len(again) >= len(steps) or all(isinstance(s, open_ended) for s in steps)
            if again and is_whole and not any(isinstance(s, open_ended) for s in again):
                steps = [
                    s if room.policy.tools.is_reading(s.action.tool_name) else never_called(s, room) for s in again
                ]
        if room.is_known and steps and all(isinstance(s, Failed | Ask) for s in steps):
            steps = _of_the_one_before(reading, thread) or steps
        others = any(_is_another(r, reading) for r in given[at + 1 :])
        if others and room.is_known and all(is_beyond(s) for s in steps):  # "put the awning out" is not to stop it
            unable = unable or steps
            continue
        if unable and all(isinstance(s, Failed) for s in steps):
            return unable
        if steps:
            thread.things = wanted.things_but(frozenset()) or thread.things
            is_unsure = _is_duty(given) or _asks_whether(said, reading, thread) or _is_of_an_entry(wanted, thread)
            is_unsure = is_unsure or is_by_a_slip(wanted, room) or is_an_entrys(wanted, thread)
            is_unsure = is_unsure or says_a_number_alone(wanted)
            return [never_called(s, room) for s in steps] if is_unsure else steps
    return unable


def _can_say_where(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether words can say where something is: not an order after an "and", as in "tv off and lamp on"."""
    is_joined = said.words[words[0]].text in pack.joiners.by_word
    return not is_joined or not any((w.text,) in pack.commands.acts for w in said.words[slice(*words)])


def _within_bounds(reading: Reading, thread: Thread) -> list[Step]:
    """The two steps of a range, "between 19 and 24": its lower and its upper end, both or none."""
    room = thread.room
    kept = {name: words for name, words in reading.slots.items() if name not in _RANGE}
    steps: list[Step] = []
    for bound, slot in zip(room.lexicon.settings.bounds, _RANGE, strict=False):
        value = f"{SET} {bound} {room.lexicon.usual}"
        one = reading._replace(slots={**kept, "amount": reading.slots[slot]}, value=value)
        found = to_subjects((one,), thread)
        if not all(isinstance(s, Call | Confirm) for s in found):
            return found
        steps.extend(found)
    return steps


def _both(reading: Reading, thread: Thread) -> list[Step]:
    """The two steps of a pattern that says a choice and a number: "put the heater on eco at 21"; both or none."""
    steps: list[Step] = []
    for left in ("amount", "which"):
        slots = {name: words for name, words in reading.slots.items() if name != left}
        found = to_subjects((reading._replace(slots=slots),), thread)
        if not found or not all(isinstance(s, Call | Confirm) and s.action.of("settings") for s in found):
            return []
        steps.extend(found)
    return steps


def _is_another(read: Reading, reading: Reading) -> bool:
    """Whether a pattern reads another order, or the same in other parts."""
    is_new = read.value != reading.value or read.slots.keys() != reading.slots.keys()
    return read.grade in ("named", "plain") and read.does == "command" and is_new


def _of_the_one_before(reading: Reading, thread: Thread) -> list[Step]:
    """The steps on the only subject that the message named before: "it's dark in the cold room, put the light on"."""
    said, room = thread.heard.said, thread.room
    wanted = asked(said, reading, thread.heard.pack, thread.around.languages, thread.scene.now)
    if reading.clause.start == 0 or wanted.is_group or (wanted.named.musts and not wanted.is_pronoun):
        return []
    named = named_between(said, (0, reading.clause.start), room)
    if len(named) != 1:
        return []
    steps = _settled(thread, wanted, InFocus((named[0],)))
    if any(isinstance(s, Failed) or (isinstance(s, Ask) and not s.action.of("capability_id")) for s in steps):
        return []
    return [s if room.policy.tools.is_reading(s.action.tool_name) else never_called(s, room) for s in steps]


def _is_of_none(wanted: Asked, room: Room) -> bool:
    """Whether what went wrong is asked about, and no subject is named: "any alarms?"."""
    is_named = bool(wanted.named.texts) or wanted.is_pronoun or bool(wanted.things_but(frozenset()))
    return wanted.reading.does == "events" and room.is_known and not is_named


def _names_anything(words: tuple[int, int], thread: Thread) -> bool:
    """Whether words speak of a subject or a thing of one, or may name one: they are not all plain words."""
    said, pack, lexicon = thread.heard.said, thread.heard.pack, thread.around.lexicon
    heavy = [t for i in range(*words) if (t := said.words[i].text) not in lexicon.light]
    unknown = [t for t in heavy if not pack.knows(t) and t not in pack.ellipsis.small]
    is_led = said.words[words[0]].text in pack.references.articles  # "the zorb, turn it on"; not "bread's out, …"
    is_code = any(c.isdigit() for t in unknown for c in t)
    is_name = bool(unknown) and (is_led or is_code or len(unknown) == len(heavy))
    return is_name or (bool(heavy) and speaks_of_one(said, words, thread.room))


def _settled(thread: Thread, wanted: Asked, focus: InFocus) -> list[Step]:
    wanted, focus = placed(wanted, thread, focus)
    parts = [replace(part, is_all=False) for part in divided(wanted, thread.room)]
    them = () if parts else _them(wanted, thread)
    if them:
        each = replace(wanted, is_pronoun=True, is_all=False, is_many=False, count=0, named=NOBODY)
        if _means_the_thing(each, thread):
            each = replace(each, wanted=each.wanted._replace(things=thread.things))
        found = [settle(each, thread.room, InFocus((at,), turn)) for at, turn in them]
        return to_each([step for step, _ in found if step is not None], thread.room)
    group = [] if parts else together(wanted, thread.room)
    if group:
        return group
    if any(part.is_many for part in parts):
        return of_each_group(parts, thread.room, focus)
    parts = parts or by_thing(wanted, thread.room)
    found = [settle(part, thread.room, focus) for part in parts or (wanted,)]
    spoken = [f for step, f in found if step is not None and f is not NOTHING]
    thread.focus = spoken[0] if len(spoken) == 1 else thread.focus
    steps = [step for step, _ in found if step is not None]
    is_part_lost = 0 < len(steps) < len(found) and wanted.reading.does == "command"
    is_one_part = len(parts) > 1 and len({t.name for t in wanted.things.values()}) == 1 and is_part_first(wanted)
    is_part_lost |= is_one_part and wanted.reading.does == "command"
    is_part_lost |= len(parts) > 1 and _may_be_a_lamp(wanted, steps, thread.room)
    return [never_called(s, thread.room) for s in steps] if is_part_lost else steps  # the other one may not be there


def _may_be_a_lamp(wanted: Asked, steps: list[Step], room: Room) -> bool:
    """Whether the light of a subject is switched, where another one is called by that word: "the oven and the lamp"."""
    lit = frozenset(t.name for t in wanted.things.values()) & room.lexicon.switched
    if not lit or wanted.reading.does != "command" or not room.is_known:
        return False
    meant = {room.index.by_id.get(str(s.action.value(room.key("id"))).casefold()) for s in steps}
    return bool(called_by(lit, room) - meant)


def _them(wanted: Asked, thread: Thread) -> tuple[tuple[int, int | None], ...]:
    """The several subjects that were spoken of, each with its turn, where the words point at them: "set them both"."""
    slots, room = wanted.reading.slots, thread.room
    words = slots.get("what") or slots.get("subject") or slots.get("it")
    if words is None or not room.is_known or not thread.scene.history:
        return ()
    said, plural = thread.heard.said, thread.heard.pack.references.plural
    left, right = said.flat_at(words[0]), said.flat_at(words[1])
    ways = {p.intent for p in plural.of(said.texts) if p.match(said.flat, left, right)}
    found = several_in_focus(thread.scene.history, room) if ways else NOTHING
    if not found.at or not are_as_many(ways, len(found.at)):
        return ()
    return tuple((at, found.turn) for at in found.at)


def _points_on(wanted: Asked, thread: Thread) -> bool:
    """Whether "the one", "quella" stands for a thing that was named before."""
    words = wanted.reading.slots.get("what")
    if words is None or wanted.things or wanted.wanted.things or not thread.things or not wanted.named.musts:
        return False
    said, pack = thread.heard.said, thread.heard.pack
    if words[1] - words[0] > 1 and said.words[words[0] + 1].text not in thread.around.lexicon.light:
        return False  # "la tapparella": an article
    left, right = said.flat_at(words[0]), said.flat_at(words[0] + 1)
    return any(p.match(said.flat, left, right) for p in pack.references.pronouns.of(said.texts))


def _means_the_thing(wanted: Asked, thread: Thread) -> bool:
    """Whether "it" is the thing that was named just before: "turn on the oven's light, and turn it off later"."""
    lexicon, act = thread.around.lexicon, wanted.wanted.act
    if not wanted.is_pronoun or wanted.things_but(frozenset()):
        return False
    parts = thread.things & set(lexicon.by_role["component"].values())  # "the beeper of the oven, turn it off"
    if parts and thread.things == parts and act in SWITCHING:
        return True
    things = thread.things & lexicon.switched if act in SWITCHING else thread.things  # a cycle is stopped, not switched
    is_done_to = any(act in lexicon.acts_on.get(thing, ()) for thing in things)
    return is_done_to and not does_without(act, things, in_focus(thread.scene.history, thread.room), thread.room)


def _is_of_an_entry(wanted: Asked, thread: Thread) -> bool:
    """Whether "it" stands after an order about an entry, whose name may only sound like a subject's."""
    if not wanted.is_pronoun:
        return False
    earlier = (h for h in thread.heard.heard if h.clause.end <= wanted.reading.clause.start and h.readings)
    return any(not thread.policy.has_capabilities(h.readings[0].intent) for h in earlier)


def _is_duty(given: tuple[Reading, ...]) -> bool:  # "I have to turn off the oven" is offered, not carried out
    return any(r.grade == "duty" for r in given)


def _asks_whether(said: Line, reading: Reading, thread: Thread) -> bool:
    """ "Can I turn off the oven?" """
    clauses = (h.clause for h in thread.heard.heard)
    part = next((c for c in clauses if c.start <= reading.clause.start < c.end), reading.clause)
    left, right = said.flat_at(part.start), said.flat_at(part.end)
    return any(p.match_start(said.flat, left, right) for p in thread.heard.pack.commands.whether.of(said.texts))


def _subject_focus(thread: Thread, wanted: Asked) -> InFocus:
    """The subject that the message, else the conversation, spoke of last; the one before it where that is named as the
    other one ahead of the order."""
    focus = _last_spoken_of(thread, wanted)
    if wanted.is_pronoun and _is_after_another(wanted.reading.clause, thread.heard.said, thread.heard.pack):
        return another(focus, thread.scene.history, thread.room)
    return focus


def _last_spoken_of(thread: Thread, wanted: Asked) -> InFocus:
    is_unnamed = wanted.is_pronoun or not wanted.named.musts
    if not is_unnamed and thread.scene.history and _is_any(wanted, thread):
        return NOTHING
    if thread.focus is None and is_unnamed and thread.around.fleet is not None:
        earlier = named_in(thread.heard.said.raw[: wanted.span[0]], thread.room)
        if earlier:
            return InFocus(tuple(earlier))
    if thread.focus is None:
        history = thread.scene.history
        if thread.around.fleet is not None:
            thread.focus = in_focus(history, thread.room)
        else:
            thread.focus = _subject_said(thread)
    return thread.focus


def _is_after_another(clause: Clause, said: Line, pack: Pack) -> bool:
    """Whether the other one is named ahead of a clause: "the other one, put it at 19"."""
    texts = tuple(w.text for w in said.words[: clause.start])
    phrases = pack.ellipsis.marks["other"]
    ends = (i + len(p) for i in range(min(_OPENING, len(texts))) for p in phrases if texts[i : i + len(p)] == p)
    return any(end <= clause.start <= end + 1 for end in ends)


def _is_any(wanted: Asked, thread: Thread) -> bool:
    """Whether a subject is named as one of several: "a fridge" is not the one that was spoken of."""
    words, ones = thread.heard.said.words, thread.heard.pack.numbers.ones - thread.heard.pack.shifts.one
    return any(i > 0 and words[i - 1].text in ones for i in wanted.at)


def _subject_said(thread: Thread) -> InFocus:
    """Where no subjects are known: the one that the person themselves last named."""
    history = thread.scene.history
    turn = next((i for i in range(len(history) - 1, -1, -1) if history[i].role == "user"), None)
    if turn is None:
        return NOTHING
    content = history[turn].content
    heard = understand(content, tokens(content), (thread.heard.pack,))
    for part in heard.heard:
        for reading in part.readings:
            if thread.policy.has_capabilities(reading.intent):
                wanted = asked(heard.said, reading, heard.pack, thread.around.languages, thread.scene.now)
                name = said_name(wanted)
                if name is not None and wanted.speaks_of_subject:
                    return InFocus((), turn, name)
    return NOTHING


def merely_named(clause: Clause, thread: Thread) -> list[Step]:
    """ "Kitchen fridge": a subject and nothing else, or beside it only its own words for what it does."""
    reading = Reading(
        thread.room.intent("command"), "plain", clause, {"what": (clause.start, clause.end)}, does="command"
    )
    wanted = asked(thread.heard.said, reading, thread.heard.pack, thread.around.languages, thread.scene.now)
    if wanted.is_all or not wanted.named.musts:
        return []
    words = thread.heard.said.words[clause.start : clause.end]
    if any(w.text in thread.heard.pack.commands.no_name for w in words):
        return []
    again = _once_more(wanted, thread)
    if again:
        return again
    return [never_called(step, thread.room) for step in to_subjects((reading,), thread)]


def _once_more(wanted: Asked, thread: Thread) -> list[Step]:
    """ "and the one in the hall?": the same as in the turn before, of another subject."""
    if wanted.things or not is_worth_a_step(wanted, thread.room, NOTHING):
        return []
    history = thread.scene.history
    turn = next((i for i in range(len(history) - 1, -1, -1) if history[i].role == "user"), None)
    if turn is None or len(history) - turn > 2:
        return []
    content = history[turn].content
    heard = understand(content, tokens(content), (thread.heard.pack,))
    for reading in (r for part in heard.heard if part.clause.kind == "request" for r in part.readings):
        if thread.policy.has_capabilities(reading.intent) and reading.does != "survey":
            before = asked(heard.said, reading, heard.pack, thread.around.languages, thread.scene.now)
            meant = before.wanted._replace(things=before.things_but(frozenset()))
            same = replace(wanted, reading=reading._replace(grade="named"), wanted=meant, metrics=before.metrics)
            steps = [_from_turn(s, turn) for s in _settled(thread, same, NOTHING)]
            return [never_called(s, thread.room) if s.action.does == "command" else s for s in steps]
    return []


def _from_turn(step: Step, turn: int) -> Step:
    """A step whose command or reading was said in an earlier turn."""
    key = step.action.key("id")
    arguments = tuple(
        a if a.name == key else a._replace(source=Source("history", turn=turn, record=a.source.record))
        for a in step.action.arguments
    )
    return replace(step, action=replace(step.action, arguments=arguments))


def parted(clause: Clause, said: Line) -> Iterator[Clause]:
    """The pieces of a clause between commas and colons."""
    start = clause.start
    for i in range(clause.start + 1, clause.end + 1):
        if i == clause.end or any(mark in said.gap(i) for mark in ",;:"):
            yield Clause(start, i, "request")
            start = i


def is_doubtful(reading: Reading, entry: Reading, thread: Thread) -> bool:
    """Whether a reading about entries accounts for words that one about subjects leaves out or only guesses at."""
    wanted = asked(thread.heard.said, reading, thread.heard.pack, thread.around.languages, thread.scene.now)
    before = thread.before if wanted.is_pronoun and thread.room.is_known else None
    if before is not None and len(named_between(thread.heard.said, before, thread.room)) == 1:
        return False  # "the lamp is too bright, bring it down to 20"
    if reading.does == "command" and not wanted.is_pronoun and is_an_entrys(wanted, thread):
        return True
    starts_later = reading.clause.start > entry.clause.start and entry.grade == "named"
    leads = any(words[0] == reading.clause.start for words in reading.slots.values())  # "[add] turn off the heating"
    speaks = wanted.speaks_of_subject or (thread.room.is_known and _is_to_a_listed_one(wanted, thread.room))
    return starts_later or ((leads or not speaks) and entry.grade in ("named", "plain"))


def _is_to_a_listed_one(wanted: Asked, room: Room) -> bool:
    """ "set the floor lamp to 30", "reopen the hatch": no entry is called so, and the subject is."""
    is_order = wanted.wanted.act == SET or wanted.wanted.act in room.lexicon.opposites
    return is_order and bool(wanted.named.musts) and names_known(wanted, room)
