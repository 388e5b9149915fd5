"""Conversations written by people who never saw the code, with what each turn expects: how they go.

python -m sayso_evals.stories tests/blind
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sayso import Engine
from sayso_evals.blind import EVERY, LANGUAGES, Score, Verdict, World, lines, told, verdict, world_of
from sayso_evals.fitting import READS
from sayso_evals.stage import Stage

Fields = Mapping[str, Any]


@dataclass(slots=True)
class Told:
    """How the turns of the stories went, and how many stories went right from the first turn to the last."""

    turns: Score = field(default_factory=Score)
    count: int = 0
    whole: int = 0


def stories(folder: Path, language: str, engine: Engine, some: slice = EVERY) -> Told:
    """How the stories of a language go."""
    out = Told()
    world = world_of(folder, language)
    for story in list(lines(folder / f"stories_{language}.jsonl"))[some]:
        stage = Stage(world, [dict(t) for t in world.context["tasks"]])
        found = list(played(story["turns"], stage, engine))
        out.count += 1
        out.whole += all(v.is_right for v in found)
        for turn, one in zip(story["turns"], found, strict=True):
            out.turns.add({"id": story["id"], "class": story["class"], "message": turn["say"]}, one)
    return out


def played(turns: Sequence[Fields], stage: Stage, engine: Engine) -> Iterator[Verdict]:
    """The verdict on every turn, each said in the world that those before it left."""
    done: list[Fields] = []  # what the turn before did of what it was expected to do
    for at, turn in enumerate(turns):
        world = replace(stage.world, titles=stage.titles())
        decision = stage.world.met(engine.decide(stage.request(turn["say"]), stage.known()).to_dict())
        expects = expected(turn)
        if done and any(e.get("calls") == done for e in expects):
            expects = [*expects, {"do": "nothing"}]  # a yes to what needed none
        found = verdict(expects, decision, world)
        calls = _met(expects, decision, world)
        stage.play(turn["say"], decision, is_answered(turns, at, decision, world))
        is_done = stage.pending is None and any(c["tool"] not in READS for c in calls)
        done = list(calls) if is_done else []
        yield found


def is_answered(turns: Sequence[Fields], at: int, decision: Fields, world: World) -> bool:
    """Whether the question of a turn is taken as answered with yes: it is about the right thing, and the story does
    not foresee it."""
    expects, after = expected(turns[at]), expected(turns[at + 1]) if at + 1 < len(turns) else []
    calls = _met(expects, decision, world)
    is_asked = any(e["do"] == "ask" for e in expects) or any(calls and e.get("calls") == calls for e in after)
    is_refused = bool(after) and all(e["do"] == "nothing" for e in after)
    is_asked |= is_refused and any(c["tool"] == "delete_task" for c in calls)  # always asked about: it may be a no
    return decision["status"] == "confirm" and bool(calls) and not is_asked


def _met(expects: Sequence[Fields], decision: Fields, world: World) -> list[Fields]:
    """The calls that were expected, and that a decision does."""
    found = (e["calls"] for e in expects if e["do"] == "act" and verdict(e, decision, world).is_right)
    return next(found, [])


def expected(turn: Fields) -> list[Fields]:
    """What would be right, each of it."""
    expect = turn["expect"]
    return [expect] if isinstance(expect, Mapping) else list(expect)


def main(arguments: Sequence[str], engine: Engine | None = None) -> int:
    """Prints how the stories of a folder go; with --misses, every turn that did not."""
    folders = [a for a in arguments if not a.startswith("-")]
    if len(folders) != 1:
        print("usage: python -m sayso_evals.stories FOLDER [--misses]", file=sys.stderr)
        return 2
    deciding = engine or Engine()
    for language in LANGUAGES:
        score = stories(Path(folders[0]), language, deciding)
        first, *rest = told(language, score.turns)
        print(
            "\n".join((first.replace("lines", "turns"), f"whole stories       {score.whole} of {score.count}", *rest))
        )
        if "--misses" in arguments:
            print("\n".join(score.turns.misses))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
