"""Who is calling, and through which door: made by a door from what it verified, never from a tool's arguments."""

from collections.abc import Mapping
from uuid import UUID

from sayso.dataclass import dataclass
from sayso.errors import RequestError

PROGRAMS = "mcp"  # the door of programs; at all others the person is


@dataclass(frozen=True, slots=True)
class Session:
    """One person's call through one door; `decision` is what led to it, where something did, and goes into the audit.
    What is changed under one `batch` is undone at once.

    >>> Session("1B4E28BA2FA141D2883F0016D3CCA427", "mcp").user_id
    '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
    """

    user_id: str
    door: str
    decision: Mapping[str, object] | None = None
    batch: str | None = None
    language: str = ""  # that the person reads, where the door knows it
    behind: str = ""  # what carries the call out, where the tool's name does not say it: a yes is bound to it, too

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "user_id", str(UUID(self.user_id)))
        except (ValueError, AttributeError, TypeError):
            raise RequestError("is not the id of an account", "user_id", "take it from the verified session") from None
