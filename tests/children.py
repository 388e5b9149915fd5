"""Child processes of the tests: waited for with patience, but none for ever, and none left behind."""

import atexit
import os
import socket
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
_SHARED = "FORKSERVER_OF_THE_TESTS"


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
    return _by_forkserver(_ready_forkserver(), program, *arguments)


def _by_forkserver(path: str, program: str, *arguments: str) -> list[str]:
    return [sys.executable, "-IS", str(Path(__file__).with_name("forked.py")), path, program, *arguments]


@cache
def _ready_forkserver() -> str:
    """Where it listens, once it has forked a first command: a test need not be patient with its loading."""
    path = _forkserver()
    subprocess.run(_by_forkserver(path, "sayso", "--version"), stdout=subprocess.DEVNULL, check=True, timeout=PATIENCE)
    return path


def share_forkserver() -> None:
    """Let the processes that this one starts have their commands forked where its own are: loading takes seconds."""
    os.environ[_SHARED] = _forkserver()


@cache
def _forkserver() -> str:
    """Where the one of this process, or of the one that started it, listens."""
    if _SHARED in os.environ:
        return os.environ[_SHARED]
    folder = tempfile.TemporaryDirectory(prefix="sayso-forks-")
    path = str(Path(folder.name) / "socket")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(32)
        program = [sys.executable, str(Path(__file__).with_name("forkserver.py")), str(listening.fileno())]
        running = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,  # as most commands have it
            pass_fds=[listening.fileno()],
            start_new_session=True,
        )

    def remove() -> None:
        end(running)
        folder.cleanup()

    atexit.register(remove)
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
