"""Bundles each shipped language's folder into the one file that is read when Sayso starts.

python -m sayso_evals.bundle
"""

import json
import sys

from sayso.packs.load import read_folder
from sayso.packs.shipped import FOLDER, LANGUAGES


def bundle(language: str) -> str:
    """The text of a language's bundle; its examples stay behind, they only serve the tests."""
    files = read_folder(FOLDER / language)
    tasks, machines = ({k: v for k, v in part.items() if k != "examples"} for part in (files.tasks, files.machines))
    data = {
        "grammar": files.grammar,
        "tasks": tasks,
        "machines": machines,
        "replies": files.replies,
        "model": files.model,
        "tools": files.tools,
        "values": files.values,
        "likeness": files.likeness,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False) + "\n"


def main() -> int:
    """Write the bundles."""
    for language in LANGUAGES:
        target = FOLDER / language / "pack.json"
        target.write_text(bundle(language), encoding="utf-8")
        print(f"{target}: {target.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
