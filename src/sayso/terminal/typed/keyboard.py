"""The keyboard: a line at a time, by the line editor where the terminal can show it, else as it comes."""

import importlib
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Protocol

from sayso.terminal.signals import while_waiting
from sayso.terminal.typed.completing import CompletionSources
from sayso.terminal.typed.history import History

PROMPT = "\n> "
_EDITOR = "sayso.terminal.typed.editor"  # loaded where somebody types: it takes longer than all the rest
_LIBRARY = "prompt_toolkit"
_HINT = "Ctrl-C once more leaves; so do Ctrl-D and exit."


class LineCleared(KeyboardInterrupt):
    """Ctrl-C took away what stood on the line: nobody wants to leave by it."""


class Typing(Protocol):
    """Where a line is typed."""

    def line(self) -> str:
        """What is typed next; an EOFError where that was all, a KeyboardInterrupt at Ctrl-C: a LineCleared where
        something is known to have been typed."""

    async def answer(self) -> str:
        """The same, where a loop is running."""

    def tell(self, text: str) -> bool:
        """Show something above the line that is being typed; whether that could be done."""


class PlainTyping:
    """A terminal that shows what it is told and no more, or no line editor: the terminal's own keys have to do."""

    def __init__(self, prompt: str = PROMPT) -> None:
        self._prompt = prompt
        self._is_waiting = False

    def line(self) -> str:
        """What is typed next."""
        self._is_waiting = True
        try:
            with while_waiting():
                return input(self._prompt)
        except EOFError:
            print()
            raise
        finally:
            self._is_waiting = False

    async def answer(self) -> str:
        """What is typed next; meanwhile nothing else goes on."""
        return self.line()

    def tell(self, text: str) -> bool:
        """Show something, and the prompt once more; what was typed stays typed."""
        if self._is_waiting:
            sys.stdout.write(f"\n{text}\n{self._prompt}")
            sys.stdout.flush()
        return self._is_waiting


def typing_of(
    history: History | None = None, known: Callable[[], CompletionSources] | None = None, prompt: str = PROMPT
) -> Typing:
    """The best that this terminal can do."""
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown") or find_spec(_LIBRARY) is None:
        return PlainTyping(prompt)
    editor: Typing = importlib.import_module(_EDITOR).LineEditor(history, known, prompt=prompt)
    return editor


class Keyboard:
    """Where a person types; Ctrl-C clears the line, and leaves when it is pressed twice in a row on an empty one."""

    def __init__(self, typing: Typing) -> None:
        self._typing = typing
        self._is_leaving = False

    def line(self) -> str | None:
        """What is typed next; None where that was all."""
        while True:
            try:
                line = self._typing.line()
            except EOFError:
                return None
            except LineCleared:
                self._is_leaving = False
            else:
                self._is_leaving = False
                return line

    def tell(self, text: str) -> bool:
        """Show something above the line that is being typed, which stays; False while none is."""
        return self._typing.tell(text)

    def leaves(self) -> bool:
        """Whether a Ctrl-C, which was just pressed, ends the chat."""
        if self._is_leaving:
            return True
        self._is_leaving = True
        print(f"\n{_HINT}")
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
