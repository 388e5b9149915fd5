"""The key that signs access tokens: set by the person, or made once and kept in a file only its owner reads."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sayso.errors import SettingsError
from sayso.settings import SHORTEST_SECRET


def kept_secret(folder: Path) -> str:
    """The key of this folder, made on first use; two first uses at once get the same."""
    path = folder / "secret"
    secret = kept_file(path, lambda: secrets.token_hex(32))
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError("holds no key", str(path), "delete the file, and a new key is made")
    return secret


def kept_file(path: Path, new: Callable[[], str]) -> str:
    """What stands in a file that only its owner reads; made on first use."""
    try:
        if not path.exists():
            _make(path, new())
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as wrong:
        raise SettingsError(f"the key cannot be kept: {wrong}", str(path), "set SAYSO_SECRET instead") from None


def _make(path: Path, secret: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    own = path.with_name(f".secret-{os.getpid()}-{secrets.token_hex(4)}")
    with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secret)
    with suppress(FileExistsError):  # a link appears whole or not at all, and the first one stays
        os.link(own, path)
    own.unlink()
