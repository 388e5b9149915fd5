"""How something repeats: found by the language's own phrases, written as a rule of RFC 5545."""

from datetime import date
from itertools import islice

from sayso.engine.kinds.spoken import Spoken, SpokenValue
from sayso.engine.text import READ_AT_MOST, tokens
from sayso.engine.values.repeats import find_repeats
from sayso.engine.values.rules import Rule, read_rule

_COMPARED = 12  # days by which two rules are told apart


def find(spoken: Spoken) -> list[SpokenValue]:
    """Every phrase that says how something repeats; `value` is the rule. The text's own language is read first."""
    said = spoken.raw[:READ_AT_MOST]
    for pack in spoken.packs:
        found = find_repeats(pack.line(said, tokens(said)), pack, spoken.now)
        if found:
            return [SpokenValue(r.start, r.end, r.rule, "repetition") for r in found]
    return []


def said_in(value: str, spoken: Spoken) -> list[tuple[int, int]]:
    """Where a text says a rule, in whichever way the rule is written: it gives the same days."""
    rule = read_rule(value)
    if rule is None:
        return []
    today = spoken.now.date()
    return [(f.start, f.end) for f in find(spoken) if _is_same(rule, read_rule(str(f.value)), today)]


def _is_same(one: Rule, other: Rule | None, today: date) -> bool:
    if other is None or (one.count, one.until) != (other.count, other.until):
        return False
    return one == other or list(islice(one.days_from(today), _COMPARED)) == list(
        islice(other.days_from(today), _COMPARED)
    )
