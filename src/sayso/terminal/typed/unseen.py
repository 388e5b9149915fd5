"""What is typed where nobody sees it: the PIN, where a yes is good only with it."""

import getpass
import sys
from dataclasses import replace

from sayso.assistant.message import Said, YesNo
from sayso.confirmations.pending import is_pin
from sayso.terminal.talk.turn import ShownTurn


def with_pin(said: Said, last: ShownTurn | None) -> Said | None:
    """The same; a yes that takes a PIN with it, where somebody can type it. None where they would not."""
    is_yes = isinstance(said, YesNo) and said.yes and said.pin is None
    if not is_yes or last is None or not last.takes_pin or not sys.stdin.isatty():
        return said
    assert isinstance(said, YesNo)
    try:
        pin = getpass.getpass("PIN: ").strip()
    except EOFError:
        return None
    return replace(said, pin=pin) if pin else None


def is_secret(line: str, last: ShownTurn | None) -> bool:
    """Whether a line is a PIN that was just asked for: it is kept in no history."""
    return last is not None and last.is_open and last.takes_pin and is_pin(line.strip())
