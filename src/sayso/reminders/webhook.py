"""Reminders as signed requests to an address that the operator chose, by the Standard Webhooks specification."""

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Callable
from datetime import datetime

import httpx2

from sayso.reminder_settings import signing_key
from sayso.reminders.reminder import Reminder

_LOG = logging.getLogger("sayso.reminders")


class Webhook:
    """Posts what is due. Whoever gets it twice knows it by `webhook-id`."""

    name = "webhook"

    def __init__(self, url: str, secret: str, client: httpx2.AsyncClient, clock: Callable[[], datetime]) -> None:
        self._url = url
        self._key = signing_key(secret)
        self._client = client
        self._clock = clock

    async def send(self, one: Reminder) -> bool:
        """Post it; whatever is no success is tried again."""
        now = self._clock()
        person = {"id": one.user_id, "email": one.email, "timezone": one.timezone}
        data = {"id": one.id, "turn": one.turn, "person": person, "task": one.task.to_dict()}
        body = json.dumps({"type": "reminder.due", "timestamp": now.isoformat(), "data": data}).encode()
        headers = signed(self._key, one.delivery_id, int(now.timestamp()), body)
        try:
            answered = await self._client.post(self._url, content=body, headers=headers)
        except httpx2.HTTPError as wrong:
            _LOG.warning("the webhook cannot be reached: %s", type(wrong).__name__)
            return False
        if not answered.is_success:
            _LOG.warning("the webhook answers %d", answered.status_code)
        return answered.is_success


def signed(key: bytes, delivery_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that prove from whom a body comes, and when it was sent."""
    meant = b".".join((delivery_id.encode(), str(seconds).encode(), body))
    digest = base64.b64encode(hmac.new(key, meant, hashlib.sha256).digest()).decode()
    names = {"webhook-id": delivery_id, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{digest}"}
    return {"content-type": "application/json", **names}
