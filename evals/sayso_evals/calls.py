"""Right tool calls: those of acceptance cases, and the single calls of a public function-calling benchmark."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sayso import Engine
from sayso_evals.data import read
from sayso_evals.handed import NOW


@dataclass(frozen=True, slots=True)
class Right:
    """A call that is right for a message."""

    domain: str
    id: str
    request: Mapping[str, Any]  # without the call
    name: str
    arguments: Mapping[str, Any]
    accepted: Mapping[str, list[Any]] = field(default_factory=dict)  # other values that are right as well

    @property
    def schema(self) -> Mapping[str, Any]:
        """The input of its tool; empty where the tool is a built-in one."""
        return next((t["inputSchema"] for t in self.request.get("tools") or () if t["name"] == self.name), {})

    def is_right(self, step: Mapping[str, Any]) -> bool:
        """Whether a step is this call; what may be left out may be left out."""
        if step["tool_name"] != self.name:
            return False
        given = step["parameters"]
        for name, value in self.arguments.items():
            if name not in given:
                if "" not in self.accepted.get(name, ()):
                    return False
            elif not self.accepts(name, given[name]) and not _same(given[name], value):
                return False
        return True

    def accepts(self, name: str, value: Any) -> bool:
        """Whether a value is one of those that are right."""
        return any(_fits(value, option) for option in self.accepted.get(name, ()))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
    if {type(one), type(other)} == {bool, str}:  # true for an option that the schema writes "True"
        return str(one).casefold() == str(other).casefold()
    return bool(one == other)


def _fits(value: Any, option: Any) -> bool:
    """Whether a value is an answer of the benchmark, in whose objects each key has a list of answers."""
    if isinstance(option, Mapping) and isinstance(value, Mapping):
        return all(
            any(_fits(value[k], o) for o in options) if k in value else "" in options for k, options in option.items()
        ) and set(value) <= set(option)
    if isinstance(option, list) and isinstance(value, list):
        return len(option) == len(value) and all(_fits(v, o) for v, o in zip(value, option, strict=True))
    return _same(value, option)


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


def public(path: Path, in_their_words: bool = False) -> Iterator[Right]:
    """The single right calls of the benchmark: of the answers that it accepts the first one, or the one that stands
    in the message, where one does."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    for line in (line for f in files for line in f.read_text(encoding="utf-8").splitlines()):
        data = json.loads(line)
        if "tools" not in data or len(data.get("answer") or ()) != 1:
            continue
        (name, accepted), *_ = data["answer"][0].items()
        said = data["question"].casefold() if in_their_words else ""
        kept = {k: _one(vs, said) for k, vs in accepted.items() if vs and "" not in vs}
        tools = [
            {"name": t["name"], "description": t.get("description", ""), "inputSchema": t["parameters"]}
            for t in data["tools"]
        ]
        request = {"message": data["question"], "tools": tools, "now": NOW, "language": "en"}
        yield Right("bfcl", data["id"], request, name, kept, accepted)


def _one(options: list[Any], said: str) -> Any:
    """One of the answers, and one for each key of an object in it; what may be left out is left out."""
    best = next((o for o in options if isinstance(o, str) and said and o.casefold() in said), options[0])
    return _plain(best, said)


def _plain(value: Any, said: str) -> Any:
    if isinstance(value, Mapping):
        return {k: _one(vs, said) for k, vs in value.items() if isinstance(vs, list) and vs and "" not in vs}
    return [_plain(v, said) for v in value] if isinstance(value, list) else value
