"""Machines and what was learned over HTTP: what is shown, what is done, and what is nobody else's."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx2
import pytest
from served import Caller, Json, Served, calling


@pytest.fixture
def served(kind: str, request: pytest.FixtureRequest) -> Served:
    found: Served = request.getfixturevalue(f"{kind}_served")
    return found


@pytest.fixture
async def ann(served: Served) -> AsyncIterator[Caller]:
    """Somebody with a kitchen of their own."""
    async with calling(served, organisation=str(uuid4())) as caller:
        yield caller


async def machines(caller: Caller, **asked: object) -> dict[str, Json]:
    """The machines that are shown, by their names."""
    shown = (await caller.client.get("/api/machines", params={"language": "it", **asked})).json()  # type: ignore[dict-item]
    return {one["name"]: one for one in shown["machines"]}


async def command(caller: Caller, machine: Json, name: str, body: Json, key: str | None = None) -> httpx2.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    path = f"/api/machines/{machine['id']}/commands/{name}"
    return await caller.client.post(path, json={"language": "it", **body}, headers=headers)


async def choose(caller: Caller, name: str) -> None:
    """Pick a machine where the words fit several, in a conversation of its own."""
    await caller.begin()
    asked = await caller.say("accendi la luce del frigo")
    labels = [one["label"] for one in asked["suggestions"]]
    picked = await caller.post({"pick": {"message_id": asked["id"], "index": labels.index(name)}})
    assert picked.status_code == 200, picked.text


async def test_machines_are_shown_as_they_are_in_the_words_of_a_language(ann: Caller) -> None:
    every = await machines(ann)
    assert list(every) == ["Frigo Cucina", "Frigo Sala", "Abbattitore", "Forno", "Cella"]
    fridge = every["Frigo Cucina"]
    assert fridge["connected"]
    assert next((one["metric"], one["label"], one["unit"]) for one in fridge["latest"]) == (
        "temperature",
        "temperatura",
        "°C",
    )
    assert "luce spenta" in [one["text"] for one in fridge["states"]]
    commands = {one["name"]: one for one in every["Cella"]["commands"]}
    assert commands["open_door"]["dangerous"]
    assert commands["open_door"]["label"] == "Apri la porta"
    assert not commands["turn_on_light"]["dangerous"]
    bounds = {"name": "temperature", "unit": "°C", "least": -5.0, "most": 8.0}
    assert commands["set_temperature"]["settings"] == [bounds]
    assert list(await machines(ann, search="frigo", limit=1)) == ["Frigo Cucina"]


async def test_a_command_is_done_once_under_its_key_and_told_in_words(ann: Caller) -> None:
    fridge = (await machines(ann))["Frigo Cucina"]
    for _ in range(2):
        done = (await command(ann, fridge, "raise_temperature", {}, "k1")).json()
        assert done["result"]["effect"] == "confirmed"
        assert done["text"] == "Fatto: Alza temperatura ('Frigo Cucina'). Ora: temperatura impostata 5."
    reused = (await command(ann, fridge, "turn_on_light", {}, "k1")).json()
    assert reused["result"]["error"] == "key_reused"
    states = {one["name"]: one["value"] for one in (await machines(ann))["Frigo Cucina"]["states"]}
    assert (states["target_temperature"], states["light"]) == (5.0, "off")


async def test_what_is_dangerous_wants_the_persons_own_yes(ann: Caller) -> None:
    room = (await machines(ann))["Cella"]
    asked = await command(ann, room, "open_door", {})
    assert asked.status_code == 409
    assert asked.json()["error"] == "needs_confirmation"
    assert asked.json()["message"] == "'Cella': Open the door?"
    done = await command(ann, room, "open_door", {"confirm": True})
    assert done.status_code == 200
    assert done.json()["text"] == "Fatto: Apri la porta ('Cella'). Ora: porta aperta."
    again = await command(ann, room, "open_door", {})
    assert again.status_code == 409  # a yes is good for one time


@pytest.mark.parametrize(
    ("name", "body", "error"),
    [
        ("set_temperature", {"values": {"temperature": 99}}, "invalid"),
        ("set_temperature", {}, "invalid"),
        ("set_temperature", {"values": {"colour": "red"}}, "invalid"),
        ("start_cycle", {}, "no_capability"),
    ],
)
async def test_what_a_machine_cannot_do_is_answered_and_not_sent(
    ann: Caller, name: str, body: Json, error: str
) -> None:
    fridge = (await machines(ann))["Frigo Cucina"]
    answered = await command(ann, fridge, name, body)
    assert answered.status_code == 200
    result = answered.json()["result"]
    assert (result["status"], result["error"]) == ("error", error)
    assert answered.json()["text"]
    assert (await machines(ann))["Frigo Cucina"]["states"][-1]["value"] == 4.0


@pytest.mark.parametrize("body", [{"values": {"temperature": None}}, {"confirm": "yes"}, {"force": True}])
async def test_what_is_no_command_is_refused(ann: Caller, body: Json) -> None:
    fridge = (await machines(ann))["Frigo Cucina"]
    refused = await command(ann, fridge, "turn_on_light", body)
    assert (refused.status_code, refused.json()["error"]) == (422, "invalid")


async def test_another_organisations_machines_do_not_exist(served: Served, ann: Caller) -> None:
    own = await machines(ann)
    async with calling(served, "Bob", str(uuid4())) as bob:
        assert not {one["id"] for one in own.values()} & {one["id"] for one in (await machines(bob)).values()}
        answered = await command(bob, own["Frigo Cucina"], "turn_on_light", {"confirm": True})
        assert answered.json()["result"]["error"] == "not_found"
        dangerous = await command(bob, own["Cella"], "open_door", {"confirm": True})
        assert dangerous.json()["result"]["error"] == "not_found"
    light = next(one for one in (await machines(ann))["Frigo Cucina"]["states"] if one["name"] == "light")
    assert light["value"] == "off"


async def test_what_was_learned_is_shown_in_words_and_forgotten(ann: Caller) -> None:
    for _ in range(3):
        await choose(ann, "Frigo Sala")
    await ann.say("leggi la temperatura del frigo sala")
    shown = (await ann.client.get("/api/preferences", params={"language": "it"})).json()["preferences"]
    told = {(one["kind"], one["about"], one["name"], one["count"], one["of"]) for one in shown}
    assert ("choice", "luce frigo", "Frigo Sala", 3, 3) in told
    assert ("sequence", "Accendi la luce", "Leggi: temperatura", 1, 1) in told
    gone = await ann.client.delete("/api/preferences", params={"hint": "luce frigo"})
    assert gone.json() == {"forgotten": 1}
    left = (await ann.client.get("/api/preferences")).json()["preferences"]
    assert [one["kind"] for one in left] == ["sequence"]
    assert (await ann.client.delete("/api/preferences")).json() == {"forgotten": 1}
    assert (await ann.client.get("/api/preferences")).json() == {"preferences": []}


async def test_what_was_learned_of_a_task_that_is_gone_names_no_id(ann: Caller) -> None:
    for title in ("buy oat milk", "buy whole milk"):
        await ann.say(f"add {title}")
    asked = await ann.say("mark the milk as done")
    await ann.post({"pick": {"message_id": asked["id"], "index": 0}})
    picked = asked["suggestions"][0]["label"]
    (learned,) = (await ann.client.get("/api/preferences")).json()["preferences"]
    assert learned["name"] == picked
    await ann.say(f"delete {picked}")
    await ann.say("yes")
    (left,) = (await ann.client.get("/api/preferences")).json()["preferences"]
    assert (left["kind"], left["name"]) == ("choice", "")


async def test_colleagues_share_machines_but_not_what_was_learned(served: Served) -> None:
    bistro = str(uuid4())
    async with calling(served, "Ann", bistro) as ann, calling(served, "Bob", bistro) as bob:
        await choose(ann, "Frigo Sala")
        light = next(one for one in (await machines(bob))["Frigo Sala"]["states"] if one["name"] == "light")
        assert light["value"] == "on"
        assert (await bob.client.get("/api/preferences")).json() == {"preferences": []}
        assert (await bob.client.delete("/api/preferences")).json() == {"forgotten": 0}
        assert len((await ann.client.get("/api/preferences")).json()["preferences"]) == 1


@pytest.mark.parametrize("path", ["/api/machines", "/api/preferences"])
async def test_nobody_sees_machines_without_signing_in(sqlite_served: Served, path: str) -> None:
    async with httpx2.AsyncClient(base_url=sqlite_served.address) as client:
        assert (await client.get(path)).status_code == 401
