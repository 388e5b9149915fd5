"""A real terminal for the tests: a command runs at it, and answers are typed when their questions are shown."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from time import monotonic

import children
import pyte

CTRL_C, CTRL_D, CTRL_R, TAB, UP = "\x03", "\x04", "\x12", "\t", "\x1b[A"
ALT_ENTER = "\x1b\r"
PROMPT = "\n>"  # as the screen shows it, without the blank after it
_ROWS = 100  # a window so high that nothing leaves it
_PATIENCE = 120.0  # seconds; a machine may be busy


def at_terminal(arguments: Sequence[str], typed: Sequence[tuple[str, str]]) -> tuple[int, str]:
    """Run a command at a real terminal, and type each answer when its question has been shown."""
    keyboard, screen = pty.openpty()
    process = subprocess.Popen(
        children.sayso(*arguments),
        stdin=screen,
        stdout=screen,
        stderr=screen,
        start_new_session=True,
        env={**os.environ, "TERM": "dumb"},
    )
    os.close(screen)
    shown, waiting = b"", list(typed)
    try:
        while read := _read(keyboard, _PATIENCE):
            shown += read
            if waiting and shown.decode().endswith(waiting[0][0]):
                os.write(keyboard, waiting.pop(0)[1].encode() + b"\n")
        return process.wait(_PATIENCE), shown.decode()
    finally:
        process.kill()
        process.wait()
        os.close(keyboard)


def told_to_end(process: "subprocess.Popen[bytes]") -> int:
    """The exit code of a command after SIGTERM."""
    process.terminate()
    return process.wait(_PATIENCE)


def _read(keyboard: int, seconds: float) -> bytes:
    """What is shown next; nothing where that was all, or nothing comes for so long."""
    is_there, _, _ = select.select([keyboard], [], [], max(0.0, seconds))
    try:
        return os.read(keyboard, 4096) if is_there else b""
    except OSError:  # the last one at the other end is gone
        return b""


class Terminal:
    """A command at a real terminal that it controls, so that keys such as Ctrl-C do what they do for a person.

    What is read of it is what the person sees: the rows of the screen, after all that moved and cleared has been done.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        settings: Mapping[str, str] | None = None,
        columns: int = 80,
        start: children.CommandLine = children.sayso,
        at_birth: Callable[[], object] = lambda: None,
    ) -> None:
        def come_to_life() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            at_birth()

        self._keyboard, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, columns, 0, 0))
        self._process = subprocess.Popen(
            start(*arguments),
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
            preexec_fn=come_to_life,  # noqa: PLW1509 - a call or two, which take no lock
            env={**os.environ, "TERM": "xterm-256color", **(settings or {})},
        )
        os.close(screen)
        self.written = ""  # all of it, with what colours and moves
        self._screen = pyte.Screen(columns, _ROWS)
        self._screen.write_process_input = self.type  # type: ignore[assignment, method-assign] # asked where the cursor is
        self._stream = pyte.ByteStream(self._screen)
        self._row = 0  # up to which the screen has been read
        self._prompt = 0  # the row of the last one

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._keyboard)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keyboard, keys.encode())

    def interrupt(self) -> str:
        """Press Ctrl-C, and give what is shown up to the next prompt."""
        self.type(CTRL_C)
        return self.prompted()

    def terminate(self) -> tuple[int, str]:
        """Tell it to end, as `kill` does, and wait until it has."""
        told_to_end(self._process)
        return self.end()

    def until(self, text: str) -> str:
        """All that is shown from the last time on, once a text is; up to the row where that ends."""
        deadline = monotonic() + _PATIENCE
        while (place := self._unread().find(text)) < 0:
            assert self._is_read(deadline - monotonic()), f"{text!r} was never shown, but {self._unread()!r}"
        shown = self._unread()
        end = shown.find("\n", place + len(text))
        end = len(shown) if end < 0 else end
        self._row += shown[:end].count("\n")
        return shown[:end]

    def answer(self, line: str) -> str:
        """Type a line, and give what is shown up to the next prompt."""
        self.type(f"{line}\r")
        return self.prompted()

    def prompted(self) -> str:
        """All that is shown up to the next prompt, where the cursor is."""
        deadline, cursor = monotonic() + _PATIENCE, self._screen.cursor
        while not (cursor.y > self._prompt and self._screen.display[cursor.y].rstrip() == ">"):
            assert self._is_read(deadline - monotonic()), f"no prompt was shown, but {self._unread()!r}"
        shown = self._unread()
        self._row, self._prompt = cursor.y - 1, cursor.y  # what comes while one types is shown above
        return shown

    def end(self) -> tuple[int, str]:
        """Wait until it has ended: its exit code, and what was still shown."""
        while self._is_read(_PATIENCE):
            pass
        return self._process.wait(_PATIENCE), self._unread()

    def _unread(self) -> str:
        """The rows from the last time on, without blanks at their ends."""
        return "\n".join(row.rstrip() for row in self._screen.display[self._row :]).rstrip()

    def _is_read(self, seconds: float) -> bool:
        read = _read(self._keyboard, seconds)
        self._stream.feed(read)
        self.written += read.decode(errors="replace")
        return bool(read)
