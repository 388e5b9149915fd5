"""An error as the API answers it."""

from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from sayso.web.answers import ResponseBody

_EXAMPLE: JsonDict = {
    "type": "about:blank",
    "title": "Not Found",
    "status": 404,
    "detail": "There is no such conversation.",
    "error": "not_found",
    "message": "There is no such conversation.",
    "next": "List yours, or begin one.",
}


class ProblemAnswer(ResponseBody):
    """What happened, and what to do next: problem details by RFC 9457, with members of our own."""

    model_config = ConfigDict(
        title="Problem",
        json_schema_extra={"examples": [_EXAMPLE]},
    )

    type: str = Field(description="Always `about:blank`: `error` tells the kind.")
    title: str = Field(description="What the status means.")
    status: int = Field(description="The status of the answer.")
    detail: str = Field(description="The same as `message`.")
    error: str = Field(description="The kind, for programs.")
    message: str = Field(description="What happened, for people.")
    next: str = Field(description="What to do about it.")
