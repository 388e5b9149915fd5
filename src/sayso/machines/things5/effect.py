"""An order as the platform wants it, and what became of it by what the platform answers. Pure."""

from collections.abc import Mapping
from typing import assert_never

from sayso.errors import FleetUnavailable
from sayso.machines.device import Confirmed, DeviceCommand, Effect, Offline, Rejected, Sent, Setting, TimedOut, Value
from sayso.machines.things5.exchange import Exchange, HttpResponse, NotSent, NoWord, refused_key, sent_elsewhere
from sayso.machines.things5.wire import Record, name, number, parsed, records, scalar, text

_DONE = frozenset({"executed", "completed", "succeeded", "confirmed", "done"})
_FAILED = frozenset({"failed", "rejected", "refused", "error", "canceled", "cancelled"})
_LATE = frozenset({"timeout", "timed_out"})


def overrides(
    command: DeviceCommand, values: Mapping[str, object], present: Mapping[str, Value]
) -> dict[str, str] | Rejected:
    """The values of an order as texts, which is how the platform takes them; `{"by": 2}` counts from the present value.

    A value that the command does not take is refused here: the platform might leave it out, and do the rest.
    """
    settings = {setting.name: setting for setting in command.settings}
    missing = [s.name for s in command.settings if s.is_needed and s.name not in values]
    if missing:
        return Rejected(f"the command needs a value for {missing[0]}")
    found: dict[str, str] = {}
    for key, value in values.items():
        if key not in settings:
            return Rejected(f"the command takes no value for {text(key)}")
        written = _written(settings[key], value, present.get(key))
        if isinstance(written, Rejected):
            return written
        found[key] = written
    return found


def is_relative(values: Mapping[str, object]) -> bool:
    """Whether a value counts from the present one."""
    return any(isinstance(value, Mapping) for value in values.values())


def effect(exchange: Exchange) -> Effect:
    """What became of an order. Where the platform does not say, nobody here pretends to know."""
    match exchange:
        case NotSent():
            return Offline()
        case NoWord():
            return TimedOut()
        case HttpResponse(status=401):
            raise refused_key()
        case HttpResponse(status=status) if 300 <= status < 400:
            raise sent_elsewhere()
        case HttpResponse(status=status, body=body) if 200 <= status < 300:
            return _taken(status, _said(body))
        case HttpResponse(status=408):
            return TimedOut()
        case HttpResponse(status=404):
            return Rejected(_reason(_said(exchange.body)) or "there is no such machine or command")
        case HttpResponse(status=429):
            return Rejected("the platform is asked too much just now")
        case HttpResponse(status=status, body=body) if 400 <= status < 500:
            return Rejected(_reason(_said(body)) or f"the platform refuses it ({status})")
        case HttpResponse():  # an error of the platform's own: it may have come before or after the device was told
            return TimedOut()
        case _:
            assert_never(exchange)


def _taken(status: int, said: Record) -> Effect:
    inner = said.get("data")
    told = {**said, **inner} if isinstance(inner, Mapping) else said
    state = text(told.get("status")).casefold()
    if state in _LATE:
        return TimedOut()
    if state in _FAILED or told.get("errors"):
        return Rejected(_reason(told) or "the machine did not do it")
    if status != 202 and (state in _DONE or (not state and told.get("states"))):
        return Confirmed(_states(told.get("states")))
    return Sent()


def _said(body: bytes | None) -> Record:
    try:
        said = parsed(body)
    except FleetUnavailable:  # the order is taken or refused all the same
        return {}
    return said if isinstance(said, Mapping) else {}


def _states(said: object) -> dict[str, Value]:
    if isinstance(said, Mapping):
        return {name(key): scalar(value) for key, value in said.items() if name(key)}
    return {name(s.get("name")): scalar(s.get("value")) for s in records(said) if name(s.get("name"))}


def _reason(said: Record) -> str:
    """The platform's own words: a message, or the first of the errors, which may stand under their fields."""
    errors = said.get("errors")
    if isinstance(errors, Mapping):
        errors = next((found for found in errors.values() if isinstance(found, list) and found), None)
    first = errors[0] if isinstance(errors, list) and errors else None
    if isinstance(first, Mapping):
        first = first.get("message") or first.get("code")
    return next((t for t in (text(w) for w in (said.get("message"), first, said.get("error"))) if t), "")


def _written(setting: Setting, value: object, present: Value) -> str | Rejected:
    if isinstance(value, Mapping):
        start, step = number(present), number(value.get("by"))
        if start is None or step is None:
            return Rejected(f"the present value of {setting.name} is not known, so it cannot be changed by an amount")
        value = start + step
    if isinstance(value, bool):
        return "true" if value else "false"
    amount = number(value)
    if amount is not None:
        if (setting.least is not None and amount < setting.least) or (
            setting.most is not None and amount > setting.most
        ):
            return Rejected(f"{setting.name} cannot be {amount:g}")
        return f"{round(amount, 6):.15g}" if not isinstance(value, str) else value.strip()
    is_free = setting.least is None and setting.most is None
    if is_free and isinstance(value, str) and text(value):
        return text(value)
    return Rejected(f"{setting.name} cannot be set so")
