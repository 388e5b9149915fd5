"""What an MCP client sees and gets of the machines: the tools, their answers, and what can go wrong."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
from doors import DECLINED, YES, Door, Human, told
from examples import examples
from fastmcp import Client
from hypothesis import given
from hypothesis import strategies as st

from sayso.domains.shipped import shipped_tools
from sayso.machines.server.catalogue import catalogue
from sayso.session import Session
from sayso.tasks.service import utc_now

CARDS = {card.name: card for card in catalogue()}
READING = (True, False, True, True)  # read-only, destructive, idempotent, open world


@pytest.fixture
async def ann(door: Door) -> Session:
    return await door.person("Ann", f"kitchen {uuid4()}")  # a kitchen of her own


def span(hours: int = 24) -> dict[str, str]:
    soon = utc_now() + timedelta(hours=1)
    return {"from": (utc_now() - timedelta(hours=hours)).isoformat(), "to": soon.isoformat()}


async def test_the_tools_are_those_of_the_contract_and_never_take_a_user(door: Door, ann: Session) -> None:
    async with door.client(ann) as client:
        listed = {tool.name: tool for tool in await client.list_tools()}
    assert len(listed) == 15
    for name in CARDS:
        tool = listed[name]
        assert tool.input_schema == shipped_tools()[name].input_schema()
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        hints = tool.annotations
        assert hints is not None
        hint = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
        assert hint == ((False, True, False, True) if name == "machine_command_execute" else READING)


async def test_every_tool_does_its_work_in_the_shape_that_it_promises(door: Door, ann: Session) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_machines", {"search": "frigo"}),
        ("machine_command_execute", {"device_name": "Cella", "command_name": "turn_on_light"}),
        ("machine_command_execute", {"device_name": "forno", "machine_command_id": "set_temperature"}),
        ("machine_command_execute", {"device_name": "frigo", "command_name": "turn_on_light"}),
        ("metrics_read", {"device_name": "cold room"}),
        ("metrics_read", {"device_name": "Cella", "metric_names": ["temperature"], **span(), "limit": 10}),
        ("device_firmware_detail", {"device_name": "Abbattitore"}),
        ("states_read", {"device_name": "Cella", **span()}),
        ("events_read", {"device_name": "Cella", **span()}),
        ("events_read", {"device_name": "Cellar door", **span()}),
    ]
    async with door.client(ann) as client:
        answers = []
        for name, arguments in calls:
            answers.append(await told(client, name, **arguments))
            jsonschema.Draft202012Validator(CARDS[name].output_schema()).validate(answers[-1])
    listed, lit, unset, several, now, past, detail, states, events, lost = answers
    assert [machine["name"] for machine in listed["machines"]] == ["Frigo Cucina", "Frigo Sala"]
    assert (lit["effect"], lit["states"]["light"]) == ("confirmed", "on")
    assert (unset["error"], several["error"], lost["error"]) == ("invalid", "several_match", "not_found")
    assert {reading["metric"] for reading in now["latest"]} == {"temperature", "humidity", "power"}
    assert (len(past["series"][0]["points"]), past["has_more"]) == (10, True)
    assert {command["name"]: command["dangerous"] for command in detail["commands"]}["stop_cycle"] is True
    assert ("light", "on") in {(state["name"], state["value"]) for state in states["states"]}
    assert events["events"]


async def test_a_dangerous_command_asks_the_person(door: Door, ann: Session) -> None:
    opened = {"device_name": "Cella", "command_name": "open_door"}
    async with door.client(ann) as client:
        waiting = await told(client, "machine_command_execute", **opened)
        assert waiting["status"] == "needs_confirmation"
        jsonschema.Draft202012Validator(CARDS["machine_command_execute"].output_schema()).validate(waiting)
    if door.process is not None and door.era == "legacy":
        return  # without a connection that lasts nobody can be asked
    no, yes = Human(DECLINED), Human(YES)
    async with door.client(ann, no) as client:
        assert (await told(client, "machine_command_execute", **opened))["error"] == "declined"
    async with door.client(ann, yes) as client:
        done = await told(client, "machine_command_execute", **opened)
    assert (done["effect"], done["states"]["door"]) == ("confirmed", "open")
    assert no.asked == yes.asked == ["'Cella': Open the door?"]


async def test_a_key_makes_a_retried_command_one_command(door: Door, ann: Session) -> None:
    lit = {"device_name": "Forno", "command_name": "turn_on_light"}
    async with door.client(ann) as client:
        first = await told(client, "machine_command_execute", key="k", **lit)
        assert await told(client, "machine_command_execute", key="k", **lit) == first
        other = await told(client, "machine_command_execute", key="k", **{**lit, "device_name": "Cella"})
        assert other["error"] == "key_reused"
    assert [entry.status for entry in await door.audit(ann)] == ["success", "repeated", "error"]


WORDS = st.sampled_from(["forno", "cella", "turn_on_light", "2026-11-15"])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["forno", "cella"]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(sorted({*(n for card in catalogue() for n in card.properties), "user_id"})) | st.text(
    max_size=8
)


@examples(80)
@given(tool=st.sampled_from([c.name for c in catalogue()]), arguments=st.dictionaries(NAMES, JSON, max_size=4))
@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.parametrize("era", ["modern"], indirect=True)
@pytest.mark.parametrize("way", ["memory"], indirect=True)
async def test_whatever_is_sent_gets_an_answer_of_the_promised_shape(
    door: Door, ann: Session, tool: str, arguments: dict[str, Any]
) -> None:
    async with Client(door.server(ann)) as client:
        answer = await told(client, tool, **arguments)
    jsonschema.Draft202012Validator(CARDS[tool].output_schema()).validate(answer)
