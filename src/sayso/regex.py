"""Regular expressions that are compiled when they are first used: most of a program's never are."""

import re
from typing import Any, cast


class _Late:
    """Stands for an expression, and has its methods as its own once they were asked for."""

    __class__ = re.Pattern  # type: ignore[assignment]  # so that `isinstance` takes it for one

    def __init__(self, text: str, flags: int) -> None:
        self._made = (text, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what is asked of any object, as by `copy`, compiles nothing
            raise AttributeError(name)
        found = getattr(re.compile(*self._made), name)
        setattr(self, name, found)
        return found


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """An expression, as `re.compile` makes it, for the methods that it has.

    >>> regex(r"b+").sub("-", "abba")
    'a-a'
    """
    return cast("re.Pattern[str]", _Late(text, flags))
