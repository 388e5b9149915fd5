"""A real terminal for the tests: a command runs at it, and answers are typed when their questions are shown."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic

CTRL_C, CTRL_D, TAB, UP = "\x03", "\x04", "\t", "\x1b[A"
_PATIENCE, _SOON = 120.0, 5.0  # seconds; a machine may be busy


def at_terminal(arguments: Sequence[str], typed: Sequence[tuple[str, str]]) -> tuple[int, str]:
    """Run a command at a real terminal, and type each answer when its question has been shown."""
    keyboard, screen = pty.openpty()
    command = [str(Path(sys.executable).with_name("sayso")), *arguments]
    process = subprocess.Popen(
        command, stdin=screen, stdout=screen, stderr=screen, start_new_session=True, env={**os.environ, "TERM": "dumb"}
    )
    os.close(screen)
    shown, waiting = b"", list(typed)
    while True:
        try:
            read = os.read(keyboard, 4096)
        except OSError:  # the last one at the other end is gone
            read = b""
        if not read:
            break
        shown += read
        if waiting and shown.decode().endswith(waiting[0][0]):
            os.write(keyboard, waiting.pop(0)[1].encode() + b"\n")
    os.close(keyboard)
    return process.wait(), shown.decode()


class Terminal:
    """A command at a real terminal that it controls, so that keys such as Ctrl-C do what they do for a person."""

    def __init__(self, arguments: Sequence[str], settings: Mapping[str, str] | None = None, columns: int = 80) -> None:
        self._keyboard, screen = pty.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self._process = subprocess.Popen(
            [str(Path(sys.executable).with_name("sayso")), *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - one call, which takes no lock
            env={**os.environ, "TERM": "xterm-256color", **(settings or {})},
        )
        os.close(screen)
        self._unread = b""

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

    def interrupt(self, text: str) -> str:
        """Press Ctrl-C, and give what is shown up to a text. Python misses a signal in the instant before it waits for
        a key, and a person would press again; both then count as one."""
        for _ in range(5):
            self.type(CTRL_C)
            if self._is_shown(text, _SOON):
                break
        return self.until(text)

    def until(self, text: str) -> str:
        """All that is shown from the last time up to a text."""
        is_shown = self._is_shown(text, _PATIENCE)
        assert is_shown, f"{text!r} was never shown, but {self._unread.decode(errors='replace')!r}"
        wanted = text.encode()
        end = self._unread.index(wanted) + len(wanted)
        shown, self._unread = self._unread[:end], self._unread[end:]
        return shown.decode(errors="replace")

    def answer(self, line: str) -> str:
        """Type a line, and give what is shown up to the next prompt."""
        self.type(f"{line}\r")
        return self.until("\n> ")

    def end(self) -> tuple[int, str]:
        """Wait until it has ended: its exit code, and what was still shown."""
        while read := self._read():
            self._unread += read
        return self._process.wait(), self._unread.decode(errors="replace")

    def _is_shown(self, text: str, seconds: float) -> bool:
        wanted, deadline = text.encode(), monotonic() + seconds
        while wanted not in self._unread:
            is_there, _, _ = select.select([self._keyboard], [], [], max(0.0, deadline - monotonic()))
            read = self._read() if is_there else b""
            if not read:
                return False
            self._unread += read
        return True

    def _read(self) -> bytes:
        try:
            return os.read(self._keyboard, 4096)
        except OSError:  # the last one at the other end is gone
            return b""
