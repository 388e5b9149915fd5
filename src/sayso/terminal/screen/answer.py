"""An answer as it is shown: the words that mattered, the reply, readings drawn small, and what can be picked."""

from collections.abc import Iterator, Mapping

from sayso.terminal.screen.clean import clean, one_line
from sayso.terminal.screen.marks import marked
from sayso.terminal.screen.screen import BOLD, DIM, Screen
from sayso.terminal.sparkline import WIDEST, sparkline
from sayso.terminal.talk.turn import ShownTurn, ToolOutput, number

_READINGS = "metrics_read"


def shown(turn: ShownTurn, screen: Screen, words: Mapping[str, str]) -> str:
    """The answer in lines; `words` are the replies of its language."""
    first, _, rest = clean(turn.reply).partition("\n")
    lines = [*marked(turn, screen), *(screen.paint(line, BOLD) for line in screen.fold(first))]
    if rest:
        lines += screen.fold(rest)
    for result in turn.results:
        lines += drawn(result, screen)
    if turn.model.get("fallback") and screen.width is not None:
        lines.append(screen.paint(words.get("told_without_model", ""), DIM))
    if turn.is_open:
        lines += [line for offer in _offers(turn) for line in screen.fold(offer)]
    if turn.is_open and turn.is_confirm and screen.width is not None:
        yes, no = words.get("told_yes", "Yes"), words.get("told_no", "No")
        lines.append(screen.paint(f"  [{yes[0].lower()}] {yes}  [{no[0].lower()}] {no}", DIM))
    return "\n".join(lines)


def drawn(result: ToolOutput, screen: Screen) -> Iterator[str]:
    """The readings of a result, a line for each metric."""
    series = result.answer.get("series")
    if result.tool != _READINGS or not isinstance(series, list):
        return
    for one in series:
        match one:
            case {"metric": str(metric), "points": list(points)}:
                named = f"  {one_line(metric)}  "
                room = WIDEST if screen.width is None else min(WIDEST, screen.width - len(named) - 24)
                drawing = sparkline(
                    [number(point.get("value")) if isinstance(point, Mapping) else None for point in points], room
                )
                unit = one_line(str(one.get("unit") or ""))
                if len(points) > 1 and drawing:  # one alone is in the reply
                    yield f"{named}{drawing} {unit}".rstrip()


def _offers(turn: ShownTurn) -> Iterator[str]:
    for place, offer in enumerate(turn.offers, 1):
        about = f"  ({one_line(offer.description)})" if offer.description else ""
        yield f"  [{place}] {one_line(offer.label)}{about}"
