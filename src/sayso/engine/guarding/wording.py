"""Free text: all of a value's content words in their order, in any of the words that are listed for them."""

import re
from collections.abc import Iterator, Sequence

from sayso.engine.guarding.heard import AnalysedText, Piece, Tongue, pieces_of
from sayso.regex import regex

_CASED = regex(r"[/\\=]")  # paths and code are told apart by their capitals
_CASES = 24  # ways of saying a value in other listed words that are tried
_LONGEST = 2000  # letters of a value that is looked for word by word
_PLAIN = regex(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_SIGNS = "$€£¥#"
_VOWELS = "aeiouy"
_NAME = 4  # words of a city's name
_CODE = 2  # letters of a code, which is written in capitals
_FORM = 4  # letters that a word must have before an ending derives another from it


def said(value: str, heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """Where a text says a value, in its own words or in those that are listed for them."""
    yield from pieces_said(pieces_of(value[:_LONGEST], tongue), value, heard, tongue)
    yield from _city(value, heard, tongue)


def pieces_said(parts: Sequence[Piece], value: str, heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """The same of a value that is cut into its words already."""
    for case in _cases(parts, value, tongue):
        yield from _in_order(case, heard, tongue)


def _cases(parts: Sequence[Piece], value: str, tongue: Tongue) -> Iterator[Sequence[Piece]]:
    """The words of a value, and the same with some of them in other listed words."""
    yield parts
    count = 0
    for start in range(len(parts)):
        for end in range(start + 1, min(start + 4, len(parts)) + 1):
            phrase = tuple(p.text if p.kind == "word" else p.text.casefold() for p in parts[start:end])
            if end - start == 1 and len(phrase[0]) <= _CODE and not value[parts[start].start].isupper():
                continue
            for other in (o for pack in tongue.packs for o in pack.values.same.get(phrase, ())):
                text = " ".join(w.upper() if len(w) <= _CODE else w for w in other)
                yield [*parts[:start], *(_code(p, text) for p in pieces_of(text, tongue)), *parts[end:]]
                count += 1
                if count == _CASES:
                    return


def _code(piece: Piece, text: str) -> Piece:
    """A word that stands for another: a code is never a small word."""
    return piece._replace(is_light=False, is_code=text.isupper() and len(text) <= _CODE)


def _city(value: str, heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """A city with what is listed to stand after it, where only the city was said: "Austin, TX"."""
    head, *tail = (part.strip() for part in value.split(","))
    if not tail or not all(tail):
        return
    phrase = tuple(p.text for p in pieces_of(head, tongue))
    listed = [pack.values.places[phrase] for pack in tongue.packs if phrase in pack.values.places]
    if any(
        all(" ".join(p.text for p in pieces_of(t, tongue)).casefold() in _regions(r, tongue) for t in tail)
        for r in listed
    ):
        yield from (s for s in said(head, heard, tongue) if not _is_state(s, heard))


def _is_state(span: tuple[int, int], heard: AnalysedText) -> bool:
    """Whether a code stands after a city's comma: "NY" in "Buffalo, NY" names no city."""
    text = heard.raw[span[0] : span[1]]
    return len(text) <= _CODE and text.isupper() and heard.raw[: span[0]].rstrip().endswith(",")


def implied(value: str, heard: AnalysedText, tongue: Tongue) -> tuple[int, int] | None:
    """The city that lies in a state or country, where all the cities that are named lie there: California by "San
    Francisco"."""
    wanted = " ".join(p.text for p in pieces_of(value, tongue)).casefold()
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(heard.pieces):
        found = _city_at(at, heard, tongue)
        if found is None:
            at += 1
            continue
        end, regions = found
        if wanted not in _regions(regions, tongue) or len(_codes(wanted, regions, tongue)) > 1:
            return None
        spans.append((heard.pieces[at].start, heard.pieces[end - 1].end))
        at = end
    return spans[0] if spans else None


def _codes(wanted: str, listed: Sequence[str], tongue: Tongue) -> set[str]:
    """The codes of the region that a code stands for: of several, nobody said which."""
    if len(wanted) > _CODE:
        return set()
    mine = next((r for r in listed if wanted in _regions([r], tongue)), "")
    return {w for w in _regions([mine], tongue) if len(w) == len(wanted)}


def _city_at(at: int, heard: AnalysedText, tongue: Tongue) -> tuple[int, tuple[str, ...]] | None:
    """The longest name of a listed city that begins at a word, with its regions; in capitals, as names are."""
    for end in range(min(at + _NAME, len(heard.pieces)), at, -1):
        parts = heard.pieces[at:end]
        if all(p.kind == "word" and p.is_capital for p in parts):
            phrase = tuple(p.text for p in parts)
            known = next((r for pack in tongue.packs if (r := pack.values.places.get(phrase))), None)
            if known is not None:
                return end, known
    return None


def _regions(listed: Sequence[str], tongue: Tongue) -> set[str]:
    more = {" ".join(o) for pack in tongue.packs for r in listed for o in pack.values.same.get(tuple(r.split()), ())}
    return {*more, *listed}


def _in_order(wanted: Sequence[Piece], heard: AnalysedText, tongue: Tongue) -> Iterator[tuple[int, int]]:
    """Where all the words stand in their order, with nothing between them but small words and moments."""
    heavy = [p for p in wanted if not p.is_light]
    if not heavy:
        yield from _exactly(wanted, heard)
        return
    if all(p.kind == "word" and p.text in tongue.packs[0].tools.small for p in heavy):
        heavy = list(wanted)  # words of no content say something only all together
    for at, piece in enumerate(heard.pieces):
        if is_same(heavy[0], piece, heard, tongue):
            end = _follow(heavy, at, heard, tongue)
            if end is not None:
                yield piece.start, end


def _exactly(wanted: Sequence[Piece], heard: AnalysedText) -> Iterator[tuple[int, int]]:
    """A value that is a small word or a code: in capitals, and a letter by itself inside a sentence."""
    if len(wanted) != 1 or not wanted[0].is_capital:
        return
    for at, piece in enumerate(heard.pieces):
        is_first = at == 0 or heard.raw[heard.pieces[at - 1].end : piece.start].strip()[-1:] in (".", "!", "?")
        is_upper = heard.raw[piece.start : piece.end].isupper()
        if piece.text == wanted[0].text and is_upper and (len(piece.text) > 1 or not is_first):
            yield piece.start, piece.end


def _follow(heavy: Sequence[Piece], at: int, heard: AnalysedText, tongue: Tongue) -> int | None:
    end = heard.pieces[at].end
    at += 1
    for piece in heavy[1:]:
        while at < len(heard.pieces) and not is_same(piece, heard.pieces[at], heard, tongue):
            if not heard.pieces[at].is_light and not _is_moment(heard.pieces[at], heard):
                return None
            at += 1
        if at == len(heard.pieces):
            return None
        end = heard.pieces[at].end
        at += 1
    return end


def _is_moment(piece: Piece, heard: AnalysedText) -> bool:
    return any(f.start <= piece.start and piece.end <= f.end for f in heard.moments)


def is_same(one: Piece, other: Piece, heard: AnalysedText, tongue: Tongue) -> bool:
    """Whether a word of a value is a word of the text: the same number, the same letters, or a form of one word."""
    if one.is_code:
        return one.text == other.text and heard.raw[other.start : other.end].isupper()
    if one.kind == "number" or other.kind == "number":
        amount = amount_of(one, tongue)
        return amount is not None and amount == amount_of(other, tongue)
    if one.kind == "word" and other.kind == "word":
        is_one = one.stem in (other.stem, other.text) or one.text == other.stem  # "rating" and "ratings"
        return one.text == other.text or (is_one and _is_common(one, other, heard))
    if one.kind != other.kind:
        return False
    return one.text == other.text if _CASED.search(one.text) else one.text.casefold() == other.text.casefold()


def _is_common(one: Piece, other: Piece, heard: AnalysedText) -> bool:
    """Whether two words may be forms of one: names have none ("Maria" is no "Mario")."""
    is_first = not heard.raw[: other.start].strip() or heard.raw[: other.start].rstrip()[-1] in ".!?\"'“‘:"
    return min(len(one.text), len(other.text)) > 3 and (not other.is_capital or is_first)


def is_form(one: str, other: str, tongue: Tongue) -> bool:
    """Whether an ending derives one word from the other: "private" and "privately"."""
    short, long = sorted((one, other), key=len)
    if len(short) < _FORM or short == long:
        return False
    bare = short[:-1] if short[-1] in _VOWELS else short
    return any(long in (short + f, bare + f) for pack in tongue.packs for f in pack.values.forms)


def amount_of(piece: Piece, tongue: Tongue) -> float | str | None:
    """The number that a word or digits say; digits that are no plain number stand for themselves."""
    if piece.kind == "number":
        bare = piece.text.lstrip(_SIGNS).replace("−", "-")
        plain = bare.replace(",", "")
        return float(plain) if _PLAIN.fullmatch(plain) and _is_grouped(bare) else bare
    if piece.kind == "word":
        return next(
            (float(p.numbers.cardinals[piece.text]) for p in tongue.packs[:1] if piece.text in p.numbers.cardinals),
            None,
        )
    return None


def _is_grouped(bare: str) -> bool:
    return "," not in bare or re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", bare) is not None
