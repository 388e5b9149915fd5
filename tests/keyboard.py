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

CTRL_C, CTRL_D, TAB, UP = "\x03", "\x04", "\t", "\x1b[A"
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
    """A command at a real terminal that it controls, so that keys such as Ctrl-C do what they do for a person."""

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
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
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
        """Press Ctrl-C, and give what is shown up to a text."""
        self.type(CTRL_C)
        return self.until(text)

    def terminate(self) -> tuple[int, str]:
        """Tell it to end, as `kill` does, and wait until it has."""
        told_to_end(self._process)
        return self.end()

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
        while read := _read(self._keyboard, _PATIENCE):
            self._unread += read
        return self._process.wait(_PATIENCE), self._unread.decode(errors="replace")

    def _is_shown(self, text: str, seconds: float) -> bool:
        wanted, deadline = text.encode(), monotonic() + seconds
        while wanted not in self._unread:
            read = _read(self._keyboard, deadline - monotonic())
            if not read:
                return False
            self._unread += read
        return True
