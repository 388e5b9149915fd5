"""Free text: the stretches of words that may be a value, each with what its edges and its inside look like."""

from collections.abc import Iterator
from typing import NamedTuple

from sayso.engine.kinds.spoken import Spoken, SpokenValue, Token

LONGEST = 7  # words of a stretch that is not quoted
_STOPS = ".!?;\n"
_LENGTHS = tuple(f"words: {n}" for n in range(6))


class Chunk(NamedTuple):
    """A stretch of words, and what speaks for and against its being one value."""

    found: SpokenValue
    start: int  # of words
    end: int
    signs: tuple[str, ...]


def find(spoken: Spoken) -> list[Chunk]:
    """Every stretch of up to seven words that neither begins nor ends with a small word, nor crosses a sentence.

    Its `signs` say what stands at its edges ("before in", "after stop"), how long it is and what is in it; a caller
    weighs them. The number of stretches grows with the length of the text alone.
    """
    out: list[Chunk] = []
    tokens = spoken.tokens
    stops = [_stop(t) for t in tokens]
    depth = _quoted(spoken)
    right: dict[int, tuple[str, ...]] = {}
    for at, token in enumerate(tokens):
        if ((token.is_small or token.mark) and not token.is_capital) or _is_unit(spoken, at):
            if _opens(token):
                out.extend(_rest(spoken, at, stops, 1))
            continue
        left = tuple(_left(tokens, at, stops))
        for end in range(at + 1, min(at + LONGEST, len(tokens)) + 1):
            if end > at + 1 and stops[end - 1]:
                break
            if depth[at] != depth[end - 1]:
                continue
            last = tokens[end - 1]
            if end == at + 1 and token.is_small:
                continue
            if end > at + 1 and (last.is_small or last.mark) and not last.is_capital:
                continue
            found = SpokenValue(token.start, last.end, spoken.raw[token.start : last.end], "chunk")
            if end not in right:
                right[end] = tuple(_right(tokens, end, stops))
            whole = ("all after a colon",) if _opens(token) and (end == len(tokens) or stops[end]) else ()
            out.append(Chunk(found, at, end, (*left, *right[end], *_inside(tokens, at, end), *whole)))
        if _opens(token):
            out.extend(_rest(spoken, at, stops))
    return out


def _is_unit(spoken: Spoken, at: int) -> bool:
    """Whether a word is the unit of the number before it."""
    text = spoken.tokens[at].text
    return at > 0 and spoken.tokens[at - 1].text[-1].isdigit() and any(text in p.tools.units for p in spoken.packs)


def _opens(token: Token) -> bool:
    """Whether what follows may be one long value: after a colon or a dash."""
    return ":" in token.gap or "- " in token.gap


def _rest(spoken: Spoken, at: int, stops: list[bool], least: int = LONGEST) -> Iterator[Chunk]:
    """All from a word to the end of its sentence, and to the end of the text."""
    tokens = spoken.tokens
    end = next((i for i in range(at + 1, len(tokens)) if stops[i]), len(tokens))
    for last in sorted({end, len(tokens)}):
        if last - at > least:
            found = SpokenValue(
                tokens[at].start, tokens[last - 1].end, spoken.raw[tokens[at].start : tokens[last - 1].end]
            )
            sign = "rest of the text" if last == len(tokens) else "rest of the sentence"
            yield Chunk(found._replace(form="chunk"), at, last, (sign,))


def _stop(token: Token) -> bool:
    """Whether a sentence ends before a word."""
    gap = token.gap
    return gap != " " and any(c in gap for c in _STOPS) and any(c.isspace() for c in gap)


def _quoted(spoken: Spoken) -> list[int]:
    """For every word, how many quotes were opened before it: a stretch does not cross one."""
    out, count = [], 0
    for token in spoken.tokens:
        if token.gap.strip():
            count += sum(token.gap.count(q) for q in '"“”«»`()[]{}')
        out.append(count)
    return out


def _left(tokens: tuple[Token, ...], at: int, stops: list[bool]) -> Iterator[str]:
    token = tokens[at]
    if at == 0 or stops[at]:
        yield "before: start"
        return
    last = tokens[at - 1]
    gap = token.gap.strip()
    if gap:
        yield f"before: {gap[-1]}"
    elif last.mark:
        yield f"before: {last.mark}"
        if at > 1 and token.is_capital and tokens[at - 2].is_capital and last.mark == "of":
            yield "before: of in a name"
    elif last.is_small:
        yield "before: small"
        if at > 1 and tokens[at - 2].mark:
            yield f"before small: {tokens[at - 2].mark}"
    elif last.act:
        yield f"before: act {last.act}"
    elif last.text[0].isdigit():
        yield "before: digit"
    else:
        yield "before: capital" if last.is_capital else "before: content"


def _right(tokens: tuple[Token, ...], end: int, stops: list[bool]) -> Iterator[str]:
    if end == len(tokens):
        yield "after: end"
        return
    token = tokens[end]
    gap = token.gap.strip()
    if stops[end]:
        yield "after: stop"
    elif gap:
        yield f"after: {gap[0]}"
    elif token.mark:
        yield f"after: {token.mark}"
        if end + 1 < len(tokens) and tokens[end + 1].is_capital and tokens[end - 1].is_capital and token.mark == "of":
            yield "after: of in a name"
    elif token.is_small:
        yield "after: small"
    elif token.text[0].isdigit():
        yield "after: digit"
    else:
        yield "after: capital" if token.is_capital else "after: content"


def _inside(tokens: tuple[Token, ...], at: int, end: int) -> list[str]:
    words = tokens[at:end]
    count = end - at
    out = [_LENGTHS[min(count, 5)]]
    capitals = digits = plain = 0  # words that begin so, and those that begin with neither
    for t in words:
        is_digit = t.text[0].isdigit()
        capitals += t.is_capital
        digits += is_digit
        plain += not (t.is_capital or is_digit)
    if not capitals:
        out.append("no capital")
    elif not plain and (at > 0 or count > 1):
        out.append("all capital")
    else:
        out.append(_capital_ends(words[0], words[-1]))
    if digits:
        out.append("all digits" if digits == count else "some digits")
    if words[0].act:
        out.append("begins with an act")
        if at == 0:
            out.append("begins with the first act")
    if count == 1:
        if words[0].text.isascii() and len(words[0].text) == 1:
            out.append("one letter")
        return out
    for i, inner in enumerate(words[1:-1], 1):
        if inner.mark and not inner.is_capital:
            named = words[i - 1].is_capital and words[i + 1].is_capital
            out.append(f"inside a name: {inner.mark}" if named else f"inside: {inner.mark}")
        elif inner.is_small:
            out.append("inside: small")
    gaps = [t for t in words[1:] if t.gap != " "]
    commas = [t for t in gaps if "," in t.gap]
    if commas:
        out.append("inside: ," if all(t.is_capital for t in commas) else "inside: , and no name")
    if any(":" in t.gap for t in gaps):
        out.append("inside: :")
    return out


def _capital_ends(first: Token, last: Token) -> str:
    if not first.is_capital:
        return "later capital"
    return "capital at both ends" if last.is_capital else "first capital"
