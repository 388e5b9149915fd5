"""Whether a change left every decision as it was: written down before it, compared after it; for work on speed, which
may change none. Sentences are decided over lists and fleets, conversations turn by turn.

python -m benchmarks.same write FILE [--messages FOLDER]     decide everything and write it down, one decision a line
python -m benchmarks.same compare FILE [--messages FOLDER]   decide it again and print what differs
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import yaml

from benchmarks import fleets, speed
from sayso import Catalogue, Decision, Engine
from sayso_evals.blind import LANGUAGES, singles
from sayso_evals.data import NOW, read
from sayso_evals.servers import read as read_servers
from sayso_evals.stories import stories

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
SAMPLE = 2_000  # labelled utterances of a folder
SHOWN = 20  # differences
CALL = {"name": "machine_command_execute", "arguments": {}}


@dataclass(slots=True)
class Recorder(Engine):
    """An engine that writes down what it decides."""

    engine: Engine
    written: list[str] = field(default_factory=list)

    def decide(self, request: Mapping[str, object], catalogue: Catalogue | None = None) -> Decision:
        """The decision, written down beside its message."""
        decision = self.engine.decide(request, catalogue)
        line = {"message": request.get("message"), "decision": decision.to_dict()}
        self.written.append(json.dumps(line, ensure_ascii=False, sort_keys=True))
        return decision


def sentences() -> Iterator[str]:
    """The packs' own sentences of what is asked for, and of what is not."""
    for language in LANGUAGES:
        told = yaml.safe_load((speed.PACKS / language / "likeness.yaml").read_text(encoding="utf-8"))
        for said in told.values():
            yield from said


def labelled(folder: Path) -> list[str]:
    """Some of the utterances of a folder, the same ones every time."""
    texts: list[str] = []
    for file in sorted(folder.glob("*.jsonl")):
        texts += [json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()]
    return random.Random(17).sample(texts, min(SAMPLE, len(texts)))


def decide_all(engine: Engine, folder: Path | None) -> list[str]:
    """Every decision, in an order that stays."""
    recorder = Recorder(engine)
    for case in read(TESTS / "cases"):
        recorder.decide({"now": NOW, **case.request})
    for file in sorted((TESTS / "cases").glob("*.yaml")):
        for rows in yaml.safe_load(file.read_text(encoding="utf-8")).values():
            for row in rows:
                recorder.decide({"message": str(row[0]), "now": NOW})
    for one in sorted({file.parent for file in (TESTS / "blind").rglob("single_en.jsonl")}):
        for language in LANGUAGES:
            singles(one, language, recorder)
            if (one / f"stories_{language}.jsonl").exists():
                stories(one, language, recorder)
    tools: dict[str, Any] = json.loads((TESTS / "blind" / "servers_tools.json").read_text(encoding="utf-8"))
    for asked in read_servers(TESTS / "blind" / "servers.jsonl"):
        recorder.decide({"message": asked.message, "now": NOW, "tools": tools[asked.server]})
    listed, some, many = speed.catalogue(100), fleets.fleet(40), speed.fleet(300)
    both = Catalogue(listed.tasks, speed.fleet(12).machines)
    for message in [*sentences(), *(labelled(folder) if folder is not None else ())]:
        recorder.decide({"message": message, "now": NOW}, listed)
        recorder.decide({"message": message, "now": NOW}, both)
    for message in [*speed.composed(many, 300), *fleets.ANYONE, *fleets.NAMED, *sentences()]:
        recorder.decide({"message": message, "now": NOW}, many)
        recorder.decide({"message": message, "now": NOW}, some)
        recorder.decide({"message": message, "now": NOW, "call": CALL}, many)
    return recorder.written


def main() -> int:
    """Write, or compare; fails where a decision differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--messages", type=Path, help="a folder of labelled utterances to sample from as well")
    given = parser.parse_args()
    written = decide_all(Engine(), given.messages)
    if given.act == "write":
        given.file.write_text("\n".join(written) + "\n", encoding="utf-8")
        print(f"{len(written)} decisions written")
        return 0
    before = given.file.read_text(encoding="utf-8").splitlines()
    changed = [(old, new) for old, new in zip_longest(before, written) if old != new]
    for old, new in changed[:SHOWN]:
        print(f"- {old}\n+ {new}")
    print(f"{len(changed)} of {len(before)} decisions differ")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
