"""Numbers: in digits or words, with thousands, decimals, powers, percent and signs, as the language writes them."""

from collections.abc import Iterator, Mapping

from sayso.engine.kinds.spoken import Spoken, SpokenValue, Token
from sayso.regex import regex

_DIGITS = regex(r"(?<![\w.,])([-−+]?)([$€£¥#]?)(\d+(?:[.,]\d+)*)(?:[eE]([-+]?\d{1,2})(?!\w))?")
_AFTER = regex(r"\s?([^\W\d_]+|%|°\w?)")
_ORDINAL = regex(r"(?:st|nd|rd|th|°|ª|º)(?!\w)")
_THOUSANDS = regex(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
_HEAD = regex(r"[^\s()\[\]{},;:=\"'“”$€£#+<>*^-][^\s()\[\]{},;\"'“”$€£<>*^]*\Z")
_LONGEST = 18  # digits of a number


def find(spoken: Spoken) -> list[SpokenValue]:
    """Every number that the text says, in order: `value` is an int or a float.

    Forms: "number"; "percent" (the value is 5 for "5%"); "ordinal"; "words" (said in words); "year" (four bare digits
    from 1000 to 2100); "list" (one of several written without blanks: "1,2,3").
    """
    out = [*_digits(spoken), *_words(spoken)]
    return sorted(out)


def as_number(value: float) -> int | float:
    """A whole number as an int."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else value


def _powers(spoken: Spoken) -> Mapping[str, int]:
    return {w: n for pack in reversed(spoken.packs) for w, n in pack.numbers.powers.items()}


def _digits(spoken: Spoken) -> Iterator[SpokenValue]:
    powers = _powers(spoken)
    is_comma = spoken.packs[0].tools.is_decimal_comma
    end = spoken.tokens[-1].end + 1 if spoken.tokens else 0
    for found in _DIGITS.finditer(spoken.raw, 0, end):
        sign, _, digits, exponent = found.groups()
        if len(digits) > _LONGEST or _is_in_a_name(spoken.raw, found.start()):
            continue
        start, stop = found.start(), found.end()
        if sign == "+" or (sign and start and spoken.raw[start - 1] not in " ([,=:\n"):
            start, sign = start + 1, ""
        values = read(digits, is_comma)
        if len(values) != 1 or (digits.count(",") > 1 and spoken.raw[max(0, start - 1) : start] in ("[", "(", "{")):
            yield from _listed(found.start(3), digits)
            continue
        value = values[0] * (10 ** int(exponent) if exponent else 1)
        after = _AFTER.match(spoken.raw, stop)
        word = after.group(1).lower() if after else ""
        form = "number"
        if _ORDINAL.match(spoken.raw, stop):
            form = "ordinal"
        elif word == "%" or any(pack.tools.units.get(word) == "percent" for pack in spoken.packs):
            form = "percent"
        elif word in powers and after is not None and (len(word) > 1 or not after.group().startswith(" ")):
            if not (word == "m" and not spoken.raw[found.start(2) : found.end(2)]):  # "5m" are metres, "$5m" millions
                value, stop = value * powers[word], after.end()
        elif digits.isdigit() and len(digits) == 4 and 1000 <= value <= 2100 and not sign:
            form = "year"
        yield SpokenValue(start, stop, as_number(-value if sign else value), form)


def _is_in_a_name(raw: str, at: int) -> bool:
    """Whether digits belong to a word that began with a letter, or to an address: "A12-77", "/a/1", "10.0.0.1"."""
    head = _HEAD.search(raw, max(0, at - 200), at)
    if head is None:
        return False
    word = head.group()
    return "/" in word or "@" in word or (word[0].isalpha() and word[-1] != "=")


def _listed(start: int, digits: str) -> Iterator[SpokenValue]:
    at = start
    for part in digits.split(","):
        if part.replace(".", "", 1).isdigit():
            yield SpokenValue(at, at + len(part), as_number(float(part)), "list")
        at += len(part) + 1


def read(digits: str, is_decimal_comma: bool) -> tuple[float, ...]:
    """What digits with points and commas say; several where they are a list without blanks.

    >>> read("1,000.5", False), read("1.000,5", True), read("1,2,3", False)
    ((1000.5,), (1000.5,), (1.0, 2.0, 3.0))
    """
    if "," in digits and "." in digits:
        mark = "." if digits.rfind(".") > digits.rfind(",") else ","
        bare = digits.replace("," if mark == "." else ".", "").replace(mark, ".")
        return (float(bare),) if bare.count(".") == 1 else _parts(digits)
    if "," not in digits and "." not in digits:
        return (float(digits),)
    mark = "," if "," in digits else "."
    thousands = _THOUSANDS.fullmatch(digits)
    if thousands and (mark == ",") != is_decimal_comma and digits[0] != "0":
        return (float(digits.replace(mark, "")),)
    if digits.count(mark) == 1 and (mark == "." or is_decimal_comma):
        return (float(digits.replace(",", ".")),)
    return (float(digits.replace(mark, "")),) if thousands and digits[0] != "0" else _parts(digits)


def _parts(digits: str) -> tuple[float, ...]:
    return tuple(float(p) for p in digits.split(",") if p.replace(".", "", 1).isdigit())


def _words(spoken: Spoken) -> Iterator[SpokenValue]:
    """Numbers in words: "twenty five", "two hundred", "tremila"; "one" alone counts only before a noun or a power."""
    powers = _powers(spoken)
    tokens, at = spoken.tokens, 0
    while at < len(tokens):
        value, end = _compound(tokens, at, spoken, powers)
        if end == at + 1 and value == 1 and not _counts(tokens, at):
            at = end
            continue
        if end > at:
            yield SpokenValue(tokens[at].start, tokens[end - 1].end, as_number(value), "words")
            at = end
            continue
        ordinal = next(
            (p.numbers.ordinals[w] for p in spoken.packs[:1] if (w := tokens[at].text) in p.numbers.ordinals), 0
        )
        if ordinal:
            yield SpokenValue(tokens[at].start, tokens[at].end, ordinal, "ordinal")
        at += 1


def _counts(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether "one" counts what follows it: "one room", not "the other one."."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is not None and not after.gap.strip() and not (after.is_small or after.mark)


def _compound(tokens: tuple[Token, ...], at: int, spoken: Spoken, powers: Mapping[str, int]) -> tuple[float, int]:
    total, part, end = 0.0, None, at
    cardinals = spoken.packs[0].numbers.cardinals
    for i in range(at, min(at + 12, len(tokens))):
        word = tokens[i].text
        if i > at and tokens[i].gap.strip(" -"):
            break
        if word in cardinals:
            value = float(cardinals[word])
            if part is None:
                part = value
            elif value == 100 and 0 < part < 100:
                part *= 100
            elif (part >= 20 and part % 10 == 0 and 0 < value < 10) or (
                part >= 100 and part % 100 == 0 and value < 100
            ):
                part += value
            else:
                break
        elif part is not None and len(word) > 1 and word in powers:
            total, part = total + part * powers[word], 0.0
        elif not (
            part and part >= 100 and tokens[i].mark == "and" and i + 1 < len(tokens) and tokens[i + 1].text in cardinals
        ):
            break
        else:
            continue
        end = i + 1
    return (total + (part or 0.0), end) if part is not None else (0.0, at)
