"""What a fragment means after a reading or a command of a subject: "and the other one?", "make that 4", "its light"."""

from collections.abc import Mapping
from dataclasses import replace

from sayso.engine.capabilities.acts import LOWER, RAISE, RELATIVE, SET, SETTING, SWITCHING
from sayso.engine.capabilities.answer import rechecked
from sayso.engine.capabilities.asked import asked
from sayso.engine.capabilities.each import to_each
from sayso.engine.capabilities.fleet import Ability, command_of
from sayso.engine.capabilities.focus import in_focus, several_in_focus
from sayso.engine.capabilities.placed import at_its_place
from sayso.engine.capabilities.room import InFocus
from sayso.engine.capabilities.settle import never_called
from sayso.engine.capabilities.think import to_subjects
from sayso.engine.ellipsis.before import Before, steps
from sayso.engine.ellipsis.fragment import Fragment
from sayso.engine.nouns import Argument, Clause, Command, Failed, Reading, Source, Step
from sayso.engine.records.names import TOLD, find
from sayso.engine.text import tokens
from sayso.engine.thread import Thread
from sayso.engine.understand.read import understand
from sayso.engine.understand.wording import heard_in

_COMMAND, _READ, _LISTED = "command", "measure", "survey"
_ORDERED = 0.7  # how sure a command must be heard
_SUM = "aggregate"  # the most, the least or the mean of what was measured
_NOTHING = Ability(None, frozenset(), frozenset())


def to_a_subject(said: Fragment, before: Before, thread: Thread) -> list[Step]:
    """The steps that the fragment means of the subject that was spoken of, or of another one that it names."""
    is_summed = before.tool.does == _READ and _asks_of_values(thread)  # "and the highest?" is no weight of a record
    is_weighed = said.priority is not None and not is_summed
    if not thread.room.is_known or is_weighed or said.shift is not None or _is_ahead(said, before, thread):
        return []
    order = thread.room.intent("command")
    orders = (r for h in thread.heard.heard for r in h.readings if r.intent == order and r.value in SWITCHING)
    if before.tool.is_read_only and not said.is_question and said.amount is None and any(orders):
        return []  # "the lamp on as well", after a question, is an order
    said = replace(said, reference=None) if is_summed and _is_all_summed(said, thread) else said
    if said.reference is None and (them := _them(said, before, thread)) is not None:
        return them
    own = subject_of(before, thread)
    if own is None and before.done.outcome == "failed":
        focus = in_focus(thread.scene.history, thread.room).at
        own = focus[0] if len(focus) == 1 else None
    target = _target(said, own, thread)
    if target is None:
        return []
    reading = _reading(said, before, thread)
    if reading is None or (target == own and _says_nothing_new(said, reading)):
        return []
    thread.focus = InFocus((target,), before.turn if target == own else None)
    found = [_with_value(s, said, before, thread) for s in to_subjects((reading,), thread)]
    if before.is_last and before.tool.does == _READ:
        found = [_of_that_time(s, before) for s in found]
    is_told = bool(said.metrics or (said.things and (said.act or said.is_question)))  # "the lights" close nothing
    if any(isinstance(s, Failed) and target != own for s in found) and not is_told:
        return []
    is_same = target == own and before.is_last and before.tool.does == _COMMAND
    return found if is_same else [never_called(s, thread.room) if s.action.does == _COMMAND else s for s in found]


def _them(said: Fragment, before: Before, thread: Thread) -> list[Step] | None:
    """The steps on each of the several that were spoken of: "make them both 5"; None where one may be meant."""
    line, plural = thread.heard.said, thread.heard.pack.references.plural
    clitics = {i for i in range(1, len(line.words)) if line.words[i].start == line.words[i - 1].start}
    articles = thread.heard.pack.references.articles
    spots = [i for i, w in enumerate(line.words) if i in clitics or w.text not in articles]
    is_many = any(
        p.match(line.flat, line.flat_at(i), line.flat_at(i + 1)) for p in plural.of(line.texts) for i in spots
    )
    if "them" not in said.marks and not is_many and not _is_of_all_read(said, before, thread):
        return None
    found = several_in_focus(thread.scene.history, thread.room)
    if "them" in said.marks and (len(found.at) < 2 or said.count not in (0, len(found.at))):
        return []
    reading = _reading(said, before, thread) if found.at else None
    if reading is None:
        return None
    steps: list[Step] = []
    for at in found.at:
        thread.focus = InFocus((at,), found.turn)
        told = {s.action.record for s in steps}  # "both" as the first word means each of them by itself
        steps.extend(s for s in to_subjects((reading,), thread) if s.action.record not in told)
    return to_each(steps, thread.room)


def _is_of_all_read(said: Fragment, before: Before, thread: Thread) -> bool:
    """Whether a question goes on from readings of several: "and the humidity?", "and yesterday?"."""
    read = thread.scene.history[before.turn].steps
    is_of_several = before.is_last and before.tool.does == _READ and len(read) > 1
    is_else = bool(said.act or said.things or said.amount) or "other" in said.marks
    is_asked = bool(said.metrics) or said.span is not None or said.time is not None
    return is_of_several and is_asked and said.is_question and not is_else


def _says_nothing_new(said: Fragment, reading: Reading) -> bool:
    """Whether a command would be given once more by naming its subject alone: "turn the oven back on again" is not."""
    is_new = said.act or said.things or said.metrics or said.amount is not None or {"more", "less"} & said.marks
    return reading.does == _COMMAND and said.reference is not None and not is_new


def _asks_of_values(thread: Thread) -> bool:
    """Whether a word asks for the most, the least or the mean of what was measured."""
    said = thread.heard.said
    patterns = thread.heard.pack.commands.aggregates.of(said.texts)
    return any(next(iter(p.search_all(said.flat, 0, len(said.flat))), None) is not None for p in patterns)


def _is_all_summed(said: Fragment, thread: Thread) -> bool:
    """Whether what is left over says only what of the values is asked for: "and the lowest?"."""
    line, pack = thread.heard.said, thread.heard.pack
    if said.reference is None:
        return False
    left, right = line.flat_at(said.reference[0]), line.flat_at(said.reference[1])
    found = [m for p in pack.commands.aggregates.of(line.texts) for m in p.search_all(line.flat, left, right)]
    taken = {i for m in found for i in range(line.index(m.start()), line.index(m.end() - 1) + 1)}
    words = [line.words[i].text for i in range(*said.reference) if i not in taken]
    return bool(taken) and all(w in pack.references.light or w in pack.ellipsis.small for w in words)


def _of_that_time(step: Step, before: Before) -> Step:
    """A reading of the stretch of time that was last asked about, and of the same of its values, where no other is
    said: "and the other fridge?"."""
    action = step.action
    if action.does != _READ or action.of("latest") is not None or action.of("limit") is not None:
        return step
    roles = (*(("since", "until") if action.of("since") is None else ()), *(() if action.of(_SUM) else (_SUM,)))
    keys = {action.key(role) for role in roles}
    source = Source("history", turn=before.turn)
    kept = tuple(Argument(k, v, source) for k, v in before.done.parameters.items() if k in keys)
    return replace(step, action=replace(action, arguments=(*action.arguments, *kept)))


def _is_ahead(said: Fragment, before: Before, thread: Thread) -> bool:
    """Whether a day is named that subjects know nothing of yet; after a look at what was, a weekday
    or a day of the month is the last one."""
    now, words, weekdays = thread.scene.now, thread.heard.said.words, thread.heard.pack.times.weekdays
    if said.time is None or said.time.day is None or said.time.anchor(now)[:10] <= now.date().isoformat():
        return False
    has_been = before.is_last and before.tool.does == _READ and bool(before.text(before.tool.key("since")))
    is_weekday = any(w.text in weekdays for w in words[said.time.start : said.time.end])
    return not (has_been and (is_weekday or said.time.day.kind == "monthday") and said.is_question)


def points_on(said: Fragment, thread: Thread) -> bool:
    """Whether a noun is left out that only what went before can give: "the kitchen one"."""
    if said.reference is None:
        return False
    words = thread.heard.said.words[said.reference[0] : said.reference[1]]
    return len(words) > 1 and any(w.text in thread.heard.pack.shifts.one for w in (words[0], words[-1]))


def things_done_to(thread: Thread) -> frozenset[str]:
    """What the last command was done to: after "light on", "turn it off" is the light."""
    before = next(steps(thread), None)
    if before is None or not thread.room.is_known or before.tool.does != _COMMAND:
        return frozenset()
    return _ability(before, thread).things


def subject_of(before: Before, thread: Thread) -> int | None:
    """The subject that a step was about."""
    return thread.room.index.by_id.get(before.text(thread.room.key("id")).casefold())


def _target(said: Fragment, own: int | None, thread: Thread) -> int | None:
    """The subject that is meant: one that is named, the other one, else the one that was spoken of."""
    if "other" in said.marks:
        return _other(own, thread)
    return own if said.reference is None else named_subject(said.reference, own, thread)


def named_subject(words: tuple[int, int], own: int | None, thread: Thread) -> int | None:
    """The one subject that words name; of several, the one of the kind that was spoken of."""
    room, line = thread.room, thread.heard.said
    reading = Reading(room.intent("inspect"), "named", Clause(*words, "request"), {"subject": words}, does="inspect")
    named = asked(line, reading, room.pack, room.languages, room.now).named
    if not named.musts:  # a word for a part may be all of what one is called: "and the pump"
        named = replace(named, musts=frozenset(range(len(named.texts))))
    at_place = at_its_place(named, thread)
    if at_place is not None:
        return at_place.at[0]
    found = find(named, room.index) if named.musts else []
    best = [m for m in found if m.rank == found[0].rank and m.rank <= TOLD]
    kind = [m for m in best if own is not None and room.index.kinds[m.at] == room.index.kinds[own]]
    if len(best) > 1 and len(kind) == 1:  # "the kitchen one", said of an oven
        best = kind
    return best[0].at if len(best) == 1 else None


def _other(own: int | None, thread: Thread) -> int | None:
    """The other one: the only other subject of its kind, else the one that was spoken of before it."""
    if own is None:
        return None
    index = thread.room.index
    kin = [i for i, kinds in enumerate(index.kinds) if i != own and kinds & index.kinds[own]]
    if len(kin) == 1:
        return kin[0]
    earlier = [at for b in steps(thread) if (at := subject_of(b, thread)) is not None and at != own]
    return earlier[0] if earlier and (not kin or earlier[0] in kin) else None


def _reading(said: Fragment, before: Before, thread: Thread) -> Reading | None:
    """What is asked of it, as a reading of the whole message."""
    line, room = thread.heard.said, thread.room
    clause = Clause(0, len(line.words), "request")
    slots: dict[str, tuple[int, int]] = {"it": (0, 1)}
    if said.is_question and (said.things or said.act) and not said.metrics:
        return Reading(room.intent("inspect"), "named", clause, slots, "ellipsis", 0, does="inspect")
    did = _ability(before, thread)
    is_more = bool({"more", "less"} & said.marks) and said.amount is None and _is_only_more(thread)
    if is_more and before.tool.does == _COMMAND and did.act not in SETTING and did.act not in RELATIVE:
        return None  # "tell me more" opens nothing once more
    order = _command(said, did, before, thread)
    if order == RAISE and "more" in said.marks and _was_lowered(before, thread) and _is_only_more(thread):
        order = LOWER  # "another 5 degrees", after it was lowered
    if said.amount is not None and said.act in RELATIVE and not _is_towards(said.amount, thread):
        order = said.act  # "raise it by 20"
    elif said.amount is not None and order in RELATIVE and _is_towards(said.amount, thread):
        order = SET  # "no, to 220", after it was to be raised
    if order is not None:
        if said.amount is not None:
            slots["by_amount" if order in RELATIVE else "amount"] = said.amount
        return Reading(room.intent("command"), "named", clause, slots, "ellipsis", 0, value=order, does=_COMMAND)
    metrics = said.metrics or _metrics(before, thread)
    is_day = said.time is not None and said.time.day is not None
    is_span = said.span is not None or is_day
    if "asks" in said.marks and before.tool.does == _COMMAND and not said.metrics:
        return None
    is_else = said.amount is not None or said.act or said.things or before.tool.does in (_COMMAND, _LISTED)
    if is_else and not said.metrics:
        return None
    if said.metrics and not said.is_question and ("moves" in said.marks or _is_ordered(thread)):
        return None
    if said.metrics or (before.tool.does == _READ and (not is_day or said.is_question)):
        value = metrics[0] if metrics else ""
        return Reading(room.intent("measure"), "named", clause, slots, "ellipsis", 0, value=value, does=_READ)
    if is_span:
        return None
    return Reading(before.tool.intent, "named", clause, slots, "ellipsis", 0, does=before.tool.does)


def _was_lowered(before: Before, thread: Thread) -> bool:
    """Whether the last command made something less."""
    value = before.done.parameters.get(thread.room.key("settings"))
    given = next(iter(value.values()), None) if isinstance(value, Mapping) else None
    by = given.get("by") if isinstance(given, Mapping) else None
    is_less = isinstance(by, int | float) and by < 0
    return before.tool.does == _COMMAND and (is_less or _ability(before, thread).act == LOWER)


def _is_only_more(thread: Thread) -> bool:
    """Whether it is said that there is more of it, and not which way: "another 5", not "5 degrees warmer"."""
    pack = thread.heard.pack
    way = {word for phrase in pack.ellipsis.marks["more"] for word in phrase} - pack.shifts.between
    return way.isdisjoint(thread.heard.said.texts - pack.ellipsis.small - pack.references.light)


def _is_ordered(thread: Thread) -> bool:
    """Whether something is to be set, and not looked up: "set the oven temperature"."""
    said, hearing = thread.heard.said, thread.heard.hearing
    if hearing is None:
        return False
    heard = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    return meaning is not None and meaning.has_act and heard.probability >= _ORDERED


def _is_towards(amount: tuple[int, int], thread: Thread) -> bool:
    """Whether an amount is what something is to be, not by how much it changes: "up to 60"."""
    line, pack = thread.heard.said, thread.heard.pack
    return amount[0] > 0 and line.words[amount[0] - 1].text in pack.commands.towards


def _things_of(act: str, did: Ability, before: Before, thread: Thread) -> frozenset[str]:
    """What the last command was done to, where the subject can do this to it, too: what starts a cycle pauses."""
    at = subject_of(before, thread)
    known = [_does(c, thread) for c in thread.room.subject(at).commands] if at is not None else []
    can = [a for a in known if a.act == act]
    return did.things if not can or any(did.things <= a.things for a in can) else frozenset()


def _command(said: Fragment, did: Ability, before: Before, thread: Thread) -> str | None:
    """The act and the thing of a command; None where nothing is commanded."""
    if said.is_question and (said.act or said.things or before.tool.does != _COMMAND):
        return None
    is_relative = {"more", "less"} & said.marks
    if is_relative:
        return RAISE if "more" in said.marks else LOWER
    if said.amount is not None:
        same = did.act in RELATIVE and bool(said.reference or "other" in said.marks)
        return str(did.act) if same else SET
    if said.act and (said.things or did.things or did.act):
        return " ".join((said.act, *sorted(said.things or _things_of(said.act, did, before, thread))))
    if said.things and did.act and did.act not in SETTING:
        return " ".join((did.act, *sorted(said.things)))
    is_again = (
        before.tool.does == _COMMAND
        and "asks" not in said.marks
        and not (said.metrics or said.things or said.time or said.span)
    )
    if is_again and (said.reference is not None or "other" in said.marks) and did.act:
        return " ".join((did.act, *sorted(did.things if did.act not in SETTING else ())))
    return None


def _ability(before: Before, thread: Thread) -> Ability:
    if before.done.outcome == "failed" and before.turn > 0:
        return _asked_for(thread.scene.history[before.turn - 1].content, thread)
    at = subject_of(before, thread)
    command = (
        command_of(thread.room.subject(at), before.text(thread.room.key("capability_id"))) if at is not None else None
    )
    return thread.room.index.ability(command.name, command.description) if command is not None else _NOTHING


def _does(command: Command, thread: Thread) -> Ability:
    return thread.room.index.ability(command.name, command.description)


def _asked_for(content: str, thread: Thread) -> Ability:
    """What was asked for and could not be done, by the words that asked for it."""
    heard = understand(content, tokens(content), (thread.heard.pack,))
    acts = [r.value.split() for h in heard.heard for r in h.readings if r.does == _COMMAND and r.value]
    return Ability(acts[0][0], frozenset(acts[0][1:]), frozenset()) if acts else _NOTHING


def _metrics(before: Before, thread: Thread) -> tuple[str, ...]:
    names = before.done.parameters.get(thread.room.key("readings"))
    first = str(names[0]) if isinstance(names, list) and names else ""
    return tuple(sorted(thread.room.index.ability(first).things)) or ((first,) if first else ())


def _with_value(step: Step, said: Fragment, before: Before, thread: Thread) -> Step:
    """A setting with the value that was set before, where only another subject was named."""
    value = before.done.parameters.get(thread.room.key("settings"))
    action = step.action
    subject = thread.room.index.by_id.get(str(action.of("id")).casefold())
    if said.amount is not None or not value or action.does != _COMMAND or action.of("settings") is not None:
        return step
    is_order = any(r.does == _COMMAND and r.value == SET for h in thread.heard.heard for r in h.readings)
    if (is_order and said.marks.isdisjoint(("too", "same"))) or subject == subject_of(before, thread):
        return step  # "set the oven": to what is not said
    did = _ability(before, thread)
    command = command_of(thread.room.subject(subject), str(action.of("capability_id"))) if subject is not None else None
    if command is None or did.act not in SETTING or _does(command, thread).act != did.act:
        return step
    given = Argument(thread.room.key("settings"), value, Source("history", turn=before.turn))
    return rechecked(replace(action, arguments=(*action.arguments, given)), thread.room, is_granted=False)
