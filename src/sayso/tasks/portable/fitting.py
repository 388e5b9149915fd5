"""How long what a task says may be, and what becomes of more."""

from dataclasses import replace

from sayso.tasks.task import NewTask

_TITLE, LONGEST = 200, 1000  # characters of a title, and of a description


def fitting(new: NewTask) -> NewTask:
    """With what is too long for a title in the description."""
    if len(new.title) <= _TITLE:
        return replace(new, description=(new.description or "")[:LONGEST] or None)
    whole = f"{new.title}\n{new.description or ''}".strip()
    return replace(new, title=new.title[: _TITLE - 1] + "…", description=whole[:LONGEST])
