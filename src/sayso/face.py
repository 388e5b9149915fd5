"""What Sayso hands out: an engine with the shipped languages, and catalogues of records for it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache

from sayso.engine.catalogue import Catalogue as Prepared
from sayso.engine.decide import Policy
from sayso.engine.engine import Deciding
from sayso.engine.nouns import Decision
from sayso.engine.pack import Pack
from sayso.engine.request import in_zone, read_request, read_task
from sayso.packs.shipped import load_shipped, load_weights


class Catalogue(Prepared):
    """Tasks prepared once and used for many requests.

    >>> len(Catalogue([{"id": "1", "title": "buy milk"}]))
    1
    """

    def __init__(self, tasks: Iterable[Mapping[str, object]]) -> None:
        super().__init__(read_task(t, f"tasks[{i}]") for i, t in enumerate(tasks))


class Engine:
    """Decides what messages ask for; made once, used for many. `threshold` is how sure a step must be to be a call.

    >>> Engine().decide({"message": "add buy milk"}).status
    'call'
    """

    def __init__(self, packs: Iterable[Pack] | None = None, threshold: float = 0.7, worth_asking: float = 0.05) -> None:
        languages = tuple(packs) if packs is not None else load_shipped()
        endings = tuple(dict.fromkeys(e for p in languages for e in p.endings))
        self._deciding = Deciding(languages, Policy(load_weights(), threshold, worth_asking), endings)

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The languages it speaks."""
        return self._deciding.packs

    @property
    def weights(self) -> Mapping[str, float]:
        """What each piece of evidence weighs."""
        return self._deciding.policy.weights

    def decide(self, request: Mapping[str, object], catalogue: Prepared | None = None) -> Decision:
        """The decision about a request of the contract's shape; a catalogue stands for its `context.tasks`."""
        read = read_request(request, catalogue)
        return self._deciding.decide(read, read.now or in_zone(datetime.now(UTC).astimezone(), read.user))

    def warm(self) -> "Engine":
        """The engine with every pattern compiled, so that no message waits for it."""
        for pack in self.packs:
            pack.warm()
        return self


@cache  # the one value kept for the whole process: it never changes, and making it takes a while
def standard() -> Engine:
    """The engine with the shipped languages."""
    return Engine()


def decide(request: Mapping[str, object]) -> Decision:
    """The decision about one request, by the standard engine.

    >>> decide({"message": "The weather is nice today"}).status
    'decline'
    """
    return standard().decide(request)
