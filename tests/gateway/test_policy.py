"""The policy: what it comes to for a call, and what is said of a file that cannot be."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from children import sayso
from doorway import answer, doorway
from fastmcp import Client

from sayso import Engine
from sayso.errors import PolicyError
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.options import GatewayOptions
from sayso.gateway.policy_file import read_policy
from sayso.gateway.rules import GatewayPolicy
from sayso.gateway.verdict import NeedsYes, PassedOn, StoppedCall, Verdict
from sayso.gateway.words import PersonWords

POLICY = """
tools:
  "delete_*": allow
  wipe: allow
  secrets/*: deny
  read_secret: deny
  write_note:
    act: allow
    arguments:
      path: {pattern: "^/srv/", never: "[.][.]"}
  pay:
    act: confirm
    by: client
    who: [ada@example.org]
    arguments:
      amount: {from: 1, to: 500, otherwise: confirm}
  set_level:
    arguments:
      level: {options: [low, high]}
      share: {from: 0, to: 1}
      at_least: {from: 1}
"""


def policy(folder: Path, text: str) -> GatewayPolicy:
    path = folder / "policy.yaml"
    path.write_text(text)
    return read_policy(path)


def tool(name: str, **notes: bool) -> dict[str, object]:
    return {"name": name, "description": "", "inputSchema": {"type": "object"}, "annotations": notes}


def told(verdict: Verdict) -> str:
    match verdict:
        case PassedOn():
            return "allow"
        case NeedsYes():
            return f"confirm {verdict.by}"
        case StoppedCall():
            return f"stop {verdict.kind}"
        case _:
            return "ask"


@pytest.mark.parametrize(
    ("call", "notes", "expected"),
    [
        (("delete_file", {}), {"destructiveHint": True}, "confirm person"),  # a pattern never takes the yes away
        (("wipe", {}), {"destructiveHint": True}, "allow"),  # written by hand for this very tool
        (("read_secret", {}), {"readOnlyHint": True}, "stop denied"),
        (("write_note", {"path": "/srv/a"}), {"destructiveHint": True}, "allow"),
        (("write_note", {"path": "/etc/a"}), {"destructiveHint": True}, "stop denied"),
        (("write_note", {"path": "/srv/../etc"}), {"destructiveHint": True}, "stop denied"),
        (("pay", {"amount": 20}), {"destructiveHint": True}, "confirm client"),
        (("pay", {"amount": 900}), {"destructiveHint": True}, "confirm client"),
        (("set_level", {"level": "low"}), {"destructiveHint": False}, "allow"),
        (("set_level", {"level": "middle"}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"share": 0.5}), {"destructiveHint": False}, "allow"),
        (("set_level", {"share": 2}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"share": float("nan")}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"share": float("inf")}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"at_least": float("inf")}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"at_least": [2, float("nan")]}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"at_least": 10**400}), {"destructiveHint": False}, "allow"),
        (("set_level", {"share": "all"}), {"destructiveHint": False}, "stop denied"),
        (("set_level", {"level": ["low", "middle"]}), {"destructiveHint": False}, "stop denied"),
        (("elsewhere", {}), {"destructiveHint": True}, "confirm person"),
    ],
)
def test_what_a_policy_comes_to(
    tmp_path: Path, engine: Engine, call: tuple[str, dict[str, object]], notes: dict[str, bool], expected: str
) -> None:
    name, arguments = call
    judge = Judge(engine, policy(tmp_path, POLICY))
    person = frozenset({"ada@example.org"})
    proposed = IncomingCall(tool(name, **notes), "files", arguments, PersonWords(), person=person)
    assert told(judge.judge(proposed)) == expected


def test_a_server_is_denied_and_people_are_told_apart(tmp_path: Path, engine: Engine) -> None:
    judge = Judge(engine, policy(tmp_path, POLICY))
    reading = tool("look", readOnlyHint=True)
    assert told(judge.judge(IncomingCall(reading, "secrets", {}, PersonWords()))) == "stop denied"
    assert told(judge.judge(IncomingCall(reading, "files", {}, PersonWords()))) == "allow"
    other = IncomingCall(tool("pay"), "files", {"amount": 1}, PersonWords(), person=frozenset({"eve@example.org"}))
    assert told(judge.judge(other)) == "stop denied"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("tools:\n  a:\n    akt: allow\n", "policy.yaml:3: unknown key 'akt' (did you mean 'act'?)"),
        ("tols: {}\n", "policy.yaml:1: unknown key 'tols' (did you mean 'tools'?)"),
        ("tools:\n  a:\n    act: alow\n", "policy.yaml:3: act cannot be 'alow' (did you mean 'allow'?)"),
        ("tools:\n  a:\n    at_most: often\n", "policy.yaml:3: at_most cannot be 'often'"),
        ("tools:\n  a:\n    who: 3\n", "policy.yaml:3: who must list people"),
        ("tools:\n  a:\n    arguments:\n      b: {pattern: '('}\n", "policy.yaml:4: '(' is no pattern"),
        ("tools:\n  a:\n    arguments:\n      b: {from: x}\n", "policy.yaml:4: from must be a number"),
        ("tools:\n  a:\n    arguments:\n      b: {otherwise: deny}\n", "policy.yaml:4: says nothing of the argument"),
        ("tools:\n  a:\n    arguments:\n      b: {options: 3}\n", "policy.yaml:4: options must be a list"),
        ("tools:\n  a:\n    arguments:\n      b: {options: []}\n", "policy.yaml:4: options must be a list"),
        ("tools:\n  a:\n    arguments:\n      b: {from: .nan}\n", "policy.yaml:4: from must be a number"),
        ("tools:\n  a:\n    arguments:\n      b: {to: .inf}\n", "policy.yaml:4: to must be a number"),
        (
            "tools:\n  a:\n    arguments:\n      b:\n        from: 10\n        to: 1\n",
            "policy.yaml:6: nothing is from 10 to 1 (write the smaller number after from)",
        ),
        (
            "tools:\n  delete_note: deny\n  wipe: deny\n  delete_note: allow\n",
            "policy.yaml:4: the key 'delete_note' is there twice (leave one of them out; the other is in line 2)",
        ),
        ("tools:\n  a: deny\ntools:\n  b: deny\n", "policy.yaml:3: the key 'tools' is there twice"),
        ("tools:\n  a: {act: deny, act: allow}\n", "policy.yaml:2: the key 'act' is there twice"),
        ("tools:\n  on: deny\n  yes: allow\n", "policy.yaml:3: the key 'True' is there twice"),
        ("tools:\n  1: deny\n  '1': allow\n", "policy.yaml:3: the key '1' is there twice"),
        ("configuration:\n  a:\n    b: [{c: 1, c: 2}]\n", "policy.yaml:3: the key 'c' is there twice"),
        ("tools: [a]\n", "policy.yaml:1: tools must be a mapping"),
        ("tools: {a: [1]}\n", "policy.yaml:1: a must be a mapping"),
        ("records:\n  issue_id: 3\n", "policy.yaml:2: issue_id must name a tool"),
        ("a: [\n", "policy.yaml:2: not YAML"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(PolicyError) as wrong:
        policy(tmp_path, text)
    assert where in str(wrong.value)


def test_calls_are_tried_without_being_made(tmp_path: Path) -> None:
    policy(tmp_path, POLICY)
    calls: list[dict[str, Any]] = [
        {"tool": "delete_file", "arguments": {"path": "/a"}},
        {"tool": "read_secret"},
        {"tool": "wipe", "said": "wipe it"},
    ]
    (tmp_path / "calls.jsonl").write_text("\n".join(map(json.dumps, calls)))
    command = sayso("policy", "test", str(tmp_path / "policy.yaml"))
    ran = subprocess.run(
        [*command, "--calls", str(tmp_path / "calls.jsonl")], capture_output=True, text=True, check=True
    )
    assert [json.loads(line)["verdict"] for line in ran.stdout.splitlines()] == ["confirm", "deny", "allow"]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "7 entries, no mistake" in checked.stdout


async def test_how_often_is_counted_for_each_person(tmp_path: Path) -> None:
    rules = policy(tmp_path, "tools: {rename_note: {at_most: 2 per day}}\n")
    async with doorway(tmp_path, options=GatewayOptions(policy=rules)) as door, Client(door.server) as client:
        for _ in range(2):
            await client.call_tool("rename_note", {"name": "a", "title": "b"})
        third = await client.call_tool("rename_note", {"name": "a", "title": "b"}, raise_on_error=False)
        assert answer(third)["error"] == "too_often"
        assert len(door.marks()) == 2


async def test_a_clients_form_is_enough_only_where_the_policy_names_the_tool(tmp_path: Path) -> None:
    async def yes(*_: object) -> dict[str, bool]:
        return {"confirm": True}

    rules = policy(tmp_path, "tools: {delete_note: {act: confirm, by: client}}\n")
    async with doorway(tmp_path, options=GatewayOptions(policy=rules)) as door:
        async with Client(door.server, elicitation_handler=yes) as client:
            done = await client.call_tool("delete_note", {"name": "milk"})
            assert done.data == "deleted milk"
        assert door.marks() == ["deleted milk"]


def test_an_entry_that_only_bounds_a_tool_takes_no_patterns_denial_away(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_text('tools:\n  "delete_*": deny\n  delete_note: {at_most: 3 per hour}\n')
    rule = read_policy(file).rule("notes", "delete_note")
    assert (rule.act, len(rule.limits)) == ("deny", 1)


def test_nor_does_it_let_a_pattern_allow_what_destroys(tmp_path: Path, engine: Engine) -> None:
    bounded = policy(tmp_path, 'tools:\n  delete_note: {at_most: 20 per hour}\n  "delete_*": allow\n')
    tool = {"name": "delete_note", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": True}}
    call = IncomingCall(tool, "notes", {}, PersonWords((), "none"))
    assert isinstance(Judge(engine, bounded).judge(call), NeedsYes)


def test_a_merge_of_keys_is_no_crash(tmp_path: Path) -> None:
    with pytest.raises(PolicyError):
        policy(tmp_path, "tools:\n  x: &a {act: deny}\n  pay:\n    <<: *a\n    act: maybe\n")
