"""How often, said alone: "every other week instead", "only mondays and fridays", after something was set to repeat."""

from collections.abc import Iterator

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
from sayso.engine.values.rules import Rule, read_rule
from sayso.engine.values.times import find_times

_LEADING = ("corrects", "instead", "only", "moves", "too")
_AT_MOST = 12  # words


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
    if len(times) != 1 or repeated(maker, times[0]) is None:
        return []
    if set(_besides(set(range(times[0].start, times[0].end)), thread)):
        return []
    put_changed(maker, times[0])
    return maker.arguments


def _only_days(before: Before, thread: Thread, tool: Tool) -> Iterator[Argument]:
    """The days that are left of those on which something was set to repeat."""
    said, pack = thread.heard.said, thread.heard.pack
    days = {i: d for i, w in enumerate(said.words) if (d := _weekday(w.text, thread)) is not None}
    words = {(w.text,) for w in said.words}
    is_more = not words.isdisjoint(pack.ellipsis.marks["too"])
    is_meant = is_more or any(
        not words.isdisjoint(pack.ellipsis.marks[role]) for role in ("only", "corrects", "instead")
    )
    if not days or not is_meant or set(_besides(set(days), thread)):
        return
    was = _rule(before)
    if was is None or (was.frequency != "WEEKLY" and not words & pack.ellipsis.marks["only"]):
        return
    kept = {d for _, d in was.days} if is_more else set()
    rule = Rule("WEEKLY", was.interval, tuple((0, d) for d in sorted(kept | set(days.values()))))
    yield Argument(tool.key(CHANGED), rule.text(), Source("message", said.span(min(days), max(days) + 1)))


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
    leading = {word for role in _LEADING for phrase in pack.ellipsis.marks[role] for word in phrase}
    pronouns = {i for i, w in enumerate(said.words) if _is_pronoun(i, thread)}
    for i, word in enumerate(said.words):
        if i not in taken and i not in pronouns and word.text not in small and word.text not in leading:
            yield i


def _is_pronoun(at: int, thread: Thread) -> bool:
    said = thread.heard.said
    left, right = said.flat_at(at), said.flat_at(at + 1)
    return any(p.match(said.flat, left, right) for p in thread.heard.pack.references.pronouns.of(said.texts))
