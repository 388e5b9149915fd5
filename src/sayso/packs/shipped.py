"""The packs that come with Sayso, from the bundles that `make packs` makes of their folders: no YAML is read."""

import json
from pathlib import Path
from typing import Any

from sayso.engine.pack import Pack
from sayso.errors import PackError
from sayso.packs.build import build
from sayso.packs.reader import Files

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "it")
WEIGHTS = FOLDER / "confidence.json"
DOMAIN = FOLDER / "domain.json"
MATCHING = FOLDER / "matching.json"


def load_shipped() -> tuple[Pack, ...]:
    """The shipped packs, English first."""
    return tuple(build(_bundled(FOLDER / language / "pack.json")) for language in LANGUAGES)


def load_replies() -> dict[str, dict[str, str]]:
    """What is said in each shipped language, for those who need nothing else of it; English first."""
    files = ((language, FOLDER / language / "pack.json") for language in LANGUAGES)
    return {language: json.loads(path.read_text(encoding="utf-8"))["replies"]["replies"] for language, path in files}


def _bundled(path: Path) -> Files:
    data = json.loads(path.read_text(encoding="utf-8"))

    def fail(_file: str, near: str, what: str) -> PackError:
        return PackError(str(path), 0, f"{what}, near {near!r}", "run `make packs`")

    said = (data["replies"], data["model"], data["tools"], data["values"])
    return Files(data["grammar"], data["tasks"], data["machines"], *said, data["likeness"], fail)


def load_domain(path: Path = DOMAIN) -> dict[str, Any]:
    """What holds of machines in every language: which commands are dangerous, what is asked for next."""
    domain: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return domain


def load_weights(path: Path = WEIGHTS) -> dict[str, float]:
    """What each piece of evidence weighs, as it was fitted."""
    weights: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return weights


def load_matching(path: Path = MATCHING) -> dict[str, dict[str, float]]:
    """What the matcher of handed-in tools weighs, by part, as it was fitted."""
    weights: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    return weights
