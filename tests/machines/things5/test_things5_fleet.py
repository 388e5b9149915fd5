"""The fleet of a Things5 platform, against one at the loopback that behaves so, well and badly."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from starlette.responses import JSONResponse, RedirectResponse, Response
from things5 import ANN, BAKERY, BOB, BOTH, HOTEL, Platform, Stage, device, never, staged

from sayso.errors import FleetUnavailable
from sayso.machines.device import (
    Confirmed,
    DeviceCommand,
    Member,
    Metric,
    Offline,
    Order,
    Range,
    Rejected,
    Sent,
    Setting,
    TimedOut,
)
from sayso.machines.fleet import Fleet
from sayso.machines.key import Key
from sayso.machines.things5.client import Client, World
from sayso.machines.things5.exchange import HttpRequest, NotSent, NoWord
from sayso.machines.things5.fleet import Things5Fleet
from sayso.machines.things5.patience import Patience

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
DAY = (datetime(2026, 11, 15, tzinfo=UTC), datetime(2026, 11, 16, tzinfo=UTC))
ann, bob, cleo = Member("ann", "home"), Member("bob", "home"), Member("cleo", "home")
LIGHT = Order("o1", "fr1", "c1")


class Drawer:
    """Keys, kept in memory."""

    def __init__(self, **keys: Key) -> None:
        self.keys = keys

    async def key(self, user_id: str) -> Key | None:
        return self.keys.get(user_id)


class Clock:
    """Time that stands or leaps, and pauses that are only remembered."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.now, self.leap = NOON, timedelta()

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += self.leap

    def world(self) -> World:
        return World(chance=lambda: 0.5, now=lambda: self.now, pause=self.pause)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with staged() as stage:
        yield stage


@pytest.fixture
def platform(stage: Stage) -> Platform:
    group = {"id": "g1", "name": "Cucina", "organization_id": BAKERY}
    bakery = [
        device("fr1", "Frigo Cucina", machines_group=group),
        device("fr2", "Frigo Sala", is_connected=False),
        device("ab1", "Abbattitore"),
    ]
    return stage.play(Platform(devices={BAKERY: bakery, HOTEL: [device("ov1", "Oven")]}))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def opened(url: str, clock: Clock, seconds: float = 10.0) -> AsyncIterator[Fleet]:
    client = Client(url, Patience(answer=seconds), clock.world())
    keys = Drawer(ann=Key(ANN, BAKERY), bob=Key(BOB, HOTEL), cleo=Key(BOTH, HOTEL))
    async with Things5Fleet(client, keys) as fleet:
        yield fleet


@pytest.fixture
async def fleet(platform: Platform, clock: Clock) -> AsyncIterator[Fleet]:
    async with opened(platform.address, clock) as fleet:
        yield fleet


async def test_all_devices_are_listed_page_by_page_each_with_what_it_can_do(fleet: Fleet, platform: Platform) -> None:
    found = await fleet.machines(ann)
    assert [(d.name, d.serial, d.is_connected) for d in found] == [
        ("Frigo Cucina", "FR1", True),
        ("Frigo Sala", "FR2", False),
        ("Abbattitore", "AB1", True),
    ]
    fridge = found[0]
    assert (fridge.place, fridge.kind, fridge.firmware) == ("Cucina", "Blast chiller", "5.1.0")
    assert fridge.commands[0] == DeviceCommand("c1", "turn_on_light")
    assert fridge.commands[1].settings == (Setting("set_point", "°C", -30, 10, is_needed=True),)
    assert fridge.metrics == (Metric("temperature", "°C", "Cell probe"), Metric("humidity", "%"))
    assert fridge.states == ("door",)
    assert platform.asked.count(f"/organizations/{BAKERY}/devices") == 2


async def test_devices_of_one_firmware_are_asked_about_once(fleet: Fleet, platform: Platform) -> None:
    platform.devices[BAKERY].append(device("x1", "Other", machine_firmware_id=None))
    await fleet.machines(ann)
    assert sum(path.endswith("machine_firmware") for path in platform.asked) == 2


async def test_who_is_there_can_be_asked_apart_from_what_they_can_do(platform: Platform) -> None:
    async with Things5Fleet(Client(platform.address), Drawer(ann=Key(ANN, BAKERY), bob=Key(BOB, HOTEL))) as fleet:
        found = await fleet.devices(ann)
        assert [(d.id, d.commands) for d in found] == [("fr1", ()), ("fr2", ()), ("ab1", ())]
        assert not any(path.endswith("machine_firmware") for path in platform.asked)
        assert await fleet.capable(ann, found) == await fleet.machines(ann)
        assert [d.id for d in await fleet.capable(ann, found[1:2])] == ["fr2"]
        assert await fleet.capable(bob, found) == ()  # another's devices do not exist


async def test_no_more_than_eight_are_asked_about_at_a_time() -> None:
    at_once, most, is_full = 0, 0, asyncio.Event()

    async def answer(request: httpx2.Request) -> httpx2.Response:
        nonlocal at_once, most
        if not request.url.path.endswith("machine_firmware"):
            alone = [device(f"d{n}", f"Device {n}", machine_firmware_id=None) for n in range(20)]
            return httpx2.Response(200, json={"data": alone})
        at_once += 1
        most = max(most, at_once)
        if most == 8:
            is_full.set()
        await is_full.wait()
        at_once -= 1
        return httpx2.Response(200, json={"data": None})

    world = World(transport=httpx2.MockTransport(answer))
    async with Things5Fleet(Client("http://127.0.0.1", world=world), Drawer(ann=Key(ANN, BAKERY))) as fleet:
        assert len(await fleet.machines(ann)) == 20
    assert most == 8


async def test_two_users_never_see_each_others_devices(fleet: Fleet, platform: Platform) -> None:
    platform.readings["metrics"] = [{"name": "temperature", "last": 4, "timestamp": "2026-11-15T08:00:00Z"}]
    seen = await asyncio.gather(*(fleet.machines(who) for who in (ann, bob) * 5))
    assert {d.id for found in seen[::2] for d in found} == {"fr1", "fr2", "ab1"}
    assert {d.id for found in seen[1::2] for d in found} == {"ov1"}
    # cleo's token opens both organisations, her key is kept with one
    assert [d.id for d in await fleet.machines(cleo)] == ["ov1"]
    for stranger in (bob, cleo):
        assert await fleet.read(stranger, Range("fr1", "metric", (), *DAY, 10)) == ()
        assert await fleet.status(stranger, "fr1") == ()
        assert isinstance(await fleet.execute(stranger, LIGHT), Rejected)
    assert platform.puts == []


async def test_nothing_of_one_users_answers_goes_along_with_another(fleet: Fleet, platform: Platform) -> None:
    await fleet.machines(ann)
    await fleet.machines(bob)
    assert platform.cookies == []


async def test_reads_survive_two_errors_and_a_busy_platform(fleet: Fleet, platform: Platform, clock: Clock) -> None:
    busy = Response(status_code=429, headers={"Retry-After": "3"})
    platform.instead.extend([Response(status_code=500), busy, Response(status_code=503)])
    platform.devices[BAKERY] = platform.devices[BAKERY][:1]
    assert [d.id for d in await fleet.machines(ann)] == ["fr1"]
    assert max(clock.pauses) == 3.0
    assert len(clock.pauses) == 3


async def test_a_read_is_given_up_after_four_tries(platform: Platform, clock: Clock) -> None:
    async with opened(platform.address, clock) as fleet:
        platform.instead.extend(Response(status_code=500) for _ in range(100))
        with pytest.raises(FleetUnavailable, match="error of its own"):
            await fleet.status(ann, "fr1")
    assert platform.asked.count("/devices/fr1") <= 4
    assert clock.pauses[0] == 0.1875  # half of it certain, half by chance


async def test_a_platform_that_asks_for_a_long_rest_gets_it(fleet: Fleet, platform: Platform, clock: Clock) -> None:
    platform.instead.extend(Response(status_code=429, headers={"Retry-After": "3600"}) for _ in range(2))
    with pytest.raises(FleetUnavailable, match="too much"):
        await fleet.machines(ann)
    assert clock.pauses == []


async def test_a_read_that_takes_too_long_is_not_tried_again(platform: Platform, clock: Clock) -> None:
    clock.leap = timedelta(seconds=20)
    client = Client(platform.address, world=clock.world())
    platform.instead.extend(Response(status_code=503) for _ in range(4))
    with pytest.raises(FleetUnavailable, match="503"):
        await client.read(Key(ANN, BAKERY), HttpRequest("/organizations"))
    assert len(clock.pauses) == 2
    await client.close()


BROKEN: list[tuple[Response, str]] = [
    (Response("{", media_type="application/json"), "no JSON"),
    (Response("[" * 100_000), "no JSON"),
    (Response(b"\xff\xfe"), "no JSON"),
    (Response("9" * 5000), "no JSON"),
    (Response(b"[" + b"1," * 5_000_000 + b"1]"), "too long"),
    (Response('{"data": 7}'), "no list"),
    (Response("null"), "no list"),
    (Response('{"data": [], "pagination": {"after": 7}}'), "what comes after"),
    (Response(status_code=418), "418"),
    (Response(status_code=401), "refuses the key"),
    (Response(status_code=403), "does not open the organisation"),
    (Response(status_code=404), "does not open the organisation"),
    (RedirectResponse("http://127.0.0.1:1/elsewhere"), "elsewhere"),
]


@pytest.mark.parametrize(("answer", "told"), BROKEN, ids=lambda value: value if isinstance(value, str) else "")
async def test_a_list_that_cannot_be_read_is_told_and_not_guessed(
    fleet: Fleet, platform: Platform, answer: Response, told: str
) -> None:
    platform.instead.extend([answer, answer])
    with pytest.raises(FleetUnavailable, match=told) as wrong:
        await fleet.machines(ann)
    assert wrong.value.next_step
    assert ANN not in str(wrong.value)


@pytest.mark.parametrize("after", ["@1", "@2"])
async def test_pages_that_go_round_in_a_circle_end(fleet: Fleet, platform: Platform, after: str) -> None:
    circle = {"data": [device("fr1", "Frigo")], "pagination": {"after": after}}
    platform.instead.extend(JSONResponse(circle) for _ in range(10))
    with pytest.raises(FleetUnavailable, match="circle"):
        await fleet.machines(ann)


async def test_a_list_without_its_rest_or_without_an_end_is_no_list(fleet: Fleet, platform: Platform) -> None:
    platform.devices[BAKERY] = [device(f"d{n}", "Frigo") for n in range(500)]
    with pytest.raises(FleetUnavailable, match="no end"):
        await fleet.machines(ann)
    client = Client(platform.address)
    platform.instead.extend([JSONResponse({"data": [{}], "pagination": {"after": "@1"}}), Response(status_code=404)])
    with pytest.raises(FleetUnavailable, match="rest of a list"):
        async with aclosing(client.pages(Key(ANN, BAKERY), HttpRequest("/organizations"))) as pages:
            assert [page async for page in pages]
    await client.close()


async def test_what_is_wrong_with_one_device_does_not_hide_the_others(fleet: Fleet, platform: Platform) -> None:
    hostile = {"id": "h 1?#%2F", "name": "<b>Frigo</b>\x1b[2J\u202e\n" + "x" * 900, "is_connected": "yes", "serial": 5}
    platform.devices[BAKERY] = [{"name": "no id"}, {"id": {}}, {"id": ".."}, hostile, device("fr1", "Frigo")]
    platform.firmware = {"machine_commands": [{"name": "no id"}, 5, {"id": "c9"}], "machine_variables": "none"}
    found = await fleet.machines(ann)
    assert [d.id for d in found] == ["h 1?#%2F", "fr1"]
    assert found[0].name.startswith("<b>Frigo</b> [2J xxx")
    assert len(found[0].name) <= 200
    assert (found[0].is_connected, found[0].serial) == (None, "")
    assert [c.name for c in found[1].commands] == ["c9"]
    assert isinstance(await fleet.execute(ann, Order("o", "h 1?#%2F", "c9")), Sent)
    assert platform.puts[0][0] == "/devices/h 1?#%2F/machine_commands/c9/execute"


@pytest.mark.parametrize("device_id", ["", ".", "..", "../organizations", "\x00", "\ud800", "x" * 5000, "fr1/../fr1"])
async def test_an_id_stays_within_its_place(fleet: Fleet, platform: Platform, device_id: str) -> None:
    assert isinstance(await fleet.execute(ann, Order("o", device_id, "c1")), Rejected)
    assert await fleet.read(ann, Range(device_id, "event", ("\ud800",), *DAY, 10)) == ()
    assert await fleet.status(ann, device_id) == ()
    assert platform.puts == []


EFFECTS: list[tuple[Response, object]] = [
    (JSONResponse({"data": {}}), Sent()),
    (Response(status_code=204), Sent()),
    (Response("{", status_code=200), Sent()),
    (JSONResponse({"data": {"status": "queued", "states": {"light": "on"}}}), Sent()),
    (JSONResponse({"data": {"status": "completed"}}, 202), Sent()),
    (JSONResponse({"data": {"execution_id": "e1", "status": "completed"}}), Confirmed()),
    (JSONResponse({"data": {"states": [{"name": "light", "value": "on"}]}}), Confirmed({"light": "on"})),
    (JSONResponse({"states": {"light": True, "": 1}}), Confirmed({"light": True})),
    (JSONResponse({"data": {"status": "failed", "message": "door is open"}}), Rejected("door is open")),
    (JSONResponse({"errors": ["Could not read from serial bus"]}), Rejected("Could not read from serial bus")),
    (JSONResponse({"data": {"status": "timeout"}}), TimedOut()),
    (JSONResponse({"message": "cycle_running"}, 409), Rejected("cycle_running")),
    (JSONResponse({"errors": {"value": [{"code": "X", "message": "too hot"}]}}, 422), Rejected("too hot")),
    (JSONResponse({}, 404), Rejected("there is no such machine or command")),
    (JSONResponse({}, 403), Rejected("the platform refuses it (403)")),
    (Response(status_code=429, headers={"Retry-After": "0"}), Rejected("the platform is asked too much just now")),
    (Response(status_code=408), TimedOut()),
    (Response(status_code=500), TimedOut()),
    (Response(status_code=502), TimedOut()),
    (Response(status_code=503, headers={"Retry-After": "0"}), TimedOut()),
]


@pytest.mark.parametrize(("answer", "effect"), EFFECTS)
async def test_every_answer_has_its_effect_and_the_command_is_sent_once(
    fleet: Fleet, platform: Platform, answer: Response, effect: object
) -> None:
    platform.execute = answer
    assert await fleet.execute(ann, LIGHT) == effect
    assert platform.puts == [("/devices/fr1/machine_commands/c1/execute", {})]


@pytest.mark.parametrize("answer", [Response(status_code=401), RedirectResponse("/elsewhere")])
async def test_a_command_that_the_platform_does_not_take_from_us_is_told_so(
    fleet: Fleet, platform: Platform, answer: Response
) -> None:
    platform.execute = answer
    with pytest.raises(FleetUnavailable):
        await fleet.execute(ann, LIGHT)
    assert len(platform.puts) == 1


async def test_a_command_without_an_answer_may_have_been_done_and_is_not_sent_again(
    platform: Platform, clock: Clock
) -> None:
    platform.execute = never
    async with opened(platform.address, clock, seconds=0.5) as fleet:
        assert await fleet.execute(ann, LIGHT) == TimedOut()
    assert len(platform.puts) == 1
    assert clock.pauses == []


async def test_a_command_is_sent_once_although_reads_before_it_had_to_be_tried_again(
    fleet: Fleet, platform: Platform, clock: Clock
) -> None:
    platform.instead.extend(Response(status_code=status) for status in (500, 502, 429))
    assert await fleet.execute(ann, LIGHT) == Sent()
    assert len(platform.puts) == 1
    assert len(clock.pauses) == 3


@asynccontextmanager
async def hanging_up(answers: int = 0) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A server that answers so many requests, then reads one more and closes the connection without a word."""
    heard: list[bytes] = []

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(answers):
            heard.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", heard


async def test_a_connection_that_breaks_is_told_apart_from_one_that_never_was(clock: Clock) -> None:
    key, call = Key(ANN, BAKERY), HttpRequest("/devices/fr1/machine_commands/c1/execute")
    async with hanging_up() as (url, heard):
        client = Client(url, world=clock.world())
        assert await client.put(key, call, {}) == NoWord()
        assert len(heard) == 1
        with pytest.raises(FleetUnavailable, match="does not answer"):
            await client.read(key, call)
        assert len(heard) == 1 + Patience().tries
        await client.close()
    client = Client(url, world=clock.world())
    assert await client.put(key, call, {}) == NotSent()
    with pytest.raises(FleetUnavailable, match="cannot be reached"):
        await client.read(key, call)
    await client.close()


async def test_a_command_that_could_not_be_sent_is_told_as_offline() -> None:
    firmware = {"machine_commands": [{"id": "c1"}]}

    async def answer(request: httpx2.Request) -> httpx2.Response:
        if request.method == "PUT":
            raise httpx2.ConnectError("gone since the last question")
        return httpx2.Response(200, json={"data": firmware})

    world = World(transport=httpx2.MockTransport(answer))
    async with Things5Fleet(Client("http://127.0.0.1", world=world), Drawer(ann=Key(ANN, BAKERY))) as fleet:
        assert await fleet.execute(ann, LIGHT) == Offline()


async def test_a_connection_that_was_kept_open_and_breaks_does_not_send_a_command_twice(clock: Clock) -> None:
    async with hanging_up(answers=1) as (url, heard):
        client = Client(url, world=clock.world())
        await client.read(Key(ANN, BAKERY), HttpRequest("/devices/fr1"))
        assert (
            await client.put(Key(ANN, BAKERY), HttpRequest("/devices/fr1/machine_commands/c1/execute"), {}) == NoWord()
        )
        await client.close()
    assert [line.split()[0] for line in heard] == [b"GET", b"PUT"]


async def test_nothing_is_sent_to_a_device_that_is_away_nor_for_a_command_it_does_not_have(
    fleet: Fleet, platform: Platform
) -> None:
    assert await fleet.execute(ann, Order("o", "fr2", "c1")) == Offline()
    assert await fleet.execute(ann, Order("o", "fr1", "c9")) == Rejected("the machine has no such command")
    assert await fleet.execute(ann, Order("o", "fr9", "c1")) == Rejected("there is no such machine")
    assert platform.puts == []


VALUES: list[tuple[dict[str, object], object]] = [
    ({"set_point": 4}, {"overrides": {"set_point": "4"}}),
    ({"set_point": -1.5}, {"overrides": {"set_point": "-1.5"}}),
    ({"set_point": "5"}, {"overrides": {"set_point": "5"}}),
    ({"set_point": {"by": -2}}, {"overrides": {"set_point": "1.5"}}),
    ({"set_point": {"by": 20}}, "set_point cannot be 23.5"),
    ({"set_point": {"to": 20}}, "present value of set_point is not known"),
    ({"set_point": 11}, "set_point cannot be 11"),
    ({"set_point": "warm"}, "set_point cannot be set so"),
    ({"set_point": None}, "set_point cannot be set so"),
    ({"humidity": 4, "set_point": 4}, "no value for humidity"),
    ({}, "needs a value for set_point"),
]


@pytest.mark.parametrize(("values", "told"), VALUES)
async def test_values_go_along_as_the_platform_takes_them_or_nothing_is_sent(
    fleet: Fleet, platform: Platform, values: dict[str, object], told: object
) -> None:
    platform.readings["last_metrics"] = [{"name": "set_point", "value": 3.5}]
    effect = await fleet.execute(ann, Order("o", "fr1", "c2", values))
    if isinstance(told, str):
        assert isinstance(effect, Rejected)
        assert told in effect.reason
        assert platform.puts == []
    else:
        assert effect == Sent()
        assert [body for _, body in platform.puts] == [told]


def minutes(count: int, **more: object) -> list[dict[str, Any]]:
    return [
        {"name": "temperature", "avg": -99, "last": n / 2, "timestamp": f"2026-11-15T08:{n:02}:00Z", **more}
        for n in range(count)
    ]


async def test_the_newest_metrics_of_a_range_come_oldest_first(fleet: Fleet, platform: Platform) -> None:
    platform.readings["metrics"] = minutes(9) + minutes(3, name="humidity")
    found = await fleet.read(ann, Range("fr1", "metric", ("temperature",), *DAY, 5))
    assert [(r.value, r.unit) for r in found] == [(2.0, "°C"), (2.5, "°C"), (3.0, "°C"), (3.5, "°C"), (4.0, "°C")]
    assert found[-1].at == datetime(2026, 11, 15, 8, 8, tzinfo=UTC)
    early = Range("fr1", "metric", (), DAY[0], datetime(2026, 11, 15, 8, 1, tzinfo=UTC), 100)
    assert [(r.name, r.value) for r in await fleet.read(ann, early)] == [
        ("temperature", 0.0),
        ("humidity", 0.0),
        ("temperature", 0.5),
        ("humidity", 0.5),
    ]


async def test_states_and_events_of_a_range_are_read(fleet: Fleet, platform: Platform) -> None:
    platform.readings["states"] = [{"name": "door", "value": "open", "start_time": "2026-11-15T08:00:00Z"}]
    platform.readings["events"] = [{"name": "door_open_alarm", "timestamp": "2026-11-15T08:05:00Z", "metadata": {}}]
    (state,) = await fleet.read(ann, Range("fr1", "state", (), *DAY, 10))
    (event,) = await fleet.read(ann, Range("fr1", "event", (), *DAY, 10))
    assert (state.kind, state.name, state.value) == ("state", "door", "open")
    assert (event.kind, event.name, event.value) == ("event", "door_open_alarm", None)
    assert await fleet.read(ann, Range("fr1", "event", (), *DAY, 0)) == ()


async def test_the_status_is_the_latest_of_everything_each_with_its_time(fleet: Fleet, platform: Platform) -> None:
    platform.readings["last_metrics"] = [{"name": "temperature", "value": 15}, {"name": "humidity", "value": "high"}]
    platform.readings["last_states"] = [{"name": "door", "value": "open", "start_time": "2026-11-15T07:00:00Z"}]
    found = await fleet.status(ann, "fr1")
    assert [(r.kind, r.name, r.value, r.unit, r.at.hour) for r in found] == [
        ("metric", "temperature", 15.0, "°C", 8),  # when the device was last seen
        ("metric", "humidity", "high", "%", 8),
        ("state", "door", "open", "", 7),
    ]
    platform.devices[BAKERY][0]["last_seen"] = None
    assert (await fleet.status(ann, "fr1"))[0].at == NOON  # it is connected, so its last value holds now
    platform.devices[BAKERY][0]["is_connected"] = False
    assert [r.name for r in await fleet.status(ann, "fr1")] == ["door"]  # a value of no known time is none


async def test_without_a_key_it_is_told_how_to_set_one(platform: Platform, clock: Clock) -> None:
    async with opened(platform.address, clock) as fleet:
        with pytest.raises(FleetUnavailable, match="no key") as wrong:
            await fleet.machines(Member("dan", "home"))
        assert "sayso machines key" in wrong.value.next_step
    for broken in (Key("two words", BAKERY), Key("zeile\n", BAKERY), Key("", BAKERY), Key("ü", BAKERY), Key(ANN, "..")):
        client = Client(platform.address)
        with pytest.raises(FleetUnavailable, match="refuses the key"):
            await Things5Fleet(client, Drawer(ann=broken)).machines(ann)
        await client.close()
    assert platform.asked == []


async def test_no_token_is_ever_written_to_a_log(
    fleet: Fleet, platform: Platform, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await fleet.machines(ann)
    await fleet.execute(ann, LIGHT)
    platform.tokens.clear()
    with pytest.raises(FleetUnavailable) as wrong:
        await fleet.machines(ann)
    assert ANN not in caplog.text + str(wrong.value) + repr(Key(ANN, BAKERY))
    assert caplog.text  # the client does log its questions
