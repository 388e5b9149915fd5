"""Which conversation `sayso say` had last, for the answer to its question: a small file for each door."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from uuid import UUID

from sayso.terminal.talk.address import Address


class Kept:
    """The last conversation of one person at one door, while its question may be open."""

    def __init__(self, folder: Path, door: str) -> None:
        self._path = folder / "said" / hashlib.sha256(door.encode()).hexdigest()[:32]

    def conversation(self) -> str | None:
        """Its id; what cannot be read is none."""
        try:
            return str(UUID(self._path.read_text(encoding="ascii").strip()))
        except (OSError, ValueError):
            return None

    def keep(self, conversation_id: str) -> bool:
        """Keep an id, whole or not at all; whether that could be done."""
        own = self._path.with_name(f".{self._path.name}-{os.getpid()}")
        try:
            own.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(conversation_id)
            own.replace(self._path)
        except OSError:
            return False
        return True

    def drop(self) -> None:
        """Nothing is open any more."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def door_of(address: Address | None, database_url: str) -> str:
    """What tells doors apart, and people at one door; only a digest of it is kept."""
    return f"here {database_url}" if address is None else f"there {address.url} {address.token or ''}"
