"""Draws the README's picture: a few messages and what the engine decides, exactly as the terminal shows it.

python -m sayso_evals.picture FILE.svg
"""

import sys
from html import escape
from pathlib import Path

from sayso import Engine
from sayso.terminal.show import shown

NOW = "2026-11-16T10:00:00+01:00"
TASKS = [
    {"id": "t1", "title": "buy groceries"},
    {"id": "t2", "title": "buy milk"},
    {"id": "t3", "title": "finish the report"},
]
MACHINES = [
    {
        "id": key,
        "name": name,
        "serial": key.upper(),
        "commands": [{"id": f"{key}:light_on", "name": "turn_on_light"}],
        "metrics": ["temperature"],
    }
    for key, name in (("fr1", "Frigo Cucina"), ("fr2", "Frigo Sala"), ("ab1", "Abbattitore"))
]
MESSAGES = (
    "add call the plumber tomorrow at 5pm and mark the groceries one as done",
    "elimina il report",
    "accendi la luce del frigo e dimmi la temperatura dell'abbattitore",
    "don't delete it",
)
_LINE, _EDGE, _WIDTH = 19, 18, 900
COLOURS = {"call": "#4ade80", "confirm": "#facc15", "ask": "#67e8f9", "failed": "#f87171", "decline": "#9ca3af"}


def lines() -> list[tuple[str, str]]:
    """(colour, text) of every line."""
    engine = Engine()
    out: list[tuple[str, str]] = []
    for message in MESSAGES:
        decision = engine.decide({"message": message, "now": NOW, "context": {"tasks": TASKS, "machines": MACHINES}})
        out.append(("#ffffff", f"> {message}"))
        for line in shown(decision, message, is_coloured=False).splitlines():
            word = line.split(" ", 1)[0]
            out.append((COLOURS.get(word, "#cbd5e1"), line))
        out.append(("", ""))
    return out[:-1]


def picture(told: list[tuple[str, str]]) -> str:
    """The lines as an SVG terminal."""
    height = _LINE * len(told) + 2 * _EDGE
    rows = "\n".join(
        f'<text x="{_EDGE}" y="{_EDGE + _LINE * (i + 0.75):.0f}" fill="{colour}" xml:space="preserve">'
        f"{escape(text)}</text>"
        for i, (colour, text) in enumerate(told)
        if text
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-size="13.5"
 font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" role="img" aria-label="Messages and decisions">
<rect width="{_WIDTH}" height="{height}" rx="10" fill="#0f172a"/>
{rows}
</svg>
"""


def main(arguments: list[str]) -> int:
    """Write the picture."""
    Path(arguments[0]).write_text(picture(lines()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
