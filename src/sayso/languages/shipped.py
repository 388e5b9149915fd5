"""The packs that come with Sayso, from the bundles that `make packs` makes of their folders: no YAML is read."""

import gc
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sayso.domains.shipped import shipped_tools
from sayso.engine.pack import Pack
from sayso.engine.read.heard import IntentPrediction
from sayso.engine.tool import Toolbox
from sayso.engine.understand.wording import Meaning
from sayso.errors import PackError
from sayso.languages.build import build
from sayso.languages.outlines import Outlines
from sayso.languages.reader import Files

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "it")
WEIGHTS = FOLDER / "confidence.json"
DOMAIN = FOLDER / "domain.json"
MATCHING = FOLDER / "matching.json"
ZONES = FOLDER / "zones.json"
PLACES = FOLDER / "places.json"
COUNTRY = "united states"


def load_shipped() -> tuple[Pack, ...]:
    """The shipped packs, English first; all that is made of them stays, so that no garbage is looked for meanwhile."""
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        return tuple(build(_bundled(FOLDER / language / "pack.json"), shipped_tools()) for language in LANGUAGES)
    finally:
        if is_collecting:
            gc.enable()


def load_replies() -> dict[str, dict[str, str]]:
    """What is said in each shipped language, for those who need nothing else of it; English first."""
    files = ((language, FOLDER / language / "pack.json") for language in LANGUAGES)
    return {language: json.loads(path.read_text(encoding="utf-8"))["replies"]["replies"] for language, path in files}


def _bundled(path: Path) -> Files:
    data = json.loads(path.read_text(encoding="utf-8"))

    def fail(_file: str, near: str, what: str) -> PackError:
        return PackError(str(path), 0, f"{what}, near {near!r}", "run `make packs`")

    said = (data["replies"], data["model"], data["tools"], data["values"])
    return Files(
        data["grammar"], data["domains"], data["elsewhere"], *said, data["likeness"], fail, Outlines(data["outlines"])
    )


def load_domain(tools: Toolbox | None = None, path: Path = DOMAIN) -> dict[str, Any]:
    """What holds of these tools' domains in every language: which commands are dangerous, what is asked for next."""
    known = tools if tools is not None else shipped_tools()
    domain: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    after, offers = (
        {key: then for one in known.domains for key, then in one.facts.get(part, {}).items()}
        for part in ("next", "offers")
    )
    commanding = known.commanding.facts if known.commanding is not None else {}
    return {**domain, **commanding, "next": after, "offers": offers}


def load_meanings(tools: Toolbox, path: Path = FOLDER / "hearing.json") -> dict[str, Meaning]:
    """What the tagger's intents stand for among these tools."""
    given: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Meaning(
            data["intent"],
            data["slots"],
            frozenset(data["needs"]),
            bool(data.get("has_act")),
            bool(data.get("follows")),
            tools.of_intent(data["intent"]).does,
            data.get("else", {}),
            data.get("family", ""),
            data.get("alone", ""),
        )
        for name, data in given.items()
        if tools.has_intent(data["intent"])
    }


_WORDS_OF = "pieces."
_WORDS = "pieces.weight"  # what the pieces of words weigh: by far the most of a net, and the same for both


class ShippedTagger:
    """The trained tagger, read when something is first heard: NumPy and 5 MB that many messages never need.

    Where NumPy is not installed, it is heard without it, which takes many times as long.
    """

    def __init__(self, path: Path = FOLDER / "tagger.npz", is_plain: bool | None = None) -> None:
        self._path = path
        self._is_plain = is_plain
        self._tagger: Any = None

    @classmethod
    def in_context(cls) -> "ShippedTagger":
        """The net that reads a message with what went before it; its words are the tagger's."""
        return cls(FOLDER / "in_context.npz")

    def __call__(
        self, words: Sequence[str], marks: Sequence[Sequence[str]], without: Collection[str] = ()
    ) -> IntentPrediction:
        """What a clause of these words asks for."""
        if self._tagger is None:
            self._tagger = self._loaded()
        heard: IntentPrediction = self._tagger.hear(words, marks, without)
        return heard

    def _loaded(self) -> Any:
        is_plain = find_spec("numpy") is None if self._is_plain is None else self._is_plain
        read = import_module("sayso.languages.weights" if is_plain else "sayso.languages.mapped_weights").read_weights
        weights = read(self._path)
        if _WORDS not in weights:
            words = read(FOLDER / "tagger.npz")
            weights |= {name: words[name] for name in words if name.startswith(_WORDS_OF)}
        if is_plain:
            return import_module("sayso.engine.read.plain_tagger").PlainTagger(weights)
        return import_module("sayso.engine.read.tagger").Tagger(weights)


def load_weights(path: Path = WEIGHTS) -> dict[str, float]:
    """What each piece of evidence weighs, as it was fitted."""
    weights: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return weights


def load_zones(path: Path = ZONES) -> tuple[str, ...]:
    """The time zones that are named after a city, as the IANA's table of them (`zone.tab`) has them."""
    return tuple(json.loads(path.read_text(encoding="utf-8")))


def load_places(path: Path = PLACES) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Towns of the United States whose names mean no other, with their state, as GeoNames has them."""
    states: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return {tuple(name.split()): (state, COUNTRY) for state, names in states.items() for name in names}


class PlacesOnDemand(Mapping[tuple[str, ...], tuple[str, ...]]):
    """A language's own cities and, read from their file when the first is looked up, the towns of the United States."""

    __slots__ = ("_all", "_own")

    def __init__(self, own: Mapping[tuple[str, ...], tuple[str, ...]]) -> None:
        self._own, self._all = own, dict[tuple[str, ...], tuple[str, ...]]()

    def _known(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        if not self._all:
            self._all = {**load_places(), **self._own}
        return self._all

    def __getitem__(self, phrase: tuple[str, ...]) -> tuple[str, ...]:
        return self._known()[phrase]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())


def load_matching(path: Path = MATCHING) -> dict[str, dict[str, float]]:
    """What the matcher of handed-in tools weighs, by part, as it was fitted."""
    weights: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    return weights
