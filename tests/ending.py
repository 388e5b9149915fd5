"""Ends a run of the tests in order, however it is told to: what their fixtures started ends with it."""

import signal

import pytest
from xdist.workermanage import NodeManager  # type: ignore[import-untyped] # it brings no types


def pytest_configure(config: pytest.Config) -> None:
    """Take SIGTERM for ctrl-C, and hear that even where a script started the run in the background."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    NodeManager.EXIT_TIMEOUT = 60  # seconds, after which a worker is killed: it may have much to end
