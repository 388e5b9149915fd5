"""A turn of the conversation, read from the exchange that the API shows."""

from collections.abc import Mapping

from sayso.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """A suggestion."""

    label: str
    description: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of a step, and where it comes from; `span` counts characters of what was said."""

    name: str
    value: object
    kind: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of the decision."""

    status: str
    tool: str
    confidence: float
    arguments: tuple[Given, ...] = ()
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """What a tool answered."""

    tool: str
    answer: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """What was said, what was answered, and whether the answer leaves a question open."""

    id: str  # of the assistant's message
    said: str
    reply: str
    language: str
    status: str
    is_open: bool
    is_confirm: bool  # the open question wants a yes or no
    takes_pin: bool  # and a yes to it the person's PIN
    offers: tuple[Offer, ...]
    steps: tuple[ShownStep, ...]
    results: tuple[ToolOutput, ...]
    next: tuple[str, ...]
    exchange: Mapping[str, object]  # as the API shows it
    model: Mapping[str, object]  # what a language model had to do with it; empty where there is none

    @property
    def is_failed(self) -> bool:
        """Whether something of it could not be done."""
        are_failed = any(step.status == "failed" for step in self.steps)
        return are_failed or any(result.answer.get("status") == "error" for result in self.results)

    @property
    def names(self) -> dict[str, str]:
        """The names, by id, of what the tools answered about."""
        answers = [result.answer for result in self.results]
        pairs = [(told.get("task_id"), told.get("title")) for told in answers]
        pairs += [(told.get("device_id"), told.get("device_name")) for told in answers]
        return {key: name for key, name in pairs if isinstance(key, str) and isinstance(name, str)}


def turn_of(exchange: object) -> ShownTurn:
    """The turn of an exchange; a TypeError or ValueError where it is none."""
    both = _mapping(exchange)
    user, assistant = _mapping(both["user"]), _mapping(both["assistant"])
    decision = _mapping(assistant.get("decision") or {})
    return ShownTurn(
        id=_text(assistant["id"]),
        said=_text(user["content"]),
        reply=_text(assistant["content"]),
        language=str(assistant.get("language") or ""),
        status=str(decision.get("status", "decline")),
        is_open=assistant.get("is_open") is True,
        is_confirm=assistant.get("confirm") is True,
        takes_pin=assistant.get("takes_pin") is True,
        offers=tuple(map(_offer, _several(assistant.get("suggestions")))),
        steps=tuple(map(_step, _several(decision.get("steps")))),
        results=tuple(map(_result, _several(assistant.get("results")))),
        next=tuple(_offer(one).label for one in _several(assistant.get("next"))),
        exchange=both,
        model=_mapping(assistant.get("model") or {}),
    )


def _step(step: Mapping[str, object]) -> ShownStep:
    sources = _mapping(step.get("sources") or {})
    given = _mapping(step.get("parameters") or {})
    return ShownStep(
        status=_text(step["status"]),
        tool=str(step.get("tool_name") or ""),
        confidence=number(step.get("confidence")) or 0.0,
        arguments=tuple(_given(name, value, _mapping(sources.get(name) or {})) for name, value in given.items()),
        offers=tuple(map(_offer, _several(step.get("suggestions") or step.get("nearly")))),
    )


def _given(name: str, value: object, source: Mapping[str, object]) -> Given:
    span = source.get("span")
    match span:
        case [int(start), int(end)] if 0 <= start < end:
            return Given(name, value, str(source.get("kind", "")), (start, end))
    return Given(name, value, str(source.get("kind", "")))


def _offer(offer: Mapping[str, object]) -> Offer:
    return Offer(_text(offer["label"]), str(offer.get("description") or ""), number(offer.get("confidence")))


def _result(result: Mapping[str, object]) -> ToolOutput:
    return ToolOutput(str(result.get("tool_name") or ""), _mapping(result.get("result") or {}))


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return value


def _several(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list | tuple | None):
        raise TypeError("not a list")
    return [_mapping(one) for one in value or ()]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def number(value: object) -> float | None:
    """A number that can be reckoned with; None where it is none."""
    try:
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    except OverflowError:
        return None
