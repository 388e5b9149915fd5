"""Signals: whoever ends a command, by Ctrl-C or SIGTERM, ends it by way of its own clean-up."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from types import FrameType
from typing import Never

_OVER = b"\0"  # no signal has this number
_SOON = 0.05  # seconds until the waiting is broken off once more
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


@contextmanager
def while_waiting() -> Iterator[None]:
    """Within it, whoever waits for a line is interrupted by every signal.

    Python looks at signals between its own steps, and when one breaks off the waiting. One that comes in the instant
    after the one and before the other would be seen when the next key is pressed, and `kill` does nothing till then. So
    the waiting is broken off again, by a signal that means nothing, until it is over.
    """
    if current_thread() is not main_thread():
        yield
        return
    came, comes = os.pipe()
    os.set_blocking(comes, False)
    is_over = Event()

    def wake() -> None:
        if os.read(came, 1) != _OVER:
            while not is_over.wait(_SOON):
                signal.pthread_kill(waiting, signal.SIGURG)

    waiting = current_thread().ident or 0
    handler, descriptor = signal.signal(signal.SIGURG, lambda *_: None), signal.set_wakeup_fd(comes)
    waker = Thread(target=wake, daemon=True)
    waker.start()
    try:
        yield
    finally:
        is_over.set()
        os.write(comes, _OVER)
        waker.join()
        signal.set_wakeup_fd(descriptor)
        signal.signal(signal.SIGURG, handler)
        os.close(came)
        os.close(comes)


def _end(_: int, __: FrameType | None) -> Never:
    raise SystemExit(TERMINATED)
