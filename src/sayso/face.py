"""What Sayso hands out: an engine with the shipped languages, and the founding documents' views on it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from sayso.engine import engine as pure
from sayso.engine.catalogue import Catalogue as _Prepared
from sayso.engine.decide import Policy
from sayso.engine.nouns import Decision
from sayso.engine.pack import Pack
from sayso.engine.request import read_request, read_task
from sayso.packs.load import WEIGHTS, load_shipped, load_weights


class Catalogue(_Prepared):
    """Tasks prepared once and used for many requests.

    >>> len(Catalogue([{"id": "1", "title": "buy milk"}]))
    1
    """

    def __init__(self, tasks: Iterable[Mapping[str, object]]) -> None:
        super().__init__(read_task(t, f"tasks[{i}]") for i, t in enumerate(tasks))


class Engine:
    """Decides what messages ask for.

    >>> Engine().decide({"message": "add buy milk"}).status
    'call'
    """

    def __init__(self, packs: Iterable[Pack] | None = None, threshold: float = 0.7, worth_asking: float = 0.05) -> None:
        languages = tuple(packs) if packs is not None else load_shipped()
        endings = tuple(dict.fromkeys(e for p in languages for e in p.endings))
        self._deciding = pure.Deciding(languages, Policy(load_weights(), threshold, worth_asking), endings)

    @staticmethod
    def weights_path() -> str:
        """Where the fitted weights lie."""
        return str(WEIGHTS)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The languages it speaks."""
        return self._deciding.packs

    def decide(self, request: Mapping[str, object], catalogue: Catalogue | None = None) -> Decision:
        """The decision about a request of the contract's shape; `catalogue` stands for its `context.tasks`."""
        read = read_request(request)
        if catalogue is not None:
            read = replace(read, catalogue=catalogue)
        return self._deciding.decide(read, read.now or pure.at(datetime.now(UTC).astimezone(), read))

    def warm(self) -> "Engine":
        """The engine with every pattern compiled, so that no message waits for it."""
        for pack in self.packs:
            pack.warm()
        return self
