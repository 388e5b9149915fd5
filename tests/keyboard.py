"""A real terminal for the tests: a command runs at it, and answers are typed when their questions are shown."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


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
