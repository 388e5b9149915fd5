"""Bundles each shipped language's folder, and the domains, into the files that are read when Sayso starts.

python -m sayso_evals.bundle
"""

import json
import sys

import yaml

from sayso.domains import shipped as domains
from sayso.domains.load import load
from sayso.domains.load import read_folder as read_domain
from sayso.engine.tool import Toolbox
from sayso.languages.build import build
from sayso.languages.load import read_folder
from sayso.languages.shipped import FOLDER, LANGUAGES
from sayso_evals.tables import write_tables

_WRONG = "wrong_"  # with which the sentences for values that cannot be begin
_NAMES = ("parameters", "options")


def bundle(language: str) -> str:
    """The text of a language's bundle; its examples stay behind, they only serve the tests."""
    homes = {name: domains.FOLDER / name for name in domains.DOMAINS}
    tools = Toolbox(load(home) for home in homes.values())
    files = read_folder(FOLDER / language, tools, homes)
    build(files, tools)  # which finds out what there is to know of the patterns
    said = {name: {k: v for k, v in part.items() if k != "examples"} for name, part in files.domains.items()}
    data = {
        "grammar": files.grammar,
        "domains": said,
        "elsewhere": files.elsewhere,
        "replies": files.replies,
        "model": files.model,
        "tools": files.tools,
        "values": files.values,
        "likeness": files.likeness,
        "outlines": files.outlines.to_data(),
    }
    return _json(data)


def bundle_domains() -> str:
    """The text of the domains' bundle, with what the first language says of values that cannot be."""
    said = yaml.safe_load((FOLDER / LANGUAGES[0] / "replies.yaml").read_text(encoding="utf-8"))
    wording = {
        "replies": {key: text for key, text in said["replies"].items() if key.startswith(_WRONG)},
        "labels": {key: names for key, names in said["labels"].items() if key in _NAMES},
    }
    read = {name: read_domain(domains.FOLDER / name) for name in (*domains.DOMAINS, domains.OWN)}
    return _json({"domains": read, "wording": wording})


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False) + "\n"


def main() -> int:
    """Write the bundles, and the docs' tables of tools."""
    domains.BUNDLE.write_text(bundle_domains(), encoding="utf-8")
    targets = {FOLDER / language / "pack.json": language for language in LANGUAGES}
    for target, language in targets.items():
        target.write_text(bundle(language), encoding="utf-8")
    for target in (domains.BUNDLE, *targets):
        print(f"{target}: {target.stat().st_size / 1000:.0f} kB")
    for page in write_tables():
        print(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
