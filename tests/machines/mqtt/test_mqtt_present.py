"""Who is there, what is worth keeping, and whose turn it is."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from household import NOON

from sayso.machines.device import Effect, Order, Rejected, Sent
from sayso.machines.mqtt.discovery import DiscoveryResult, discovered
from sayso.machines.mqtt.entity import Entity
from sayso.machines.mqtt.latest import MOST_LISTENERS, Latest, Said
from sayso.machines.mqtt.orders import BUSY, Once
from sayso.machines.mqtt.template import MOST_LETTERS, Absent, Payload


def thing(**more: object) -> Entity:
    config = {"stat_t": "s", "cmd_t": "c", "avty": [{"t": "a"}, {"t": "b"}], **more}
    told = discovered("homeassistant/switch/x/config", json.dumps(config).encode(), "homeassistant")
    assert isinstance(told, DiscoveryResult)
    return told.entities[0]


def listening(entity: Entity) -> Latest:
    latest = Latest(timedelta(seconds=30))
    latest.follow(entity)
    return latest


def hear(latest: Latest, topic: str, payload: bytes, is_retained: bool = False) -> list[object]:
    return list(latest.hear(topic, Payload(payload), NOON, is_retained))


@pytest.mark.parametrize(
    "template", ["{{ strptime('1 1', '%d %d') }}", "{{ value_json.a.b.c }}", "{{ 1 / 0 }}", "{{ value | string(1) }}"]
)
def test_a_template_that_breaks_holds_up_nothing_else_on_its_topic(template: str) -> None:
    latest = Latest(timedelta(seconds=30))
    for name, how in (("first", template), ("second", "{{ value }}")):
        config = json.dumps({"stat_t": "s", "cmd_t": "c", "val_tpl": how, "avty": [{"t": "s", "val_tpl": how}]})
        told = discovered(f"homeassistant/switch/{name}/config", config.encode(), "homeassistant")
        assert isinstance(told, DiscoveryResult)
        latest.follow(told.entities[0])
    assert [said.entity.object_id for said in hear(latest, "s", b"ON") if isinstance(said, Said)] == ["second"]


def crowd(templates: list[str]) -> Latest:
    """Things that all listen to one topic."""
    latest = Latest(timedelta(seconds=30))
    for number, how in enumerate(templates):
        config = json.dumps({"stat_t": "s", "cmd_t": "c", "val_tpl": how})
        told = discovered(f"homeassistant/switch/x{number}/config", config.encode(), "homeassistant")
        assert isinstance(told, DiscoveryResult)
        latest.follow(told.entities[0])
    return latest


def long_template(number: int) -> str:
    return "{{ value }}" + f"{{# {number} #}}".ljust(1000, " ")


def test_all_templates_by_which_one_message_is_read_are_bounded_together() -> None:
    said = hear(crowd([long_template(number) for number in range(100)]), "s", b"ON")
    assert sum(isinstance(one, Said) for one in said) == MOST_LETTERS // len(long_template(0)) == 8


def test_a_template_that_many_things_share_is_run_once() -> None:
    said = hear(crowd([long_template(0)] * 100), "s", b"ON")
    assert sum(isinstance(one, Said) for one in said) == 100


def test_one_topic_is_heard_by_so_many_things_and_no_more() -> None:
    latest, one = Latest(timedelta(seconds=30)), thing()
    for number in range(MOST_LISTENERS + 1):
        latest.follow(replace(one, key=str(number)))
    assert sum(isinstance(told, Said) for told in hear(latest, "s", b"ON")) == MOST_LISTENERS
    assert latest.forget(replace(one, key=str(MOST_LISTENERS))) == []


@pytest.mark.parametrize(
    ("mode", "said", "is_there"),
    [
        ("all", ["a online"], None),
        ("all", ["a online", "b online"], True),
        ("all", ["a online", "b offline"], False),
        ("any", ["a online", "b offline"], True),
        ("any", ["b offline"], None),
        ("any", ["a offline", "b offline"], False),
        ("latest", ["a online", "b offline"], False),
        ("latest", ["b offline", "a online"], True),
        ("latest", ["a online", "b nonsense"], True),
        ("latest", [], None),
    ],
)
def test_a_thing_is_there_by_the_mode_that_it_names(mode: str, said: list[str], is_there: bool | None) -> None:
    entity = thing(avty_mode=mode)
    latest = listening(entity)
    for message in said:
        topic, _, payload = message.partition(" ")
        hear(latest, topic, payload.encode())
    assert latest.is_there(entity) is is_there
    latest.lose_sight()
    assert latest.is_there(entity) is None


def test_a_state_is_worth_keeping_when_it_changed() -> None:
    latest = listening(thing())
    news = []
    for payload, is_retained in ((b"OFF", True), (b"OFF", False), (b"ON", False), (b"ON", True), (b"OFF", True)):
        news += [told.is_news for told in hear(latest, "s", payload, is_retained) if isinstance(told, Said)]
    assert news == [True, False, True, True]  # the broker's copy of what is known is not even heard


def test_what_makes_no_sense_is_noticed_and_changes_nothing() -> None:
    entity = thing()
    latest = listening(entity)
    hear(latest, "s", b"ON")
    (told,) = hear(latest, "s", b"perhaps")
    assert isinstance(told, Absent)
    assert latest.values[entity.key, "switch"].value == "on"
    assert sorted(latest.forget(entity)) == ["a", "b", "s"]
    assert (latest.values, hear(latest, "s", b"ON")) == ({}, [])


async def test_a_device_has_a_queue_that_ends_somewhere() -> None:
    once, opened, order_of = Once(), asyncio.Event(), (Order(str(i), "d", "turn_on") for i in range(60))
    at_once, most = 0, 0

    async def work() -> Effect:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await opened.wait()
        at_once -= 1
        return Sent()

    running = []
    for order in order_of:
        running.append(asyncio.create_task(once.carry_out("ann", order, work)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    opened.set()
    effects = await asyncio.gather(*running)
    assert most == 1
    assert (effects.count(Sent()), effects.count(Rejected(BUSY))) == (50, 10)
