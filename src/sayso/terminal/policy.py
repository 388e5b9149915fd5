"""`sayso policy test`: what a policy comes to, before anybody depends on it."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sayso.errors import CommandError
from sayso.face import standard
from sayso.gateway.judging import IncomingCall, Judge
from sayso.gateway.policy_file import read_policy
from sayso.gateway.verdict import NeedsInput, NeedsYes, PassedOn, StoppedCall, Verdict
from sayso.gateway.words import PersonWords, said
from sayso.shapes import tools_of

_EPILOG = """examples:
  sayso policy test policy.yaml                               whether the file can be used, and what it says
  sayso policy test policy.yaml --calls calls.jsonl           what would become of calls, one JSON object a line:
    {"tool": "delete_file", "arguments": {"path": "/a"}, "server": "files", "said": "delete /a", "person": "ada@x.org"}
    "tool" is what its server calls it; where a gateway lists it as another name, "listed" is that one
"""


def run(arguments: list[str]) -> int:
    """Check a policy, or try calls against it; nothing is carried out."""
    parser = argparse.ArgumentParser(
        prog="sayso policy",
        description="Checks a policy file and tells what would become of calls under it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["test"])
    parser.add_argument("file", type=Path, metavar="FILE", help="the policy")
    parser.add_argument("--calls", metavar="FILE", help="calls to try, one a line; - reads stdin")
    parser.add_argument("--tools", type=Path, metavar="FILE", help="the tools, as MCP's tools/list answers")
    given = parser.parse_args(arguments)
    policy = read_policy(given.file)
    if given.calls is None:
        for entry in policy.entries:
            rule = entry.rule
            limits = [limit.told for limit in rule.limits]
            parts = [rule.act or "as the guard decides", *limits, *(name for name, _ in rule.arguments)]
            print(f"{entry.pattern}: {', '.join(parts)}")
        print(f"{given.file}: {len(policy.entries)} entries, no mistake")
        return 0
    judge, known = Judge(standard(), policy), _tools(given.tools)
    for line in _lines(given.calls):
        print(json.dumps(_tried(judge, line, known), ensure_ascii=False))
    return 0


def _tools(path: Path | None) -> dict[str, Mapping[str, object]]:
    if path is None:
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise CommandError(f"cannot be read: {wrong}", str(path), "give the answer to tools/list") from None
    return {str(tool["name"]): tool for tool in tools_of(data)}


def _lines(name: str) -> Iterator[dict[str, Any]]:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as wrong:
        raise CommandError(f"cannot be read: {wrong.strerror}", name, "name a file of calls") from None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict) or not isinstance(data.get("tool"), str):
            raise CommandError("is no call", f"{name}:{number}", 'write {"tool": "…", "arguments": {…}}')
        yield data


def _tried(judge: Judge, line: Mapping[str, Any], known: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    arguments = line.get("arguments") or {}
    schema = {"type": "object", "properties": {name: {} for name in arguments}}
    server, own = _place(line)
    name = str(line.get("listed") or own)
    tool = known.get(name) or known.get(own) or {"description": "", "inputSchema": schema}
    words = said(str(line["said"]), "client") if line.get("said") else PersonWords()
    person = frozenset((str(line["person"]),)) if line.get("person") else frozenset[str]()
    call = IncomingCall({**tool, "name": name}, server, arguments, words, person=person, own_name=own)
    return {"tool": line["tool"], **_told(judge.judge(call))}


def _place(line: Mapping[str, Any]) -> tuple[str, str]:
    """The server and its own name for the tool of a call: apart, or as the audit writes them ("files/delete_file")."""
    server, tool = str(line.get("server", "")), str(line["tool"])
    if server or "/" not in tool:
        return server, tool
    before, _, after = tool.partition("/")
    return before, after


def _told(verdict: Verdict) -> dict[str, object]:
    match verdict:
        case PassedOn():
            return {"verdict": "allow", "arguments": dict(verdict.arguments)}
        case NeedsYes():
            return {"verdict": "confirm", "by": verdict.by, "arguments": dict(verdict.arguments)}
        case NeedsInput():
            return {"verdict": "ask", "message": verdict.question, "known": dict(verdict.known)}
        case StoppedCall():
            return {"verdict": "deny", "error": verdict.kind, "message": verdict.message}
