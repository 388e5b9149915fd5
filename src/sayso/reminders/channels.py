"""The channels that are set, with the client that they share: loaded when something is first sent."""

import httpx2

from sayso.reminder_settings import ReminderSettings
from sayso.reminders.delivery import Channel
from sayso.reminders.push import PushSender, Words
from sayso.reminders.push_channel import Push
from sayso.reminders.reminders import Reminders
from sayso.reminders.webhook import Webhook

_SECONDS = 10  # that one answer is waited for


class Channels:
    """What reminders go out by."""

    def __init__(self, given: ReminderSettings, reminders: Reminders, sender: PushSender, words: Words) -> None:
        self.client = httpx2.AsyncClient(timeout=_SECONDS, follow_redirects=False)
        self.named: dict[str, Channel] = {"push": Push(reminders, self.client, sender, words)}
        if given.webhook is not None:
            self.named["webhook"] = Webhook(given.webhook, given.webhook_secret, self.client, reminders.clock)
