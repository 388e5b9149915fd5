"""What was typed before: kept line by line in a file that only its owner reads, and no longer than is useful."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sayso.regex import regex

MOST = 1000  # lines that are kept
_ESCAPED = regex(r"\\[\\n]")


class History:
    """The lines of earlier chats. Where they cannot be kept, chatting goes on without."""

    def __init__(self, path: Path, most: int = MOST, is_secret: Callable[[str], bool] | None = None) -> None:
        self._path = path
        self._most = most
        self._is_secret = is_secret
        self._last = ""

    def lines(self) -> list[str]:
        """The lines, the oldest first; what is more than is kept is dropped from the file, too."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        kept = lines[-self._most :]
        if len(lines) > len(kept):
            own = self._path.with_name(f".{self._path.name}-{os.getpid()}")
            with suppress(OSError):
                own.unlink(missing_ok=True)
                _append(own, kept)
                own.replace(self._path)
        return [_ESCAPED.sub(lambda found: "\n" if found[0][1] == "n" else "\\", line) for line in kept]

    def keep(self, line: str) -> bool:
        """Keep a line, unless it is secret, came just before or begins with a blank, as shells do it; whether it is."""
        text = "\n".join(" ".join(one.split()) for one in line.splitlines()).strip()
        if not text or line[0].isspace() or text == self._last or (self._is_secret and self._is_secret(text)):
            return False
        self._last = text
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _append(self._path, [text.replace("\\", "\\\\").replace("\n", "\\n")])
        return True


def _append(path: Path, lines: list[str]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("".join(f"{line}\n" for line in lines))
