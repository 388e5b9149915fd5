"""What the API answers about tasks that are typed, and about the list as a whole."""

from typing import Any

from pydantic import Field

from sayso.web.answers import ResponseBody


class DraftMark(ResponseBody):
    """Which words gave a value: characters from `start` up to `end`."""

    name: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class DraftAnswer(ResponseBody):
    """A task that would be added."""

    parameters: dict[str, Any]
    marks: list[DraftMark]


class DraftPage(ResponseBody):
    """The tasks that some words would add."""

    drafts: list[DraftAnswer]


class TaskMark(ResponseBody):
    """Another one after every change of your tasks."""

    mark: int
