"""What the API answers about where somebody is signed in."""

from datetime import datetime

from pydantic import ConfigDict, Field

from sayso.web.answers import ResponseBody


class WebSessionAnswer(ResponseBody):
    """A browser that is signed in."""

    model_config = ConfigDict(title="Session")

    id: str
    created_at: datetime
    last_seen_at: datetime
    address: str | None = Field(description="From where it was opened.")
    browser: str | None = Field(description="With what, as far as it is known.", examples=["Firefox"])
    system: str | None = Field(examples=["Linux"])
    is_here: bool = Field(description="Whether it is the one that asks.")


class SessionPage(ResponseBody):
    """Where you are signed in."""

    sessions: list[WebSessionAnswer]


class SessionsEnded(ResponseBody):
    """How many sessions were ended."""

    ended: int
