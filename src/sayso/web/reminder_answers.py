"""What the API answers about reminders, as its description shows it."""

from datetime import datetime

from pydantic import ConfigDict, Field

from sayso.web.answers import Due, Repeat, ResponseBody


class ReminderAnswer(ResponseBody):
    """A task that is due."""

    model_config = ConfigDict(title="Reminder")

    id: str
    task_id: str
    number: int = Field(ge=1)
    title: str
    due: Due
    repeat: Repeat
    turn: int = Field(ge=0, description="One more after each snooze.")
    at: datetime = Field(description="When you were reminded.")


class ReminderPage(ResponseBody):
    """What is due, the oldest first."""

    reminders: list[ReminderAnswer]
    next_at: datetime | None = Field(description="When the next one comes, as far as it is known.")
    now: datetime = Field(description="What time it is at the server.")


class QuietAnswer(ResponseBody):
    """From when to when nobody is reminded."""

    starts: str
    ends: str


class NotificationAnswer(ResponseBody):
    """How you are told."""

    timezone: str
    quiet: QuietAnswer | None
    push_key: str = Field(description="The applicationServerKey that a browser subscribes with.")
    browsers: int = Field(ge=0, description="That are told while no page is open.")
