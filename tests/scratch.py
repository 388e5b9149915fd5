"""Where the tests keep their files: in memory, where there is room. A disk that others use, too, makes them wait: for
every change of a database, and for the hundreds of files of each new one."""

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30  # bytes; a whole run needs less than half of it


def folder() -> str:
    """A folder whose files are in memory, or the usual one where there is none or little room in it."""
    is_roomy = os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free >= _ROOM
    return str(_MEMORY) if is_roomy and "TMPDIR" not in os.environ else tempfile.gettempdir()


def used() -> None:
    """Let this process and those that it starts keep there what lasts no longer than they do."""
    os.environ["TMPDIR"] = tempfile.tempdir = folder()


def for_others() -> str:
    """The same for what runs as another user, who may not enter every folder."""
    return str(_MEMORY) if tempfile.gettempdir() == str(_MEMORY) else "/tmp"
