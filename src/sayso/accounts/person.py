"""A person who has tasks, and the one who needs no account: whoever sits at this machine."""

import unicodedata
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sayso.dataclass import dataclass

HOME = "home"  # the organisation of whoever says none
LOCAL_ID = "00000000-0000-4000-8000-000000000001"  # always the same, so that two first uses at once make one person


@dataclass(frozen=True, slots=True)
class Person:
    """An account; the local person has no email and no password. The machines are those of the organisation."""

    id: str
    name: str
    email: str | None
    timezone: str
    created_at: datetime
    organisation: str = HOME
    tokens_since: datetime | None = None  # access tokens from before are good no longer
    language: str | None = None  # of the page; None: the browser's

    @property
    def zone(self) -> tzinfo:
        """The person's own time zone."""
        return zone(self.timezone) or UTC

    def to_dict(self) -> dict[str, object]:
        """What may be shown."""
        who = {"id": self.id, "name": self.name, "email": self.email, "timezone": self.timezone}
        who["language"] = self.language
        return {**who, "created_at": self.created_at.isoformat(), "organisation": self.organisation}


def zone(name: str) -> tzinfo | None:
    """A time zone by its IANA name; None where there is none of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def fold_email(email: str) -> str:
    """An address as it is compared: two that differ only in case are one."""
    return unicodedata.normalize("NFKC", email.strip()).casefold()
