"""Numbers said in words become digits, so that everything after reads digits only."""

from sayso.engine.pack import Numbers
from sayso.engine.text import Line, Word, line
from sayso.regex import regex

_ORDINAL = regex(r"#?(\d{1,6})[^\W\d_]{0,2}|#?(\d{1,6})[°ªº]?")


def with_digits(given: Line, numbers: Numbers) -> Line:
    """The line with its number words as digits; a compound ("twenty five") becomes one word."""
    if given.texts.isdisjoint(numbers.cardinals):
        return given
    out: list[Word] = []
    tens = 0
    for word in given.words:
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


def ordinal(text: str, numbers: Numbers) -> int | None:
    """The place an ordinal names: "second", "2nd", "2°"."""
    if text in numbers.ordinals:
        return numbers.ordinals[text]
    found = _ORDINAL.fullmatch(text)
    return int(found.group(1) or found.group(2)) if found else None
