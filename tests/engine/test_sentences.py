"""Every sentence that the tagger learns from, said to the engine in the middle of a conversation: nothing is invented,
nothing is destroyed without a yes, and every value says where it comes from."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sayso import Catalogue, Engine
from sayso_evals.blind import World, world_of

ROOT = Path(__file__).parent.parent.parent
SLOT = re.compile(r"\{(\w+)!?(?::([^}]*))?\}")
EVERY = 9  # sentence of a file
TRACED = 7  # every so many count for the coverage: that is slow
SAID = {
    "en": {
        "when": "tomorrow at 5",
        "new_when": "friday",
        "value": "5 degrees",
        "reading": "temperature",
        "thing": "light",
    },
    "it": {
        "when": "domani alle 5",
        "new_when": "venerdì",
        "value": "5 gradi",
        "reading": "temperatura",
        "thing": "luce",
    },
}
WORDS = {
    "en": {
        "title": "fix the sink",
        "new_title": "fix the tap",
        "new_priority": "high",
        "repeat": "every monday",
        "place": "kitchen",
    },
    "it": {
        "title": "stirare le camicie",
        "new_title": "stirare tutto",
        "new_priority": "alta",
        "repeat": "ogni lunedì",
        "place": "cucina",
    },
}


def done(tool: str, **given: object) -> dict[str, object]:
    return {"tool_name": tool, "parameters": given, "outcome": "done"}


def turns(*steps: dict[str, object], shown: tuple[str, ...] = ()) -> list[dict[str, object]]:
    return [
        {"role": "user", "content": "ok"},
        {"role": "assistant", "content": "ok", "steps": list(steps), "shown": list(shown)},
    ]


HISTORIES: list[list[dict[str, object]]] = [
    [],
    turns(done("list_tasks", filter="all", due="today"), shown=("t1", "t3", "t4")),
    turns(done("update_task", task_identifier="t4", new_due="2026-11-23")),
    turns(done("machine_command_execute", device_id="Forno", machine_command_id="Forno:turn_on_light")),
    turns(done("metrics_read", device_id="Cella", metric_names=["temperature"])),
    turns(done("delete_task", task_identifier="t2")),
]


def filled(text: str, known: dict[str, str]) -> str:
    """A template with a value in each of its places."""
    parts = SLOT.split(text)  # words, then a slot and its own value, by turns
    values = [own or known.get(slot, "4") for slot, own in zip(parts[1::3], parts[2::3], strict=True)]
    return "".join(f"{words}{value}" for words, value in zip(parts[::3], [*values, ""], strict=True))


def sentences(language: str, of_each: int) -> Iterator[str]:
    """So many sentences of every file, with the world's records and some values in their places."""
    world = world_of(ROOT / "tests/blind", language)
    titles, names = list(world.titles.values()), [m["name"] for m in world.context["machines"]]
    files = sorted((ROOT / "src/sayso").glob(f"**/{language}/**/*.txt"))
    assert files
    for path in (f for f in files if "sentences" in f.parts):
        lines = [text for text in path.read_text(encoding="utf-8").splitlines() if "\t" in text]
        for i, text in enumerate(lines[:: max(EVERY, len(lines) // of_each)]):
            known = {
                **SAID[language],
                **WORDS[language],
                "task": titles[i % len(titles)],
                "machine": names[i % len(names)],
            }
            yield filled(text.split("\t", 1)[1], known)


def amiss(message: str, decision: dict[str, Any], world: World, before: str = "") -> Iterator[str]:
    """What must not be, of any decision."""
    for step in decision["steps"]:
        if step["sources"].keys() != step["parameters"].keys():
            yield f"no source: {step}"
        if step["status"] == "call" and step["requires_confirmation"]:
            yield f"done without a yes: {step}"
        for source in step["sources"].values():
            start, end = source.get("span", (0, 1))
            if not 0 <= start < end <= max(len(message), 1):
                yield f"a span beyond the message: {step}"
        known = step["parameters"].get("task_identifier")
        if known is not None and known not in world.titles and str(known) not in before + message:
            yield f"a record that nobody listed: {step}"


@pytest.mark.parametrize("of_each", [50, pytest.param(150, marks=pytest.mark.whole)])
@pytest.mark.parametrize("language", ["en", "it"])
def test_whatever_is_said_nothing_is_invented_and_nothing_destroyed(
    language: str, of_each: int, engine: Engine, without_tracing: Callable[[], AbstractContextManager[None]]
) -> None:
    world = world_of(ROOT / "tests/blind", language)
    known = Catalogue(world.context["tasks"], world.context["machines"])
    wrong: list[str] = []
    count = 0
    for i, message in enumerate(sentences(language, of_each)):
        with nullcontext() if i % TRACED == 0 else without_tracing():
            wrong += said_in_the_middle(i, message, Heard(engine, language, world, known))
        count += 1
    assert count > of_each * 10
    assert wrong == []


class Heard(NamedTuple):
    """Who listens, and what is known."""

    engine: Engine
    language: str
    world: World
    known: Catalogue


def said_in_the_middle(i: int, message: str, heard: Heard) -> Iterator[str]:
    """What is amiss about a message, and about answers to the question that comes of it."""
    engine, language, world, known = heard
    request = {"message": message, "now": world.now, "context": {"user": world.context["user"]}, "language": language}
    decision: Any = engine.decide({**request, "history": HISTORIES[i % len(HISTORIES)]}, known).to_dict()
    yield from (f"{message!r}: {what}" for what in amiss(message, decision, world))
    if decision["status"] in ("ask", "confirm"):
        for answer in ("yes", "the second one", "both", "no", "friday at 9", "sì", "il secondo", "4")[i % 4 :: 4]:
            again: Any = engine.decide({**request, "message": answer, "pending": decision}, known).to_dict()
            for what in amiss(answer, again, world, message):
                if "yes" not in what:
                    yield f"{message!r}, {answer!r}: {what}"
