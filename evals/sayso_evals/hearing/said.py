"""Rows for training from the lines and conversations of blind sets that are seen ones by now: what each asks for, and
where the line went right, which words say what."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sayso import Engine
from sayso.engine.capabilities.lexicon import Lexicon
from sayso.engine.pack import Pack
from sayso.engine.read.heard import Hear, IntentPrediction
from sayso.engine.read.marks import marks
from sayso.engine.records.words import words_of
from sayso.engine.text import Line, tokens
from sayso_evals.blind import LANGUAGES, World, lines, verdict, world_of
from sayso_evals.stage import Stage
from sayso_evals.stories import played

_LONGEST = 48  # words
_IDLE = ("none", "not_mine", "greet", "thanks", "bot", "help", "complain")
_ASIDE = ("no", "yes", "unsure")  # what asks for nothing in a conversation, besides
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
_SURE = 0.8
Fields = Mapping[str, Any]


class Ear:
    """What is known about the words of a world, and the tagger that was trained before."""

    def __init__(self, pack: Pack, lexicon: Lexicon, hear: Hear) -> None:
        self._pack, self._lexicon, self._hear = pack, lexicon, hear
        self._letters: dict[str, str] = {}

    def knows(self, world: World, titles: Sequence[str]) -> None:
        """The names of the records that are listed."""
        subjects = world.known.machines.all if world.known.machines is not None else ()
        machines = " ".join(f"{m.name} {m.place or ''} {m.description or ''}" for m in subjects)
        self._letters = dict.fromkeys(self._lexicon.stems(words_of(machines)), "m")
        self._letters |= dict.fromkeys(self._lexicon.stems(words_of(" ".join(titles))), "r")

    def row(self, message: str, expect: Fields | Sequence[Fields], is_right: bool, is_told: bool) -> Fields | None:
        """A message as a labelled row; None where nothing can be said of what it asks for."""
        line = self._pack.line(message, tokens(message))
        known = marks(line, self._pack, self._lexicon, lambda _i, stem: self._letters.get(stem, ""))
        if not 0 < len(line.words) <= _LONGEST:
            return None
        heard = self._hear([w.text for w in line.words], known)
        options = [expect] if isinstance(expect, Mapping) else list(expect)
        wanted = _wanted(options, is_told)
        is_sure = is_right and heard.probability >= _SURE and (not wanted or heard.intent in wanted)
        if not wanted and not is_sure:
            return None
        return {
            "w": [w.text for w in line.words],
            "f": [" ".join(m) for m in known],
            "y": [heard.intent] if is_sure else list(wanted),
            "a": _act(options),
            "g": _tags(line, heard) if is_sure else None,
            "l": self._pack.language,
        }


def _wanted(options: Sequence[Fields], is_told: bool) -> tuple[str, ...]:
    """The tagger's intents of what would be right; none where it is asked back, or several tools are meant."""
    out: list[str] = []
    for option in options:
        if option["do"] == "nothing":
            out.extend((*_IDLE, *(_ASIDE if is_told else ())))
        elif option["do"] == "act" and len({c["tool"] for c in option["calls"]}) == 1:
            tool = option["calls"][0]["tool"]
            out.extend((*_ASKED_FOR[tool], *(_GOING_ON.get(tool, ()) if is_told else ())))
        else:
            return ()
    return tuple(dict.fromkeys(out))


def _act(options: Sequence[Fields]) -> str | None:
    commands = {c.get("command", "") for o in options if o["do"] == "act" for c in o["calls"]}
    if len(commands) != 1:
        return None
    command = commands.pop()
    known = ("turn_on", "turn_off", "set", "raise", "lower", "start", "stop", "pause", "resume", "open", "close")
    return next((act for act in (*known, "unlock", "lock") if command.startswith(act)), None)


def _tags(line: Line, heard: IntentPrediction) -> list[str]:
    out = ["O"] * len(line.words)
    for slot, start, end in heard.spans:
        out[start:end] = [f"B-{slot}", *[f"I-{slot}"] * (end - start - 1)]
    return out


def said_rows(folder: Path, language: str, ear: Ear, engine: Engine) -> Iterator[Fields]:
    """The rows of a set."""
    world = world_of(folder, language)
    ear.knows(world, list(world.titles.values()))
    for line in lines(folder / f"single_{language}.jsonl"):
        decision = engine.decide(world.request(line["message"]), world.known).to_dict()
        found = verdict(line["expect"], world.met(decision), world)
        row = ear.row(line["message"], line["expect"], found.is_right, is_told=False)
        if row is not None:
            yield row
    if not (folder / f"stories_{language}.jsonl").exists():
        return
    for story in lines(folder / f"stories_{language}.jsonl"):
        stage = Stage(world, [dict(t) for t in world.context["tasks"]])
        for i, (turn, found) in enumerate(zip(story["turns"], played(story["turns"], stage, engine), strict=True)):
            ear.knows(world, list(stage.titles().values()))
            row = ear.row(turn["say"], turn["expect"], found.is_right, is_told=i > 0)
            if row is not None:
                yield row


def folders(root: Path) -> list[Path]:
    """The sets below a folder, and that folder if it is one."""
    every = [root, *sorted(p for p in root.iterdir() if p.is_dir())]
    return [p for p in every if all((p / f"single_{language}.jsonl").exists() for language in LANGUAGES)]
