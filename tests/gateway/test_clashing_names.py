"""Tools of one name at several servers: each stays its server's own, for the policy, the audit and a person's yes."""

import json
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from children import sayso
from doorway import Doorway, answer, doorway, strange
from fastmcp import Client
from test_strangers_records import tracker

from sayso import Engine
from sayso.audit.store import AuditFilter
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.options import GatewayOptions
from sayso.gateway.policy_file import read_policy
from sayso.gateway.rules import GatewayPolicy
from sayso.gateway.verdict import NeedsYes, PassedOn, StoppedCall
from sayso.gateway.words import PersonWords

MILK = {"name": "milk"}
HOUR = timedelta(hours=1)


def policy(folder: Path, text: str) -> GatewayPolicy:
    path = folder / "policy.yaml"
    path.write_text(text)
    return read_policy(path)


async def called(client: Client[Any], tool: str) -> dict[str, Any]:
    return answer(await client.call_tool(tool, MILK, raise_on_error=False))


async def allow_for_an_hour(door: Doorway) -> None:
    for pending in await door.desk.confirmations.waiting(door.desk.who()):
        assert await door.desk.confirmations.allow_for(pending.id, door.desk.who(), HOUR)


@pytest.mark.parametrize(
    ("entry", "denied"),
    [
        ("alpha/delete_note", {"alpha"}),
        ("delete_note", {"alpha", "gamma"}),
        ('"delete_*"', {"alpha", "gamma"}),
        ("alpha/*", {"alpha"}),
        ("alpha_delete_note", {"alpha"}),
    ],
)
async def test_a_rule_holds_whatever_other_servers_call_their_tools(
    tmp_path: Path, entry: str, denied: set[str]
) -> None:
    rules = policy(tmp_path, f"tools:\n  {entry}: deny\n")
    servers = [strange(tmp_path, "alpha"), strange(tmp_path, "gamma")]
    async with doorway(tmp_path, *servers) as door, Client(door.server) as client:
        for server in ("alpha", "gamma"):
            await called(client, f"{server}_delete_note")
        await allow_for_an_hour(door)
    async with doorway(tmp_path, *servers, options=GatewayOptions(policy=rules)) as door, Client(door.server) as client:
        told = {server: await called(client, f"{server}_delete_note") for server in ("alpha", "gamma")}
        assert {server for server, one in told.items() if one.get("error") == "denied"} == denied
        assert len(door.marks()) == 2 - len(denied)


async def test_what_waits_and_what_is_written_down_is_the_servers_own_tool(tmp_path: Path) -> None:
    alpha, gamma = strange(tmp_path, "alpha"), strange(tmp_path, "gamma")
    async with doorway(tmp_path, alpha, gamma) as door, Client(door.server) as client:
        await called(client, "alpha_delete_note")
        (pending,) = await door.desk.confirmations.waiting(door.desk.who())
        assert pending.tool == "alpha/delete_note"
        assert "alpha/delete_note" in pending.summary
        await allow_for_an_hour(door)
        assert (await called(client, "alpha_delete_note"))["result"] == "deleted milk"
        assert (await called(client, "gamma_delete_note"))["status"] == "needs_confirmation"
        await door.desk.lines.flush()
        lines = [entry.to_dict()["tool"] async for entry in door.desk.audit.read(AuditFilter())]
        assert lines == ["alpha/delete_note", "alpha/delete_note", "gamma/delete_note"]
    async with doorway(tmp_path, alpha) as door, Client(door.server) as client:
        assert (await called(client, "delete_note"))["result"] == "deleted milk"  # the same tool, without a clash


async def test_records_are_looked_up_in_spite_of_a_clash(tmp_path: Path) -> None:
    servers = [tracker(tmp_path, name=name) for name in ("a", "b")]
    async with doorway(tmp_path, *servers) as door, Client(door.server) as client:
        shown = await client.call_tool("b_show_issue", {}, meta={"sayso/said": "show the login bug"})
        assert shown.data == "issue 4711"


def told(engine: Engine, rules: GatewayPolicy, name: str = "a_x", own: str = "x", **notes: bool) -> str:
    tool = {"name": name, "description": "", "inputSchema": {"type": "object"}, "annotations": notes}
    match Judge(engine, rules).judge(IncomingCall(tool, "a", {}, PersonWords(), own_name=own)):
        case PassedOn():
            return "allow"
        case NeedsYes() as waits:
            return f"confirm {waits.by}"
        case StoppedCall() as stopped:
            return f"stop {stopped.kind}"
        case _:
            return "ask"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{x: allow}", "allow"),
        ("{a/x: allow}", "allow"),
        ('{x: allow, "*": deny}', "allow"),  # as it is without a clash
        ("{x: allow, a_x: deny}", "stop denied"),
        ("{x: deny, a_x: allow}", "stop denied"),
        ('{"x*": deny, a_x: allow}', "stop denied"),
        ('{x: allow, "a_*": confirm}', "confirm person"),
        ("{a_x: allow}", "confirm person"),  # perhaps written for another server's own a_x
        ("{a/a_x: allow}", "confirm person"),
        ("{x: {act: confirm, by: client}}", "confirm client"),
        ("{x: {act: confirm, by: client}, a_x: confirm}", "confirm person"),
        ("{x: {act: allow, who: [ada]}, a_x: {who: [eve]}}", "stop denied"),
    ],
)
def test_of_entries_for_both_names_the_stricter_counts(
    tmp_path: Path, engine: Engine, text: str, expected: str
) -> None:
    assert told(engine, policy(tmp_path, f"tools: {text}\n"), destructiveHint=True) == expected


def test_all_that_is_said_of_one_argument_holds(tmp_path: Path) -> None:
    rules = policy(tmp_path, "tools: {x: {arguments: {n: {to: 5}}}, 'x*': {arguments: {n: {to: 50}}}}\n")
    assert [rule.most for name, rule in rules.rule("a", "x").arguments if name == "n"] == [5, 50]


def test_a_servers_name_makes_no_tool_harmless(engine: Engine) -> None:
    assert told(engine, GatewayPolicy(), "frobnicate", "frobnicate") == "confirm person"
    assert told(engine, GatewayPolicy(), "search_frobnicate", "frobnicate") == "confirm person"


def test_calls_that_are_tried_come_to_the_same(tmp_path: Path) -> None:
    policy(tmp_path, "tools:\n  alpha/delete_note: deny\n  wipe: allow\n")
    calls: list[dict[str, Any]] = [
        {"tool": "delete_note", "server": "alpha"},
        {"tool": "alpha/delete_note"},
        {"tool": "delete_note", "listed": "alpha_delete_note", "server": "alpha"},
        {"tool": "delete_note", "listed": "gamma_delete_note", "server": "gamma"},
        {"tool": "wipe", "listed": "alpha_wipe", "server": "alpha"},
    ]
    (tmp_path / "calls.jsonl").write_text("\n".join(map(json.dumps, calls)))
    command = sayso("policy", "test", str(tmp_path / "policy.yaml"), "--calls", str(tmp_path / "calls.jsonl"))
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    verdicts = [json.loads(line)["verdict"] for line in ran.stdout.splitlines()]
    assert verdicts == ["deny", "deny", "deny", "confirm", "allow"]
