"""Spans of OpenTelemetry: a message as a tree, from what was said to the tools that were called. Nobody's words, names
or ids stand in them. Where nobody brought an SDK, nothing is loaded for them and nothing is made."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal

from sayso.late import late

Value = str | int | float | bool | Sequence[str] | Sequence[float]
Kind = Literal["INTERNAL", "SERVER", "CLIENT"]
PARENT, STATE = "traceparent", "tracestate"
_LONGEST = 128  # letters of a name
_API = "opentelemetry.trace"
_trace = late(_API)
_context = late("opentelemetry.context")
_headers = late("opentelemetry.trace.propagation.tracecontext")


class Noted:
    """What a span is told while it lasts; nobody hears it where there is no span."""

    __slots__ = ("_span",)

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def tell(self, about: Mapping[str, Value]) -> None:
        """Add attributes."""
        if self._span is not None:
            self._span.set_attributes({f"sayso.{name}": value for name, value in about.items()})

    def decided(self, told: Mapping[str, Any]) -> None:
        """Add what a decision came to: its status and language, and of each step the tool and the confidence."""
        if self._span is None:
            return
        steps = told.get("steps") or ()
        named = [str(step.get("tool_name") or "none")[:_LONGEST] for step in steps]
        sure = [float(step.get("confidence") or 0) for step in steps]
        head = {name: str(told[name])[:_LONGEST] for name in ("status", "language") if name in told}
        self.tell({**head, "tools": named, "confidence": sure})


_UNHEARD = Noted()


@contextmanager
def span(name: str, about: Mapping[str, Value] | None = None, kind: Kind = "INTERNAL") -> Iterator[Noted]:
    """A span within the one that lasts; what goes wrong in it is told by the name of its class alone."""
    if not is_traced():
        yield _UNHEARD
        return
    made = _trace.get_tracer("sayso").start_as_current_span(
        name, kind=_trace.SpanKind[kind], attributes=about, record_exception=False, set_status_on_exception=False
    )
    with made as current:
        try:
            yield Noted(current)
        except BaseException as wrong:
            current.set_attribute("error.type", type(wrong).__name__)
            current.set_status(_trace.StatusCode.ERROR)
            raise


def tool_span(tool: str, kind: Kind = "INTERNAL", does: str = "execute_tool") -> AbstractContextManager[Noted]:
    """A span for a call of a tool that there is, by the names that OpenTelemetry has for it."""
    name = tool[:_LONGEST]
    return span(f"{does} {name}", {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name}, kind)


@contextmanager
def continued(carrier: Mapping[str, str]) -> Iterator[None]:
    """Within it, spans belong to the trace that a request says it is part of (W3C Trace Context), unless they are
    within another span already."""
    if PARENT not in carrier or not is_traced() or _trace.get_current_span().get_span_context().is_valid:
        yield
        return
    given = {name: carrier[name] for name in (PARENT, STATE) if name in carrier}
    token = _context.attach(_headers.TraceContextTextMapPropagator().extract(given))
    try:
        yield
    finally:
        _context.detach(token)


def is_traced() -> bool:
    """Whether somebody wants spans: whoever does has loaded OpenTelemetry and given it a provider."""
    api = sys.modules.get(_API)
    if api is None or not hasattr(api, "get_tracer_provider"):  # the second: it is just being loaded
        return False
    return not isinstance(api.get_tracer_provider(), api.ProxyTracerProvider)
