"""What many tests share: one engine, made once."""

import os

import pytest
from hypothesis import settings

from sayso import Engine

# a build tries the same examples every time; elsewhere new ones are sought
settings.register_profile("build", derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "default")

NOW = "2026-11-16T10:00:00+01:00"


@pytest.fixture(scope="session")
def engine() -> Engine:
    return Engine()
