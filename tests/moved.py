"""`sayso serve` whose clock is as far ahead of the machine's as a file says: started by the tests, which move it."""

import sys
from datetime import datetime, timedelta
from pathlib import Path

import children

from sayso.tasks.service import utc_now
from sayso.terminal.hosting import run


class MovedClock:
    """The time, and so many seconds."""

    def __init__(self, ahead: Path) -> None:
        self._ahead = ahead

    def __call__(self) -> datetime:
        """The time that it is there."""
        return utc_now() + timedelta(seconds=float(self._ahead.read_text()))


def move(ahead: Path, **by: float) -> None:
    """Let it be later; whoever reads meanwhile sees one or the other."""
    seconds = float(ahead.read_text()) if ahead.exists() else 0.0
    new = ahead.with_suffix(".new")
    new.write_text(str(seconds + timedelta(**by).total_seconds()))
    new.replace(ahead)


def moved_sayso(ahead: Path) -> children.CommandLine:
    """The command line of `sayso serve` by that clock."""
    move(ahead)
    return lambda _, *options: children.forked(__file__, str(ahead), *options)


if __name__ == "__main__":
    sys.exit(run(sys.argv[2:], MovedClock(Path(sys.argv[1]))))
