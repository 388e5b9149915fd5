"""Right tool calls, spoilt in ten ways: what the guard makes of them.

    python -m sayso_evals.corrupt [--worst N] FILE_OR_FOLDER ...

Reads acceptance cases whose decision is a call, and function-calling tasks (`{"question", "tools", "answer"}`); takes
the right call, spoils it, hands both to the guard, and prints for each way how many were mended, asked about, refused,
or passed on wrong.
"""

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso import Engine
from sayso_evals.data import NOW, read

KINDS = (
    "unspoilt",
    "invented id",
    "dropped argument",
    "value of another argument",
    "wrong type",
    "stringified JSON",
    "unknown tool",
    "extra argument",
    "empty string",
    "value from nowhere",
    "swapped device",
)
OUTCOMES = ("right", "asked", "refused", "wrong")
_NOWHERE = ("zanzibar", "periwinkle", "quux", "mothballs", "Reykjavik", "obsidian")
_IDS = ("device_id", "task_identifier", "machine_command_id")


@dataclass(frozen=True, slots=True)
class Right:
    """A call that is right for a message."""

    domain: str
    id: str
    request: Mapping[str, Any]  # without the call
    name: str
    arguments: Mapping[str, Any]
    accepted: Mapping[str, list[Any]] = field(default_factory=dict)  # other values that are right as well

    def is_right(self, step: Mapping[str, Any]) -> bool:
        """Whether a step is this call; what may be left out may be left out."""
        if step["tool_name"] != self.name:
            return False
        given = step["parameters"]
        for name, value in self.arguments.items():
            options = [*self.accepted.get(name, ()), value]
            if name not in given:
                if "" not in options:
                    return False
            elif not any(_same(given[name], o) for o in options):
                return False
        return True


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
    return bool(one == other)


def own(path: Path, engine: Engine) -> Iterator[Right]:
    """The right calls of acceptance cases, as the engine decides them where a case expects a call."""
    for case in read(path):
        if case.expect.get("status") != "call" or "call" in case.request or "pending" in case.request:
            continue
        decision = engine.decide(case.request).to_dict()
        steps: Any = decision["steps"]
        if decision["status"] == "call" and len(steps) == 1 and steps[0]["parameters"]:
            domain = "machines" if "device_id" in steps[0]["parameters"] else "tasks"
            yield Right(domain, case.id, case.request, steps[0]["tool_name"], steps[0]["parameters"])


def public(path: Path) -> Iterator[Right]:
    """The single right calls of a function-calling benchmark."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    for line in (line for f in files for line in f.read_text(encoding="utf-8").splitlines()):
        data = json.loads(line)
        if "tools" not in data or len(data.get("answer") or ()) != 1:
            continue
        (name, accepted), *_ = data["answer"][0].items()
        arguments = {k: next((v for v in vs if v != ""), None) for k, vs in accepted.items()}
        kept = {k: v for k, v in arguments.items() if v is not None and "" not in accepted[k]}
        tools = [
            {"name": t["name"], "description": t.get("description", ""), "inputSchema": t["parameters"]}
            for t in data["tools"]
        ]
        request = {"message": data["question"], "tools": tools, "now": NOW, "language": "en"}
        yield Right("bfcl", data["id"], request, name, kept, accepted)


def spoilt(right: Right, kind: str, chance: random.Random) -> Mapping[str, Any] | None:
    """The call, spoilt in one way; None where it cannot be."""
    arguments = dict(right.arguments)
    names = sorted(arguments)
    texts = [n for n in names if isinstance(arguments[n], str)]
    ids = [n for n in names if n in _IDS] or [n for n in texts if n.endswith("id")] or texts
    call: dict[str, Any] = {"name": right.name, "arguments": arguments}
    match kind:
        case "unspoilt":
            return call
        case "unknown tool":
            return {**call, "name": f"{right.name}_{chance.choice(('now', 'v2', 'please'))}"}
        case "extra argument":
            return {**call, "arguments": {**arguments, "colour": "blue"}}
        case "stringified JSON" if arguments:
            return {**call, "arguments": json.dumps(arguments)}
        case "swapped device":
            return _swapped(right, call)
        case "invented id" if ids:
            arguments[ids[0]] = f"{chance.choice('abcdef')}{chance.randrange(10**7):07d}-x{chance.randrange(99)}"
        case "dropped argument" if names:
            arguments.pop(chance.choice(names))
        case "empty string" if names:
            arguments[chance.choice(names)] = ""
        case "value of another argument" if len(texts) > 1:
            one, other = chance.sample(texts, 2)
            if arguments[one] == arguments[other]:
                return None
            arguments[one] = arguments[other]
        case "wrong type" if names:
            name = chance.choice(names)
            arguments[name] = _mistyped(arguments[name])
        case "value from nowhere" if texts:
            arguments[chance.choice(texts)] = chance.choice(_NOWHERE)
        case _:
            return None
    return call


def _mistyped(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return [value]
    return json.dumps(value)


def _swapped(right: Right, call: dict[str, Any]) -> Mapping[str, Any] | None:
    """The call on another record that exists."""
    context = right.request.get("context") or {}
    for key, kind in (("device_id", "machines"), ("task_identifier", "tasks")):
        others = [r["id"] for r in context.get(kind) or () if r["id"] != right.arguments.get(key)]
        if key in right.arguments and others:
            return {**call, "arguments": {**right.arguments, key: others[0]}}
    return None


def outcome(right: Right, call: Mapping[str, Any], engine: Engine) -> str:
    """What the guard made of a call."""
    decision: Any = engine.decide({**right.request, "call": call}).to_dict()
    match decision["status"]:
        case "call":
            return "right" if right.is_right(decision["steps"][0]) else "wrong"
        case "confirm" | "ask":
            return "asked"
        case _:
            return "refused"


def run(rights: list[Right], engine: Engine) -> dict[tuple[str, str], Counter[str]]:
    """How each way of spoiling ended, by domain."""
    table: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for right in rights:
        for kind in KINDS:
            call = spoilt(right, kind, random.Random(f"{right.id} {kind}"))
            if call is not None:
                table[right.domain, kind][outcome(right, call, engine)] += 1
    return table


def main(arguments: list[str]) -> int:
    """Spoil, guard, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    given = parser.parse_args(arguments)
    engine = Engine()
    rights = [r for path in given.files for r in (*own(path, engine), *public(path))]
    table = run(rights, engine)
    for domain in sorted({d for d, _ in table}):
        print(f"## {domain}: {len([r for r in rights if r.domain == domain])} right calls")
        print(f"{'':28}" + "".join(f"{o:>9}" for o in OUTCOMES))
        for kind in KINDS:
            counts = table.get((domain, kind))
            if counts:
                print(f"{kind:28}" + "".join(f"{counts[o]:9}" for o in OUTCOMES))
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
