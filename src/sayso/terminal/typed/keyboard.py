"""The keyboard: a line at a time, with the lines of before at the arrows."""

import readline
import sys

from sayso.terminal.signals import while_waiting
from sayso.terminal.typed.completing import Completer
from sayso.terminal.typed.history import History

PROMPT = "\n> "
_HINT = "Ctrl-C once more leaves; so do Ctrl-D and /quit."


class Keyboard:
    """Where a person types; Ctrl-C clears the line, and leaves when it is pressed twice in a row."""

    def __init__(self, history: History, completer: Completer) -> None:
        self._history = history
        self._is_leaving = False
        readline.set_auto_history(False)
        for line in history.lines():
            readline.add_history(line)
        completer.bind()

    def line(self) -> str | None:
        """What is typed next; None where that was all."""
        try:
            with while_waiting():
                line = input(PROMPT)
        except EOFError:
            print()
            return None
        self._is_leaving = False
        if self._history.keep(line):
            readline.add_history(" ".join(line.split()))
        return line

    def leaves(self) -> bool:
        """Whether a Ctrl-C, which was just pressed, ends the chat."""
        print()
        if self._is_leaving:
            return True
        self._is_leaving = True
        print(_HINT)
        return False


class Pipe:
    """Where a program writes: no prompt, no history, and nobody to press a key."""

    def line(self) -> str | None:
        """The next line; None where that was all."""
        with while_waiting():
            line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

    def leaves(self) -> bool:
        """At once."""
        return True
