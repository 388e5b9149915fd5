"""Labelled rows for training: words with what is known of them, what is asked for, one tag a word.

python -m sayso_evals.hearing.rows OUT.jsonl.gz [folder of public utterances] [--without FOLD/OF]
"""

import argparse
import gzip
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from zlib import crc32

import sayso
from sayso.engine.capabilities.lexicon import Lexicon, lexicon
from sayso.engine.pack import Pack
from sayso.engine.read.marks import marks
from sayso.engine.text import tokens
from sayso.languages.build import all_harm
from sayso.languages.shipped import load_domain, load_shipped
from sayso_evals.hearing.rough import renamed, roughened
from sayso_evals.hearing.templates import LISTED, Part, Template, Templates, filled, read

SOURCE = Path(sayso.__file__).parent
ACTING = frozenset(
    ("add", "duty", "list", "about", "complete", "delete", "update", "undo", "redo", "refine", "amend", "machine_do")
)
IDLE = ("none", "not_mine", "greet", "thanks", "bot", "help", "complain")
_FILLS, _BARE = 8, 4
_LONGEST = 48  # words
_TASKS = {
    "add_task": ("add", "duty"),
    "list_tasks": ("list", "about"),
    "complete_task": ("complete",),
    "delete_task": ("delete",),
    "identity_query": ("identity",),
}
_READ = ("machine_read", "machine_status", "machine_list", "machine_events")
_ON_OFF = {"turn_on": "turn_on", "turn_off": "turn_off"}


def files(language: str) -> list[Path]:
    """Where the sentences of a language stand."""
    of_domains = SOURCE.glob(f"domains/*/sentences/{language}/*.txt")
    return [*of_domains, *SOURCE.glob(f"languages/{language}/sentences/*.txt")]


def rows(language: str, pack: Pack, words: Lexicon, chance: random.Random) -> Iterator[dict[str, object]]:
    """The rows of a language's own templates."""
    known = read(language, files(language))
    unmeant = [t for t in known.values.get("unmeant", []) if "{}" in t]
    things = sorted({w for slot in ("title", "task", "search") for v in known.values[slot] for w in v.split()[1:]})
    things = [w for w in things if len(w) > 3 and w.isalpha()]
    for template in known.templates:
        for _ in range(_FILLS if "{" in template.text else _BARE):
            parts = renamed(filled(template.text, known, chance), things, chance)
            parts = roughened(parts, known, chance)
            yield row(parts, template, (pack, words), chance)
        if unmeant and template.intents[0] in ACTING and chance.random() < 0.3:
            yield _unmeant(template, known, (pack, words), chance, chance.choice(unmeant))


def _unmeant(
    template: Template, known: Templates, around: tuple[Pack, Lexicon], chance: random.Random, frame: str
) -> dict[str, object]:
    """A request that is only spoken of."""
    before, _, after = frame.partition("{}")
    inside = filled(template.text[:1].lower() + template.text[1:], known, chance)
    parts: list[Part] = [(before, None), *((words, None) for words, _ in inside), (after, None)]
    return row(roughened(parts, known, chance), Template(("none",), None, ""), around, chance)


def row(
    parts: list[Part], template: Template, around: tuple[Pack, Lexicon], chance: random.Random
) -> dict[str, object]:
    """One labelled sentence."""
    pack, words = around
    text, spans = "", []
    surely = any(slot is not None and slot.endswith(LISTED) for _, slot in parts)
    for said, slot in parts:
        if slot is not None:
            spans.append((len(text), len(text) + len(said), slot.rstrip(LISTED)))
        text += said
    line = pack.line(text, tokens(text))
    tags = [next((s for a, b, s in spans if a <= w.start and w.end <= b + 1 and w.start < b), None) for w in line.words]
    starts = [next((a for a, b, s in spans if a <= w.start < b), -1) for w in line.words]
    bio = [
        "O" if tag is None else ("I-" if i and tags[i - 1] == tag and starts[i - 1] == starts[i] else "B-") + tag
        for i, tag in enumerate(tags)
    ]
    listed = _listed(tags, words, chance, surely)
    known = marks(line, pack, words, listed)
    return {
        "w": [w.text for w in line.words][:_LONGEST],
        "f": [" ".join(m) for m in known][:_LONGEST],
        "y": list(template.intents),
        "a": template.act,
        "g": bio[:_LONGEST],
        "l": pack.language,
    }


def _listed(
    tags: list[str | None], words: Lexicon, chance: random.Random, surely: bool = False
) -> Callable[[int, str], str]:
    """Which words some listed record bears: those that name one, where it is listed; and any others by chance, so that
    a known name alone asks for nothing."""
    letters = {"task": "r", "machine": "m", "title": "r", "new_title": "r", "search": "r", "choice": "r"}
    shown = {"task": surely or chance.random() < 0.7, "machine": chance.random() < 0.7, "search": chance.random() < 0.4}
    shown |= {"title": chance.random() < 0.1, "new_title": chance.random() < 0.1, "choice": chance.random() < 0.5}
    has_machines, stray = chance.random() < 0.6, chance.choice((0.0, 0.0, 0.03, 0.15, 0.4))

    def listed(i: int, stem: str) -> str:
        tag = tags[i]
        if tag in letters:
            return letters[tag] if shown[tag] and len(stem) > 2 else ""
        if has_machines and (words.kinds([stem]) or words.spots("room", [stem])):
            return "m"
        return "r" if len(stem) > 3 and chance.random() < stray else ""

    return listed


def public(folder: Path, packs: dict[str, Pack], words: Lexicon, keeps: "Keeps") -> Iterator[dict[str, object]]:
    """Rows of public utterances: what they ask for, without tags."""
    chance = random.Random(12)
    for name, times in (("tasks", 5), ("machines", 2), ("negatives", 1), ("near_negatives", 1)):
        for text in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            data = json.loads(text)
            if not keeps(data["id"]):
                continue
            label = _label(name, data)
            if label is None:
                continue
            line = packs[data["lang"]].line(data["text"], tokens(data["text"]))
            known = marks(line, packs[data["lang"]], words, _listed([None] * len(line.words), words, chance))
            if line.words:
                out: dict[str, object] = {
                    "w": [w.text for w in line.words][:_LONGEST],
                    "f": [" ".join(m) for m in known][:_LONGEST],
                    "y": list(label[0]),
                    "a": label[1],
                    "g": None,
                    "l": data["lang"],
                }
                yield from (out for _ in range(times))


class Keeps:
    """Which lines are trained on: all but one fold of some."""

    def __init__(self, fold: int, of: int) -> None:
        self._fold, self._of = fold, of

    def __call__(self, name: str) -> bool:
        return self._of == 0 or crc32(name.rpartition("-")[2].encode()) % self._of != self._fold


def _label(name: str, data: dict[str, object]) -> tuple[tuple[str, ...], str | None] | None:
    gold = data["gold"]
    assert isinstance(gold, dict)
    intent, text = str(gold["intent"]), str(data["text"]).casefold()
    if name == "tasks":
        known = _TASKS.get(intent)
        return (known, None) if known else None
    if name == "machines":
        if intent.startswith("media"):
            return IDLE, None
        if intent in ("read_metric", "check_connected") or intent.endswith("GetState"):
            return _READ, None
        return ("machine_do",), _ON_OFF.get(intent)
    if name == "near_negatives" and any(word in text for word in ("remind", "promemoria", "ricorda")):
        return None
    return IDLE, None


def main(argv: Iterable[str] | None = None) -> int:
    """Write the rows."""
    options = argparse.ArgumentParser(prog="python -m sayso_evals.hearing.rows")
    options.add_argument("out", type=Path)
    options.add_argument("public", type=Path, nargs="?")
    options.add_argument("--without", default="0/0", help="leave a fold of the public lines out: 0/5")
    chosen = options.parse_args(list(argv) if argv is not None else None)
    packs = {p.language: p for p in load_shipped()}
    endings = tuple(dict.fromkeys(e for p in packs.values() for e in p.endings))
    domain = load_domain()
    words = lexicon([p.commands for p in packs.values()], endings, domain, all_harm(packs.values(), domain))
    chance = random.Random(11)
    out: list[dict[str, object]] = []
    for language, pack in packs.items():
        out.extend(r for r in rows(language, pack, words, chance) if r["w"])
    if chosen.public is not None:
        fold, _, of = chosen.without.partition("/")
        out.extend(public(chosen.public, packs, words, Keeps(int(fold), int(of))))
    chance.shuffle(out)
    with gzip.open(chosen.out, "wt", encoding="utf-8", compresslevel=4) as target:
        for one in out:
            target.write(json.dumps(one, ensure_ascii=False) + "\n")
    print(len(out), Counter(str(r["y"]) for r in out).most_common(60))
    return 0


if __name__ == "__main__":
    sys.exit(main())
