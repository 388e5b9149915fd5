"""What Tab offers: commands, what is open, what often comes next, and the names of tasks and machines."""

from collections.abc import Iterator

from sayso.dataclass import dataclass
from sayso.regex import regex
from sayso.terminal.screen.clean import one_line
from sayso.terminal.talk.turn import ShownTurn
from sayso.terminal.typed.meant import COMMANDS

_MOST = 50
_WORD_STARTS = regex(r"(?:^|(?<=\s))(?=\S|$)")


@dataclass(frozen=True, slots=True)
class CompletionSources:
    """What there is to offer."""

    last: ShownTurn | None = None
    beginnings: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


def completions(line: str, known: CompletionSources) -> list[str]:
    """The lines that this one may become, the likeliest first.

    >>> completions("complete b", CompletionSources(titles=("buy milk", "call mom")))
    ['complete buy milk']
    """
    if line.startswith("/"):
        return [name for name in COMMANDS if name.startswith(line.casefold())]
    found = dict.fromkeys([*_whole(line, known), *_titled(line, known.titles)])
    return [text for text in found if text != line][:_MOST]


def _whole(line: str, known: CompletionSources) -> Iterator[str]:
    last = known.last
    offered = [offer.label for offer in last.offers] if last is not None and last.is_open else []
    numbers = [str(number) for number in range(1, len(offered) + 1)]
    after = list(last.next) if last is not None else []
    for text in (*offered, *numbers) if offered else (*after, *known.beginnings):
        if text.casefold().startswith(line.casefold()):
            yield one_line(text)


def _titled(line: str, titles: tuple[str, ...]) -> Iterator[str]:
    """The line with its last words grown into a title."""
    if not line.strip():
        return
    starts = [match.start() for match in _WORD_STARTS.finditer(line)]
    for title in map(one_line, titles):
        start = next((at for at in starts if title.casefold().startswith(line[at:].casefold())), None)
        if start is not None:
            yield line[:start] + title
