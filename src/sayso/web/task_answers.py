"""What the API answers about tasks that are typed, and about the list as a whole."""

from typing import Any, Literal

from pydantic import Field

from sayso.web.answers import ResponseBody, TaskAnswer


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


class TaskChanges(ResponseBody):
    """What was changed after a mark."""

    mark: int = Field(description="Of the list as it is with these.")
    tasks: list[TaskAnswer] = Field(description="As they are now.")
    gone: list[str] = Field(description="The ids of those that are no longer there.")
    total: int | None = Field(description="How many tasks there are then; null where nothing was changed.")
    has_more: bool = Field(description="Too much was changed: read the list anew.")


class PassedOverAnswer(ResponseBody):
    """What a file held that was not taken."""

    place: int = Field(ge=1, description="The line of a table, or the number of the entry.")
    why: str = Field(examples=["no_title"])


class KeptOtherwiseAnswer(ResponseBody):
    """Something of a line that is not kept as it was there."""

    place: int = Field(ge=1, description="The line of the table.")
    title: str
    what: str = Field(
        description="`date` was not understood and stands in the description, as do `section`, `parent`, `deadline`, "
        "`duration` and `responsible`; `times` became tasks of their own; `year` was taken as the next; `from_done` "
        "counts from its day instead; `priority` is medium; `too_long` is what did not fit.",
        examples=["deadline"],
    )
    said: str = Field(description="What stood there.")


class ImportQuestion(ResponseBody):
    """Some of a file's tasks are there already: nothing was added."""

    status: Literal["needs_confirmation"]
    there: int = Field(ge=1, description="How many are there already by their names.")
    new: int = Field(ge=0, description="How many are not.")


class ImportAnswer(ResponseBody):
    """What came of a file."""

    added: int = Field(ge=0)
    last: TaskAnswer | None = Field(description="The last task that was added; its undo takes all of them back.")
    passed_over: list[PassedOverAnswer]
    kept_otherwise: list[KeptOtherwiseAnswer] = Field(description="Of which lines something is not kept as it was.")


class CalendarAnswer(ResponseBody):
    """Whether a calendar may read what is due."""

    is_open: bool
    path: str | None = Field(description="Where it is; shown once, when it is made.")
