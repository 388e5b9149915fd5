"""Rows for the net that reads a message with what went before it: lines and conversations that were blind sets once,
each with what its writer expected, and sentences of the templates after what went before some of them.

python -m sayso_evals.hearing.turns OUT.jsonl.gz ROWS.jsonl.gz FOLDER [--without SET,SET]
"""

import argparse
import gzip
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sayso import Engine
from sayso.domains.shipped import shipped_tools
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.pack import Pack
from sayso.engine.read.going_before import GoingBefore, going_before
from sayso.engine.read.heard import Hear
from sayso.engine.read.marks import marks
from sayso.engine.records.words import words_of
from sayso.engine.request import read_request
from sayso.engine.text import tokens
from sayso_evals.blind import LANGUAGES, World, lines, verdict, world_of
from sayso_evals.hearing.aligned import Sentence
from sayso_evals.stage import Stage
from sayso_evals.stories import expected, is_answered

Fields = Mapping[str, Any]
_LONGEST = 48  # words
_TIMES = 12  # as often each line is learnt as a row of a template
_SHARE = 0.3  # of the templates' rows
OPEN, SEVERAL = "open", "several"  # asked back or refused; of several tools
_IDLE = ("none", "not_mine", "greet", "thanks", "bot", "help", "complain")
_ASIDE = ("no", "yes", "unsure")  # what asks for nothing in a conversation, besides
_FOLLOWING, _ANSWERS = frozenset(("amend", "refine")), frozenset(("yes", "no", "pick", "unsure"))
_ASKED_FOR: Mapping[str, tuple[str, ...]] = {
    "add_task": ("add", "duty"),
    "list_tasks": ("list", "about"),
    "complete_task": ("complete",),
    "delete_task": ("delete",),
    "update_task": ("update",),
    "undo": ("undo",),
    "redo": ("redo",),
    "get_user_info": ("identity",),
    "machine_command_execute": ("machine_do",),
    "metrics_read": ("machine_read",),
    "device_firmware_detail": ("machine_status", "machine_read"),
    "list_machines": ("machine_list",),
    "events_read": ("machine_events",),
    "states_read": ("machine_events", "machine_status"),
}
_GOING_ON = {"list_tasks": ("refine",), "update_task": ("amend",), "machine_command_execute": ("amend",)}
_ACTS = ("turn_on", "turn_off", "set", "raise", "lower", "start", "stop", "pause", "resume", "open", "close")
_NO_MORE = ("unlock", "lock")


@dataclass(slots=True)
class Turn:
    """A message, what went before it, and what its writer expected."""

    message: str
    options: Sequence[Fields]
    before: GoingBefore
    is_told: bool = False  # something was said before
    is_asked: bool = False  # a question is open


@dataclass(slots=True)
class Listener:
    """What is known about the words of a world, and the tagger without what went before."""

    pack: Pack
    lexicon: Lexicon
    hear: Hear
    letters: dict[str, str] = field(default_factory=dict)

    def knows(self, world: World, titles: Iterable[str]) -> None:
        """The names of the records that are listed."""
        subjects = world.known.machines.all if world.known.machines is not None else ()
        machines = " ".join(f"{m.name} {m.place or ''} {m.description or ''}" for m in subjects)
        self.letters = dict.fromkeys(self.lexicon.stems(words_of(machines)), "m")
        self.letters |= dict.fromkeys(self.lexicon.stems(words_of(" ".join(titles))), "r")

    def row(self, turn: Turn, now: str) -> Fields | None:
        """A turn as a labelled row; None where nothing can be said of what it asks for."""
        line = self.pack.line(turn.message, tokens(turn.message))
        wanted = _wanted(turn)
        if not 0 < len(line.words) <= _LONGEST or not wanted:
            return None
        known = marks(line, self.pack, self.lexicon, lambda _i, stem: self.letters.get(stem, ""))
        texts = [w.text for w in line.words]
        heard = self.hear(texts, known)
        acts = [o for o in turn.options if o["do"] == "act"]
        tags: list[str] | None = ["O"] * len(texts) if not acts else None
        if wanted not in ((OPEN,), (SEVERAL,)):
            for option in acts:
                sentence = Sentence(line, self.pack, self.lexicon, datetime.fromisoformat(now), heard)
                tags = tags or sentence.tags_of(option["calls"])
        if tags is not None and turn.is_told:
            tags = _without_strangers(tags, known)
        skipped = len(turn.before.words)
        return {
            "w": [*turn.before.words, *texts],
            "f": [" ".join(m) for m in (*turn.before.marks, *known)],
            "y": list(wanted),
            "a": _act(acts),
            "g": None if tags is None or wanted in ((OPEN,), (SEVERAL,)) else ["O"] * skipped + tags,
            "l": self.pack.language,
            "before": skipped,
            "is_asked": turn.is_asked,
        }


def _wanted(turn: Turn) -> tuple[str, ...]:
    """The tagger's intents of what would be right."""
    if all(o["do"] in ("ask", "fail") for o in turn.options):
        return (OPEN,)
    out: list[str] = []
    for option in turn.options:
        if option["do"] == "nothing":
            out.extend((*_IDLE, *(_ASIDE if turn.is_told else ())))
        elif option["do"] == "act":
            tools = {c["tool"] for c in option["calls"]}
            commands = {(c.get("values") or {}).get("command") for c in option["calls"]}
            if len(tools) > 1 or (len(commands) > 1 and tools == {"machine_command_execute"}):
                out.append(SEVERAL)
                continue
            tool = option["calls"][0]["tool"]
            out.extend((*_ASKED_FOR[tool], *(_GOING_ON.get(tool, ()) if turn.is_told else ())))
            out.extend(("yes",) if turn.is_asked else ())
    return tuple(dict.fromkeys(out))


def _act(acts: Sequence[Fields]) -> str | None:
    commands = {(c.get("values") or {}).get("command", "") for o in acts for c in o["calls"]}
    command = commands.pop() if len(commands) == 1 else ""
    return next((act for act in (*_ACTS, *_NO_MORE) if (command or "").startswith(act)), None)


def _without_strangers(tags: list[str], known: Sequence[Sequence[str]]) -> list[str]:
    """The tags without names that no listed record bears: in a conversation, what was spoken of is meant."""
    out = list(tags)
    for start in (i for i, tag in enumerate(tags) if tag == "B-task"):
        end = next((i for i in range(start + 1, len(tags)) if tags[i] != "I-task"), len(tags))
        if not any("r" in known[i] for i in range(start, end)):
            out[start:end] = ["O"] * (end - start)
    return out


def turns_of(folder: Path, listener: Listener, engine: Engine) -> Iterator[Fields]:
    """The rows of a set. A turn that goes wrong is put right, so that those after it stand where they should."""
    language = listener.pack.language
    world = world_of(folder, language)
    listener.knows(world, world.titles.values())
    for line in lines(folder / f"single_{language}.jsonl"):
        row = listener.row(Turn(line["message"], expected(line), going_before((), None, ())), world.now)
        if row is not None:
            yield row
    if not (folder / f"stories_{language}.jsonl").exists():
        return
    for story in lines(folder / f"stories_{language}.jsonl"):
        stage = Stage(world, [dict(t) for t in world.context["tasks"]])
        for at, turn in enumerate(story["turns"]):
            listener.knows(world, stage.titles().values())
            row = listener.row(_turn(turn, stage, listener.pack), world.now)
            if row is not None:
                yield row
            _played(story["turns"], at, stage, engine)


def _turn(turn: Fields, stage: Stage, pack: Pack) -> Turn:
    request = read_request({**stage.request(turn["say"]), "context": {}}, shipped_tools())
    last = next((t.content for t in reversed(request.history) if t.role == "user"), "")
    said = [w.text for w in pack.line(last, tokens(last)).words]
    before = going_before(request.history, request.pending, said)
    return Turn(turn["say"], expected(turn), before, bool(request.history), request.pending is not None)


def _played(turns: Sequence[Fields], at: int, stage: Stage, engine: Engine) -> None:
    """Carries out what a turn came to, or what was expected of it where it went wrong."""
    turn = turns[at]
    world = replace(stage.world, titles=stage.titles())
    decision = world.met(engine.decide(stage.request(turn["say"]), stage.known()).to_dict())
    if verdict(turn["expect"], decision, world).is_right:
        stage.play(turn["say"], decision, is_answered(turns, at, decision, world))
    else:
        stage.play(turn["say"], _as_expected(turn, stage), True)


def _as_expected(turn: Fields, stage: Stage) -> Fields:
    """A decision that does what was expected."""
    option = expected(turn)[0]
    if option["do"] != "act":
        return {"status": "decline", "steps": [], "reply": "?" if option["do"] != "nothing" else "."}
    ids = {title: key for key, title in stage.titles().items()}
    steps = [
        {"status": "call", "tool_name": call["tool"], "parameters": _parameters(call, ids, stage)}
        for call in option["calls"]
    ]
    return {"status": "call", "steps": steps, "reply": None}


def _parameters(call: Fields, ids: Mapping[str, str], stage: Stage) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if call.get("task"):
        out["task_identifier"] = ids.get(call["task"], next(iter(ids), ""))
    if call.get("machine"):
        out["device_id"] = call["machine"]
    for name, value in (call.get("values") or {}).items():
        match name:
            case "command":
                out["machine_command_id"] = f"{call.get('machine')}:{value}"
            case "value":
                out["overrides"] = {"temperature": value}
            case "metric":
                out["metric_names"] = [value]
            case "due" | "new_due" if isinstance(value, str) and "T" in value:
                out[name] = f"{value[:16]}:00{stage.world.now[19:]}"
            case _:
                out[name] = value
    return out


def mixed(turns: Sequence[Fields], templates: Iterable[Fields], chance: random.Random) -> Iterator[Fields]:
    """The turns, each many times, lines also after what went before others; and sentences after something fitting."""
    heads: dict[str, list[Fields]] = {language: [t for t in turns if t["l"] == language] for language in LANGUAGES}
    told = {language: [t for t in some if t["f"][0] != "start"] for language, some in heads.items()}
    asked = {language: [t for t in some if t["is_asked"]] for language, some in told.items()}
    for row in templates:
        if chance.random() < _SHARE:
            asks_for, language = set(row["y"]), row["l"]
            some = asked if asks_for & _ANSWERS else told if asks_for & _FOLLOWING else heads
            yield _after(row, chance.choice(some[language] or heads[language]))
    for turn in turns:
        for again in range(_TIMES):
            is_alone = turn["f"][0] == "start" and turn["y"] != [OPEN] and _names_all(turn)
            if again % 2 and is_alone and told[turn["l"]]:
                kinds = [*turn["y"], *(_ASIDE if "none" in turn["y"] else ())]
                bare = {**turn, **{k: turn[k] and turn[k][turn["before"] :] for k in ("w", "f", "g")}, "y": kinds}
                yield _after(bare, chance.choice(told[turn["l"]]))
            else:
                yield {key: turn[key] for key in "wfyagl"}


def _names_all(turn: Fields) -> bool:
    """Whether a line says what it is about, so that it means the same whatever went before it."""
    return "update" not in turn["y"] or turn["g"] is None or "B-task" in turn["g"]


def _after(row: Fields, other: Fields) -> Fields:
    """A row after what went before another one."""
    count = other["before"]
    tags = None if row["g"] is None else ["O"] * count + list(row["g"])
    head = {"w": [*other["w"][:count], *row["w"]], "f": [*other["f"][:count], *row["f"]]}
    return {**{key: row[key] for key in "yal"}, **head, "g": tags}


def folders(root: Path) -> list[Path]:
    """The sets below a folder, and that folder if it is one."""
    every = [root, *sorted(p for p in root.iterdir() if p.is_dir())]
    return [p for p in every if all((p / f"single_{language}.jsonl").exists() for language in LANGUAGES)]


def main(argv: Iterable[str] | None = None) -> int:
    """Write the rows."""
    options = argparse.ArgumentParser(prog="python -m sayso_evals.hearing.turns")
    options.add_argument("out", type=Path)
    options.add_argument("templates", type=Path, help="what sayso_evals.hearing.rows wrote")
    options.add_argument("sets", type=Path, help="the folder of the sets: tests/blind")
    options.add_argument("--without", default="", help="sets to leave out, to measure on them: thirtyninth,fortieth")
    chosen = options.parse_args(list(argv) if argv is not None else None)
    engine = Engine()
    deciding = engine._deciding
    assert deciding.hear is not None
    turns: list[Fields] = []
    for pack in engine.packs:
        listener = Listener(pack, deciding.languages.lexicon, deciding.hear)
        for folder in (f for f in folders(chosen.sets) if f.name not in chosen.without.split(",")):
            turns.extend(turns_of(folder, listener, engine))
            print(folder.name, pack.language, len(turns), flush=True)
    chance = random.Random(5)
    with gzip.open(chosen.templates, "rt", encoding="utf-8") as file:
        out = list(mixed(turns, map(json.loads, file), chance))
    chance.shuffle(out)
    with gzip.open(chosen.out, "wt", encoding="utf-8", compresslevel=4) as target:
        target.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in out)
    print(len(turns), len(out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
