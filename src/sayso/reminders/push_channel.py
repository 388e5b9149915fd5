"""Reminders to browsers whose page is closed: Web Push (RFC 8030)."""

import asyncio
import json
import logging

import httpx2

from sayso.reminders.push import PushSender, Words
from sayso.reminders.reminder import Reminder
from sayso.reminders.reminders import Reminders
from sayso.reminders.store import PushSubscription

_LOG = logging.getLogger("sayso.reminders")
_GONE = (404, 410)


class Push:
    """Tells every browser that a person is told at."""

    name = "push"

    def __init__(self, reminders: Reminders, client: httpx2.AsyncClient, sender: PushSender, words: Words) -> None:
        self._reminders = reminders
        self._client = client
        self._sender = sender
        self._words = words

    async def send(self, one: Reminder) -> bool:
        """Send it to each of them; a browser that is gone is forgotten. Who was told at one of them was told."""
        browsers = await self._reminders.subscriptions(one.user_id)
        done = await asyncio.gather(*(self._to(each, one) for each in browsers))
        return any(done) or not done

    async def _to(self, browser: PushSubscription, one: Reminder) -> bool:
        said = self._words()
        words = said.get(browser.language) or next(iter(said.values()))
        told = {
            "id": one.id,
            "person": one.user_id,
            "title": one.task.title,
            "body": words["reminder_due"].replace("{time}", one.clock),
            "done": words["reminder_done"],
            "snooze": words["reminder_snooze"],
            "language": browser.language,
        }
        keys = json.loads(browser.token)
        headers, body = self._sender.sealed(keys, json.dumps(told).encode(), self._reminders.clock())
        headers["Topic"] = one.id.replace("-", "")  # a later one takes the place of one that was not fetched
        try:
            answered = await self._client.post(keys["endpoint"], content=body, headers=headers)
        except httpx2.HTTPError as wrong:
            _LOG.warning("a push service cannot be reached: %s", type(wrong).__name__)
            return False
        if answered.status_code in _GONE:
            await self._reminders.unsubscribe(browser.key_hash)
            return True
        if not answered.is_success:
            _LOG.warning("a push service answers %d", answered.status_code)
        return answered.is_success
