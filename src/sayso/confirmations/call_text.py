"""A call as a person is shown it before their yes: its tool, and every argument, however long the others are."""

import json
from collections.abc import Mapping

from sayso.confirmations.pending import Pending

_LONGEST = 160  # letters of one text; more is shown by its two ends, for what matters may stand in either
_HEAD, _TAIL = 100, 50
_LARGEST = 2_000  # letters of one argument that holds many texts


def question_of(pending: Pending) -> str:
    """What a person is asked: in the words of whoever knows the tool, else the call of a stranger's tool itself."""
    return call_text(pending.tool, pending.arguments) if "/" in pending.tool else pending.summary


def call_text(tool: str, arguments: Mapping[str, object]) -> str:
    """A call with every argument; what is too long is shortened by itself, with its length behind it.

    `call_text("mail/send", {"body": "Hi " * 99, "to": "a@b.c"})` is `mail/send (body: "Hi Hi … Hi " (297 characters),
    to: "a@b.c")`. Texts stand in quotes, so that none can pass for another argument.
    """
    told = ", ".join(f"{_name(name)}: {_cut(_value(value))}" for name, value in arguments.items())
    return _printable(f"{tool} ({told or '–'})")


def _name(name: str) -> str:
    return name if name.isidentifier() and len(name) <= _LONGEST else _text(name)


def _value(value: object) -> str:
    match value:
        case str():
            return _text(value)
        case Mapping():
            return f"{{{', '.join(f'{_name(str(name))}: {_value(inside)}' for name, inside in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(_value(inside) for inside in value)}]"
        case _:
            return json.dumps(value, default=str)


def _text(text: str) -> str:
    if len(text) <= _LONGEST:
        return json.dumps(text, ensure_ascii=False)
    ends = json.dumps(f"{text[:_HEAD]} … {text[-_TAIL:]}", ensure_ascii=False)
    return f"{ends} ({len(text)} characters)"


def _cut(told: str) -> str:
    """The two ends of an argument that holds very much, and how much it is."""
    if len(told) <= _LARGEST:
        return told
    return f"{told[: _LARGEST // 2]} … {told[-_LARGEST // 2 :]} ({len(told)} characters)"


def _printable(text: str) -> str:
    """Without what paints a screen or turns the direction of writing."""
    return "".join(c if c.isprintable() else "?" for c in text)
