"""Hundreds of real devices, as Zigbee2MQTT's own code publishes them: each is there, and can be told what it can do."""

import os

import pytest

from sayso_evals.zigbee import Tried, ZigbeeError, install, published, tried

EVERY = 12  # each twelfth definition; `python -m sayso_evals.zigbee` takes them all


@pytest.fixture(scope="module")
def devices() -> Tried:
    try:
        install()
    except ZigbeeError as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))
    return tried(published(EVERY))


def test_every_device_is_shown_under_its_name(devices: Tried) -> None:
    assert devices.devices >= 300
    assert devices.shown / devices.devices >= 0.99, devices.missing


def test_what_can_be_told_something_is_supported_wholly(devices: Tried) -> None:
    assert devices.commandable.total() >= 1000
    assert devices.supported.total() / devices.commandable.total() >= 0.97, devices.missing


def test_what_only_says_something_is_understood(devices: Tried) -> None:
    assert devices.read.total() / devices.readable.total() >= 0.99, devices.missing
