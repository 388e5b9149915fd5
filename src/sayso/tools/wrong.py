"""Values from outside, checked by the tools' definitions; what is wrong with one is said with what to do instead."""

from collections.abc import Mapping

from sayso.dataclass import dataclass
from sayso.domains.shipped import shipped_tools, wording
from sayso.engine.fault import Fault, faults, sentence

QUOTED = 200  # characters of a text from outside that are said back at most
_SEND = {
    "text": "Send it as a string.",
    "truth": "Send true or false, or leave it out.",
    "number": "Send a whole number.",
    "moment": "Use a date such as 2026-11-17, or a time such as 2026-11-17T17:00:00+01:00.",
    "repetition": "Use an RFC 5545 rule of days or longer, such as FREQ=WEEKLY;BYDAY=MO or FREQ=MONTHLY;BYMONTHDAY=1.",
    "settings": 'Send an object, for example {"temperature": 4}.',
    "reading": 'Send a list of names, for example ["temperature"].',
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a value cannot be; the fault where the tool's definition says so."""

    field: str
    message: str
    suggestion: str
    fault: Fault | None = None


def wrong_in(tool: str, arguments: Mapping[str, object]) -> Wrong | None:
    """The first value that a tool of ours does not take, or that no database can keep."""
    for found in faults(shipped_tools()[tool], arguments):
        return Wrong(found.name, sentence(found, wording()), _mended(found), found)
    texts = ((name, value) for name, given in arguments.items() for value in _texts(given))
    return next((_unkept(name) for name, value in texts if not _is_kept(value)), None)


def check_text(value: object, field: str) -> str | Wrong:
    """A text that every database can keep."""
    if not isinstance(value, str):
        return Wrong(field, f"{field} must be a text.", _SEND["text"])
    return value if _is_kept(value) else _unkept(field)


def plain(text: str) -> str:
    """A text from outside, fit to be quoted in an answer: short, and of characters that can be sent."""
    sound = text.encode("utf-8", "replace").decode().replace("\0", "?")
    return sound if len(sound) <= QUOTED else sound[:QUOTED] + "…"


def _mended(found: Fault) -> str:
    """What to do instead."""
    parameter = found.parameter
    match found.what:
        case "range":
            return f"Use a number from {parameter.least:g} to {parameter.most:g}."
        case "least" | "most":
            return f"Use {found.nearest[0]}, or go from there."
        case "option":
            return f"Use one of: {', '.join(parameter.options)}."
        case "too_long":
            return f"Shorten it to {parameter.most:g} characters."
        case "missing" | "empty" | "too_short":
            return f"Give {parameter.name}. {parameter.description}".strip()
        case "value":
            return _SEND.get(parameter.kind, _SEND["text"])


def _texts(given: object) -> list[str]:
    inside = given if isinstance(given, list | tuple) else (given,)
    return [value for value in inside if isinstance(value, str)]


def _is_kept(value: str) -> bool:
    return "\0" not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def _unkept(field: str) -> Wrong:
    return Wrong(field, f"{field} holds characters that cannot be kept.", "Send it as plain text.")
