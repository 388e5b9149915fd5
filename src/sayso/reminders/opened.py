"""The channels that are set, opened for as long as reminders are delivered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import httpx

from sayso.accounts.secret import kept_file
from sayso.reminder_settings import ReminderSettings
from sayso.reminders.delivery import Channel, Delivery
from sayso.reminders.push import Push, PushKey, PushSender, Words
from sayso.reminders.reminders import Reminders
from sayso.reminders.webhook import Webhook
from sayso.settings import Settings

_SECONDS = 10  # that one answer is waited for


def sender_of(settings: Settings) -> PushSender:
    """Who sends to browsers: by the key that is set, or one that is made at the first start and kept in a file."""
    given = settings.reminding
    path = settings.key_folder / "push"
    key = PushKey(given.push_key) if given.push_key else PushKey(kept_file(path, PushKey.new), str(path))
    return PushSender(key, given.push_contact or settings.public_url, given.push_hosts)


@asynccontextmanager
async def opened_delivery(
    given: ReminderSettings, reminders: Reminders, sender: PushSender, words: Words
) -> AsyncIterator[Delivery]:
    """Delivers by Web Push, and to the webhook where one is set."""
    async with httpx.AsyncClient(timeout=_SECONDS, follow_redirects=False) as client:
        channels: list[Channel] = [Push(reminders, client, sender, cache(words))]  # they are read once
        if given.webhook is not None:
            channels.append(Webhook(given.webhook, given.webhook_secret, client, reminders.clock))
        yield Delivery(reminders, channels)
