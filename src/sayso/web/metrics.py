"""What is counted, in Prometheus' text form."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sayso.assistant.conversation import Exchange

_COSTS = {
    "tokens_in": "Tokens that the language model read.",
    "tokens_out": "Tokens that the language model wrote.",
    "seconds": "Seconds that messages waited for the language model.",
    "money": "What the language model cost, by the prices that are set.",
}
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets: Counter[float] = Counter()
        self._seconds = 0.0
        self._decisions: Counter[str] = Counter()
        self._turns: Counter[tuple[str, str]] = Counter()
        self._used: Counter[str] = Counter()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; the route is the pattern, never the path that was asked for."""
        self._requests[method, route, status] += 1
        self._seconds += seconds
        self._buckets[next((b for b in _BUCKETS if seconds <= b), float("inf"))] += 1

    def answered(self, exchange: Exchange) -> None:
        """Count an answered message by what was decided, and what the language model had to do with it."""
        self._decisions[exchange.status] += 1
        model = exchange.assistant.about.get("model")
        if isinstance(model, Mapping):
            outcome = model["fallback"] or "answered" if model["asked"] else "unasked"
            self._turns[str(model["mode"]), str(outcome)] += 1
            for name in _COSTS:
                self._used[name] += model[name]

    def text(self, machines: Mapping[str, int]) -> str:
        """All of it, with what the fleet of machines counted."""
        return "\n".join((*self._lines(), *_of_machines(machines))) + "\n"

    def _lines(self) -> Iterator[str]:
        yield "# HELP sayso_requests_total Requests answered."
        yield "# TYPE sayso_requests_total counter"
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'sayso_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield "# HELP sayso_request_seconds How long requests took."
        yield "# TYPE sayso_request_seconds histogram"
        total = 0
        for bucket in _BUCKETS:
            total += self._buckets[bucket]
            yield f'sayso_request_seconds_bucket{{le="{bucket}"}} {total}'
        total += self._buckets[float("inf")]
        yield f'sayso_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"sayso_request_seconds_sum {self._seconds:.6f}"
        yield f"sayso_request_seconds_count {total}"
        yield "# HELP sayso_messages_total Messages answered, by what was decided."
        yield "# TYPE sayso_messages_total counter"
        for decided, count in sorted(self._decisions.items()):
            yield f'sayso_messages_total{{decision="{decided}"}} {count}'
        yield from self._model_lines()

    def _model_lines(self) -> Iterator[str]:
        yield "# HELP sayso_model_messages_total Messages by what the language model had to do with them."
        yield "# TYPE sayso_model_messages_total counter"
        for (mode, outcome), count in sorted(self._turns.items()):
            yield f'sayso_model_messages_total{{mode="{mode}",outcome="{outcome}"}} {count}'
        for name, about in _COSTS.items():
            yield f"# HELP sayso_model_{name}_total {about}"
            yield f"# TYPE sayso_model_{name}_total counter"
            yield f"sayso_model_{name}_total {self._used[name]:.10g}"


def _of_machines(counted: Mapping[str, int]) -> Iterator[str]:
    if counted:
        yield "# HELP sayso_machines_total What came from machines and what became of orders, by kind."
        yield "# TYPE sayso_machines_total counter"
    for what, count in counted.items():
        yield f'sayso_machines_total{{what="{what}"}} {count}'
