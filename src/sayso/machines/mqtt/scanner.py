"""Reads a device's template letter by letter, forward only: nothing that stands in it can make that take long."""

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_SMALL = frozenset("abcdefghijklmnopqrstuvwxyz_")
_QUOTES = ("'", '"')
_LONGEST_INDEX = 4  # digits


class Scanner:
    """A place in a text, that moves forward over what is expected there."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at

    @property
    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def skip(self) -> "Scanner":
        """Pass over blanks."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self

    def take(self, expected: str) -> bool:
        """Pass over a text, if it stands here."""
        is_here = self.text.startswith(expected, self.at)
        self.at += len(expected) if is_here else 0
        return is_here

    def name(self) -> str:
        """A name that stands here; none begins with a digit."""
        start = self.at
        if not self.is_done and self.text[start] in _LETTERS:
            while not self.is_done and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
                self.at += 1
        return self.text[start : self.at]

    def small_name(self) -> str:
        """A name in small letters that stands here."""
        start = self.at
        while not self.is_done and self.text[self.at] in _SMALL:
            self.at += 1
        return self.text[start : self.at]

    def index(self) -> str | int | None:
        """What stands in brackets: a key in quotes or a number; None, and nothing is passed, where it is neither."""
        start = self.at
        if not self.take("["):
            return None
        self.skip()
        found = self._quoted() if self.text[self.at : self.at + 1] in _QUOTES else self._number()
        if found is not None and self.skip().take("]"):
            return found
        self.at = start
        return None

    def argument(self) -> str | None:
        """What stands in round brackets, without brackets inside; None, and nothing is passed, where there are none."""
        start = self.at
        if self.take("("):
            end = self.text.find(")", self.at)
            inside = self.text[self.at : end]
            if end >= 0 and "(" not in inside:
                self.at = end + 1
                return inside.strip()
        self.at = start
        return None

    def _quoted(self) -> str | None:
        end = self.text.find(self.text[self.at], self.at + 1)
        inside = self.text[self.at + 1 : end]
        if end < 0 or "\\" in inside:
            return None
        self.at = end + 1
        return inside

    def _number(self) -> int | None:
        start = self.at
        while not self.is_done and self.text[self.at].isdecimal():
            self.at += 1
        digits = self.text[start : self.at]
        return int(digits) if 0 < len(digits) <= _LONGEST_INDEX else None
