"""Lines written by people who never saw the code, with what each of them expects: what the engine makes of them.

python -m sayso_evals.blind tests/blind
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from sayso import Catalogue, Engine
from sayso_evals.data import DataError
from sayso_evals.fitting import READS, misfit

LANGUAGES = ("en", "it")
EVERY = slice(None)
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class World:
    """The day, the person, the tasks and the machines that the lines speak of."""

    now: str
    context: Fields
    titles: Mapping[str, str]  # of tasks, by id
    bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # of temperatures, by machine
    known: Catalogue = field(default_factory=Catalogue)  # the context's tasks and machines, prepared for many requests

    def request(self, message: str) -> dict[str, object]:
        """What the engine is asked when a message is said here; the records are in `known`."""
        user = {"user": self.context["user"]}
        return {"message": message, "now": self.now, "context": user}

    def met(self, decision: Fields) -> Fields:
        """The decision as the machines take it: what is beyond a machine's bounds is refused by it."""
        steps = [
            {**s, "status": "failed"} if s["status"] == "call" and self._is_refused(s) else s for s in decision["steps"]
        ]
        is_same = [s["status"] for s in steps] == [s["status"] for s in decision["steps"]]
        return decision if is_same else {**decision, "steps": steps, "status": "failed"}

    def _is_refused(self, step: Fields) -> bool:
        given = step["parameters"]
        value = next(iter((given.get("overrides") or {}).values()), None)
        least, most = self.bounds.get(str(given.get("device_id")), (float("-inf"), float("inf")))
        return isinstance(value, int | float) and not least <= value <= most


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a decision did with a line."""

    is_right: bool
    is_wrong_action: bool = False  # something that changes would be done which nobody asked for
    is_needless: bool = False  # a question where none was needed
    why: str = ""


@dataclass(slots=True)
class Score:
    """How many lines, and how they went."""

    count: int = 0
    right: int = 0
    wrong_actions: int = 0
    needless: int = 0
    by_class: dict[str, Counter[str]] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of the lines that went right."""
        return self.right / self.count if self.count else 0.0

    def add(self, line: Fields, verdict: Verdict) -> None:
        """Counts one line."""
        self.count += 1
        self.right += verdict.is_right
        self.wrong_actions += verdict.is_wrong_action
        self.needless += verdict.is_needless and not verdict.is_right
        self.by_class.setdefault(line["class"], Counter()).update(("right" if verdict.is_right else "not right",))
        if not verdict.is_right:
            mark = "WRONG ACTION  " if verdict.is_wrong_action else ""
            self.misses.append(f"{line['id']}  {line['class']}  {line['message']!r}  {mark}{verdict.why}")


def world_file(folder: Path) -> Path:
    """Where the world of a folder of lines is told: beside them, or for a further set one folder up."""
    own = folder / "world.yaml"
    return own if own.exists() or not (folder.parent / own.name).exists() else folder.parent / own.name


def world_of(folder: Path, language: str) -> World:
    """The world beside the lines, as a request's context."""
    data = yaml.load(world_file(folder).read_text(encoding="utf-8"), yaml.CSafeLoader)
    tasks = [
        {"id": f"t{i}", "number": i, "priority": "medium", "due": None, "completed": False, **task}
        for i, task in enumerate(data["tasks"][language], 1)
    ]
    machines = [_machine(m) for m in data["machines"]]
    user = {"id": "u", "name": data["user"], "timezone": data["timezone"]}
    context = {"user": user, "tasks": tasks, "machines": machines}
    bounds = {m["name"]: tuple(m["bounds"]) for m in data["machines"] if "bounds" in m}
    known = Catalogue(tasks, machines)
    return World(data["now"], context, {t["id"]: t["title"] for t in tasks}, bounds, known)


def _machine(data: Fields) -> Fields:
    name = data["name"]
    commands = [{"id": f"{name}:{command}", "name": command} for command in data["commands"]]
    told = {key: value for key, value in data.items() if key != "bounds"}  # what a machine takes is its own business
    return {**told, "id": name, "serial": f"{name[:3]}1", "connected": True, "commands": commands}


def lines(path: Path) -> Iterator[Fields]:
    """The lines of a set."""
    if not path.exists():
        raise DataError("no such file", str(path), "name the folder that holds single_en.jsonl and its neighbours")
    for text in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(text)


def singles(folder: Path, language: str, engine: Engine, some: slice = EVERY) -> Score:
    """How the single lines of a language go."""
    world, score = world_of(folder, language), Score()
    for line in list(lines(folder / f"single_{language}.jsonl"))[some]:
        decision = engine.decide(world.request(line["message"]), world.known).to_dict()
        score.add(line, verdict(line["expect"], world.met(decision), world))
    return score


def verdict(expect: Fields | Sequence[Fields], decision: Fields, world: World) -> Verdict:
    """The best verdict by any of what would be right."""
    options = [expect] if isinstance(expect, Mapping) else expect
    return max((_verdict(o, decision, world) for o in options), key=lambda v: (v.is_right, not v.is_wrong_action))


def _verdict(expect: Fields, decision: Fields, world: World) -> Verdict:
    status, steps = decision["status"], decision["steps"]
    acted = any(_changes(s) for s in steps)
    told = f"{status} {[(s['tool_name'], s['parameters']) for s in steps]}"
    match expect["do"]:
        case "nothing":
            return Verdict(status == "decline", acted, status in ("ask", "failed", "confirm"), told)
        case "ask":
            return Verdict(status == "ask" or (status in ("confirm", "failed") and not acted), acted, why=told)
        case "fail":
            return Verdict(status in ("failed", "ask"), acted, why=told)
        case _:
            return _acted(expect["calls"], decision, world)


def _acted(calls: Sequence[Fields], decision: Fields, world: World) -> Verdict:
    """Every call that was expected must be there, and no other change."""
    steps, status = decision["steps"], decision["status"]
    left = [s for s in steps if s["status"] in ("call", "confirm")]
    why = "no step"
    for call in calls:
        amiss = [misfit(call, step, world.titles, world.now) for step in left]
        if None not in amiss:
            why = next((reason for reason in reversed(amiss) if reason), why)
            is_wrong = any(_changes(s) and all(misfit(c, s, world.titles, world.now) for c in calls) for s in steps)
            return Verdict(False, is_wrong, status in ("ask", "failed"), f"{status}: {why}")
        del left[amiss.index(None)]
    extra = [s for s in left if s["tool_name"] not in READS]
    return Verdict(not extra, any(_changes(s) for s in extra), why="more than was asked for")


def _changes(step: Fields) -> bool:
    return step["status"] == "call" and step["tool_name"] not in READS


def told(language: str, score: Score) -> Iterator[str]:
    """A score in lines to print."""
    yield f"## {language}: {score.count} lines"
    yield f"right               {score.share:.3f}"
    yield f"wrong actions       {score.wrong_actions}"
    yield f"needless questions  {score.needless}"
    for name, counts in sorted(score.by_class.items(), key=lambda item: item[1]["right"] / item[1].total()):
        yield f"  {name:<28} {counts['right']:>3} of {counts.total()}"


def main(arguments: Sequence[str], engine: Engine | None = None) -> int:
    """Prints how the lines of a folder go; with --misses, every line that did not."""
    folders = [a for a in arguments if not a.startswith("-")]
    if len(folders) != 1:
        print("usage: python -m sayso_evals.blind FOLDER [--misses]", file=sys.stderr)
        return 2
    deciding = engine or Engine()
    for language in LANGUAGES:
        score = singles(Path(folders[0]), language, deciding)
        print("\n".join(told(language, score)))
        if "--misses" in arguments:
            print("\n".join(score.misses))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
