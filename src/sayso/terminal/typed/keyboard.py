"""The keyboard: a line at a time, with the lines of before at the arrows."""

import os
import readline
import sys

from sayso.terminal.signals import while_waiting
from sayso.terminal.typed.completing import Completer
from sayso.terminal.typed.history import History

PROMPT = "\n> "
_CLEAR = "" if os.environ.get("TERM") == "dumb" else "\x1b[K"
_HINT = "Ctrl-C once more leaves; so do Ctrl-D and /quit."


class Keyboard:
    """Where a person types; Ctrl-C clears the line, and leaves when it is pressed twice in a row."""

    def __init__(self, history: History, completer: Completer) -> None:
        self._history = history
        self._is_leaving = False
        self._is_waiting = False
        readline.set_auto_history(False)
        for line in history.lines():
            readline.add_history(line)
        completer.bind()

    def line(self) -> str | None:
        """What is typed next; None where that was all."""
        self._is_waiting = True
        try:
            with while_waiting():
                line = input(PROMPT)
        except EOFError:
            print()
            return None
        finally:
            self._is_waiting = False
        self._is_leaving = False
        if self._history.keep(line):
            readline.add_history(" ".join(line.split()))
        return line

    def tell(self, text: str) -> bool:
        """Show something above the line that is being typed, which stays; False while none is."""
        if not self._is_waiting:
            return False
        sys.stdout.write(f"\r{_CLEAR}{text}\n{PROMPT}{readline.get_line_buffer()}")
        sys.stdout.flush()
        return True

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

    def tell(self, text: str) -> bool:
        """A program is told nothing that it did not ask for."""
        return bool(text)

    def leaves(self) -> bool:
        """At once."""
        return True
