"""Right tool calls, spoilt in ten ways and by near misses: what the guard makes of them.

    python -m sayso_evals.corrupt [--peer] [--show N] FILE_OR_FOLDER ...

Reads acceptance cases whose decision is a call, and function-calling tasks (`{"question", "tools", "answer"}`); takes
the right call, spoils it, hands both to the guard, and prints for each way how many were mended, asked about, refused,
or passed on wrong; of the near misses how many pass, and of the right calls how many are asked about needlessly. With
`--peer` the same calls go through `saidso` in the same run; `--show` prints some that went wrong.
"""

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from sayso import Engine
from sayso_evals.calls import Right, own, public
from sayso_evals.near import DEFAULT, Miss, near_misses
from sayso_evals.peer import blocks

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


def run(rights: Sequence[Right], engine: Engine) -> dict[tuple[str, str], Counter[str]]:
    """How each way of spoiling ended, by domain."""
    table: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for right in rights:
        for kind in KINDS:
            call = spoilt(right, kind, random.Random(f"{right.id} {kind}"))
            if call is not None:
                table[right.domain, kind][outcome(right, call, engine)] += 1
    return table


def passes(right: Right, miss: Miss, engine: Engine) -> bool:
    """Whether the guard lets a wrong value stand, be it in a call or in what a person is asked to confirm."""
    call = {"name": right.name, "arguments": miss.arguments}
    decision: Any = engine.decide({**right.request, "call": call}).to_dict()
    return any(
        step["status"] in ("call", "confirm") and step["parameters"].get(miss.name) == miss.value
        for step in decision["steps"]
    )


def misses(rights: Sequence[Right]) -> list[tuple[Right, Miss]]:
    """All near misses of all right calls."""
    by_tool: dict[str, list[Right]] = defaultdict(list)
    for right in rights:
        by_tool[right.name].append(right)
    return [(right, miss) for right in rights for miss in near_misses(right, by_tool[right.name])]


def is_needless(right: Right, engine: Engine) -> tuple[bool, bool]:
    """Whether a right call is asked about or loses a value though nothing is wrong with it; and whether it is only
    confirmed, because of what its tool does."""
    call = {"name": right.name, "arguments": right.arguments}
    decision: Any = engine.decide({**right.request, "call": call}).to_dict()
    step = decision["steps"][0] if decision["steps"] else None
    is_held = step is not None and step["status"] == "confirm" and step["requires_confirmation"]
    is_fine = step is not None and (step["status"] == "call" or is_held) and right.is_right(step)
    return not is_fine, is_fine and is_held


Judge = Callable[[Right, Mapping[str, Any]], bool]  # whether a peer stops a call with these arguments


def near_table(rights: Sequence[Right], engine: Engine, peer: Judge | None, show: int) -> None:
    """Print how many near misses pass, by kind, and how many right calls are asked about."""
    tried: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    let: Counter[str] = Counter()
    for right, miss in misses(rights):
        tried[miss.kind] += 1
        if passes(right, miss, engine):
            passed[miss.kind] += 1
            if miss.kind != DEFAULT and passed.total() - passed[DEFAULT] <= show:
                print("passes:", miss.kind, miss.name, repr(miss.value), "|", right.request["message"][:200])
        let[miss.kind] += peer is not None and not peer(right, miss.arguments)
    print(f"{'near misses':44}{'tried':>9}{'passed':>9}{'saidso' if peer else '':>9}")
    for kind in [*sorted(tried), ""]:
        one, two, three = (c[kind] if kind else c.total() - c[DEFAULT] for c in (tried, passed, let))
        print(f"{kind or 'all but written defaults':44}{one:9}{two:9}{three if peer else '':>9}")
    print()


def right_table(title: str, rights: Sequence[Right], engine: Engine, peer: Judge | None) -> None:
    """Print how many right calls are asked about, and how many of those lack what their own tool's schema demands."""
    found = [is_needless(right, engine) for right in rights]
    needless, held = sum(n for n, _ in found), sum(h for _, h in found)
    stopped = sum(peer(right, right.arguments) for right in rights) if peer else None
    share = needless / max(len(rights), 1)
    print(f"{title}: of {len(rights)} right calls {needless} ({share:.3f}) are asked about or lose a value;", end=" ")
    print(f"{held} are confirmed for what their tool does" + (f"; saidso stops {stopped}" if peer else ""))
    whole = [n for right, (n, _) in zip(rights, found, strict=True) if keeps_its_schema(right)]
    if len(whole) < len(rights):
        share = sum(whole) / max(len(whole), 1)
        print(f"  of the {len(whole)} that keep their tool's own schema {sum(whole)} ({share:.3f})")


def keeps_its_schema(right: Right) -> bool:
    """Whether nothing that the tool's schema demands is missing, and no value is one that it rules out."""
    schemas = [t["inputSchema"] for t in right.request.get("tools", ()) if t["name"] == right.name]
    return all(Draft202012Validator(schema).is_valid(right.arguments) for schema in schemas)


def main(arguments: list[str]) -> int:
    """Spoil, guard, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--peer", action="store_true", help="hand the same calls to saidso")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N near misses that pass")
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
    peer = blocks if given.peer else None
    near_table(rights, engine, peer, given.show)
    ours = [r for r in rights if r.domain != "bfcl"]
    theirs = [r for r in rights if r.domain == "bfcl"]
    worded = [r for path in given.files for r in public(path, in_their_words=True)]
    for title, some in (
        ("built-in tools", ours),
        ("benchmark, the first answer listed", theirs),
        ("benchmark, the answer in the message's words where one is listed", worded),
    ):
        if some:
            right_table(title, some, engine, peer)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
