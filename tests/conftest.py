"""What many tests share: one engine, made once."""

import pytest

from sayso import Engine

NOW = "2026-11-16T10:00:00+01:00"


@pytest.fixture(scope="session")
def engine() -> Engine:
    return Engine()
