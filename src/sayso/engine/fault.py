"""A value that a tool does not take, found and told from the tool's definition: the same at every door."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from sayso.dataclass import dataclass
from sayso.engine.tool import Parameter, Tool
from sayso.engine.values.rules import read_rule

What = Literal["missing", "value", "empty", "too_short", "too_long", "least", "most", "range", "option"]
_QUOTED = 80  # letters of a value that are said back
_TYPES: Mapping[str, tuple[type, ...]] = {
    "truth": (bool,),
    "number": (int, float),
    "settings": (Mapping,),
    "listing": (list, tuple),
    "window": (str, Mapping),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the value of a parameter."""

    parameter: Parameter
    what: What
    value: object = None

    @property
    def name(self) -> str:
        """Of the parameter."""
        return self.parameter.name

    @property
    def nearest(self) -> tuple[object, ...]:
        """The values that may be taken instead, where there are few: the options, or the bound that was passed."""
        least, most, value = self.parameter.least, self.parameter.most, self.value
        if self.what == "option":
            return self.parameter.options
        if self.what not in ("least", "most", "range") or not isinstance(value, int | float):
            return ()
        bound = most if most is not None and value > most else least
        return () if bound is None else (int(bound) if self.parameter.is_whole else bound,)


@dataclass(frozen=True, slots=True)
class Wording:
    """A language's sentences for what is wrong, and its names for parameters and options."""

    replies: Mapping[str, str]
    labels: Mapping[str, Mapping[str, str]]


def faults(tool: Tool, arguments: Mapping[str, object]) -> Iterator[Fault]:
    """Everything in a call that the tool's definition does not allow, in the order of its parameters."""
    for parameter in tool.parameters:
        if parameter.name in arguments:
            found = fault(parameter, arguments[parameter.name])
            if found is not None:
                yield found
        elif parameter.is_required:
            yield Fault(parameter, "missing")


def fault(parameter: Parameter, value: object) -> Fault | None:
    """What is wrong with a value."""
    if parameter.is_many:
        if not isinstance(value, list | tuple):
            return Fault(parameter, "value", value)
        wrong = (v for v in value if not _is_of(parameter, v))
        return next((Fault(parameter, "value", v) for v in wrong), None)
    if not _is_of(parameter, value):
        return Fault(parameter, "value", value)
    if parameter.options:
        return None if value in parameter.options else Fault(parameter, "option", value)
    if parameter.kind == "number":
        assert isinstance(value, int | float)
        return _bounds(parameter, value)
    if isinstance(value, str):
        return _text(parameter, value)
    return None


def _is_of(parameter: Parameter, value: object) -> bool:
    if parameter.kind == "number":
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return not isinstance(value, bool) and (is_whole or (isinstance(value, float) and not parameter.is_whole))
    return isinstance(value, _TYPES.get(parameter.kind, (str,)))


def _bounds(parameter: Parameter, value: float) -> Fault | None:
    least, most = parameter.least, parameter.most
    if (least is None or value >= least) and (most is None or value <= most):
        return None
    if least is not None and most is not None:
        return Fault(parameter, "range", value)
    return Fault(parameter, "least" if least is not None else "most", value)


def _text(parameter: Parameter, value: str) -> Fault | None:
    length = _length(parameter, value)
    if parameter.kind == "moment":
        is_fine = is_time(value) or (not value and parameter.may_be_empty)
        return None if is_fine else Fault(parameter, "value", value)
    if parameter.kind == "repetition":
        is_fine = read_rule(value) is not None or (not value and parameter.may_be_empty)
        return None if is_fine else Fault(parameter, "value", value)
    if parameter.least is not None and length < parameter.least:
        return Fault(parameter, "too_short" if length else "empty", value)
    if parameter.most is not None and length > parameter.most:
        return Fault(parameter, "too_long", value)
    return None


def _length(parameter: Parameter, value: str) -> int:
    """How many letters count: what must not be empty is taken without the blanks around it."""
    return len(value.strip() if parameter.least else value)


def is_time(text: str) -> bool:
    """Whether a text is an ISO date, or an ISO time."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def sentence(found: Fault, wording: Wording) -> str:
    """What is wrong, in the words of a language.

    >>> limit = Parameter("limit", "number", least=1, most=500)
    >>> sentence(Fault(limit, "range", 5000), Wording({"wrong_range": "{name}: {value} is not in {least}-{most}"}, {}))
    'limit: 5000 is not in 1-500'
    """
    parameter = found.parameter
    labels, named = wording.labels.get("options", {}), wording.labels.get("parameters", {})
    options = [labels.get(option, option) for option in parameter.options]
    told = {
        "name": named.get(parameter.name, parameter.name),
        "value": _quoted(found.value),
        "length": _length(parameter, found.value) if isinstance(found.value, str) else 0,
        "least": _plain(parameter.least),
        "most": _plain(parameter.most),
        "options": ", ".join(options),
    }
    return wording.replies[f"wrong_{found.what}"].format_map({k: str(v) for k, v in told.items()})


def _plain(bound: float | None) -> str:
    return "" if bound is None else f"{bound:g}" if bound < 1_000_000 else str(int(bound))


def _quoted(value: object) -> str:
    """A value from outside, fit to be said back: short, and of characters that can be sent."""
    text = str(value).encode("utf-8", "replace").decode().replace("\0", "?")
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "…"
