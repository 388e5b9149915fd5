"""A stranger's retained message keeps the reader of templates no busier than its length warrants."""

import json

import pytest
from growth import growth, repeated
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.machines.mqtt.config import spelled_out
from sayso.machines.mqtt.discovery import discovered
from sayso.machines.mqtt.sandbox import LONGEST_TEMPLATE, compiled, compiled_once
from sayso.machines.mqtt.tasmota import ROOT, TasmotaBook
from sayso.machines.mqtt.template import filled, parsed

SEEDS = [" ", "| a ", "|int( ", "[", "['", ".a", "{{value", "{{ value |a ", "}}", "-", "(", ")", "[1] ", "|round(1) "]


def read(text: str) -> None:
    compiled_once.cache_clear()  # what was read once is known
    for whole in (text, "{{ value_json" + text, "{{ value " + text, "{{ value " + text + "}}"):
        parsed(whole)
        filled(whole, "1")


@pytest.mark.parametrize("seed", SEEDS)
def test_reading_a_template_takes_work_in_proportion_to_its_length(seed: str) -> None:
    assert growth(read, seed, 250, 2000) <= 1.1


def test_the_one_that_never_ended_is_answered() -> None:
    hostile = "{{ value " + "|a  " * 1000
    assert filled(hostile, "1") is None
    assert parsed("{{ value_json" + " " * 4000 + "x") is None


def test_a_template_that_is_longer_than_any_is_left_alone() -> None:
    assert parsed("{{ value" + " " * LONGEST_TEMPLATE + "}}") is None
    assert filled("x" * LONGEST_TEMPLATE + "{{ value }}", "1") is None


def test_what_is_too_long_is_not_kept_either() -> None:
    compiled_once.cache_clear()
    for i in range(5):
        assert compiled(f"{i}" * (LONGEST_TEMPLATE + 1)) is None
    assert compiled_once.cache_info().currsize == 0


def test_all_templates_share_one_sandbox() -> None:
    one, other = compiled("{{ value }}"), compiled("{{ value | int }}")
    assert one is not None
    assert other is not None
    assert one.environment is other.environment


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(SEEDS), min_size=1, max_size=4).map("".join))
def test_no_mixture_of_marks_grows_faster_than_its_length(seed: str) -> None:
    assert growth(read, seed, 250, 2000) <= 1.1


def announced(text: str) -> None:
    """What devices announce, with a template of any kind in it."""
    compiled_once.cache_clear()
    config = f'{{"cmd_t": "a", "stat_t": "b", "val_tpl": "{text}", "cmd_tpl": "{text}"}}'
    discovered("homeassistant/number/x/config", config.encode(), "homeassistant")


@pytest.mark.parametrize("seed", ["{{ value |a ", "{{ value_json.a ", " "])
def test_an_announcement_is_read_in_time_that_its_length_warrants(seed: str) -> None:
    assert growth(announced, repeated(seed, 60), 250, 2000) <= 1.1


def test_a_beginning_that_topics_share_is_no_longer_than_a_topic() -> None:
    config: dict[str, object] = {"~": "x" * 30_000, **{f"{i}_topic": "~" for i in range(2000)}}
    assert sum(len(str(value)) for value in spelled_out(config).values()) < 50_000
    assert spelled_out({"~": "x" * 500, "state_topic": "~/s"})["state_topic"] == "x" * 500 + "/s"


def test_of_what_tasmota_tells_only_what_is_looked_at_is_kept() -> None:
    book = TasmotaBook()
    much = {f"k{i}": [1] * 20 for i in range(500)}
    for which in ("config", "sensors"):
        book.take(f"{ROOT}/AA/{which}", json.dumps({**much, "sn": {"S": {**much, "Temperature": 1}}}).encode())
    assert len(repr(book)) < 500


def test_a_device_of_tasmota_that_is_gone_leaves_room_for_another() -> None:
    book = TasmotaBook()
    for i in range(2500):
        assert book.take(f"{ROOT}/{i}/config", b"{}") == ()
        assert book.take(f"{ROOT}/{i}/config", b"") == ()
