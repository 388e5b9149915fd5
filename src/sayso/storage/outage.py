"""What to do about a database that cannot be used: by what it says itself, for each case its own step."""

_PLACE = "name another place in SAYSO_DATABASE_URL (or XDG_DATA_HOME)"
_STEPS = (  # a part of what the database or the system says, and what to do then; the first that fits
    ("not a database", f"that file holds something else, or is damaged: bring back a copy, or {_PLACE}"),
    ("malformed", f"the file is damaged: bring back a copy, or {_PLACE}"),
    ("readonly", f"see that you may write the file and its folder, or {_PLACE}"),
    ("unable to open", f"see that you may read and write the file and its folder, or {_PLACE}"),
    ("is full", "make room on the disk; nothing was changed"),
    ("No space left", "make room on the disk; nothing was changed"),
    ("locked", "nothing was changed; another process holds it: try again in a moment, or end that one"),
    ("resolve host", "check the host in SAYSO_DATABASE_URL"),
    ("password authentication", "check user and password in SAYSO_DATABASE_URL"),
    ("no password supplied", "put user and password into SAYSO_DATABASE_URL"),
    ("role", "check the user in SAYSO_DATABASE_URL, or make it there"),
    ("does not exist", "make the database (createdb), or check its name in SAYSO_DATABASE_URL"),
    ("Connection refused", "nothing was changed; see that it runs at this address, then try again"),
)
_USUAL = "nothing was changed; try again in a moment, and if it lasts see that the database runs"


def next_step(reason: str) -> str:
    """What to do where a database says this.

    >>> next_step("file is not a database").partition(":")[0]
    'that file holds something else, or is damaged'
    """
    return next((step for part, step in _STEPS if part.casefold() in reason.casefold()), _USUAL)


def unmade(wrong: OSError) -> tuple[str, str]:
    """What to say where the file, or the folder that it is to stand in, cannot be made, and what to do."""
    what = f"the database's file cannot be made: {wrong.strerror}"
    if isinstance(wrong, IsADirectoryError):
        return "this is a folder, and the database is a file", "name a file in it, such as sayso.db"
    if isinstance(wrong, FileExistsError | NotADirectoryError):
        return "its folder cannot be made: a file is in the way", f"look at {wrong.filename}, or {_PLACE}"
    if isinstance(wrong, PermissionError):
        return what, f"see that you may write in {wrong.filename}, or {_PLACE}"
    return what, f"see that {wrong.filename} can be made, or {_PLACE}"
