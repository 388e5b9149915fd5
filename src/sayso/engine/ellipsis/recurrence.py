"""How often, said alone: "every other week instead", "only mondays and fridays", after something was set to repeat."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from sayso.engine.compose.draft import Maker
from sayso.engine.compose.repeating import CHANGED, put_changed, repeated
from sayso.engine.decide import settled
from sayso.engine.ellipsis.before import Before, last_change
from sayso.engine.ellipsis.change import SURE
from sayso.engine.nouns import Action, Argument, Clause, Mention, Reading, Source, Step
from sayso.engine.records.focus import in_focus
from sayso.engine.refuse import checked
from sayso.engine.thread import Thread
from sayso.engine.tool import Tool
from sayso.engine.understand.wording import heard_in
from sayso.engine.values.rules import Rule, read_rule
from sayso.engine.values.times import find_times

_LEADING = ("corrects", "instead", "only", "moves", "too", "suits")
_AT_MOST = 12  # words
_SURE_OF_DAYS = 0.9
_WHEN = frozenset(("new_when", "repeat"))  # the tagger's slots of a new day


def repeats_anew(thread: Thread) -> list[Step]:
    """The change of how often the record that was last spoken of repeats; none where any word says something else."""
    change = last_change(thread)
    said, tool = thread.heard.said, thread.deed("change")
    if change is None or len(said.words) > _AT_MOST or not tool.key(CHANGED) or "?" in said.raw:
        return []
    clause = Clause(0, len(said.words), "request")
    reading = Reading(tool.intent, "named", clause, {}, does=tool.does)
    values = _phrase(thread, reading) if said.repeats else list(_only_days(change[0], thread, tool))
    focused = in_focus(thread.scene.history, Mention("", None, "focus"), thread.entries)
    if not values or len(focused.candidates) != 1:
        return []
    entry = focused.candidates[0].entry
    source = Source("history", turn=focused.turn, record=entry.id)
    mention = Mention(entry.name, None, "focus", (), turn=focused.turn)
    arguments = (Argument(tool.key("record"), entry.id, source), *values)
    action = Action(tool.intent, tool.name, arguments, SURE, tool.always_confirms, reading, mention, tool=tool)
    pack = thread.heard.pack
    return [checked(settled(action, entry.name, pack, thread.policy), thread.policy.tools, pack)]


def _phrase(thread: Thread, reading: Reading) -> list[Argument]:
    """A phrase of repetition with nothing but small words around it."""
    said, pack = thread.heard.said, thread.heard.pack
    times = find_times(said, pack, (0, len(said.words)))
    maker = Maker(said, pack, thread.scene.now, reading, thread.deed("change"))
    if len(times) != 1 or repeated(maker, times[0]) is None or not said.texts.isdisjoint(_denying(thread)):
        return []
    if set(_besides(set(range(times[0].start, times[0].end)), thread)):
        return []
    put_changed(maker, times[0])
    return maker.arguments


def _only_days(before: Before, thread: Thread, tool: Tool) -> Iterator[Argument]:
    """The days that are left of those on which something was set to repeat."""
    said, pack = thread.heard.said, thread.heard.pack
    named = {i: d for i, w in enumerate(said.words) if (d := _weekday(w.text, thread)) is not None}
    denied = {i for i in named if _is_denied(i, thread)}
    days = {i: d for i, d in named.items() if i not in denied}
    words = {(w.text,) for w in said.words}
    is_more = not words.isdisjoint(pack.ellipsis.marks["too"])
    is_meant = (
        is_more
        or bool(denied)
        or len(days) > 1  # "tuesday and friday"
        or any(_is_marked(role, thread) for role in ("only", "corrects", "instead", "suits"))
    )
    if not days or not is_meant:
        return
    if set(_besides(set(named), thread)):
        days = _heard_days(days, thread)
    if not days:
        return
    was = _rule(before)
    if was is None or (was.frequency != "WEEKLY" and not words & pack.ellipsis.marks["only"]):
        return
    kept = {d for _, d in was.days} if is_more else set()
    between = {d for one, other in pairwise(sorted(days)) for d in _from_to(one, other, days, thread)}
    rule = Rule("WEEKLY", was.interval, tuple((0, d) for d in sorted(kept | between | set(days.values()))))
    yield Argument(tool.key(CHANGED), rule.text(), Source("message", said.span(min(days), max(days) + 1)))


def _heard_days(days: Mapping[int, int], thread: Thread) -> dict[int, int]:
    """Those of the days that are surely heard as the new ones, whatever else is said: "tuesday is better, on mondays we
    are closed"; none where that is not sure."""
    said, hearing = thread.heard.said, thread.heard.hearing
    if hearing is None:
        return {}
    heard = heard_in(said, Clause(0, len(said.words), "request"), thread.heard.pack, hearing)
    meaning = hearing.meanings.get(heard.intent)
    if meaning is None or not meaning.follows or meaning.does != "change" or heard.probability < _SURE_OF_DAYS:
        return {}
    inside = {i for t in heard.spans if t.slot in _WHEN for i in range(t.start, t.end)}
    return {i: d for i, d in days.items() if i in inside}


def _from_to(one: int, other: int, days: Mapping[int, int], thread: Thread) -> set[int]:
    """The days between two that are named as the first and the last: "mondays to fridays only"."""
    small = [w.text for w in thread.heard.said.words[one + 1 : other]]
    is_range = bool(small) and small[0] in thread.heard.pack.commands.towards
    return {(days[one] + n) % 7 for n in range((days[other] - days[one]) % 7)} if is_range else set()


def _is_marked(role: str, thread: Thread) -> bool:
    """Whether words that play a role stand in the message."""
    texts = [w.text for w in thread.heard.said.words]
    phrases = thread.heard.pack.ellipsis.marks[role]
    return any(tuple(texts[i : i + len(p)]) == p for p in phrases for i in range(len(texts)))


def _is_denied(at: int, thread: Thread) -> bool:
    """Whether a day is named as one that is not meant: "not fridays, mondays", "mondays instead of fridays"."""
    words, pack = thread.heard.said.words, thread.heard.pack
    denying, instead = _denying(thread), pack.ellipsis.marks["instead"]
    light = pack.references.light | pack.ellipsis.small
    before = at - 1
    while before >= 0 and words[before].text in light - denying and (words[before].text,) not in instead:
        before -= 1
    if before < 0:
        return False
    is_instead = before < at - 1 and (words[before].text,) in instead
    return is_instead or words[before].text in denying


def _denying(thread: Thread) -> frozenset[str]:
    """The words that deny what they stand before; "no" takes back what was said earlier."""
    pack = thread.heard.pack
    return pack.negations - {phrase[0] for phrase in pack.ellipsis.marks["corrects"] if len(phrase) == 1}


def _rule(before: Before) -> Rule | None:
    """How what was last changed was set to repeat."""
    written = next((t for role in ("repeat", CHANGED) if (t := before.text(before.tool.key(role)))), "")
    return read_rule(written) if written else None


def _weekday(word: str, thread: Thread) -> int | None:
    pack = thread.heard.pack
    return pack.times.weekdays.get(word, pack.repeats.days.get(word))


def _besides(taken: set[int], thread: Thread) -> Iterator[int]:
    """The words that are neither taken nor small, and do not merely lead up to what is said."""
    said, pack = thread.heard.said, thread.heard.pack
    small = pack.ellipsis.small | pack.references.light | pack.shifts.ahead | frozenset(pack.joiners.by_word)
    small |= {word for pair in pack.shifts.pairs for word in pair}
    leading = {word for role in _LEADING for phrase in pack.ellipsis.marks[role] for word in phrase}
    pronouns = {i for i, w in enumerate(said.words) if _is_pronoun(i, thread)}
    for i, word in enumerate(said.words):
        if i not in taken and i not in pronouns and word.text not in small and word.text not in leading:
            yield i


def _is_pronoun(at: int, thread: Thread) -> bool:
    said = thread.heard.said
    left, right = said.flat_at(at), said.flat_at(at + 1)
    return any(p.match(said.flat, left, right) for p in thread.heard.pack.references.pronouns.of(said.texts))
