"""Numbers said in words become digits, so that everything after reads digits only."""

from sayso.engine.pack import Numbers
from sayso.engine.text import Line, Word, line
from sayso.regex import regex

_GLUED = regex(r"(\d{1,3})([a-z]+)")
_ORDINAL = regex(r"#?(\d{1,6})[^\W\d_]{0,2}|#?(\d{1,6})[°ªº]?")


def with_digits(given: Line, numbers: Numbers) -> Line:
    """The line with its number words as digits; a compound ("twenty five") becomes one word, and a unit of time that is
    written to its number one of its own ("2h")."""
    is_plain = given.texts.isdisjoint(numbers.cardinals)
    if is_plain and not any(text[0].isdigit() and not text.isdigit() and glued(text, numbers) for text in given.texts):
        return given
    out: list[Word] = []
    tens = 0
    for word in given.words:
        parts = glued(word.text, numbers)
        if parts is not None and word.end - word.start == len(word.text):
            at = word.start + len(parts[0])
            out.extend((Word(parts[0], word.start, at), Word(parts[1], at, word.end)))
            tens = 0
            continue
        value = numbers.cardinals.get(word.text)
        if value is None and tens and 0 < numbers.ordinals.get(word.text, 0) < 10:
            out[-1] = Word(f"{tens + numbers.ordinals[word.text]}°", out[-1].start, word.end)  # "twenty first"
            tens = 0
        elif value is None:
            out.append(word)
            tens = 0
        elif tens and 0 < value < 10:
            out[-1] = Word(str(tens + value), out[-1].start, word.end)
            tens = 0
        else:
            out.append(Word(str(value), word.start, word.end))
            tens = value if value in range(20, 100, 10) else 0
    return line(given.raw, out)


def glued(text: str, numbers: Numbers) -> tuple[str, str] | None:
    """A number and the unit of time that is written to it: "2h", "30min"."""
    found = _GLUED.fullmatch(text) if text[:1].isdigit() else None
    return (found[1], found[2]) if found is not None and found[2] in numbers.units else None


def ordinal(text: str, numbers: Numbers) -> int | None:
    """The place an ordinal names: "second", "2nd", "2°"."""
    if text in numbers.ordinals:
        return numbers.ordinals[text]
    found = _ORDINAL.fullmatch(text)
    return int(found.group(1) or found.group(2)) if found else None
