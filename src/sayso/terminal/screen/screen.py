"""What a screen can show: colours or none, and how many columns."""

import os
from collections.abc import Iterator, Mapping
from typing import TextIO

from sayso.dataclass import dataclass
from sayso.terminal.screen.lines import folded

BOLD, DIM = "1", "2"
_NARROWEST, _USUAL = 20, 80


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen; without a width it is none, and lines stay as they are."""

    is_coloured: bool = False
    width: int | None = None

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, where there are any."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_coloured and text else text

    def fold(self, text: str) -> Iterator[str]:
        """The lines of a text, none of them longer than the screen is wide."""
        for line in text.split("\n"):
            yield from [line] if self.width is None else folded(line, self.width)


def screen_of(stream: TextIO, environ: Mapping[str, str]) -> Screen:
    """The screen behind a stream; whoever sets NO_COLOR wants none."""
    if not stream.isatty():
        return Screen()
    has_colours = not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
    return Screen(has_colours, max(_NARROWEST, _columns(stream)))


def _columns(stream: TextIO) -> int:
    """How wide the window is now; COLUMNS may say how wide it was once."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except OSError:
        return _USUAL
