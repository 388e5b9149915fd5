"""What this machine knows about whoever sits at it."""

from collections.abc import Mapping
from getpass import getuser
from pathlib import Path

from sayso.accounts.person import zone

_ZONES = "zoneinfo/"


def name_here() -> str:
    """The name under which the person is signed in."""
    try:
        return getuser()
    except (OSError, KeyError):  # an id without a name
        return "you"


def language_here(environ: Mapping[str, str]) -> str:
    """The language that the machine is set to, by its two letters; nothing where it does not say.

    >>> language_here({"LANG": "it_IT.UTF-8"})
    'it'
    """
    told = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    code = told.partition(".")[0].partition("_")[0].casefold()
    return code if len(code) == 2 and code.isalpha() else ""


def timezone_here(environ: Mapping[str, str], localtime: Path = Path("/etc/localtime")) -> str:
    """The IANA name of the machine's time zone; UTC where it does not say."""
    candidates = [environ.get("TZ", "").removeprefix(":")]
    if localtime.is_symlink():
        candidates.append(str(localtime.readlink()).rpartition(_ZONES)[2])
    return next((name for name in candidates if name and zone(name)), "UTC")
