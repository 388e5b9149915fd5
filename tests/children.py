"""Child processes of the tests: waited for with patience, but none for ever, and none left behind."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer
from typing import IO, AnyStr

PATIENCE = 120.0  # seconds; a machine may be busy


def next_line(process: "subprocess.Popen[AnyStr]", stream: IO[AnyStr] | None) -> AnyStr:
    """What a process says next; nothing where it ended, or said nothing for so long that it was killed."""
    assert stream is not None
    watch = Timer(PATIENCE, process.kill)
    watch.start()
    try:
        return stream.readline()
    finally:
        watch.cancel()


def unheard(process: "subprocess.Popen[bytes]") -> None:
    """Let a process say what it likes on stderr from now on: one that nobody listens to stops when the pipe is full."""
    stream, process.stderr = process.stderr, None

    def listen() -> None:
        assert stream is not None
        with stream:
            while stream.read(65_536):
                pass

    Thread(target=listen, daemon=True).start()


def kill(process: "subprocess.Popen[AnyStr]") -> None:
    """As if the power went."""
    process.kill()
    process.communicate(timeout=PATIENCE)


def end(process: "subprocess.Popen[AnyStr]") -> int:
    """Tell it to end, and give its exit code; the one of a killed one where it does not."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=PATIENCE)
        return process.returncode
    kill(process)
    return process.returncode


@contextmanager
def watched(process: "subprocess.Popen[AnyStr]") -> Iterator["subprocess.Popen[AnyStr]"]:
    """A process that is gone afterwards, whatever happened."""
    try:
        yield process
    finally:
        if process.returncode is None:
            kill(process)
