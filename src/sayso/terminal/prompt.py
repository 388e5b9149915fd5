"""`sayso try`: a prompt at which one types messages and sees decisions. Nothing is carried out."""

import argparse
import sys
from pathlib import Path

from sayso.engine.nouns import Decision
from sayso.errors import SaysoError
from sayso.face import Engine, standard
from sayso.terminal.mapping import read_list
from sayso.terminal.show import explained, shown
from sayso.terminal.typed.keyboard import Keyboard, Pipe, typing_of
from sayso.terminal.typed.meant import alone, typed_words

_SAMPLE = [
    {"id": "t1", "number": 1, "title": "buy groceries"},
    {"id": "t2", "number": 2, "title": "finish the report", "priority": "high"},
    {"id": "t3", "number": 3, "title": "call mom"},
    {"id": "t4", "number": 4, "title": "comprare il latte"},
]
_LIGHT = ("turn_on_light", "turn_off_light", "start_defrost")
_KITCHEN = [
    {
        "id": key,
        "name": name,
        "serial": key.upper(),
        "connected": True,
        "commands": [{"id": f"{key}:{c}", "name": c} for c in commands],
        "metrics": ["temperature", "humidity"],
    }
    for key, name, commands in (
        ("fr1", "Kitchen Fridge", _LIGHT),
        ("fr2", "Frigo Sala", _LIGHT),
        ("ab1", "Abbattitore", (*_LIGHT, "set_temperature")),
        ("ov1", "Oven", ("turn_on", "turn_off", "start_cycle", "stop_cycle")),
    )
]
_HELLO = """Type what you would say to your to-do list or your kitchen, in English or Italian; an empty line ends.
Try: add water the plants tomorrow at 5pm · segna fatto il latte · turn on the fridge light · sbrina l'abbattitore
The list and the machines (a sample; nothing is carried out):"""
_HELP = "Type what you would say; what it means is shown, and nothing is done. An empty line, exit or Ctrl-D leaves."
_KEEP = 20  # turns of the conversation that are remembered


def run(arguments: list[str]) -> int:
    """Read messages, show decisions, keep the thread of the conversation."""
    parser = argparse.ArgumentParser(prog="sayso try", description=__doc__)
    parser.add_argument("--tasks", type=Path, metavar="FILE", help="a JSON list of tasks instead of the sample")
    parser.add_argument("--machines", type=Path, metavar="FILE", help="a JSON list of machines instead of the sample")
    parser.add_argument("--explain", action="store_true", help="show how each message was decided")
    given = parser.parse_args(arguments)
    tasks = read_list(given.tasks) if given.tasks is not None else _SAMPLE
    machines = read_list(given.machines) if given.machines is not None else _KITCHEN
    print(_HELLO)
    for task in tasks:
        if isinstance(task, dict):
            print(f"  {task.get('number', '-')}. {task.get('title', '')}")
    names = [str(m.get("name", "")) for m in machines if isinstance(m, dict)]
    print(f"  {' · '.join(names)}")
    return _converse(standard(), {"tasks": tasks, "machines": machines}, given.explain)


def _converse(engine: Engine, context: dict[str, object], is_explaining: bool) -> int:
    history: list[dict[str, str]] = []
    pending: Decision | None = None
    typed = typed_words({pack.language: pack.replies for pack in engine.packs})
    leaving, asking = alone(typed["typed_quit"]), alone(typed["typed_help"])
    keyboard = Keyboard(typing_of()) if sys.stdin.isatty() and sys.stdout.isatty() else Pipe()
    while True:
        try:
            line = keyboard.line()
        except KeyboardInterrupt:
            if keyboard.leaves():
                return 0
            continue
        message = "" if line is None else line.strip()
        if not message or message.casefold() in leaving:
            return 0
        if message.casefold() in asking:
            print(_HELP)
            continue
        request: dict[str, object] = {"message": message, "context": context, "history": history[-_KEEP:]}
        if pending is not None:
            request["pending"] = pending.to_dict()
        try:
            decision = engine.decide(request)
        except SaysoError as wrong:
            print(wrong)
            continue
        is_coloured = sys.stdout.isatty()
        text = shown(decision, message, is_coloured)
        print(explained(decision, message, engine.weights, is_coloured) if is_explaining else text)
        pending = decision if decision.status in ("ask", "confirm") else None
        history.append({"role": "user", "content": message})
        history.append({"role": "assistant", "content": decision.reply or "OK."})
