"""Text that cannot paint the screen: what would move the cursor, colour, or turn the writing around is taken out."""

import unicodedata

_JOINERS = "\u200c\u200d"  # emoji and some scripts are written with them
_BLANKS = "\t\u2028\u2029"


def clean(text: str) -> str:
    """The text with its lines, and without control characters.

    >>> clean("milk\\x1b[2J")
    'milk[2J'
    """
    return "".join(c for c in (_safe(c) for c in text) if c)


def visible(text: str) -> str:
    """The text on one line, with whatever is not seen, or would change what is seen, written out as JSON does.

    >>> visible("milk\\x1b[2J")
    'milk\\\\u001b[2J'
    """
    return "".join(c if c in _JOINERS or _is_plain(c) else _written(c) for c in text)


def _is_plain(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _written(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def one_line(text: str) -> str:
    """The text on one line.

    >>> one_line("buy\\nmilk")
    'buy milk'
    """
    return " ".join(clean(text).split())


def in_place(text: str) -> str:
    """The text with a blank for whatever is not shown, so that every character keeps its place."""
    return "".join(" " if c == "\n" else _safe(c) or " " for c in text)


def _safe(character: str) -> str:
    if character == "\n" or character in _JOINERS:
        return character
    if character in _BLANKS:
        return " "
    kind = unicodedata.category(character)
    if kind == "Cs":  # half a character
        return "\ufffd"
    is_tag = "\U000e0020" <= character <= "\U000e007f"  # of which flags are made
    return "" if kind == "Cc" or (kind == "Cf" and not is_tag) else character
