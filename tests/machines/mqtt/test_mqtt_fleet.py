"""A fleet on a real broker: devices found and followed, orders published once, effects told as they are."""

import asyncio
import gc
import json
from datetime import timedelta
from pathlib import Path

import pytest
from broker import Broker, guarded_broker
from bus import ANN, STRANGER, Kept, Plant, be_busy, client, connected, elderly, mqtt_of, until
from household import NOON, Clock
from soak_machines import Size, soak

from sayso.errors import FleetUnavailable, StorageUnavailable
from sayso.machines.device import Confirmed, Member, Offline, Order, Range, Rejected, Sent, TimedOut, Value
from sayso.machines.mqtt.fleet import LARGEST, NO_COMMAND, NO_MACHINE, MqttFleet
from sayso.machines.mqtt.orders import REFUSED
from sayso.settings import Mqtt

BEN = Member("ben", "home")


def order(number: int, command: str = "set_goal", device: str = "plant0", **values: object) -> Order:
    return Order(f"order{number}", device, command, values)


async def said(fleet: MqttFleet, name: str, device: str = "plant0") -> Value:
    return next((r.value for r in await fleet.status(ANN, device) if r.name == name), None)


async def test_devices_appear_with_what_they_can_do(broker: Broker) -> None:
    async with Plant(broker, 3).running(), connected(broker) as fleet:
        machines = await fleet.machines(ANN)
        assert [m.name for m in machines] == ["Freezer 0", "Freezer 1", "Freezer 2"]
        ids = [c.id for c in machines[0].commands]
        assert ids == ["turn_on_light", "turn_off_light", "set_goal", "raise_goal", "lower_goal"]
        assert (machines[0].place, machines[0].is_connected) == ("Hall 0", True)


async def test_whoever_looks_right_away_sees_everything_even_on_a_machine_that_was_busy(broker: Broker) -> None:
    async with Plant(broker, 30).running(), connected(broker) as fleet:
        be_busy()
        machines = await fleet.machines(ANN)
        assert (len(machines), {len(m.commands) for m in machines}) == (30, {5})


async def test_a_device_that_comes_later_appears_and_one_that_is_removed_is_gone(broker: Broker) -> None:
    async with connected(broker) as fleet, client(broker) as other:
        await other.publish("homeassistant/switch/late/config", '{"cmd_t": "late/set", "name": "Late"}', 1, True)
        await until(lambda: fleet.counts().devices == 1)
        await other.publish("homeassistant/switch/late/config", "", 1, True)
        await until(lambda: fleet.counts().devices == 0)
        assert await fleet.machines(ANN) == ()


async def test_an_order_is_confirmed_by_the_device_itself(broker: Broker) -> None:
    async with Plant(broker, 2).running() as plant, connected(broker) as fleet:
        assert await fleet.execute(ANN, order(1, goal=7)) == Confirmed({"goal": 7.0})
        assert await fleet.execute(ANN, order(2, "turn_on_light")) == Confirmed({"light": "on"})
        assert await fleet.execute(ANN, order(3, goal={"by": 2})) == Confirmed({"goal": 9.0})
        assert await fleet.execute(ANN, order(4, "lower_goal")) == Confirmed({"goal": 8.0})
        assert plant.got == {(0, told): 1 for told in ("goal 7", "lamp ON", "goal 9", "goal 8")}
        assert await said(fleet, "goal") == 8.0


async def test_a_device_that_does_not_say_so_may_or_may_not_have_done_it(broker: Broker) -> None:
    async with Plant(broker, 1, is_mute=True).running() as plant, connected(broker) as fleet:
        assert await fleet.execute(ANN, order(1, goal=7)) == TimedOut()
        assert plant.got == {(0, "goal 7"): 1}


async def test_a_device_that_says_otherwise_has_not_confirmed(broker: Broker) -> None:
    async with Plant(broker, 1, is_mute=True).running(), connected(broker) as fleet, client(broker) as other:
        waiting = asyncio.create_task(fleet.execute(ANN, order(1, goal=7)))
        await other.publish("plant/0/goal", "6", 1)
        assert await waiting == TimedOut()


async def test_what_the_broker_kept_of_before_confirms_nothing(broker: Broker) -> None:
    async with Plant(broker, 1, is_mute=True).running(), client(broker) as other:
        await other.publish("plant/0/goal", "7", 1, True)
        async with connected(broker) as fleet:
            await fleet.machines(ANN)
            assert await said(fleet, "goal") == 7.0
            assert await fleet.execute(ANN, order(1, goal=7)) == TimedOut()


async def test_a_thing_without_a_state_is_told_and_nothing_claimed(broker: Broker) -> None:
    async with connected(broker) as fleet, client(broker) as other:
        await other.subscribe("bell/set", 1)
        await other.publish("homeassistant/button/bell/config", '{"cmd_t": "bell/set", "name": "Bell"}', 1, True)
        await until(lambda: fleet.counts().devices == 1)
        assert await fleet.execute(ANN, order(1, "press_bell", "bell")) == Sent()
        message = await anext(aiter(other.messages))
        assert message.payload == b"PRESS"


async def test_where_nobody_listens_nothing_was_sent(broker: Broker) -> None:
    async with connected(broker) as fleet, client(broker) as other:
        await other.publish("homeassistant/button/bell/config", '{"cmd_t": "bell/set", "name": "Bell"}', 1, True)
        await until(lambda: fleet.counts().devices == 1)
        assert await fleet.execute(ANN, order(1, "press_bell", "bell")) == Offline()


async def test_what_the_broker_forbids_is_not_claimed_to_be_sent(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("topic readwrite homeassistant/#\ntopic read bell/#\n")
    strict = Broker(("allow_anonymous true", f"acl_file {tmp_path}/rules")).start()
    try:
        async with connected(strict) as fleet, client(strict) as other:
            await other.subscribe("bell/set", 1)
            await other.publish("homeassistant/button/bell/config", '{"cmd_t": "bell/set", "name": "Bell"}', 1, True)
            await until(lambda: fleet.counts().devices == 1)
            assert await fleet.execute(ANN, order(1, "press_bell", "bell")) == Rejected(REFUSED)
    finally:
        strict.remove()


async def test_an_order_that_is_handed_over_twice_is_sent_once(broker: Broker) -> None:
    async with Plant(broker, 1).running() as plant, connected(broker) as fleet:
        one, other = await asyncio.gather(fleet.execute(ANN, order(1, goal=7)), fleet.execute(ANN, order(1, goal=7)))
        assert one == other == await fleet.execute(ANN, order(1, goal=7)) == Confirmed({"goal": 7.0})
        assert plant.got == {(0, "goal 7"): 1}
        assert isinstance(await fleet.execute(BEN, order(1, goal=8)), Confirmed)  # another person's order of that id


async def test_an_order_whose_caller_goes_away_is_seen_through(broker: Broker) -> None:
    async with Plant(broker, 1).running() as plant, connected(broker) as fleet:
        await fleet.machines(ANN)
        calling = asyncio.create_task(fleet.execute(ANN, order(1, goal=7)))
        await asyncio.sleep(0)
        calling.cancel()
        assert await fleet.execute(ANN, order(1, goal=7)) == Confirmed({"goal": 7.0})
        assert plant.got == {(0, "goal 7"): 1}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (order(1, goal=99_000_000), "goal 9.9e+07 is out of its bounds"),
        (order(2, "fly"), NO_COMMAND),
        (order(3, device="plant7", goal=1), NO_MACHINE),
    ],
)
async def test_what_cannot_be_is_refused_and_not_sent(broker: Broker, wrong: Order, reason: str) -> None:
    async with Plant(broker, 1).running() as plant, connected(broker) as fleet:
        assert await fleet.execute(ANN, wrong) == Rejected(reason)
        assert not plant.got


async def test_what_belongs_to_others_does_not_exist(broker: Broker) -> None:
    async with Plant(broker, 1).running() as plant, connected(broker) as fleet:
        span = Range("plant0", "metric", (), NOON - timedelta(days=9999), NOON + timedelta(days=9999), 10)
        assert await fleet.machines(STRANGER) == ()
        assert await fleet.status(STRANGER, "plant0") == ()
        assert await fleet.read(STRANGER, span) == ()
        assert await fleet.execute(STRANGER, order(1, goal=7)) == Rejected(NO_MACHINE)
        assert not plant.got


async def test_a_device_that_went_away_is_not_sent_anything(broker: Broker) -> None:
    kept = Kept()
    async with Plant(broker, 1).running() as plant, connected(broker, kept) as fleet, client(broker) as other:
        await fleet.machines(ANN)
        await other.publish("plant/0/there", "offline", 1, True)
        await until(lambda: fleet.counts().received >= 5)
        assert (await fleet.machines(ANN))[0].is_connected is False
        assert await fleet.execute(ANN, order(1, goal=7)) == Offline()
        assert not plant.got
        await other.publish("plant/0/there", "online", 1, True)
        await until(lambda: fleet.counts().received >= 6)
        assert isinstance(await fleet.execute(ANN, order(2, goal=8)), Confirmed)
    assert [r.name for _, r in kept.readings if r.kind == "event"] == ["went_offline", "came_back"]


async def test_while_the_broker_is_away_nothing_is_sent_and_then_all_goes_on(broker: Broker) -> None:
    async with Plant(broker, 1).running() as plant, connected(broker) as fleet:
        assert isinstance(await fleet.execute(ANN, order(1, goal=1)), Confirmed)
        for round_ in (2, 3):
            broker.stop()
            await until(lambda: not fleet.counts().is_up)
            assert await fleet.execute(ANN, order(round_ * 10, goal=round_ * 10)) == Offline()
            assert (await fleet.machines(ANN))[0].is_connected is False
            plant.is_up.clear()
            broker.start()
            await until(lambda: fleet.counts().is_up)
            await until(plant.is_up.is_set)
            assert isinstance(await fleet.execute(ANN, order(round_, goal=round_)), Confirmed)
        assert fleet.counts().reconnections == 2
        assert plant.got == {(0, f"goal {n}"): 1 for n in (1, 2, 3)}


async def test_a_broker_that_dies_under_an_order_leaves_it_open(broker: Broker) -> None:
    async with Plant(broker, 1, is_mute=True).running() as plant, connected(broker) as fleet:
        await fleet.machines(ANN)
        waiting = asyncio.create_task(fleet.execute(ANN, order(1, goal=7)))
        await until(lambda: bool(plant.got))
        broker.stop()
        assert await waiting == TimedOut()
        broker.start()
        plant.is_up.clear()
        await until(lambda: fleet.counts().is_up)
        await until(plant.is_up.is_set)
        plant.is_mute = False
        assert isinstance(await fleet.execute(ANN, order(2, goal=8)), Confirmed)
        assert plant.got == {(0, "goal 7"): 1, (0, "goal 8"): 1}


async def test_a_broker_that_was_never_there_is_told() -> None:
    mqtt = Mqtt.at("mqtt://ann:hidden@127.0.0.1:9")
    async with MqttFleet(mqtt, Kept()) as fleet:
        with pytest.raises(FleetUnavailable, match="cannot be reached") as told:
            await fleet.machines(ANN)
        with pytest.raises(FleetUnavailable, match="cannot be reached"):
            await fleet.execute(ANN, order(1, goal=7))
    assert "hidden" not in str(told.value)


async def test_metrics_are_sampled_and_states_kept_when_they_change(broker: Broker) -> None:
    clock, kept = Clock(), Kept()
    async with Plant(broker, 1).running() as plant, connected(broker, kept, clock) as fleet:
        await fleet.machines(ANN)
        for degrees, later in ((4.0, 0), (5.0, 1), (6.0, 29), (7.0, 29)):
            clock.go(seconds=later)
            before = fleet.counts().received
            await plant.say(0, degrees)
            await until(lambda before=before: fleet.counts().received > before)  # type: ignore[misc]
        assert await said(fleet, "temperature") == 7.0
        await fleet.execute(ANN, order(1, goal=3))
        await fleet.execute(ANN, order(2, goal=3))
        span = Range("plant0", "metric", (), NOON, clock.now, 10)
        assert [(r.value, r.unit) for r in await fleet.read(ANN, span)] == [(4.0, "°C"), (6.0, "°C")]
    assert [r.value for _, r in kept.readings if r.kind == "state" and r.name == "goal"] == [3.0]
    assert {organisation for organisation, _ in kept.readings} == {"home"}


async def test_a_button_that_is_pressed_is_an_event_of_its_device_each_time(broker: Broker) -> None:
    remote = {"ids": "remote", "name": "Hall Remote"}
    trigger = {"automation_type": "trigger", "type": "action", "topic": "remote/action", "device": remote}
    kept = Kept()
    async with client(broker) as other:
        await other.publish("remote/action", "single", 1, True)  # pressed before we listened
        for said in ("single", "hold"):
            told = json.dumps({**trigger, "subtype": said, "payload": said})
            await other.publish(f"homeassistant/device_automation/remote/action_{said}/config", told, 1, True)
        async with connected(broker, kept) as fleet:
            await until(lambda: fleet.counts().entities == 2)
            assert [m.name for m in await fleet.machines(ANN)] == ["Hall Remote"]
            heard = fleet.counts().received + 4
            for said in ("single", "single", "elsewhere", "hold"):
                await other.publish("remote/action", said, 1)
            await until(lambda: fleet.counts().received >= heard)
            assert await fleet.status(ANN, "remote") == ()
            assert fleet.counts().garbage == {}
    assert [r.name for _, r in kept.readings] == ["action_single", "action_single", "action_hold"]


async def test_readings_wait_while_the_database_is_away(broker: Broker) -> None:
    class Moody(Kept):
        is_away = True

        async def keep(self, organisation: str, readings: object) -> None:
            if self.is_away:
                raise StorageUnavailable("the database is away")
            await super().keep(organisation, readings)  # type: ignore[arg-type]

    kept = Moody()
    async with Plant(broker, 1).running() as plant, connected(broker, kept) as fleet:
        await fleet.machines(ANN)
        await plant.say(0, 4.0)
        await until(lambda: fleet.counts().received >= 5)
        span = Range("plant0", "metric", (), NOON - timedelta(days=9999), NOON + timedelta(days=9999), 10)
        assert await fleet.read(ANN, span) == []
        kept.is_away = False
        assert [r.value for r in await fleet.read(ANN, span)] == [4.0]


GARBAGE: list[tuple[str, bytes, str]] = [
    ("homeassistant/switch/g/config", b"{broken", "bad_json"),
    ("homeassistant/switch/g/config", b"\xff\xfe\xfd", "bad_json"),
    ("homeassistant/switch/g/config", b"[]", "not_an_object"),
    ("homeassistant/switch/g/config", b'{"cmd_t": "#"}', "bad_topic"),
    ("homeassistant/warp/g/config", b"{}", "unknown_component"),
    ("homeassistant/switch/g/config", b"x" * (LARGEST + 1), "too_large"),
    ("homeassistant/switch/g/config", b"[" * 60_000, "bad_json"),
    ("plant/0/goal", b"not a number", "bad_state"),
    ("plant/0/lamp", b"\xff", "bad_state"),
    ("plant/0/tele", b'{"air": {"t": "hot"}}', "bad_state"),
    ("plant/0/tele", b'{"air": {"t": 1e999}}', "bad_state"),
]


async def test_garbage_harms_nothing_and_is_counted(broker: Broker) -> None:
    async with Plant(broker, 1).running(), connected(broker) as fleet, client(broker) as other:
        before = await fleet.machines(ANN)
        evil = "<img src=x onerror=alert(1)>\x1b[2J\u202e"
        for topic, payload, _ in GARBAGE:
            await other.publish(topic, payload, 1)
        await other.publish("plant/0/tele", b"{" + b" " * 3_000_000 + b"}", 1)  # more than we let the broker send
        named = {"name": evil, "stat_t": "evil/state", "cmd_t": "evil/set", "dev": {"ids": evil, "name": evil}}
        await other.publish("homeassistant/switch/evil/config", json.dumps(named), 1)
        await until(lambda: fleet.counts().devices == 2)
        counted = fleet.counts().garbage
        assert counted == {kind: sum(k == kind for _, _, k in GARBAGE) for _, _, kind in GARBAGE}
        machines = await fleet.machines(ANN)
        assert machines[1:] == before
        assert machines[0].name == "<img src=x onerror=alert(1)> [2J"
        assert isinstance(await fleet.execute(ANN, order(1, goal=7)), Confirmed)
        assert fleet.counts().reconnections == 0


async def test_a_crowd_while_the_broker_is_restarted(broker: Broker) -> None:
    """The large one is in `make soak`."""
    told = await soak(broker, Size(devices=40, states=500, users=8, orders=12, restarts=1))
    assert "500 states" in told
    assert "confirmed" in told


async def test_a_broker_that_knows_only_the_older_protocol_is_spoken_to_in_it(broker: Broker) -> None:
    async with Plant(broker, 1).running(), elderly(broker) as mqtt, MqttFleet(mqtt, Kept()) as fleet:
        await until(lambda: fleet.counts().is_up)
        assert len(await fleet.machines(ANN)) == 1
        assert isinstance(await fleet.execute(ANN, order(1, goal=7)), Confirmed)


# paho leaves a socket whose handshake failed to be collected
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_password_and_a_certificate_are_asked_for_and_given(tmp_path: Path) -> None:
    guarded = guarded_broker(tmp_path)
    right, wrong = (f"mqtts://ann:{word}@127.0.0.1:{guarded.port}" for word in ("s%40cret", "wrong"))
    authority = str(tmp_path / "ca.pem")
    try:
        for given in ({"SAYSO_MQTT_CA": authority}, {"SAYSO_MQTT_INSECURE": "yes"}):
            async with MqttFleet(mqtt_of(SAYSO_MQTT_URL=right, **given), Kept()) as fleet:
                assert await fleet.machines(ANN) == ()
        for url, given, why in (
            (wrong, {"SAYSO_MQTT_CA": authority}, "(?i)not author"),
            (right, {}, "(?i)certificate"),
        ):
            mqtt = mqtt_of(SAYSO_MQTT_URL=url, **given)
            async with MqttFleet(mqtt, Kept()) as fleet:
                with pytest.raises(FleetUnavailable, match=why) as told:
                    await fleet.machines(ANN)
            assert not any(secret in str(told.value) + repr(mqtt) for secret in ("wrong", "s@cret", "s%40cret"))
    finally:
        guarded.remove()
        gc.collect()
