"""The words that mattered: each argument's in a colour of its own, with a legend."""

from collections.abc import Iterator
from itertools import pairwise

from sayso.terminal.screen.clean import in_place, one_line
from sayso.terminal.screen.screen import DIM, Screen
from sayso.terminal.talk.turn import ShownTurn

_COLOURS = ("36", "33", "35", "32", "34", "31")
_LONGEST = 300  # characters of a message that are shown again


def marked(turn: ShownTurn, screen: Screen) -> Iterator[str]:
    """What was said, with the words that gave an argument in its colour, and which colour is which argument's; nothing
    where there are no colours, or no such words."""
    spans = [(a.span, a.name) for s in turn.steps for a in s.arguments if a.kind == "message" and a.span is not None]
    if not screen.is_coloured or not spans or len(turn.said) > _LONGEST:
        return
    names = dict.fromkeys(name for _, name in sorted(spans))
    colours = {name: _COLOURS[i % len(_COLOURS)] for i, name in enumerate(names)}
    text = in_place(turn.said)
    cuts = sorted({0, len(text), *(min(end, len(text)) for span, _ in spans for end in span)})
    pieces = []
    for start, end in pairwise(cuts):
        around = [(s[1] - s[0], name) for s, name in spans if s[0] <= start and end <= s[1]]
        code = colours[min(around)[1]] if around else DIM  # of spans in one another, the narrowest
        pieces.append(screen.paint(text[start:end], code))
    yield "  " + "".join(pieces)
    yield "  " + "  ".join(screen.paint(f"■ {one_line(name)}", code) for name, code in colours.items())
