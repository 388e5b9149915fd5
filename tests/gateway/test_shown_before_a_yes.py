"""What a person is shown before their yes: the server, the tool and every argument; and how long their no holds."""

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from children import sayso
from doorway import ERAS, Doorway, answer, doorway
from fastmcp import Client
from keyboard import at_terminal
from mcp_types import ElicitResult

from sayso.confirmations.call_text import call_text
from sayso.confirmations.confirmations import REFUSED_FOR
from sayso.gateway.options import GatewayOptions
from sayso.gateway.policy_file import read_policy
from sayso.gateway.rules import GatewayPolicy
from sayso.gateway.words import HINT

MAIL = {"body": "Hello " * 80, "recipient": "evil@example.com"}
SHOWN = ("strange/send_mail (body: ", "(480 characters)", 'recipient: "evil@example.com"')
MILK = {"name": "milk"}


async def told(client: Client[Any], tool: str, arguments: dict[str, str]) -> dict[str, Any]:
    return answer(await client.call_tool(tool, arguments, raise_on_error=False))


async def only_waiting(door: Doorway) -> str:
    (pending,) = await door.desk.confirmations.waiting(door.desk.who())
    return pending.id


async def test_the_terminal_shows_the_server_and_every_argument(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        asked = await told(client, "send_mail", MAIL)
        assert all(part in asked["message"] for part in SHOWN)
        pending = await only_waiting(door)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    listed = subprocess.run(sayso("approve"), env=os.environ, capture_output=True, text=True, check=True, timeout=120)
    code, shown = at_terminal(["approve", pending], [("Type yes: ", "yes")])
    assert code == 0
    for text in (listed.stdout, " ".join(shown.split())):
        assert all(part in text for part in SHOWN), text


@pytest.mark.parametrize("era", ERAS)
async def test_the_clients_forms_and_links_show_the_same(tmp_path: Path, era: str) -> None:
    asked: list[str] = []

    async def ask(message: str, *_: object) -> ElicitResult:
        asked.append(message)
        return ElicitResult(action="accept", content={"confirm": True})

    page = GatewayOptions(page="http://127.0.0.1:1")
    form = GatewayOptions(policy=client_confirms(tmp_path))
    for options in (page, form):
        async with (
            doorway(tmp_path, options=options) as door,
            Client(door.server, mode=era, elicitation_handler=ask) as client,
        ):
            await told(client, "send_mail", MAIL)
    assert len(asked) == 2
    assert all(part in message for message in asked for part in SHOWN)


def client_confirms(folder: Path) -> GatewayPolicy:
    file = folder / "policy.yaml"
    file.write_text("tools:\n  strange/send_mail: {act: confirm, by: client}\n")
    return read_policy(file)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ({}, "a/b (–)"),
        ({"n": 1, "on": True, "none": None}, "a/b (n: 1, on: true, none: null)"),
        ({"body": 'x", to: "good'}, 'a/b (body: "x\\", to: \\"good")'),
        (
            {"in": {"pad": "p" * 900, "to": "evil"}},
            f'a/b (in: {{pad: "{"p" * 100} … {"p" * 50}" (900 characters), to: "evil"}})',
        ),
        ({"a b: 1, to": "x"}, 'a/b ("a b: 1, to": "x")'),
        ({"list": ["a", "\u202eb"]}, 'a/b (list: ["a", "?b"])'),
        (
            {"cmd": "echo " * 50 + "; rm -rf /"},
            f'a/b (cmd: "{"echo " * 20} … {("echo " * 50 + "; rm -rf /")[-50:]}" (260 characters))',
        ),
    ],
)
def test_no_argument_hides_another_or_passes_for_it(arguments: dict[str, object], shown: str) -> None:
    assert call_text("a/b", arguments) == shown


def test_an_argument_without_end_leaves_the_others_their_place() -> None:
    shown = call_text("a/b", {"list": list(range(100_000)), "to": "evil"})
    assert len(shown) < 3_000
    assert " characters), to: " in shown


async def test_words_that_a_model_handed_on_are_told_as_the_programs(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        await told(client, "delete_note", {**MILK, HINT: "delete the note milk"})
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    listed = subprocess.run(sayso("approve"), env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert "after “delete the note milk”, as the program tells it" in listed.stdout


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 7, 1, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.mark.parametrize("era", ERAS)
async def test_a_no_holds_for_the_same_call_for_a_while_and_for_no_other(tmp_path: Path, era: str) -> None:
    clock = Clock()
    async with doorway(tmp_path, clock=clock) as door, Client(door.server, mode=era) as client:
        assert (await told(client, "delete_note", MILK))["status"] == "needs_confirmation"
        assert await door.desk.confirmations.refuse(await only_waiting(door), door.desk.who())
        for _ in range(3):
            refused = await told(client, "delete_note", MILK)
            assert (refused["status"], refused["error"]) == ("error", "declined")
        assert await door.desk.confirmations.waiting(door.desk.who()) == ()
        assert (await told(client, "delete_note", {"name": "eggs"}))["status"] == "needs_confirmation"
        clock.now += REFUSED_FOR - timedelta(seconds=1)
        assert (await told(client, "delete_note", MILK))["error"] == "declined"
        clock.now += timedelta(seconds=1)
        assert (await told(client, "delete_note", MILK))["status"] == "needs_confirmation"
        assert door.marks() == []


async def test_a_no_at_the_terminal_holds_too(tmp_path: Path) -> None:
    async with doorway(tmp_path) as door, Client(door.server) as client:
        await told(client, "delete_note", MILK)
        environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
        command = sayso("approve", await only_waiting(door), "--refuse")
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
        assert said.stdout == "refused\n"
        assert (await told(client, "delete_note", MILK))["error"] == "declined"
        assert door.marks() == []
