"""An answer and then a remark: "sunbeds, glue's still wet", to the question which of them; always asked about."""

from dataclasses import replace

from sayso.engine.agreeing import heard_answer
from sayso.engine.answers import Answer, Table, answer
from sayso.engine.capabilities.settle import never_called
from sayso.engine.nouns import Ask, Call, Confirm, OpenQuestion, Step
from sayso.engine.tell import confirm
from sayso.engine.text import tokens
from sayso.engine.understand.hesitations import blanked
from sayso.engine.understand.read import Understanding
from sayso.engine.values.times import find_times

_PAUSES = frozenset(",;.!…–—")
_LONGEST = 6  # words of the answer
_LEAST = 2  # words of what follows in which a no takes it back: "or not"
_BY_WORDS = frozenset(("picked", "said what was missing"))


def with_a_remark(
    found: Answer | None, question: OpenQuestion | None, heard: Understanding, table: Table
) -> Answer | None:
    """The answer; or one in words that no pattern knows, or what the words before the first pause answer, where there
    is none, or all of them would only be a new name."""
    if question is None or (found is not None and not _is_new_name(found)):
        return found
    found = heard_answer(question, heard, table) if found is None else found
    if found is not None and not _is_new_name(found):
        return found
    return answered_first(question, table) or found


def _is_new_name(found: Answer) -> bool:
    return any(s.action.of("new_name") is not None for s in found.steps)


def answered_first(question: OpenQuestion, table: Table) -> Answer | None:
    """What the words before the first pause answer; None where they are no answer, or what follows takes them back."""
    said, pack, step = table.said, table.pack, question.steps[0]
    if not isinstance(step, Ask) or table.is_request or "?" in said.raw:
        return None
    cut = next((i for i in range(1, len(said.words)) if not _PAUSES.isdisjoint(said.gap(i))), None)
    if cut is None or cut > _LONGEST or _takes_back(cut, table) or _says_more(cut, table):
        return None
    raw = blanked(said.raw, said.words[cut - 1].end, len(said.raw))
    found = answer(question, replace(table, said=pack.line(raw, tokens(raw))))
    if found is None or found.how not in _BY_WORDS or _is_new_name(found):
        return None
    return replace(found, steps=tuple(_asked(s, table) for s in found.steps))


def _takes_back(cut: int, table: Table) -> bool:
    """Whether what follows begins by putting right, setting a condition or saying no, or a no leads the answer."""
    said, pack = table.said, table.pack
    marks = pack.ellipsis.marks
    after = [w.text for w in said.words[cut:]]
    phrases = (p for role in ("corrects", "instead", "hedges", "other") for p in marks[role])
    is_led = said.words[0].text in pack.negations or any(w.text in pack.negations for w in said.words[:cut])
    return is_led or not pack.negations.isdisjoint(after[:_LEAST]) or any(tuple(after[: len(p)]) == p for p in phrases)


def _says_more(cut: int, table: Table) -> bool:
    """Whether a number, a time or a weight follows, which is no remark: "the interview, half an hour earlier"."""
    said, pack = table.said, table.pack
    texts = [w.text for w in said.words[cut:]]
    left, right = said.flat_at(cut), len(said.flat)
    weights = (p for known in pack.lists.values() for p in known.priorities.of(said.texts))
    is_weighed = any(next(iter(p.search_all(said.flat, left, right)), None) is not None for p in weights)
    is_counted = any(t[:1].isdigit() or t in pack.numbers.cardinals or t in pack.times.units for t in texts)
    return is_weighed or is_counted or bool(find_times(said, pack, (cut, len(said.words))))


def _asked(step: Step, table: Table) -> Step:
    if not isinstance(step, Call):
        return step
    records, known = table.records_of(step.action), step.action.record
    at = records.index().by_id.get(known.casefold()) if records.are_known and isinstance(known, str) else None
    if at is None:
        return never_called(step, table.room)
    today = table.room.policy.today
    return Confirm(step.action, confirm(table.pack, step.action, records.all[at].name, today))
