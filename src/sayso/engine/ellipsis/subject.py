"""A question without its subject, which is what was last spoken of: "a quanto sta?", "how much power?"."""

from dataclasses import replace

from sayso.engine.capabilities.think import to_subjects
from sayso.engine.ellipsis.before import Before
from sayso.engine.ellipsis.commands import named_subject, subject_of
from sayso.engine.ellipsis.fragment import fragment
from sayso.engine.nouns import Argument, Call, Clause, Reading, Source, Step
from sayso.engine.text import Line, tokens
from sayso.engine.thread import Thread
from sayso.engine.tool import Does
from sayso.engine.understand.read import Known, Understanding, understand

_AT_MOST = 8  # words
_SURVEY: Does = "survey"
_SURELY = 3.5  # the same where no mark asks
_SURE = 1.5  # log-odds of what only the tagger heard


def with_subject(before: Before, thread: Thread) -> list[Step]:
    """What the question asks of the subject that the last step was about, or of the one that it points at, as if that
    were named; only what reads."""
    room, said = thread.room, thread.heard.said
    if not room.is_known or len(said.words) > _AT_MOST or not _asks(said, thread):
        return []
    own = thread.heard.pack
    for pack in (own, *(p for p in thread.around.languages.packs if p is not own)):
        found = _asked_of(before, replace(thread.heard, pack=pack, said=pack.line(said.raw, tokens(said.raw))), thread)
        if found:
            return found
    return []


def surveyed_anew(before: Before, thread: Thread) -> list[Step]:
    """Another list of subjects after one: "and how many of them are offline?"; none where nothing new narrows it."""
    said, room, own = thread.heard.said, thread.room, thread.heard.pack
    if before.tool.does != _SURVEY or not before.is_last or len(said.words) > _AT_MOST:
        return []
    goes_on = bool(said.words) and said.words[0].text in own.joiners.by_word
    if not (_asks(said, thread) or goes_on):
        return []
    clause = Clause(0, len(said.words), "request")
    reading = Reading(room.intent(_SURVEY), "named", clause, {}, "ellipsis", does=_SURVEY)
    found = to_subjects((reading,), thread)
    return [s for s in found if isinstance(s, Call) and any(a.source.kind == "message" for a in s.action.arguments)]


def _asked_of(before: Before, heard: Understanding, thread: Thread) -> list[Step]:
    room, said, pack = thread.room, heard.said, heard.pack
    pointed = fragment(said, pack, thread.around.lexicon)
    words = pointed.reference if pointed is not None else None
    at = subject_of(before, thread)
    if words is not None:
        named = named_subject(words, at, Thread(heard, thread.around, thread.around.room(pack)))
        words, at = (None, at) if named is None else (words, named)
    if at is None:
        return []
    first, last = (len(said.raw), len(said.raw)) if words is None else said.span(*words)
    lead = said.words[0].end if words is not None and said.words[0].text in pack.joiners.by_word else 0
    rest = f"{said.raw[lead:first]} {said.raw[last:]}".strip(" ?!.")
    raw = f"{rest} {room.subject(at).name}?"
    known = Known(_nothing, _nothing, True, thread.heard.hearing)
    heard = understand(raw, tokens(raw), (pack,), known)
    again = Thread(heard, thread.around, thread.around.room(pack))
    parts = [part for part in heard.heard if part.readings and _is_sure(part.readings[0], said)]
    found = [s for part in parts for s in to_subjects(part.readings, again)]
    span = None if words is None else said.span(*words)
    steps = [_sourced(s, before.turn, span, len(said.raw)) for s in found if isinstance(s, Call)]
    is_reading = all(thread.policy.tools.is_reading(s.action.tool_name) for s in steps)
    return steps if is_reading and all(s.action.of("id") == room.subject(at).id for s in steps) else []


def _is_sure(reading: Reading, said: Line) -> bool:
    """Whether it is surely a question: by its mark, or by a pattern that is."""
    return reading.grade == "named" or (reading.likeness or _SURE) >= (_SURE if "?" in said.raw else _SURELY)


def _nothing(_said: Line, _words: tuple[int, int]) -> bool:
    return False


def _asks(said: Line, thread: Thread) -> bool:
    asking = {phrase[0] for phrase in thread.heard.pack.ellipsis.marks["asks"]}
    is_begun = bool(said.words) and said.words[0].text in thread.heard.pack.shifts.asking  # "did it raise any alarms"
    return "?" in said.raw or is_begun or not asking.isdisjoint(said.texts)


def _sourced(step: Call, turn: int, pointed: tuple[int, int] | None, length: int) -> Step:
    """The step with its subject from the words that point at it, else from what was said before."""
    out: list[Argument] = []
    for argument in step.action.arguments:
        record = argument.source.record
        if argument.source.span is None:
            out.append(argument)
        elif argument.name != step.action.key("id"):
            out.append(argument._replace(source=Source("message", (0, length), record=record)))
        else:
            source = (
                Source("history", turn=turn, record=record)
                if pointed is None
                else Source("message", pointed, None, record)
            )
            out.append(argument._replace(source=source))
    return replace(step, action=replace(step.action, arguments=tuple(out)))
