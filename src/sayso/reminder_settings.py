"""What may be set about reminders."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import field
from urllib.parse import urlsplit

from sayso.dataclass import dataclass
from sayso.errors import SettingsError

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
_PREFIX = "whsec_"
SHORTEST_SIGNING_SECRET = 24  # as the Standard Webhooks specification has it


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """Where reminders go besides the page."""

    webhook: str | None = None
    webhook_secret: str = field(default="", repr=False)
    push_key: str | None = field(default=None, repr=False)  # None: one of its own, kept in a file beside the database
    push_contact: str | None = None
    push_hosts: tuple[str, ...] = SERVICES  # of push services; to no other address a browser names is anything sent

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "ReminderSettings":
        """The settings that an environment holds; what is not set stays as it is."""
        hosts = tuple(host.strip().casefold() for host in given.get("SAYSO_PUSH_HOSTS", "").split(",") if host.strip())
        return cls(
            webhook=_webhook(given),
            webhook_secret=_signing_secret(given),
            push_key=given.get("SAYSO_PUSH_KEY"),
            push_contact=_contact(given),
            push_hosts=hosts or SERVICES,
        )


def _webhook(given: Mapping[str, str]) -> str | None:
    name = "SAYSO_REMIND_WEBHOOK"
    url = given.get(name)
    parts = urlsplit(url or "https://example.org")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError("is no address", name, "for example https://example.org/reminders")
    return url


def _signing_secret(given: Mapping[str, str]) -> str:
    name = "SAYSO_REMIND_SECRET"
    secret = given.get(name, "")
    if "SAYSO_REMIND_WEBHOOK" in given and len(signing_key(secret)) < SHORTEST_SIGNING_SECRET:
        said = "is shorter than 24 characters" if secret else "is not set, and SAYSO_REMIND_WEBHOOK is"
        raise SettingsError(said, name, "make one with: openssl rand -hex 32; whoever gets the requests checks by it")
    return secret


def signing_key(secret: str) -> bytes:
    """The bytes of a secret: base64 after `whsec_`, else as it is written."""
    if not secret.startswith(_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error:
        raise SettingsError("is no base64 after whsec_", "SAYSO_REMIND_SECRET", "leave whsec_ out") from None


def _contact(given: Mapping[str, str]) -> str | None:
    name = "SAYSO_PUSH_CONTACT"
    contact = given.get(name)
    if contact is not None and not contact.startswith(("mailto:", "https://")):
        raise SettingsError("is neither mailto: nor https:", name, "for example mailto:admin@example.org")
    return contact
