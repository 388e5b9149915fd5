"""What the API answers about what machines measured over time."""

from datetime import datetime

from pydantic import Field

from sayso.web.answers import ResponseBody


class HistoryPoint(ResponseBody):
    """What was measured at a time, or in one part of a long range."""

    at: datetime
    value: float = Field(description="The mean.")
    least: float
    most: float


class MetricHistory(ResponseBody):
    """What one machine measured over time."""

    device_id: str
    device_name: str
    metric: str
    label: str = Field(description="The metric in the words of the language.")
    unit: str
    least: float | str | bool | None
    mean: float | None = Field(description="Each value counts as long as it held.")
    most: float | str | bool | None
    last: float | str | bool | None
    from_: datetime = Field(alias="from", description="From when on it was read.")
    is_cut: bool = Field(description="Whether there is more, older, than is read at once.")
    points: list[HistoryPoint]
