"""A run of the tests that is told to end leaves nothing running."""

import signal
import subprocess
from pathlib import Path

import children
import pytest

RUN = """
import signal, sys
import pytest

signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does with what it starts in the background
sys.exit(pytest.main(["-s", "-p", "ending", "-p", "no:cacheprovider", "-c", "/dev/null", "test_story.py"]))
"""
STORY = """
import threading
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def server():
    yield
    Path("ended").touch()


def test_it_is_in_the_middle(server):
    print("in the middle", flush=True)
    threading.Event().wait(120)
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_what_the_tests_started_ends_with_them(
    told: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run.py").write_text(RUN)
    (tmp_path / "test_story.py").write_text(STORY)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.chdir(tmp_path)
    running = subprocess.Popen(children.forked("run.py"), stdout=subprocess.PIPE)
    with children.watched(running):
        while b"in the middle" not in (said := children.next_line(running, running.stdout)):
            assert said
        running.send_signal(told)
        running.communicate(timeout=children.PATIENCE)
    assert running.returncode == pytest.ExitCode.INTERRUPTED
    assert (tmp_path / "ended").exists()
