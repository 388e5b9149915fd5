"""What a message means that says only what is new, by what was last done, shown or asked."""

from dataclasses import replace
from datetime import timedelta

from sayso.engine.decide import narrowed, settled, with_record
from sayso.engine.ellipsis.before import UNDO, Before, last, last_change
from sayso.engine.ellipsis.change import SURE, changed
from sayso.engine.ellipsis.commands import points_on, to_a_subject
from sayso.engine.ellipsis.counted import counts_them
from sayso.engine.ellipsis.fragment import Fragment, fragment
from sayso.engine.ellipsis.once_more import as_said_before
from sayso.engine.ellipsis.recurrence import repeats_anew
from sayso.engine.ellipsis.says import asked_of_it, only_stepped, said_or_put_right, shown
from sayso.engine.ellipsis.shown import mentioned, the_other
from sayso.engine.ellipsis.stretched import stretched_anew
from sayso.engine.ellipsis.subject import surveyed_anew, with_subject
from sayso.engine.group import asked_together
from sayso.engine.nouns import (
    Action,
    Argument,
    Ask,
    Call,
    Candidate,
    Clause,
    Confirm,
    Entry,
    Mention,
    Reading,
    Source,
    Step,
)
from sayso.engine.pack import Pack
from sayso.engine.records.focus import in_focus, several_in_focus
from sayso.engine.refuse import with_defaults
from sayso.engine.tell import ask_which, suggest
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.tool import Does
from sayso.engine.values.shift import Shift
from sayso.engine.values.times import find_times

_LIST: Does = "list"
_WEEKS = ("this_week", "next_week")
_CLEAR = 0.8  # how well a reference must fit
_REQUESTS = ("request", "other")
_LONGEST = 400  # letters of an earlier turn that are looked at


def onward(thread: Thread, is_lost: bool = False) -> list[Step] | None:
    """The steps that a message means by what went before it; None where it has an act of its own, or no such words.
    `is_lost`: nothing came of that act."""
    heard = thread.heard
    if not thread.scene.history:
        return only_stepped(thread)
    if all(h.clause.kind in (*_REQUESTS, "negated") for h in heard.heard) and (anew := repeats_anew(thread)):
        return anew
    if heard.said.repeats:
        return None
    before = last(thread, lambda _: True)
    whole = said_or_put_right(before, thread)
    if whole is not None or before is None:
        return whole
    if anew := surveyed_anew(before, thread) or (stretched_anew(before, thread) if before.is_last else []):
        return anew
    said = fragment(heard.said, heard.pack, thread.around.lexicon)
    if said is None:
        return None
    kinds = {*_REQUESTS, "negated"} if "denied" in said.marks else _REQUESTS
    if any(h.clause.kind not in kinds for h in heard.heard):
        return None
    if not is_lost and any(r.grade == "named" for h in heard.heard for r in h.readings):
        is_of_subjects = before.is_last and thread.policy.has_capabilities(before.tool.intent)
        return (to_a_subject(said, before, thread) or None) if is_of_subjects and points_on(said, thread) else None
    return _taken_up(said, before, thread) or None


def _taken_up(said: Fragment, before: Before, thread: Thread) -> list[Step]:
    if thread.policy.has_capabilities(before.tool.intent):
        return to_a_subject(said, before, thread) or _about_entries(said, before, thread)
    return _about_entries(said, before, thread) or _about_subjects(said, thread)


def of_what_was_spoken_of(thread: Thread) -> list[Step]:
    """What a question without a subject asks of the subject that was last spoken of."""
    before = last(thread, lambda _: True) if thread.scene.history else None
    if before is None:
        return []
    if thread.policy.has_capabilities(before.tool.intent):
        return with_subject(before, thread)
    return asked_of_it(thread) or with_subject(before, thread)


def _about_subjects(said: Fragment, thread: Thread) -> list[Step]:
    """Where a subject, or what subjects have, is named that the last step was not about."""
    before = last(thread, lambda b: thread.policy.has_capabilities(b.tool.intent))
    is_of_subjects = said.metrics or said.things or said.reference
    return to_a_subject(said, before, thread) if before is not None and is_of_subjects else []


def _about_entries(said: Fragment, before: Before, thread: Thread) -> list[Step]:
    if said.metrics or said.things or said.act or not thread.entries.are_known:
        return []
    if said.span is not None and said.time is None:  # "today" lies behind for what is measured, ahead for what is due
        said = replace(said, time=next(iter(find_times(*_there(said.span, thread))), None))
    if "them" in said.marks:
        return _on_each(said, thread)
    meant = _meant(said, thread)
    if meant is not None:
        return _on_another(said, meant, thread)
    if said.reference is not None or "other" in said.marks:
        return []  # the other one is never the one that was spoken of
    if _asks_for_a_list(said, before, thread):
        return _listed(said, before, thread)
    is_asked = said.is_question and ("?" in thread.heard.said.raw or "asks" in said.marks or before.tool.is_read_only)
    is_of_others = thread.policy.has_capabilities(before.tool.intent)
    if not said.has_value or is_asked or is_of_others or _came_between(before, thread):
        return []
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    spoken = thread.around.spoken
    focused = spoken if spoken is not None and spoken.candidates else focused
    if len(focused.candidates) != 1:
        return []
    entry = focused.candidates[0].entry
    is_kept = not before.is_done and before.turn + 1 < len(thread.scene.history) and "T" in (entry.when or "")
    if said.is_timed_bare and not before.is_of_a_time and not is_kept:
        return []  # "make it 6" may be said of what has an hour and was not deleted after all
    if entry.is_done and before.tool.does == "finish":  # what is done is not moved: "and friday?" is the next list
        earlier = last(thread, lambda b: b.tool.does == _LIST)
        return _listed(said, earlier, thread) if earlier is not None and said.time is not None else []
    source = Source("context" if focused.turn is None else "history", turn=focused.turn, record=entry.id)
    return [step for step in (changed(said, entry, source, thread),) if step is not None]


def _on_each(said: Fragment, thread: Thread) -> list[Step]:
    """A new value for each of those that were spoken of: "both for sunday", "all of them for sunday"."""
    entries, turn = several_in_focus(thread.scene.history, thread.entries)
    if not entries or said.count not in (0, len(entries)):
        return []
    if not said.has_value or said.is_question or said.reference is not None:
        return []
    steps = [changed(said, e, Source("history", turn=turn, record=e.id), thread) for e in entries]
    found = [s for s in steps if isinstance(s, Call | Confirm)]
    if len(found) < len(steps):
        return []
    near = [Candidate(e, 1.0, "named in the conversation") for e in entries]
    them = [Mention("", None, "group", (c,), turn=turn) for c in near]
    grouped: list[Step] = [replace(s, action=replace(s.action, mention=m)) for s, m in zip(found, them, strict=True)]
    return asked_together(grouped, thread)


def _came_between(before: Before, thread: Thread) -> bool:
    """Whether something was said after a step that may as well be meant, though nothing came of it."""
    later = (t.content for t in thread.scene.history[before.turn + 1 :] if t.role == "user")
    pack = thread.heard.pack
    spoken = (pack.line(text[:_LONGEST], tokens(text[:_LONGEST])) for text in later)
    return any(find_times(line, pack, (0, len(line.words))) for line in spoken)


def _asks_for_a_list(said: Fragment, before: Before, thread: Thread) -> bool:
    """Whether a time or a weight narrows a list, or asks for another one."""
    if said.is_timed_bare or said.past is not None or "moves" in said.marks:
        return False
    is_search = before.tool.does == _LIST and bool(before.text(before.tool.key("search")))
    is_list = before.tool.does == _LIST and not is_search
    if is_search and said.time is not None and said.time.day is not None and _goes_on(thread):
        return True  # "or about the party", "and on the 21st"
    if said.shift is not None:
        is_asked = "?" in thread.heard.said.raw  # "the day after?"
        is_of_one = len(thread.scene.history[before.turn].shown) == 1 and not _goes_on(thread) and not is_asked
        is_known = _day_listed(before, thread) is not None or _week_on(said.shift, before, thread) is not None
        return is_list and not is_of_one and is_known
    if "day" in said.marks or (said.time is not None and said.time.day is None):
        return "day" in said.marks
    if is_list and said.time is not None and not _is_a_day(said.time.window(thread.scene.now)):
        return True  # no record is due for a week
    if is_list and {"this", "next"} & said.marks:
        return before.text(before.tool.key("when")) in _WEEKS
    is_told = not before.tool.is_read_only and "?" not in thread.heard.said.raw and "asks" not in said.marks
    is_asked = said.is_question and not is_told  # after a change "it is urgent" says so
    is_asking = (is_list and "only" in said.marks) or (
        is_asked and (said.time is not None or said.priority is not None)
    )
    return said.has_value and (is_asking or is_list)


def _is_a_day(window: object) -> bool:
    return isinstance(window, str) and (window[:1].isdecimal() or window in ("today", "tomorrow"))


def _listed(said: Fragment, before: Before, thread: Thread) -> list[Step]:
    """The list that was shown last with what is new in it; a new one where something else came between."""
    line, tool = thread.heard.said, thread.deed(_LIST)
    new: list[Argument] = []
    if not tool.name:
        return []
    if "day" in said.marks:
        day = _day_spoken_of(thread)
        if day is None:
            return []
        new.append(day)
    elif said.time is None and {"this", "next"} & said.marks:
        is_next = before.text(before.tool.key("when")) == "next_week" and "next" in said.marks
        week = _from_week(2, thread) if is_next else "this_week" if "this" in said.marks else "next_week"
        new.append(Argument(tool.key("when"), week, Source("message", line.span(0, len(line.words)))))
    elif said.shift is not None:
        span, day_listed = line.span(said.shift.start, said.shift.end), _day_listed(before, thread)
        moved = said.shift.moved(day_listed) if day_listed is not None else _week_on(said.shift, before, thread)
        if moved is None:
            return []
        new.append(Argument(tool.key("when"), moved, Source("message", span)))
    elif said.time is not None:
        span = line.span(said.time.start, said.time.end)
        new.append(Argument(tool.key("when"), said.time.window(thread.scene.now), Source("message", span)))
    is_of_one = (
        said.is_question
        and said.time is None
        and not {"only", "asks"} & said.marks
        and not _goes_on(thread)
        and len(thread.scene.history[before.turn].shown) == 1
    )
    if said.priority is not None and not is_of_one:  # "is it urgent?" shows that one again
        new.append(Argument(tool.key("rank"), said.priority[0], Source("message", line.span(*said.priority[1]))))
    names = {a.name for a in new}
    kept: tuple[Argument, ...] = ()
    if before.tool.does == _LIST:
        gone = names | {tool.key(role) for role in ("search", "limit", "offset")}
        source = Source("history", turn=before.turn)
        kept = tuple(Argument(n, v, source) for n, v in before.done.parameters.items() if n not in gone)
    reading = Reading(tool.intent, "named", Clause(0, len(line.words), "request"), {}, does=_LIST)
    arguments = with_defaults((*new, *kept), tool)
    return [Call(Action(tool.intent, tool.name, arguments, SURE, False, reading, tool=tool))]


def _day_listed(before: Before, thread: Thread) -> str | None:
    """The day whose list was shown."""
    when = before.text(before.tool.key("when"))
    near = {"today": 0, "tomorrow": 1}
    if when in near:
        return (thread.scene.now.date() + timedelta(days=near[when])).isoformat()
    return when[:10] if when[:1].isdecimal() else None


def _week_on(shift: Shift, before: Before, thread: Thread) -> object:
    """The week that lies so many weeks from the one that was listed: "and the week after?"; None where none was."""
    when = before.text(before.tool.key("when"))
    weeks, rest = divmod(shift.length, timedelta(weeks=1))
    if when not in _WEEKS or rest or shift.months:
        return None
    return _from_week(_WEEKS.index(when) + weeks, thread)


def _from_week(count: int, thread: Thread) -> object:
    """A week by how many it lies ahead: by its name where it has one, else by its days."""
    if 0 <= count < len(_WEEKS):
        return _WEEKS[count]
    today = thread.scene.now.date()
    first = today - timedelta(days=today.weekday()) + timedelta(weeks=count)
    return {"from": first.isoformat(), "to": (first + timedelta(days=6)).isoformat()}


def on_that_day(step: Step, thread: Thread) -> Step:
    """A list of "that day" as the list of the day that was spoken of."""
    action, texts = step.action, [w.text for w in thread.heard.said.words]
    if action.does != _LIST or action.of("when") is not None or not isinstance(step, Call | Confirm):
        return step
    phrases = thread.heard.pack.ellipsis.marks["day"]
    is_said = any(tuple(texts[i : i + len(p)]) == p for p in phrases for i in range(len(texts) - len(p) + 1))
    day = _day_spoken_of(thread) if is_said else None
    return step if day is None else replace(step, action=replace(action, arguments=(*action.arguments, day)))


def _day_spoken_of(thread: Thread) -> Argument | None:
    """The day of the record in focus, else of the last list."""
    key = thread.deed(_LIST).key("when")
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if len(focused.candidates) == 1 and focused.candidates[0].entry.when:
        entry = focused.candidates[0].entry
        return Argument(key, str(entry.when)[:10], Source("history", turn=focused.turn, record=entry.id))
    before = last(thread, lambda b: b.tool.does == _LIST and key in b.done.parameters)
    return None if before is None else Argument(key, before.done.parameters[key], Source("history", turn=before.turn))


def _meant(said: Fragment, thread: Thread) -> Mention | None:
    """The record that the words name, or the other one of those that were spoken of."""
    if said.reference is None:
        return the_other(thread) if "other" in said.marks else None
    line, pack = thread.heard.said, thread.heard.pack
    if all(w.text in pack.shifts.earlier | pack.shifts.later for w in line.words[slice(*said.reference)]):
        return None  # "bring the first one forward"
    found = mentioned(said.reference, thread)
    is_named = found.kind in ("title", "position", "number", "id")
    if not is_named or not found.candidates or found.candidates[0].fit < _CLEAR:
        return None
    is_count = not pack.shifts.many.isdisjoint(line.texts) or counts_them(line, said.reference[0], pack)
    if found.kind == "number" and is_count:
        return None  # "all four for wednesday", "those two": how many they are, and not which one
    return found


def _on_another(said: Fragment, meant: Mention, thread: Thread) -> list[Step]:
    """The last change on another record: besides, or in place of the first one."""
    if said.is_question and not said.has_value:
        found = [c.entry for c in meant.candidates]
        return [shown(found[0], Source("message", meant.span), thread)] if len(found) == 1 else []
    change = last_change(thread)
    if change is None or said.is_question or _has_its_own_act(said, thread):
        return []
    before, stands = change
    is_besides = "too" in said.marks  # "actually monday, and the plumber too" takes nothing back
    corrects = not is_besides and ("corrects" in said.marks or ("instead" in said.marks and not said.has_value))
    if not corrects and not is_besides and not _goes_on(thread) and not said.has_value:
        return []
    if said.reference is not None and not said.has_value and find_times(*_there(said.reference, thread)):
        return []  # a time among the words of the reference: it is a new value, and whose is not clear
    if not said.has_value and _names_another_field(before, thread):
        return []  # "then change the priority of the swing", after a new date
    if not said.has_value and ({"more", "less"} & said.marks or _says_how_long(thread)):
        return []  # "and the call by an hour": another stretch than before, and nobody says which way
    entries = [c.entry for c in meant.candidates if c.entry.id != before.text(before.tool.key("record"))]
    if not entries:
        return []
    step = _redone(said, before, meant, entries, thread)
    if step is None:
        return []
    return [*_taken_back(thread), step] if corrects and stands and not isinstance(step, Ask) else [step]


def _names_another_field(before: Before, thread: Thread) -> bool:
    """Whether something of a record is spoken of that was not changed before."""
    spoken = [role for role, words in thread.heard.pack.ellipsis.fields.items() if words & thread.heard.said.texts]
    return bool(spoken) and not any(before.tool.key(role) in before.done.parameters for role in spoken)


def _says_how_long(thread: Thread) -> bool:
    """Whether a stretch of time is said: "an hour", "due giorni"."""
    words, pack = thread.heard.said.words, thread.heard.pack
    counting = pack.numbers.cardinals.keys() | pack.references.articles
    return any(
        words[i].text in pack.times.units and (words[i - 1].text in counting or words[i - 1].text.isdecimal())
        for i in range(1, len(words))
    )


def _has_its_own_act(said: Fragment, thread: Thread) -> bool:
    """Whether another act is said after a record than the one before, and no value: "the dentist instead, postpone
    it" takes nothing back."""
    if said.reference is None or said.has_value or "moves" not in said.marks or "too" in said.marks:
        return False
    after = {w.text for w in thread.heard.said.words[said.reference[1] :]}
    moving = thread.heard.pack.shifts.later | thread.heard.pack.shifts.earlier
    return any(phrase[0] in after for phrase in thread.heard.pack.ellipsis.marks["moves"]) or not after.isdisjoint(
        moving
    )


def _there(words: tuple[int, int], thread: Thread) -> tuple[Line, Pack, tuple[int, int]]:
    return thread.heard.said, thread.heard.pack, words


def _goes_on(thread: Thread) -> bool:
    """Whether the message begins as more of the same."""
    first = thread.heard.said.words[0].text
    return first in thread.heard.pack.joiners.by_word


def _redone(said: Fragment, before: Before, meant: Mention, entries: list[Entry], thread: Thread) -> Step | None:
    pack, policy = thread.heard.pack, thread.policy
    if said.has_value and len(entries) == 1:
        source = Source("message", meant.span, record=entries[0].id)
        found = changed(said, entries[0], source, thread)
        if found is not None:
            return found
    tool = before.tool
    if not tool.key("record"):  # it was done to no record, and so to no other one
        return None
    kept = tuple(
        Argument(n, v, Source("history", turn=before.turn))
        for n, v in before.done.parameters.items()
        if n != tool.key("record")
    )
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=tool.does)
    action = Action(tool.intent, tool.name, kept, SURE, tool.always_confirms, reading, meant, tool=tool)
    fitting = [
        c.entry
        for c in narrowed(action, replace(meant, candidates=tuple(c for c in meant.candidates if c.entry in entries)))
    ]
    if len(fitting) > 1:
        return Ask(action, ask_which(pack, fitting), suggest(fitting, action, pack, thread.policy.today))
    again = as_said_before(action, fitting[0], before, thread)
    return settled(with_record(again, meant, fitting[0]), fitting[0].name, pack, policy) if again is not None else None


def _taken_back(thread: Thread) -> list[Step]:
    """The step that takes a change back."""
    tool = thread.deed(UNDO)
    reading = Reading(tool.intent, "named", Clause(0, len(thread.heard.said.words), "request"), {}, does=UNDO)
    return (
        [Call(Action(tool.intent, tool.name, (), SURE, tool.always_confirms, reading, tool=tool))] if tool.name else []
    )
