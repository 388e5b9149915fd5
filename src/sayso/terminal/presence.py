"""Whether a person is at the terminal, as far as that can be told, and their yes."""

import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sayso.errors import CommandError
from sayso.languages.shipped import load_replies
from sayso.terminal.typed.keyboard import Typing, typing_of
from sayso.terminal.typed.meant import alone, typed_words, yeses

_PRETENDERS = frozenset(("script", "expect", "unbuffer", "socat", "empty", "faketty", "tclsh", "wish"))
_HELP = "yes goes on; exit, an empty line and anything else does nothing."
_DEEPEST = 64  # processes above this one


async def ask_yes(question: str) -> None:
    """Go on only if the person at the terminal types yes, after the question was shown."""
    if not sys.stdin.isatty():
        raise CommandError("this needs a person at a terminal", "stdin", "run it yourself, in a terminal")
    pretender = next((name for name, is_at_terminal in _above() if name in _PRETENDERS and not is_at_terminal), None)
    if pretender is not None:
        what = f"this terminal was made by a program ({pretender}) that is at none itself"
        raise CommandError(what, "stdin", "run it yourself, in a terminal of your own")
    replies = load_replies()
    typing = typing_of(prompt=f"{question} Type yes: ")
    with suppress(termios.error):  # what was typed before the question is no answer to it
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
    while (said := await _said(typing)) in alone(typed_words(replies)["typed_help"]):
        print(_HELP)
    if said not in {yes for words in replies.values() for yes in yeses(words)}:
        raise CommandError("nothing was done", next_step="type yes to go on")


async def _said(typing: Typing) -> str:
    """What is typed at a question, as it is compared; nothing where that was all."""
    try:
        return (await typing.answer()).strip().casefold()
    except EOFError:
        return ""


def through() -> list[str]:
    """The programs that this one was started by, the nearest first; none where that cannot be told."""
    return [name for name, _ in _above()]


def _above() -> Iterator[tuple[str, bool]]:
    """The name of each process above this one, and whether it has a terminal itself."""
    at = Path("/proc/self")
    for _ in range(_DEEPEST):
        try:
            *_, parent, _group, _session, terminal = (at / "stat").read_text().rpartition(")")[2].split()[:5]
        except (OSError, ValueError):  # not there, or not a system that tells
            return
        if at.name != "self":
            yield _named(at), terminal != "0"
        if int(parent) < 1:
            return
        at = Path("/proc") / parent


def _named(process: Path) -> str:
    """By its file, which it cannot choose as freely as what it calls itself."""
    with suppress(OSError):
        return (process / "exe").readlink().name.rstrip("0123456789.")
    with suppress(OSError):
        return (process / "comm").read_text().strip()
    return "?"
