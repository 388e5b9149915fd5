"""Forks `sayso` commands, MCP servers and the workers of the tests: what they load and compile is there already.

A command is forked with the descriptors, the folder and the environment of whoever asks (`forked.py`), and goes on as
`sayso` does at the command line. The server ends when whoever started it is gone, and all that it forked with it.
"""

import atexit
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Never

from sayso.cli import COMMANDS, main
from sayso.face import standard

_LARGEST = 1 << 20  # a request: arguments, folder and environment
_LOADED_LATE = (  # what commands, and the workers of the tests, load only when they come to need it
    "anyio._backends._asyncio",
    "cryptography.fernet",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "cryptography.hazmat.primitives.serialization",
    "http_ece",
    "httpcore",
    "importlib.metadata",
    "jwt",
    "playwright.sync_api",
    "psycopg",
    "rapidfuzz.distance.OSA",
    "rapidfuzz.process",
    "sayso.assistant.model.sdk",
    "sayso.machines.simulated.opening",
    "sayso.storage.migrations.apply",
    "sayso.terminal.talk.here",
    "sayso.terminal.typed.editor",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
)
_SAID = ("add buy milk", "aggiungi comprare il latte", "turn on the oven")  # loads the tagger, compiles what is left


def serve(descriptor: int) -> list[str]:
    """Wait for requests at a socket until standard input ends.

    Returns only in a forked command: its name and arguments.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for those who wait for the commands
    signal.signal(signal.SIGTERM, _end_all)
    with socket.socket(fileno=descriptor) as listening:
        while listening in select.select([listening, sys.stdin], [], [])[0]:
            asking, _ = listening.accept()
            with asking:
                if os.fork() == 0:
                    listening.close()
                    return _command(asking)
    return _end_all()


def _end_all(*_: object) -> Never:
    """End whatever is still running: it is all in the process group of the server."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.killpg(0, signal.SIGTERM)
    os._exit(0)


def _command(asking: socket.socket) -> list[str]:
    """Name and arguments, in the command's own process; the process that forks it tells the asker how it ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sent, descriptors, _, _ = socket.recv_fds(asking, _LARGEST, 3)
    while not sent.endswith(b"\n"):
        sent += asking.recv(_LARGEST)
    request = json.loads(sent)
    command = os.fork()
    if command:
        _attend(command, asking, descriptors)
    asking.close()
    for place, descriptor in enumerate(descriptors):
        os.dup2(descriptor, place)
        os.close(descriptor)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=sys.stdout.isatty())
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    return list(request["arguments"])


def _attend(command: int, asking: socket.socket, descriptors: list[int]) -> Never:
    for descriptor in descriptors:  # a pipe ends when the command does
        os.close(descriptor)

    def hand_on_signals() -> None:
        with suppress(ProcessLookupError):
            for number in iter(lambda: asking.recv(1), b""):
                os.kill(command, number[0])
            os.kill(command, signal.SIGKILL)

    threading.Thread(target=hand_on_signals, daemon=True).start()
    _, status = os.waitpid(command, 0)
    with suppress(OSError):
        asking.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _run() -> int | str | None:
    """What the process was forked for; how it wants to exit."""
    try:
        if sys.argv[0] == "sayso":
            return main()
        if sys.argv[0] == "python":
            exec(sys.argv[-1], {"__name__": "__main__"})
        else:
            runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        return end.code
    return 0


def _exit(code: int | str | None) -> Never:
    """As the interpreter does, but for taking all apart that was loaded, which copies every page of it first."""
    if isinstance(code, str):
        print(code, file=sys.stderr)
        code = 1
    threading._shutdown()  # type: ignore[attr-defined] # waits for threads that are left
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody reads any more
        os._exit(120)
    os._exit(code or 0)


if __name__ == "__main__":
    for room in (*(room for room, _ in COMMANDS.values()), *_LOADED_LATE):
        importlib.import_module(room)
    for said in _SAID:
        standard().warm().decide({"message": said})
    assert standard().matcher  # what handed-in tools are compared with is made, too
    gc.freeze()
    sys.argv = serve(int(sys.argv[1]))
    _exit(_run())
