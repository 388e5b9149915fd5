"""Ctrl-C ends a server cleanly, also where the terminal and whoever started it both pass the signal on."""

import os
import signal
import subprocess
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from signal import SIGINT, SIGTERM

import children
import pytest

SERVERS = {
    "serve": ("serve", "--local", "--port", "0"),
    "mcp": ("mcp", "--http", "--local", "--port", "0"),
}


@pytest.mark.parametrize(
    "told", [(SIGINT,), (SIGTERM,), (SIGINT, SIGINT, SIGINT), (SIGINT, SIGTERM), (SIGTERM, SIGINT)]
)
@pytest.mark.parametrize("name", SERVERS)
def test_a_server_that_is_told_to_end_closes_all_and_prints_no_traceback(
    tmp_path: Path, name: str, told: Sequence[signal.Signals]
) -> None:
    given = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    nothing, command = subprocess.DEVNULL, children.sayso(*SERVERS[name])
    starting = subprocess.Popen(command, env=given, text=True, stdin=nothing, stdout=nothing, stderr=subprocess.PIPE)
    with children.watched(starting) as server:
        while not (said := children.next_line(server, server.stderr)).startswith("listening at"):
            assert said, "it ended before it listened"
        origin = said.split()[-1].partition("/mcp")[0]
        with urllib.request.urlopen(f"{origin}/health", timeout=children.PATIENCE) as answered:
            answered.read()
        for number in told:
            server.send_signal(number)
        _, rest = server.communicate(timeout=children.PATIENCE)
    assert rest == ""
    assert server.returncode == 0
