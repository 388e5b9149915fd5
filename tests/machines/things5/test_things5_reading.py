"""What the platform says, as our nouns: whatever comes, nothing is raised but that the fleet is unavailable."""

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st

from sayso.errors import FleetUnavailable
from sayso.machines.device import Device, DeviceCommand, DeviceReading, Member, Order, Range, Rejected, Setting
from sayso.machines.key import Key
from sayso.machines.things5.client import Client, World
from sayso.machines.things5.effect import effect, overrides
from sayso.machines.things5.exchange import HttpResponse
from sayso.machines.things5.fleet import Things5Fleet
from sayso.machines.things5.patience import Patience, asked_pause, next_pause
from sayso.machines.things5.reading import Origin, joined, readings
from sayso.machines.things5.wire import moment, parsed, path, text

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
many = examples(150)

WORDS = """
data pagination after id name serial is_connected machine_firmware_id machine_model machines_group version type source
machine_variables machine_commands parameters machine_variable_id allow_override value min max unit states status
errors message timestamp start_time last last_seen
"""
KEYS = st.sampled_from(sorted(WORDS.split()))
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["fr1", "c1", "metric", "state", "2026-11-15T08:00:00Z", "0001-01-01", "..", "1e999", 10**400]),
)
ANY = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=6),
    max_leaves=40,
)
ANSWERS = ANY | st.builds(lambda data, after: {"data": data, "pagination": {"after": after}}, ANY, ANY)


class Says:
    """A network behind which these answers come, one after the other and again from the first."""

    def __init__(self, answers: list[bytes], status: int) -> None:
        self.answers, self.status, self.count = answers, status, 0

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.count += 1
        status = self.status if request.method == "PUT" else 200
        return httpx2.Response(status, content=self.answers[self.count % len(self.answers)])


class Ring:
    async def key(self, user_id: str) -> Key:
        return Key("token", "org")


async def nothing(seconds: float) -> None:
    """No pause."""


@many
@given(answers=st.lists(ANSWERS, min_size=1, max_size=4), status=st.integers(200, 599), values=ANY)
@example(answers=[{"data": [{"id": "fr1"}]}], status=200, values={})
async def test_whatever_the_platform_says_the_fleet_answers_or_says_that_it_cannot(
    answers: list[object], status: int, values: object
) -> None:
    says = Says([json.dumps(answer).encode() for answer in answers], status)
    client = Client("http://127.0.0.1", world=World(lambda: 0.5, lambda: NOON, nothing, httpx2.MockTransport(says)))
    fleet, who = Things5Fleet(client, Ring()), Member("u", "home")
    order = Order("o", "fr1", "c1", {"set_point": values} if values else {})
    day = (NOON - timedelta(days=1), NOON)
    for asked in (
        fleet.machines(who),
        fleet.status(who, "fr1"),
        fleet.read(who, Range("fr1", "metric", (), *day, 10)),
        fleet.execute(who, order),
    ):
        with suppress(FleetUnavailable):
            _are_sound(await asked)
    await client.close()


def _are_sound(found: object) -> None:
    for one in found if isinstance(found, tuple | list) else ():
        assert isinstance(one, Device | DeviceReading)
        assert one.name.isprintable()
        if isinstance(one, Device):
            assert one.id
            assert len(one.name) <= 200
            json.dumps([metric.name for metric in one.metrics], allow_nan=False)
        else:
            assert one.at.tzinfo is not None
            json.dumps(one.value, allow_nan=False)


@many
@given(st.binary(max_size=200), st.integers(200, 299) | st.sampled_from([400, 404, 409, 422, 500]))
@example(b"[" * 5000, 200)
@example(b'{"data": {"status": ' + b"[" * 900 + b"]" * 900 + b"}}", 200)
def test_whatever_a_command_is_answered_with_has_an_effect(body: bytes, status: int) -> None:
    assert effect(HttpResponse(status, body)) is not None
    assert effect(HttpResponse(status, None)) is not None


def test_readings_that_are_none_are_left_out() -> None:
    good = '{"name": "temperature", "last": 1, "timestamp": "2026-11-15T08:00:00Z"}'
    wrong = (
        '{"name": "temperature"}',
        '{"name": "temperature", "last": 1}',
        '{"name": "temperature", "last": 1, "timestamp": "soon"}',
        '{"name": "temperature", "last": 1, "timestamp": 1e300}',
        '{"name": "temperature", "last": 1, "timestamp": "0001-01-01T00:00:00+14:00"}',
        '{"name": "temperature", "last": NaN, "timestamp": "2026-11-15T08:00:00Z"}',
        '{"name": "temperature", "last": [1], "timestamp": "2026-11-15T08:00:00Z"}',
        '{"name": "", "last": 1, "timestamp": "2026-11-15T08:00:00Z"}',
        '{"name": "a\\u0007", "last": 1, "timestamp": "2026-11-15T08:00:00Z"}',
        '"text"',
        "null",
    )
    items = parsed(f"[{','.join((*wrong, good))}]".encode())
    assert isinstance(items, list)
    (found,) = readings(items, Origin("fr1", "metric"))
    assert (found.value, found.at.hour) == (1.0, 8)


def test_a_machine_fills_in_what_its_device_does_not_say() -> None:
    devices = [{"id": "a", "name": "Fridge", "is_connected": True, "serial": None}, {"id": "a", "name": "Fridge"}]
    machines = [{"id": "a", "name": "old name", "serial": "S1"}, {"id": "b", "description": "only here"}]
    found = [one.device for one in joined(devices, machines)]
    assert [(d.id, d.name, d.serial, d.is_connected) for d in found] == [
        ("a", "Fridge", "S1", True),
        ("b", "b", "", None),
    ]
    assert found[1].description == "only here"


def test_values_without_bounds_go_along_as_they_are() -> None:
    command = DeviceCommand("c", "start", settings=(Setting("program"), Setting("fan", is_needed=True)))
    assert overrides(command, {"program": "  soft ", "fan": True}, {}) == {"program": "soft", "fan": "true"}
    assert overrides(command, {"fan": False}, {}) == {"fan": "false"}
    assert overrides(command, {"fan": {"by": 1}}, {"fan": "open"}) == Rejected(
        "the present value of fan is not known, so it cannot be changed by an amount"
    )


def test_an_address_holds_an_id_as_one_part() -> None:
    assert path("devices", "a/../b?c#d é", "events") == "/devices/a%2F..%2Fb%3Fc%23d%20%C3%A9/events"


def test_texts_are_one_line_without_what_paints_a_screen() -> None:
    assert text(" a\x1b[31m\n\tb\u202e\u200b ") == "a [31m b"
    assert len(text("ab " * 1000)) <= 200
    assert text(5) == ""


def test_times_are_read_with_and_without_a_zone_and_as_milliseconds() -> None:
    assert (
        moment("2026-11-15T12:00:00Z") == moment("2026-11-15T12:00:00") == moment("2026-11-15T13:00:00+01:00") == NOON
    )
    assert moment(NOON.timestamp() * 1000) == NOON
    assert moment(True) is None


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        (" 0 ", 0.0),
        ("9" * 400, 999_999_999.0),
        ("Sun, 15 Nov 2026 12:00:05 GMT", 5.0),
        ("Sun, 15 Nov 2026 11:00:00 GMT", 0.0),
        ("Sun, 15 Nov 2026 12:00:05 -0000", 5.0),
        ("soon", None),
        ("-1", None),
        ("٣", None),
        ("", None),
    ],
)
def test_a_pause_can_be_asked_for_in_seconds_or_by_a_date(header: str, seconds: float | None) -> None:
    assert asked_pause(header, NOON) == seconds


def test_pauses_grow_and_end() -> None:
    patience = Patience(tries=4, pause=0.75)
    assert [next_pause(n, None, 1.0, patience) for n in (1, 2, 3, 4)] == [0.25, 0.5, 0.75, None]
    assert [next_pause(n, None, 0.0, patience) for n in (1, 2, 3)] == [0.125, 0.25, 0.375]
    assert next_pause(1, 0.7, 1.0, patience) == 0.7
    assert next_pause(1, 0.8, 1.0, patience) is None
