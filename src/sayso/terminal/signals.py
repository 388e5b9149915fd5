"""Signals: whoever ends a command, by Ctrl-C or SIGTERM, ends it by way of its own clean-up."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Never

TERMINATED = 128 + signal.SIGTERM  # the exit code that shells give to it


@contextmanager
def heeded() -> Iterator[None]:
    """Within it, SIGTERM ends a command as an exit does, and Ctrl-C at a terminal interrupts it.

    A command that was started in the background of a script is born with SIGINT ignored; with a person at its terminal
    the key has to work all the same. A command may set handlers of its own.
    """
    if current_thread() is not main_thread():  # only the main thread may say what becomes of signals
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    if before[signal.SIGINT] is signal.SIG_IGN and sys.stdin is not None and sys.stdin.isatty():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if before[signal.SIGTERM] is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:  # somebody set it who is not Python
                signal.signal(number, handler)


def _end(_: int, __: FrameType | None) -> Never:
    raise SystemExit(TERMINATED)
