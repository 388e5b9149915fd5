"""The packs that come with Sayso, from the bundles that `make packs` makes of their folders: no YAML is read."""

import json
from pathlib import Path

from sayso.engine.pack import Pack
from sayso.errors import PackError
from sayso.packs.build import Files, build

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "it")
WEIGHTS = FOLDER / "confidence.json"


def load_shipped() -> tuple[Pack, ...]:
    """The shipped packs, English first."""
    return tuple(build(_bundled(FOLDER / language / "pack.json")) for language in LANGUAGES)


def _bundled(path: Path) -> Files:
    data = json.loads(path.read_text(encoding="utf-8"))

    def fail(_file: str, near: str, what: str) -> PackError:
        return PackError(str(path), 0, f"{what}, near {near!r}", "run `make packs`")

    return Files(data["grammar"], data["tasks"], data["replies"], data["likeness"], fail)


def load_weights(path: Path = WEIGHTS) -> dict[str, float]:
    """What each piece of evidence weighs, as it was fitted."""
    weights: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return weights
