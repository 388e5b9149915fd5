"""The reference of commands: what each says of itself with `--help`, and its verbs too."""

import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO

from sayso.cli import COMMANDS, main

_WIDTH = "100"


def commands_page() -> str:
    """The page."""
    opening = [
        "# Commands",
        "",
        "Made from the code: what each command says with `--help`. Errors have [exit codes of their own](errors.md).",
        "",
        "| command | what it does |",
        "|---|---|",
        *(f"| [`sayso {name}`](#sayso-{name}) | {about} |" for name, (_, about) in COMMANDS.items()),
        "",
    ]
    return "\n".join([*opening, *(line for name in COMMANDS for line in _told(name))])


def _told(name: str) -> Iterator[str]:
    told = helped(name)
    yield from (f"## sayso {name}", "", "```text", told.rstrip(), "```", "")
    if "positional arguments:" in told:
        listed = told.partition("positional arguments:")[2].partition("options:")[0]
        for verb in re.findall(r"^    (\w+) +", listed, re.MULTILINE):
            yield from (f"### sayso {name} {verb}", "", "```text", helped(name, verb).rstrip(), "```", "")


def helped(*words: str) -> str:
    """What a command prints with `--help`, whatever the width of this terminal."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = _WIDTH
    printed = StringIO()
    try:
        with redirect_stdout(printed):
            main([*words, "--help"])
    except SystemExit:  # as argparse ends
        pass
    finally:
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before
    return printed.getvalue()
