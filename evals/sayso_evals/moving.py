"""Draws the README's moving picture: messages are typed, and what the engine and the guard decide appears below them.

python -m sayso_evals.moving FILE.svg
"""

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sayso import Engine, guard
from sayso.terminal.show import shown
from sayso_evals.picture import COLOURS, MACHINES, NOW, TASKS

_MESSAGES = (
    ("It knows which record is meant", "mark the groceries one as done"),
    ("What destroys waits for a yes", "delete the report"),
    ("What is unclear is asked, with options", "accendi la luce del frigo"),
    ("What asks for nothing does nothing", "don't delete the report"),
)
_SAID = "send Anna 50 euros"
_TOOL = {
    "name": "transfer_money",
    "description": "Send money to an account",
    "inputSchema": {
        "type": "object",
        "properties": {"iban": {"type": "string"}, "amount": {"type": "number"}},
        "required": ["iban", "amount"],
    },
}
_MADE_UP = {"iban": "DE89370400440532013000", "amount": 50}
_SECONDS = 5.0  # of a scene
_TYPED = 0.25  # of a scene
_LINE, _EDGE, _WIDTH, _LETTER = 22, 22, 900, 8.43  # the last: how wide a letter of this font is, about
_PAPER, _PLAIN, _DIM = "#0f172a", "#cbd5e1", "#94a3b8"


@dataclass(frozen=True, slots=True)
class Scene:
    """What is typed under a heading, and the coloured lines that follow."""

    heading: str
    typed: str
    lines: tuple[tuple[str, str], ...]


def scenes() -> list[Scene]:
    """What is shown, decided here and now."""
    engine = Engine()
    found = [_stopped(engine)]
    for heading, message in _MESSAGES:
        decision = engine.decide({"message": message, "now": NOW, "context": {"tasks": TASKS, "machines": MACHINES}})
        told = shown(decision, message, is_coloured=False).splitlines()
        found.append(Scene(heading, message, tuple((_colour(line), line) for line in told)))
    return found


def _stopped(engine: Engine) -> Scene:
    call = {"name": _TOOL["name"], "arguments": _MADE_UP}
    decision = guard([{"role": "user", "content": _SAID}], [_TOOL], call, engine=engine).to_dict()
    steps = decision["steps"]
    assert isinstance(steps, list)
    left = ", ".join(name for name in _MADE_UP if name not in steps[0]["parameters"])
    lines = (
        (_DIM, f"the model calls  transfer_money(iban={_MADE_UP['iban']}, amount={_MADE_UP['amount']})"),
        (COLOURS["failed"], f"nobody said      {left}"),
        (COLOURS[str(decision["status"])], f"{decision['status']}  {steps[0]['parameters']}  {decision['reply']}"),
    )
    return Scene("An invented argument is stopped", _SAID, lines)


def _colour(line: str) -> str:
    return COLOURS.get(line.split(" ", 1)[0], _PLAIN)


def picture(told: list[Scene]) -> str:
    """The scenes one after another, for ever; whoever wants no motion sees the first."""
    height = 2 * _EDGE + _LINE * (3 + max(len(scene.lines) for scene in told))
    total, share = _SECONDS * len(told), 100 / len(told)
    drawn = "\n".join(_drawn(number, scene) for number, scene in enumerate(told))
    frames = "\n".join(
        f"@keyframes show{n} {{ 0%, {share * n:.2f}% {{ opacity: 0 }} {share * n + 0.1:.2f}%, "
        f"{share * (n + 1) - 0.6:.2f}% {{ opacity: 1 }} {share * (n + 1):.2f}%, 100% {{ opacity: 0 }} }}\n"
        f"@keyframes type{n} {{ 0%, {share * n:.2f}% {{ transform: translateX(0) }} "
        f"{share * (n + _TYPED):.2f}%, 100% {{ transform: translateX({_width(scene):.0f}px) }} }}\n"
        f"@keyframes tell{n} {{ 0%, {share * (n + _TYPED):.2f}% {{ opacity: 0 }} "
        f"{share * (n + _TYPED + 0.06):.2f}%, 100% {{ opacity: 1 }} }}\n"
        f".scene{n} {{ animation: show{n} {total:g}s infinite }}\n"
        f".cover{n} {{ animation: type{n} {total:g}s steps(400) infinite }}\n"
        f".told{n} {{ animation: tell{n} {total:g}s infinite }}"
        for n, scene in enumerate(told)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-size="14"
 font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" role="img" aria-label="Messages and what is decided">
<style>
{frames}
@media (prefers-reduced-motion: reduce) {{ * {{ animation: none !important }} .cover, .later {{ opacity: 0 }} }}
</style>
<clipPath id="card"><rect width="{_WIDTH}" height="{height}" rx="10"/></clipPath>
<g clip-path="url(#card)">
<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>
{drawn}
</g>
</svg>
"""


def _width(scene: Scene) -> float:
    return _LETTER * (len(scene.typed) + 3)


def _drawn(number: int, scene: Scene) -> str:
    def row(at: int, colour: str, text: str) -> str:
        place = f'x="{_EDGE}" y="{_EDGE + _LINE * (at + 0.75):.0f}"'
        return f'<text {place} fill="{colour}" xml:space="preserve">{escape(text)}</text>'

    told = "\n".join(row(3 + at, colour, text) for at, (colour, text) in enumerate(scene.lines))
    cover = f'x="{_EDGE}" y="{_EDGE + _LINE}" width="{_WIDTH}" height="{_LINE + 2}" fill="{_PAPER}"'
    return f"""<g class="scene{number}{" later" if number else ""}">
{row(0, _DIM, scene.heading)}
{row(1, "#ffffff", f"> {scene.typed}")}
<rect class="cover cover{number}" {cover}/>
<g class="told{number}">
{told}
</g>
</g>"""


def main(arguments: list[str]) -> int:
    """Write the picture."""
    target = Path(arguments[0])
    target.write_text(picture(scenes()), encoding="utf-8")
    print(f"{target}: {target.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
