"""Child processes of the tests: waited for with patience, but none for ever, and none left behind."""

import atexit
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread, Timer
from typing import IO, AnyStr

PATIENCE = 120.0  # seconds; a machine may be busy
CommandLine = Callable[..., list[str]]
SAYSO = str(Path(sys.executable).with_name("sayso"))


def installed_sayso(*arguments: str) -> list[str]:
    """The command line of `sayso` as people start it."""
    return [SAYSO, *arguments]


def sayso(*arguments: str) -> list[str]:
    """The command line of a `sayso` that is forked instead of loaded: the same command, started at once.

    Loading takes seconds of the processor each time. What goes wrong in it is shown where `installed_sayso` is used.
    """
    return forked("sayso", *arguments)


def forked(program: str, *arguments: str) -> list[str]:
    """The command line of `sayso`, or of a Python file, that is forked from where all libraries are loaded."""
    return [sys.executable, "-IS", str(Path(__file__).with_name("forked.py")), _forkserver(), program, *arguments]


@cache
def _forkserver() -> str:
    """Where the one of this process listens."""
    folder = tempfile.TemporaryDirectory(prefix="sayso-forks-")
    path = str(Path(folder.name) / "socket")
    program = [sys.executable, str(Path(__file__).with_name("forkserver.py")), path]
    running = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)

    def remove() -> None:
        end(running)
        folder.cleanup()

    atexit.register(remove)
    said = next_line(running, running.stdout)
    assert said == b"ready\n", said
    return path


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
