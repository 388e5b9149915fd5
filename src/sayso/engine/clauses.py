"""One message into the things said: where it divides, and which parts are no request."""

from collections.abc import Callable, Iterator

from sayso.engine.nouns import Clause, ClauseKind
from sayso.engine.pack import Pack
from sayso.engine.pattern import spans_of
from sayso.engine.text import Line
from sayso.engine.understand.exact import starts

Stands = Callable[[tuple[int, int], tuple[int, int]], bool]  # do the words after a cut ask for something of their own?
_DIVIDE_AT_MOST = 24
_KINDS: dict[str, ClauseKind] = {
    "how_to": "how_to",
    "ahead": "ahead",
    "undated": "undated",
    "other": "elsewhere",
    "supposed": "supposed",
}


def sentences(said: Line, pack: Pack) -> list[tuple[int, int]]:
    """The ranges of words between full stops and the like."""
    if said.is_unbroken:
        return [(0, len(said.words))] if said.words else []
    out: list[tuple[int, int]] = []
    start = 0
    for i in range(1, len(said.words)):
        if _ends_sentence(said, i, pack):
            out.append((start, i))
            start = i
    return [*out, (start, len(said.words))] if said.words else []


def _ends_sentence(said: Line, index: int, pack: Pack) -> bool:
    gap = said.gap(index)
    if len(gap) < 2:
        return gap == "\n"
    if any(mark in gap for mark in "!?\n…"):
        return not (gap[0].isspace() and gap.strip() == "!" == gap[-1])  # "call Ann !tomorrow"
    before = said.words[index - 1].text
    if "." not in gap or len(before) == 1 or before in pack.abbreviations:
        return False
    return not said.words[index].text[0].isdigit()


def boundaries(said: Line, start: int, end: int, pack: Pack) -> Iterator[tuple[int, int]]:
    """Where a sentence may divide: the end of what comes before, the start of what comes after."""
    if said.is_unbroken and said.texts.isdisjoint(pack.joiners.by_word):
        return
    joiners, words = pack.joiners.by_word, said.words
    at = start + 1
    given = 0
    while at < end and given < _DIVIDE_AT_MOST:
        after = joined_until(said, at, end, pack) if words[at].text in joiners else at
        if after > at or (words[at].start - words[at - 1].end > 1 and _is_parted(said, at)):
            if after < end and not _is_half(said, at, after, pack) and not _is_numbered(said, (start, at), after, pack):
                given += 1
                yield at, after
            at = max(after, at + 1)
        else:
            at += 1


def _is_numbered(said: Line, before: tuple[int, int], after: int, pack: Pack) -> bool:
    """Whether nothing but numbers stands before, and another one follows: "3, 4 and 5 are done"."""
    light = pack.references.light | pack.joiners.by_word.keys()
    rest = [w.text for w in said.words[before[0] : before[1]] if w.text not in light]
    following = next((w.text for w in said.words[after : after + 2] if w.text not in light), "")
    return bool(rest) and all(text.isdecimal() for text in rest) and following.isdecimal()


def _is_half(said: Line, at: int, after: int, pack: Pack) -> bool:
    """Whether a word that joins adds half of a unit: "a degree and a half"."""
    texts = [w.text for w in said.words[after : after + 2]]
    is_half = texts[0] in pack.commands.halves or (texts[0] in pack.numbers.ones and texts[-1] in pack.commands.halves)
    before = said.words[at - 1].text
    return is_half and ((before,) in pack.commands.units or before.isdecimal() or before in pack.numbers.cardinals)


def _is_parted(said: Line, index: int) -> bool:
    gap = said.gap(index)
    return "," in gap or ";" in gap or ":" in gap or " - " in gap


def joined_until(said: Line, at: int, end: int, pack: Pack) -> int:
    """Where the joiner that starts at a word ends; the word itself where none does."""
    index = pack.joiners.by_word.get(said.words[at].text)
    patterns = index.patterns if index is not None else ()
    left, right = (said.flat_at(at), said.flat_at(end)) if patterns else (0, 0)
    return max(
        (said.index(m.end() - 1) + 1 for p in patterns if (m := p.match_start(said.flat, left, right))), default=at
    )


def not_a_request(said: Line, start: int, end: int, pack: Pack) -> tuple[str, tuple[int, int]] | None:
    """Why a range is no request (negated, how_to, hypothetical, quoted) and what it is about, or None."""
    floating = pack.not_requests.floating.of(said.texts)
    opened = starts(said, start, end, pack)
    for at in _polite(said, opened, pack):
        for pattern in (*pack.not_requests.at(said.words[at].text, said.texts), *floating):
            match = pattern.match(said.flat, said.flat_at(at), said.flat_at(end))
            if match is not None and pattern.intent == "stated":
                if _is_beside_more(said, start, end):
                    return None
            elif match is not None:
                a, b = spans_of(match).get("rest", (said.flat_at(at), said.flat_at(end)))
                return pattern.intent, (said.index(a), said.index(b - 1) + 1)
    return None


def _is_beside_more(said: Line, start: int, end: int) -> bool:
    """Whether a part is not all that is said: "I have no time to move it", by itself, denies that."""
    is_part = start > 0 or end < len(said.words)
    return is_part or any("," in said.gap(i) for i in range(start + 1, end))


def _polite(said: Line, opened: list[int], pack: Pack) -> list[int]:
    """Where a range may begin to be no request: not with mere politeness ("if you don't mind, …")."""
    if len(opened) < 2:
        return opened
    before = said.words[opened[0]].text
    return opened[1:] if before in pack.shifts.polite else opened


_SPEECH = frozenset(':"“«')  # what stands before somebody's words
Asks = Callable[[tuple[int, int]], bool]  # is a whole range a request, from its very first word?


def divide(said: Line, pack: Pack, stands: Stands, asks: Asks) -> list[Clause]:
    """The clauses of a message, each with what kind of saying it is."""
    out: list[Clause] = []
    for start, end in sentences(said, pack):
        out.extend(_divided(said, (start, end), pack, stands, asks))
    return out


def _divided(said: Line, within: tuple[int, int], pack: Pack, stands: Stands, asks: Asks) -> list[Clause]:
    start, end = within
    if is_reported(said, within, pack) and not asks(within):  # not "add a note that says: …"
        return [Clause(start, end, "supposed")]
    why = not_a_request(said, start, end, pack)
    is_question = why is not None and why[0] in ("how_to", "ahead", "other")  # "how do you call me" asks for something
    if why is not None and why[0] != "negated" and not (is_question and asks((start, end))):
        return [Clause(why[1][0], end, _KINDS.get(why[0], "hypothetical"))]
    if why is not None and (why[0] != "negated" or asks((start, end))):
        why = None  # "don't let me forget to …" asks for something, too
    cut = _first_cut(said, within, pack, stands)
    if cut is None and why is None:
        denied = _denied_first(said, within, pack, asks)
        if denied is not None:  # "leave the oven on, I am not finished"
            return [Clause(start, denied[0], "negated"), *_divided(said, (denied[1], end), pack, stands, asks)]
    if cut is None:
        return [Clause(why[1][0], end, "negated")] if why else [Clause(start, end)]
    left, right = cut
    rest = _divided(said, (right, end), pack, stands, asks)
    if why is not None:
        return [Clause(min(why[1][0], left - 1), left, "negated"), *rest]
    return [Clause(start, left), *rest]


def is_reported(said: Line, within: tuple[int, int], pack: Pack) -> bool:
    """Whether somebody's words are told after a mark: "and she goes: open the gate"."""
    start, end = within
    texts = tuple(w.text for w in said.words[start:end])
    marked = [i for i in range(1, len(texts)) if not _SPEECH.isdisjoint(said.gap(start + i))]
    return any(texts[max(0, i - len(p)) : i] == p for i in marked for p in pack.shifts.reports)


def _denied_first(said: Line, within: tuple[int, int], pack: Pack, asks: Asks) -> tuple[int, int] | None:
    """Where the first part of a message ends that says what not to do, and something else is told after it."""
    start, end = within
    for left, right in boundaries(said, start, end, pack):
        why = not_a_request(said, start, left, pack) if "," in said.gap(right) else None
        if why is not None and why[0] == "negated" and not asks((start, left)) and not asks((start, end)):
            return left, right
    return None


def _first_cut(said: Line, within: tuple[int, int], pack: Pack, stands: Stands) -> tuple[int, int] | None:
    start, end = within
    cuts = list(boundaries(said, start, end, pack))
    for i, (left, right) in enumerate(cuts):
        nearer = cuts[i + 1][0] if i + 1 < len(cuts) else end
        before = (start, left)
        if stands(before, (right, end)) or (nearer < end and stands(before, (right, nearer))):
            return left, right
        if _is_negated(said, (right, end), pack):
            return left, right
    return None


def _is_negated(said: Line, words: tuple[int, int], pack: Pack) -> bool:
    """Whether a part says what not to do ("… and don't delete it")."""
    why = not_a_request(said, *words, pack)
    return why is not None and why[0] == "negated" and said.words[why[1][0]].text in pack.patterns.by_word
