"""The same words find the same record, ask alike or find nothing through every door: a conversation, the tools over
MCP, a proposed call before the guard, and the page."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from doors import service_of, told
from fastmcp import Client
from household import settle
from served import Served
from workshop import CountingFleet, machines_of

from sayso import Engine
from sayso.audit.audit import Audit
from sayso.face import Catalogue
from sayso.machines.device import Device, DeviceCommand, Metric
from sayso.machines.server.wing import machine_wing
from sayso.machines.service import MachineService
from sayso.session import Session
from sayso.storage.database import Database
from sayso.tasks.server.wing import task_wing
from sayso.tasks.service import utc_now
from sayso.tools.server import build_server

Answer = tuple[str, ...]  # the names of the records that are meant: one, several, none
NOW = "2026-11-16T10:00:00+01:00"
TITLES = (
    "buy oat milk",
    "buy bread",
    "pagare la bolletta della luce",
    "pagare le bollette del gas",
    "call the dentist",
    "renew_passport_2026",
    "water the plants on the balcony",
    "Chiamare l'idraulico",
    "send invoice INV-2041",
    "fix KitchenTap",
    "quarterly report",
    "report for Bo",
    "comprare il pane",
    "prenotare il volo per Londra",
    "iPhone screen repair",
    "clean the garage",
)
BOTH_BILLS = ("pagare la bolletta della luce", "pagare le bollette del gas")
BOTH_REPORTS = ("quarterly report", "report for Bo")
TASK_ROWS: list[tuple[str, str, Answer]] = [
    ("en", "buy oat milk", ("buy oat milk",)),
    ("en", "Buy Oat Milk", ("buy oat milk",)),
    ("en", "the oat milk", ("buy oat milk",)),
    ("en", "milk", ("buy oat milk",)),
    ("en", "the oat mlik", ("buy oat milk",)),
    ("en", "my oat-milk", ("buy oat milk",)),
    ("en", "oat_milk", ("buy oat milk",)),
    ("en", "the dentist", ("call the dentist",)),
    ("en", "dentists", ("call the dentist",)),
    ("en", "dentsit", ("call the dentist",)),
    ("en", "renew passport 2026", ("renew_passport_2026",)),
    ("en", "the passport", ("renew_passport_2026",)),
    ("en", "renew_passport_2026", ("renew_passport_2026",)),
    ("en", "the plants on the balcony", ("water the plants on the balcony",)),
    ("en", "water the plant", ("water the plants on the balcony",)),
    ("en", "balcony plants", ("water the plants on the balcony",)),
    ("en", "INV-2041", ("send invoice INV-2041",)),
    ("en", "invoice 2041", ("send invoice INV-2041",)),
    ("en", "invoice 2042", ()),
    ("en", "the kitchen tap", ("fix KitchenTap",)),
    ("en", "kitchentap", ("fix KitchenTap",)),
    ("en", "the quarterly report", ("quarterly report",)),
    ("en", "the report", BOTH_REPORTS),
    ("en", "reports", BOTH_REPORTS),
    ("en", "report for Bo", ("report for Bo",)),
    ("en", "iphone screen", ("iPhone screen repair",)),
    ("en", "the iPhone screen repair", ("iPhone screen repair",)),
    ("en", "the garages", ("clean the garage",)),
    ("en", "the attic", ()),
    ("en", "feed the llama", ()),
    ("en", "the butter", ()),
    ("it", "la bolletta della luce", ("pagare la bolletta della luce",)),
    ("it", "le bollette della luce", ("pagare la bolletta della luce",)),
    ("it", "bolletta gas", ("pagare le bollette del gas",)),
    ("it", "la bolletta del gas", ("pagare le bollette del gas",)),
    ("it", "la bolletta", BOTH_BILLS),
    ("it", "bollette", BOTH_BILLS),
    ("it", "l'idraulico", ("Chiamare l'idraulico",)),
    ("it", "chiamare idraulico", ("Chiamare l'idraulico",)),
    ("it", "l'idralico", ("Chiamare l'idraulico",)),
    ("it", "il pane", ("comprare il pane",)),
    ("it", "comprare pane", ("comprare il pane",)),
    ("it", "il volo per londra", ("prenotare il volo per Londra",)),
    ("it", "volo Londra", ("prenotare il volo per Londra",)),
    ("it", "i voli per Londra", ("prenotare il volo per Londra",)),
    ("it", "il libro di Marta", ()),
    ("it", "l'elettricista", ()),
    ("it", "la spesa", ()),
]

LIGHT = (DeviceCommand("light", "turn_on_light", "Turn the light on"),)
HEAT = (Metric("temperature", "°C"),)
DEVICES = tuple(
    Device(key, name, serial, place, about, kind, "1.0", True, LIGHT, HEAT)
    for key, name, serial, place, about, kind in (
        ("f1", "Frigo Cucina", "SN-100", "Cucina", "", "fridge"),
        ("f2", "Frigo Sala", "SN-200", "Sala", "", "fridge"),
        ("o1", "Oven", "SN-300", "Kitchen", "", "oven"),
        ("b1", "Blast_Chiller_1", "SN-400", "", "", ""),
        ("b2", "Blast_Chiller_2", "SN-500", "", "", ""),
        ("h1", "KitchenHood3", "SN-600", "", "", ""),
        ("w1", "Lavastoviglie", "SN-700", "Bar", "", ""),
        ("a1", "Freezer A", "SN-800", "Cantina", "", ""),
        ("a2", "Freezer B", "SN-900", "Cantina", "", ""),
        ("u7", "Polaris 7", "SN-950", "Magazzino", "", "proofer"),
        ("c1", "Cella frigorifera", "SN-990", "Magazzino", "", ""),
    )
)
CHILLERS, FREEZERS = ("Blast_Chiller_1", "Blast_Chiller_2"), ("Freezer A", "Freezer B")
FRIDGES = ("Frigo Cucina", "Frigo Sala")
MACHINE_ROWS: list[tuple[str, str, Answer]] = [
    ("en", "Frigo Cucina", ("Frigo Cucina",)),
    ("en", "the kitchen fridge", ("Frigo Cucina",)),
    ("en", "kitchen fridge", ("Frigo Cucina",)),
    ("en", "the fridge in the kitchen", ("Frigo Cucina",)),
    ("en", "kitchen refrigerator", ("Frigo Cucina",)),
    ("en", "the fridge", FRIDGES),
    ("en", "fridges", FRIDGES),
    ("en", "the oven", ("Oven",)),
    ("en", "OVEN", ("Oven",)),
    ("en", "kitchen oven", ("Oven",)),
    ("en", "the dishwahser", ("Lavastoviglie",)),
    ("en", "the microwave", ()),
    ("en", "the fryer", ()),
    ("en", "blast chiller 1", ("Blast_Chiller_1",)),
    ("en", "blast_chiller_2", ("Blast_Chiller_2",)),
    ("en", "blast-chiller-2", ("Blast_Chiller_2",)),
    ("en", "blast chiller two", ("Blast_Chiller_2",)),
    ("en", "the blast chiller", CHILLERS),
    ("en", "blast chiller 3", ()),
    ("en", "kitchen hood 3", ("KitchenHood3",)),
    ("en", "KitchenHood3", ("KitchenHood3",)),
    ("en", "kitchenhood3", ("KitchenHood3",)),
    ("en", "freezer A", ("Freezer A",)),
    ("en", "freezer b", ("Freezer B",)),
    ("en", "the freezer", FREEZERS),
    ("en", "the freezers in the cellar", FREEZERS),
    ("en", "the bar dishwasher", ("Lavastoviglie",)),
    ("en", "dishwasher", ("Lavastoviglie",)),
    ("en", "SN-300", ("Oven",)),
    ("en", "polaris", ("Polaris 7",)),
    ("en", "Polaris 8", ()),
    ("en", "the cold room", ("Cella frigorifera",)),
    ("it", "il frigo della cucina", ("Frigo Cucina",)),
    ("it", "frigo cucina", ("Frigo Cucina",)),
    ("it", "frigo cucna", ("Frigo Cucina",)),
    ("it", "il frigorifero in sala", ("Frigo Sala",)),
    ("it", "frigo_sala", ("Frigo Sala",)),
    ("it", "il frigo", FRIDGES),
    ("it", "i frighi", FRIDGES),
    ("it", "il forno", ("Oven",)),
    ("it", "forno cucina", ("Oven",)),
    ("it", "il microonde", ()),
    ("it", "l'abbattitore", CHILLERS),
    ("it", "abbattitore 1", ("Blast_Chiller_1",)),
    ("it", "la lavastoviglie", ("Lavastoviglie",)),
    ("it", "la lavastovilie del bar", ("Lavastoviglie",)),
    ("it", "il congelatore B", ("Freezer B",)),
    ("it", "la cella", ("Cella frigorifera",)),
    ("it", "la friggitrice", ()),
]


def decided(engine: Engine, request: dict[str, object], key: str, names: dict[str, str], known: Catalogue) -> Answer:
    """The records that a decision is about."""
    told_of: Any = engine.decide({"now": NOW, **request}, known).to_dict()
    step, *others = told_of["steps"]
    if others:  # each of several that were meant at once
        return tuple(sorted(names[s["parameters"][key]] for s in told_of["steps"]))
    if step["status"] in ("call", "confirm"):
        return (names[step["parameters"][key]],)
    if step["status"] == "failed":
        assert step["reason"] == "not_found", step
        return ()
    return tuple(sorted(names[s["value"][key]] for s in step["suggestions"]))


def answered(result: dict[str, Any], name: str) -> Answer:
    """The records that a tool's answer is about."""
    if result["status"] == "error":
        assert result["error"] in ("several_match", "not_found"), result
        shown = result.get("candidates", []) if result["error"] == "several_match" else []
        return tuple(sorted(one.get("name") or one.get("device_name") or one["title"] for one in shown))
    return (result[name],)


@dataclass
class Home:
    """Somebody with tasks, behind a server."""

    served: Served
    page: httpx2.Client
    names: dict[str, str] = field(default_factory=dict)

    def shown(self, words: str) -> Answer:
        """What the page's way to change a task finds, without changing anything."""
        said = self.page.patch(f"/api/tasks/{quote(words, safe='')}", json={"new_priority": "medium"})
        if said.status_code == 200:
            return (said.json()["title"],)
        problem = said.json()
        assert said.status_code == (404 if problem["error"] == "not_found" else 422), problem
        return tuple(title for title in sorted(self.names.values()) if f"'{title}'" in problem["message"])

    def searched(self, words: str) -> set[str]:
        return {task["title"] for task in self.page.get("/api/tasks", params={"search": words}).json()["tasks"]}


@pytest.fixture(scope="module")
def home(sqlite_served: Served) -> Iterator[Home]:
    headers = {"Authorization": f"Bearer {asyncio.run(sqlite_served.token())}"}
    with httpx2.Client(base_url=sqlite_served.address, headers=headers, timeout=60) as page:
        here = Home(sqlite_served, page)
        for title in TITLES:
            made = page.post("/api/tasks", json={"title": title}).json()
            here.names[made["task_id"]] = title
        yield here


@pytest.mark.parametrize(("language", "words", "meant"), TASK_ROWS)
async def test_the_same_words_find_the_same_task(
    language: str, words: str, meant: Answer, home: Home, engine: Engine
) -> None:
    known = Catalogue([{"id": i, "title": title, "number": n} for n, (i, title) in enumerate(home.names.items(), 1)])
    requests: dict[str, dict[str, object]] = {
        "conversation": {"message": f"{'delete' if language == 'en' else 'elimina'} {words}", "language": language},
        "guard": {"message": "", "call": {"name": "delete_task", "arguments": {"task_identifier": words}}},
    }
    found = {door: decided(engine, request, "task_identifier", home.names, known) for door, request in requests.items()}
    who = home.page.get("/api/me").json()["id"]
    async with Database(home.served.url) as database:
        wing = task_wing(service_of(database))
        async with Client(build_server([wing], Audit(database, utc_now), lambda: who)) as client:
            updated = await told(client, "update_task", task_identifier=words, new_priority="medium")
            found["update_task"] = answered(updated, "title")
            if len(meant) != 1:  # the others change something
                found["complete_task"] = answered(await told(client, "complete_task", task_identifier=words), "title")
                found["delete_task"] = answered(await told(client, "delete_task", task_identifier=words), "title")
    found["page"] = home.shown(words)
    assert found == dict.fromkeys(found, tuple(sorted(meant)))
    assert set(meant) <= home.searched(words)


@pytest.fixture
async def kitchen(database: Database) -> tuple[MachineService, Session, Audit]:
    return machines_of(database, CountingFleet(devices=DEVICES)), await settle(database), Audit(database, utc_now)


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize(("language", "words", "meant"), MACHINE_ROWS)
async def test_the_same_words_find_the_same_machine(
    language: str, words: str, meant: Answer, kitchen: tuple[MachineService, Session, Audit], engine: Engine
) -> None:
    service, ann, audit = kitchen
    names = {device.id: device.name for device in DEVICES}
    known = Catalogue(machines=[_listed(device) for device in await service.look(ann)])
    said = {"en": f"turn on the light of {words}", "it": f"accendi la luce di {words}"}[language]
    given = {"device_name": words, "command_name": "turn_on_light"}
    requests: dict[str, dict[str, object]] = {
        "conversation": {"message": said, "language": language},
        "guard": {"message": "", "call": {"name": "machine_command_execute", "arguments": given}},
    }
    found = {door: decided(engine, request, "device_id", names, known) for door, request in requests.items()}
    async with Client(build_server([machine_wing(service)], audit, lambda: ann.user_id)) as client:
        for tool, arguments in (
            ("machine_command_execute", given),
            ("metrics_read", {"device_name": words}),
            ("device_firmware_detail", {"device_name": words}),
        ):
            found[tool] = answered(await told(client, tool, **arguments), "device_name")
    assert found == dict.fromkeys(found, tuple(sorted(meant)))
    shown, _ = await service.watch(ann, words, 50)
    assert set(meant) <= {device.name for device, _ in shown}
    assert meant or not shown


def _listed(device: Device) -> dict[str, object]:
    commands = [{"id": f"{device.id}:{c.id}", "name": c.name} for c in device.commands]
    about = {"id": device.id, "name": device.name, "serial": device.serial, "connected": True, "place": device.place}
    return {**about, "kind": device.kind, "commands": commands, "metrics": [m.name for m in device.metrics]}
